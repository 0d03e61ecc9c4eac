/** Lists a range of time window by window: windows that fail are asked in halves, units that fail are passed over. */
import type { DownloadFailed } from '../download/download-failure.ts';
import type { ListRequest, OaiClient, Window } from './client.ts';
import { type Budget, type Listing, listWindow } from './list-window.ts';
import type { HarvestState } from './record-store.ts';
import type { HarvestedRecord } from './response.ts';
import type { Windows } from './window.ts';

/** Windows of one unit that may fail in a row: after more of them the repository is down for all lists. */
const MAX_FAILED_UNITS = 3;

export interface RangeRun {
  readonly client: Pick<OaiClient, 'identify'>;
  readonly budget: Budget;
  readonly listener: { readonly onDivided?: (window: Window, reason: string) => void };
}

/** How the windows of one range of time are listed and kept. */
export interface RangeListing {
  readonly windows: Windows;
  readonly request: ListRequest;
  /** Keeps records and the place to go on from, `undefined` at the end of the range. @returns the number of new records */
  readonly keep: (records: readonly HarvestedRecord[], next: HarvestState['window'], complete?: string) => number;
  /** For each window that was listed to its end. @returns false to stop before it counts as listed */
  readonly onListed: (window: Window, listing: Listing) => boolean;
  /** For units that were passed over. */
  readonly onGaps: (gaps: readonly Window[]) => void;
}

/**
 * Lists a range window by window. A window that fails is asked in halves, down to one unit of the granularity. A unit that
 * fails is passed over once a later window works, and asked again by later harvests.
 * @returns whether the end was reached
 * @throws DownloadFailed
 */
export async function listRange(
  { client, budget, listener }: RangeRun,
  { windows, request, keep, onListed, onGaps }: RangeListing,
  first: HarvestState['window'],
): Promise<boolean> {
  const failed: Window[] = [];
  let failure: DownloadFailed | undefined;
  let place = first;
  while (place !== undefined) {
    const { from, until, token }: NonNullable<HarvestState['window']> = place;
    const window = { from, until };
    const divisible = windows.isDivisible(window);
    const listing = await listWindow(budget, request, place, divisible, (records, next) =>
      keep(records, failed[0] ?? { ...window, ...(next !== undefined && { token: next }) }),
    );
    if (listing.failure === 'paused') return false;
    failure = listing.failure;
    if (failure === undefined || isWhole(listing, windows, divisible)) {
      if (!onListed(window, listing)) return false;
      if (failed.length > 0) onGaps(failed.splice(0));
      windows.grow(window);
      place = windows.after(window, token !== undefined);
      keep([], place, until);
    } else if (divisible) {
      listener.onDivided?.(window, failure.reason);
      place = windows.firstHalf(window, failure.reason === 'short_list' ? listing.items : undefined);
      keep([], failed[0] ?? place);
      // When Identify fails as well, the repository is down, and shorter lists do not help.
      if (failure.transient) await client.identify();
    } else {
      failed.push(window);
      place = failed.length > MAX_FAILED_UNITS ? undefined : windows.after(window);
    }
  }
  if (failure === undefined || failed.length === 0) return true;
  keep([], failed[0]);
  throw failure;
}

/**
 * Some repositories announce more than there is. Where a list was cut off, its first half has the same items again, or a
 * later part has new ones; where it was not, each part has fewer, and none is new.
 */
function isWhole({ failure, items, fresh }: Listing, windows: Windows, divisible: boolean): boolean {
  if (failure === undefined || failure === 'paused' || failure.reason !== 'short_list') return false;
  return !divisible || (fresh === 0 && items < (windows.shortListAround() ?? 0));
}
