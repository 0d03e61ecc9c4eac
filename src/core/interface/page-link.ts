/** Members of `Link` that lead from an answer in JSON to the page with the same content. */
import type { Context } from '../http/door.ts';
import type { DoorName } from '../http/door-link.ts';

/** Longest address in `Link`, in characters: proxies refuse headers of many kilobytes. */
const MAX_LENGTH = 2_000;

/** @returns one member, or none where the page is not served */
export function pageLink(
  { link }: Pick<Context, 'link'>,
  page: DoorName,
  values?: Readonly<Record<string, string>>,
): readonly string[] {
  const address = link(page, values);
  if (address === undefined || address.length > MAX_LENGTH) return [];
  return [`<${address}>; rel="alternate"; type="text/html"`];
}
