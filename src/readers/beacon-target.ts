/** How a BEACON target becomes a web address: patterns with {ID} and {+ID} (RFC 6570), and what a usable address is. */
import { isPublicHost } from '../links/public-host.ts';
import { LIMITS } from './reader.ts';

export type TargetFlaw = 'malformed_url' | 'unsupported_scheme' | 'private_host' | 'url_too_long';

/** Fills a pattern with a token. */
export type FillPattern = (token: string) => string;

/**
 * Compiles a pattern: `{ID}` is replaced by the percent-encoded token, `{+ID}` by the token with its reserved
 * characters and percent triplets kept (RFC 6570 §3.2.3). A pattern with neither gets `{ID}` at its end.
 */
export function compilePattern(pattern: string): FillPattern {
  const whole = /\{\+?ID\}/i.test(pattern) ? pattern : `${pattern}{ID}`;
  const parts = whole.split(/(\{\+?ID\})/i);
  return (token) => {
    if (token === '') return parts.map((part, index) => (index % 2 === 0 ? part : '')).join('');
    const plain = /^[\w.~-]+$/.test(token);
    let filled = '';
    for (let index = 0; index < parts.length; index += 1) {
      const part = parts[index] ?? '';
      if (index % 2 === 0) filled += part;
      else if (plain) filled += token;
      else filled += part.length === 5 ? encodeReserved(token) : encodeAll(token);
    }
    return filled;
  };
}

/** Everything but the unreserved characters of RFC 3986 is percent-encoded. */
function encodeAll(text: string): string {
  const encoded = encodeURIComponent(text.toWellFormed());
  return encoded.replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Reserved characters and existing percent triplets pass. */
function encodeReserved(text: string): string {
  return text
    .toWellFormed()
    .split(/(%[\dA-F]{2})/i)
    .map((part, index) => (index % 2 === 1 ? part : encodeURI(part).replaceAll('%5B', '[').replaceAll('%5D', ']')))
    .join('');
}

/** True for a text that is meant as a web address, however damaged. */
export function looksLikeWebAddress(text: string): boolean {
  return /^https?:\/{1,2}/i.test(text);
}

/** The first of several addresses that stand in one cell as `address;label▼address`. */
export function firstAddress(cell: string): string {
  return /^(https?:\/\/\S*?);[^;▼]*▼/i.exec(cell)?.[1] ?? cell;
}

/** Undoes what generators commonly do to addresses: a doubled scheme, raw blanks, `&amp;` for `&`. */
export function repairAddress(url: string): string {
  if (!/[\s&]|^https?:\/\/https?:/i.test(url)) return url;
  return url
    .replace(/^(?:https?:\/\/)+(?=https?:\/\/)/i, '')
    .replaceAll('&amp;', '&')
    .replace(/\s/g, '%20');
}

/** Why an address cannot be given to the public; `undefined` when it can. */
export function findTargetFlaw(url: string): TargetFlaw | undefined {
  if (url.length > LIMITS.urlLength) return 'url_too_long';
  if (!/^https?:\/\//i.test(url)) {
    return /^[a-z][a-z\d+.-]*:/i.test(url) && !/^https?:/i.test(url) ? 'unsupported_scheme' : 'malformed_url';
  }
  const parsed = URL.parse(url);
  if (parsed === null || parsed.username !== '' || parsed.password !== '') return 'malformed_url';
  // Two addresses run together: the second one's scheme ends up in the first one's host.
  if (/^https?:\/\/[^/?#]*https?:\/\//i.test(url) || parsed.hostname === '') return 'malformed_url';
  return isPublicHost(parsed.hostname) ? undefined : 'private_host';
}
