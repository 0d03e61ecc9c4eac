/** How a reader words what it could not use, and the texts and addresses it takes or leaves. */
import { isPublicHost } from '../links/public-host.ts';
import { cleanText } from '../model/text.ts';
import type { Defect } from './reader.ts';
import { LIMITS } from './reader.ts';

const EXCERPT_LENGTH = 120;

/** A {@link Defect}; the excerpt is cleaned and cut to 120 characters. */
export function defect(reason: string, severity: Defect['severity'], met?: string, line?: number): Defect {
  const excerpt = met === undefined ? '' : shorten(cleanText(met.slice(0, 4 * EXCERPT_LENGTH)));
  return {
    kind: 'defect',
    reason,
    severity,
    ...(line === undefined ? {} : { line }),
    ...(excerpt === '' ? {} : { excerpt }),
  };
}

/** Where the parts of a record that were left out are noted. */
export type Report = (fault: Defect) => void;

/** Nothing that {@link cleanText} would change: printable ASCII, single blanks between the words. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** The text as it is kept, or nothing when it is empty or longer than `LIMITS.textLength` (`text_too_long`). */
export function readText(text: string, report: Report): string | undefined {
  if (text.length > 4 * LIMITS.textLength) return tooLong(text, report);
  const clean = PLAIN.test(text) ? text : cleanText(text);
  if (clean.length > LIMITS.textLength) return tooLong(text, report);
  return clean === '' ? undefined : clean;
}

/** What passes without a closer look: a host with a dot, then nothing but printable ASCII without `"`, `<`, `>`. */
const PLAIN_ADDRESS =
  /^https?:\/\/([a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*\.[a-z]{2,})(?:[/?#][!#-;=?-~]*)?$/i;

/**
 * An absolute http or https address as it is given, or nothing: `unsupported_scheme` for other schemes, `malformed_url`
 * for what is no address, carries a password or is longer than `LIMITS.urlLength`, `private_host` for a host that the
 * public cannot reach.
 */
export function readAddress(text: string, report: Report): string | undefined {
  const plain = text.length <= LIMITS.urlLength ? PLAIN_ADDRESS.exec(text)?.[1] : undefined;
  if (plain !== undefined && isPublicHost(plain.toLowerCase())) return text;
  const address = cleanText(text.slice(0, LIMITS.urlLength + 1));
  const parsed = URL.parse(address);
  if (parsed !== null && parsed.protocol !== 'http:' && parsed.protocol !== 'https:') {
    report(defect('unsupported_scheme', 'detail', address));
    return undefined;
  }
  if (parsed === null || address.length > LIMITS.urlLength || !isProperAddress(address, parsed)) {
    report(defect('malformed_url', 'detail', address));
    return undefined;
  }
  if (!isPublicHost(parsed.hostname)) {
    report(defect('private_host', 'detail', address));
    return undefined;
  }
  return address;
}

function isProperAddress(address: string, parsed: URL): boolean {
  return (
    /^https?:\/\/(?!https?:)[^/\\]/i.test(address) &&
    !/[\s"<>\\]/.test(address) &&
    parsed.username === '' &&
    parsed.password === ''
  );
}

function tooLong(text: string, report: Report): undefined {
  report(defect('text_too_long', 'detail', text));
  return undefined;
}

function shorten(text: string): string {
  if (text.length <= EXCERPT_LENGTH) return text;
  const cut = text.slice(0, EXCERPT_LENGTH - 1);
  return `${cut.replace(/[\uD800-\uDBFF]$/, '')}…`;
}
