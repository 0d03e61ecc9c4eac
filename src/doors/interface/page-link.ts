/** The page for people that has the same content as an answer in JSON, as a member of `Link`. */
import type { Context } from '../../http/door.ts';

/** Longest address in characters that is named: proxies refuse headers of many kilobytes. */
const MAX_LENGTH = 2_000;

/**
 * @param path of the door of the page; nothing is named where it is not served
 * @param address of the page, below the base URL
 * @returns no member, or one
 */
export function pageLink(
  { baseUrl, doors }: Pick<Context, 'baseUrl' | 'doors'>,
  path: string,
  address: string = path,
): readonly string[] {
  if (address.length > MAX_LENGTH || !doors.some((door) => door.path === path)) return [];
  return [`<${baseUrl}${address}>; rel="alternate"; type="text/html"`];
}
