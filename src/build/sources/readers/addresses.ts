/** Checks and cleans web addresses of sources. */
import { isPublicHost } from '../../../core/model/public-host.ts';
import { cleanText } from '../../../core/model/text.ts';
import { defect, type Report } from './defects.ts';
import { LIMITS } from './reader.ts';

/** Reason why an address cannot be published. */
type AddressFlaw = 'malformed_url' | 'unsupported_scheme' | 'private_host' | 'url_too_long';

/** @returns undefined for an absolute http or https address without credentials, on a public host */
export function findAddressFlaw(address: string): AddressFlaw | undefined {
  if (address.length > LIMITS.urlLength) return 'url_too_long';
  if (!/^https?:\/\/[^/\\]/i.test(address)) {
    return /^(?!https?:)[a-z][a-z\d+.-]*:/i.test(address) ? 'unsupported_scheme' : 'malformed_url';
  }
  const parsed = URL.parse(address);
  if (parsed === null || parsed.username !== '' || parsed.password !== '') return 'malformed_url';
  // Two addresses were joined: the second one begins within the host of the first.
  if (/^https?:\/\/[^/?#]*https?:\/\//i.test(address)) return 'malformed_url';
  return isPublicHost(parsed.hostname) ? undefined : 'private_host';
}

/** An address that needs no further checks: a host with a dot, then only printable ASCII without `"`, `<`, `>`. */
const PLAIN_ADDRESS =
  /^https?:\/\/([a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*\.[a-z]{2,})(?:[/?#][!#-;=?-~]*)?$/i;

/** Returns the address, cleaned if necessary; reports an unusable address, and returns undefined. */
export function readAddress(text: string, report: Report): string | undefined {
  const host = text.length <= LIMITS.urlLength ? PLAIN_ADDRESS.exec(text)?.[1] : undefined;
  if (host !== undefined && isPublicHost(host.toLowerCase())) return text;
  const address = cleanText(text.slice(0, LIMITS.urlLength + 1));
  const flaw = findAddressFlaw(address) ?? (/[\s"<>\\]/.test(address) ? 'malformed_url' : undefined);
  if (flaw === undefined) return address;
  report(defect(flaw, 'detail', address));
  return undefined;
}

/** Whether a text is meant to be a web address, even if it is damaged. */
export function looksLikeWebAddress(text: string): boolean {
  return /^https?:\/{1,2}/i.test(text);
}

/** The first of several addresses in one column, written as `address;label▼address`. */
export function firstAddress(cell: string): string {
  return /^(https?:\/\/\S*?);[^;▼]*▼/i.exec(cell)?.[1] ?? cell;
}

/** Repairs common mistakes of programs that write lists: a doubled scheme, raw blanks, `&amp;` for `&`. */
export function repairAddress(url: string): string {
  if (!/[\s&]|^https?:\/\/https?:/i.test(url)) return url;
  return url
    .replace(/^(?:https?:\/\/)+(?=https?:\/\/)/i, '')
    .replaceAll('&amp;', '&')
    .replace(/\s/g, '%20');
}
