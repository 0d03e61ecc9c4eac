/** Parses and cleans a web address, and gives it a normal form in which trivial variants are equal. */

import { decodePercent } from './text.ts';
import { isPublicHost } from './public-host.ts';

/** One absolute http(s) address. All parts are in the normal form of {@link normalForm}. */
export interface WebAddress {
  /** Address for answers: as given, but cleaned by the URL standard, and repaired where `repaired` is set. */
  readonly href: string;
  /** Lower case, without `www.`, with the port where it is not the scheme's own. */
  readonly host: string;
  /** Begins with `/`, ends without one; empty for the root. */
  readonly path: string;
  /** With its `?`, or empty. */
  readonly query: string;
  /** With its `#`, or empty. */
  readonly fragment: string;
  /** Whether the text began with two schemes (`http://https://…`), and the first one was dropped. */
  readonly repaired: boolean;
}

/** Longest address that is accepted, in UTF-16 units. */
export const MAX_ADDRESS_LENGTH = 2_000;

const DOUBLED_SCHEME = /^(?:https?:\/*(?=https?:\/\/))+/i;
/** An address in which the parser encodes nothing, so that it is already in the normal form. */
const PLAIN =
  /^https?:\/\/[\w.:-]+(?:\/[\w/.~:@!$&()*+,;=-]*)?(?:\?[\w/.~:@!$&()*+,;=?-]*)?(?:#[\w/.~:@!$&()*+,;=?-]*)?$/;
const ABSOLUTE = /^https?:\/\//i;
/** Control characters. The URL standard drops them silently, but they show that two texts were joined. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROL = /[\u0000-\u001F\u007F]/;

/**
 * Reads an absolute http(s) address. Undefined for other texts, for addresses longer than {@link MAX_ADDRESS_LENGTH},
 * with credentials or control characters, and for hosts that the public cannot reach (see `public-host.ts`).
 */
export function parseWebAddress(text: string): WebAddress | undefined {
  if (text.length > MAX_ADDRESS_LENGTH) return undefined;
  // Most addresses are plain ASCII without escapes and need no normalising.
  const plain = PLAIN.test(text) && !DOUBLED_SCHEME.test(text);
  const trimmed = plain ? text : text.trim();
  const doubled = plain ? 0 : (DOUBLED_SCHEME.exec(trimmed)?.[0].length ?? 0);
  const address = plain ? text : composed(trimmed.slice(doubled));
  if (!plain && (!ABSOLUTE.test(address) || CONTROL.test(address))) return undefined;
  const url = URL.parse(address);
  if (url === null || url.username !== '' || url.password !== '') return undefined;
  if (!isPublicHost(url.hostname)) return undefined;
  const { pathname, search, hash } = url;
  const path = withoutTrailingSlashes(pathname);
  return {
    href: tidy(url.href, search, hash),
    host: bareHost(url.host),
    path: plain ? path : normalForm(path, 'path'),
    query: search.length > 1 ? (plain ? search : normalForm(search, 'query')) : '',
    fragment: hash.length > 1 ? (plain ? hash : normalForm(hash, 'fragment')) : '',
    repaired: doubled > 0,
  };
}

/** A key that is equal for trivial variants of one target, http and https among them. */
export function foldKey(address: Pick<WebAddress, 'host' | 'path' | 'query' | 'fragment'>): string {
  return address.host + address.path + address.query + address.fragment;
}

/** The host in lower case, without `www.` in front and without the dot of the DNS root at the end. */
export function bareHost(host: string): string {
  const bare = host.toLowerCase().replace(/\.(?=:\d+$|$)/, '');
  return bare.startsWith('www.') && bare.indexOf('.', 4) > 0 ? bare.slice(4) : bare;
}

type Part = 'path' | 'query' | 'fragment';

/** Characters that stay encoded everywhere: control, blank, invisible and private-use characters, the percent sign. */
const BLANK = String.raw`\u0000-\u0020%\u007F-\u00A0\u00AD\u061C\u1680\u180E\u2000-\u200F\u2028-\u202F\u205F-\u206F\u3000\uFEFF\uFFF0-\uFFFF\p{Co}\p{Cs}`;
/**
 * Characters that stay encoded in each part, because they would be delimiters or, in the query of a form, a blank.
 * Combining marks after them stay encoded too: they would combine with the last letter of the escape.
 */
const KEEP_ENCODED: Readonly<Record<Part, RegExp>> = {
  path: new RegExp(`[${BLANK}/?#\\\\]\\p{M}*`, 'gu'),
  query: new RegExp(`[${BLANK}#&+;=]\\p{M}*`, 'gu'),
  fragment: new RegExp(`[${BLANK}#]\\p{M}*`, 'gu'),
};

/**
 * Percent-encoding in one normal form: escapes are decoded where that changes nothing (RFC 3986 §6.2.2.2, and the
 * sub-delimiters, which servers treat alike), the text is composed (NFC), the remaining escapes are in upper case.
 * Octets that are not UTF-8 stay encoded; a percent sign that begins no escape is encoded.
 */
export function normalForm(text: string, part: Part): string {
  if (!text.includes('%')) return composed(text);
  const keep = KEEP_ENCODED[part];
  return composed(text)
    .replace(/%(?![\dA-Fa-f]{2})/g, '%25')
    .replace(/(?:%[\dA-Fa-f]{2})+/g, (escapes) => {
      const decoded = decodePercent(escapes);
      return decoded === undefined ? escapes.toUpperCase() : decoded.normalize('NFC').replace(keep, encodeURIComponent);
    })
    .normalize('NFC');
}

/** Undoes {@link normalForm} for an answer: encodes non-ASCII characters and those that the URL standard forbids. */
export function encodeNormalForm(text: string): string {
  return text.replace(/[^\u0021-\u007E]+|["<>\\^`{|}]/gu, (part) => encodeURIComponent(part.toWellFormed()));
}

/** Composes a text (NFC): dumps contain decomposed characters even in addresses, where no server expects them. */
function composed(text: string): string {
  // oxlint-disable-next-line no-control-regex -- ASCII is the fast way out
  return /^[\u0000-\u007F]*$/.test(text) ? text : text.normalize('NFC');
}

function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path.charCodeAt(end - 1) === 47) end -= 1;
  return end === path.length ? path : path.slice(0, end);
}

/** Removes a bare `?` or `#` at the end, which the URL standard keeps. */
function tidy(href: string, search: string, hash: string): string {
  if (hash === '' && href.endsWith('#')) href = href.slice(0, -1);
  if (search === '' && hash === '' && href.endsWith('?')) href = href.slice(0, -1);
  return href;
}
