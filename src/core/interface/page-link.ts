/** Members of `Link` that lead from an answer in JSON to the page with the same content. */
import type { Context } from '../http/door.ts';

/** Longest address in `Link`, in characters: proxies refuse headers of many kilobytes. */
const MAX_LENGTH = 2_000;

/**
 * @param path path of the page's door
 * @param address address of the page, below the base URL
 * @returns one member, or none where the page is not served
 */
export function pageLink(
  { baseUrl, doors }: Pick<Context, 'baseUrl' | 'doors'>,
  path: string,
  address: string = path,
): readonly string[] {
  if (address.length > MAX_LENGTH || !doors.some((door) => door.path === path)) return [];
  return [`<${baseUrl}${address}>; rel="alternate"; type="text/html"`];
}
