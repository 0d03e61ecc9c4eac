/** Judges and cleans the web addresses that sources give. */
import { isPublicHost } from '../addresses/public-host.ts';
import { cleanText } from '../../model/text.ts';
import { defect, type Report } from './defects.ts';
import { LIMITS } from './reader.ts';

/** Why an address cannot be given to the public. */
export type AddressFlaw = 'malformed_url' | 'unsupported_scheme' | 'private_host' | 'url_too_long';

/** Undefined for an absolute http or https address without credentials, on a host that the public can reach. */
export function findAddressFlaw(address: string): AddressFlaw | undefined {
  if (address.length > LIMITS.urlLength) return 'url_too_long';
  if (!/^https?:\/\/[^/\\]/i.test(address)) {
    return /^(?!https?:)[a-z][a-z\d+.-]*:/i.test(address) ? 'unsupported_scheme' : 'malformed_url';
  }
  const parsed = URL.parse(address);
  if (parsed === null || parsed.username !== '' || parsed.password !== '') return 'malformed_url';
  // Two addresses run together: the second one's scheme ends up in the first one's host.
  if (/^https?:\/\/[^/?#]*https?:\/\//i.test(address)) return 'malformed_url';
  return isPublicHost(parsed.hostname) ? undefined : 'private_host';
}

/** An address that needs no closer look: a host with a dot, then nothing but printable ASCII without `"`, `<`, `>`. */
const PLAIN_ADDRESS =
  /^https?:\/\/([a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*\.[a-z]{2,})(?:[/?#][!#-;=?-~]*)?$/i;

/** The address as it is given; where it cannot be used, undefined, and its flaw is reported. */
export function readAddress(text: string, report: Report): string | undefined {
  const host = text.length <= LIMITS.urlLength ? PLAIN_ADDRESS.exec(text)?.[1] : undefined;
  if (host !== undefined && isPublicHost(host.toLowerCase())) return text;
  const address = cleanText(text.slice(0, LIMITS.urlLength + 1));
  const flaw = findAddressFlaw(address) ?? (/[\s"<>\\]/.test(address) ? 'malformed_url' : undefined);
  if (flaw === undefined) return address;
  report(defect(flaw, 'detail', address));
  return undefined;
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
