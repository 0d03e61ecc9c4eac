/** Lists a range of time window by window: halves windows that fail, and skips units of the granularity that fail. */
import { DownloadFailed, UNREACHED } from '../download/download-failure.ts';
import type { ListRequest, OaiClient, Window } from './client.ts';
import { type HarvestBudget, type ListedItems, type Listing, listWindow } from './list-window.ts';
import type { HarvestState } from './record-store.ts';
import type { FailedWindow, Windows } from './window.ts';

/** Largest number of windows that may fail in a row without being divided; after more, the repository counts as down. */
const MAX_FAILED = 3;

export interface RangeRun {
  readonly client: Pick<OaiClient, 'identify'>;
  readonly budget: HarvestBudget;
}

/** Reasons of failures that a shorter window does not avoid, though another window may work. */
const REFUSED = /^(?:http_4\d\d|oai_bad_argument)$/;

/** A window that the repository does not list, with the reason of its last failure. */
export interface Gap extends Window {
  readonly detail: string;
}

/** Reasons of failures of a list that may be complete nevertheless. */
const LESS_THAN_PROMISED: ReadonlySet<string> = new Set(['short_list', 'oai_bad_resumption_token']);

/** Reasons of failures that load or lost connections cause, of which a shorter list may be spared. */
const BY_LOAD: ReadonlySet<string> = new Set([
  ...UNREACHED,
  'timeout',
  'truncated',
  'http_408',
  'http_429',
  'http_502',
  'http_503',
  'http_504',
]);

const NOTHING: ListedItems = { records: [], unread: [] };

/** Functions by which the windows of a range are listed and stored. */
export interface RangeListing {
  readonly windows: Windows;
  readonly request: ListRequest;
  /** Stores records and the next position (undefined at the end of the range). @returns the number of new records */
  readonly keep: (items: ListedItems, next: HarvestState['window'], complete?: string) => number;
  /** Called for each window that was listed to its end. @returns false to stop before it counts as listed */
  readonly onListed: (window: Window, listing: Listing) => boolean;
  /** Called with units that were skipped. */
  readonly onGaps: (gaps: readonly Gap[]) => void;
}

/**
 * Lists a range window by window. A window that fails is halved, down to one unit of the granularity. It is not halved where
 * a shorter one would fail, too: where the repository refuses windows of any length, or the half has failed in the same way.
 * A window or unit that cannot be listed is skipped as soon as a later window works; later harvests list it again.
 * @returns whether the end was reached
 * @throws DownloadFailed
 */
export async function listRange(
  { client, budget }: RangeRun,
  { windows, request, keep, onListed, onGaps }: RangeListing,
  first: HarvestState['window'],
): Promise<boolean> {
  const failed: Gap[] = [];
  let failure: DownloadFailed | undefined;
  let place = first;
  while (place !== undefined) {
    const { from, until, token }: NonNullable<HarvestState['window']> = place;
    const window = { from, until };
    let divisible = windows.isDivisible(window);
    const listing = await listWindow(budget, request, place, divisible, (items, next) =>
      keep(items, failed[0] ?? { ...window, ...(next !== undefined && { token: next }) }),
    ).catch((error: unknown): Listing => {
      if (!(error instanceof DownloadFailed) || !REFUSED.test(error.reason)) throw error;
      divisible = false;
      return { items: 0, fresh: 0, unread: 0, unnamed: 0, failure: error };
    });
    if (listing.failure === 'paused') return false;
    failure = listing.failure;
    const around = windows.around();
    if (failure === undefined || isWhole(listing, around.at(-1), divisible)) {
      if (!onListed(window, listing)) return false;
      if (failed.length > 0) onGaps(failed.splice(0));
      windows.grow(window);
      place = windows.after(window, token !== undefined);
      keep(NOTHING, place, until);
    } else if (divisible) {
      // When Identify fails as well, the repository is down, and shorter lists do not help.
      if (failure.transient) await client.identify();
      const vain = halvedInVain({ ...window, reason: failure.reason, items: listing.items }, around);
      if (vain !== undefined) {
        onGaps([...failed.splice(0), { from, until: vain.until, detail: failure.reason }]);
        windows.grow(vain);
        place = windows.after(vain);
        keep(NOTHING, place, vain.until);
      } else {
        place = windows.firstPart({ ...window, reason: failure.reason, items: listing.items, last: listing.last });
        keep(NOTHING, failed[0] ?? place);
      }
    } else {
      failed.push({ ...window, detail: failure.reason });
      place = failed.length > MAX_FAILED ? undefined : windows.after(window);
    }
  }
  if (failure === undefined || failed.length === 0) return true;
  keep(NOTHING, failed[0]);
  throw failure;
}

/**
 * Whether a list is complete although it has fewer items than announced, or ends with a token that is refused: some
 * repositories announce more items than there are, or give a token with the last page. If the list was cut off, its first
 * half has as many items, or a later part has new ones. If it was complete, each part has fewer items and no new ones.
 */
function isWhole({ failure, items, fresh }: Listing, around: FailedWindow | undefined, divisible: boolean): boolean {
  if (failure === undefined || failure === 'paused' || !LESS_THAN_PROMISED.has(failure.reason)) return false;
  if (!divisible && failure.reason === 'short_list') return true;
  return fresh === 0 && around !== undefined && LESS_THAN_PROMISED.has(around.reason) && items < around.items;
}

/**
 * The window of which halving does not help: the list of its first half failed as its own, after fewer items, so neither the
 * length nor a single record is the reason. Where load may be, the half of the half failed so, too.
 */
function halvedInVain(half: FailedWindow, around: readonly FailedWindow[]): FailedWindow | undefined {
  const halved = [...around.slice(BY_LOAD.has(half.reason) ? -2 : -1), half];
  const isVain = halved.every(({ from, reason, items }, at) => {
    const before = halved[at - 1] ?? { from, reason, items: Infinity };
    return from === before.from && reason === before.reason && items > 0 && items < before.items;
  });
  return isVain && halved.length > (BY_LOAD.has(half.reason) ? 2 : 1) ? halved[0] : undefined;
}
