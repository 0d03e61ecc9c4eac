/** Divides the time to be harvested into windows, whose ends are fixed so that no list grows while it is read. */
import { DAY_MS, HOUR_MS } from '../../../core/model/days.ts';
import type { Window } from './client.ts';
import { formatDatestamp, type Granularity, GRANULARITY_MS, instantOf } from '../../../core/model/datestamp.ts';
import type { HarvestState } from './record-store.ts';

/** Longest window in milliseconds: an expired token costs little, and quiet days share a request. */
const LONGEST = 7 * DAY_MS;
/** Overlap of windows in milliseconds, for records that are listed late. Windows of whole days overlap anyway. */
const OVERLAP: Readonly<Record<Granularity, number>> = { 'YYYY-MM-DD': 0, 'YYYY-MM-DDThh:mm:ssZ': HOUR_MS };

/** Time to be harvested; instants in milliseconds. */
export interface TimeRange {
  readonly granularity: Granularity;
  /** First instant for an empty record store. */
  readonly start: number;
  /** End of the last window, by the clock of the repository, which also sets the datestamps. */
  readonly target: number;
}

/** The first instant that is harvested. @param from day or instant of the options @param earliest of the repository */
export function startOf(from: string | undefined, earliest: string | undefined): number {
  return Math.max(from === undefined ? 0 : instantOf(from), earliest === undefined ? 0 : instantOf(earliest));
}

/** The interrupted window, else one that begins slightly before the end of the last window. */
export function firstWindow(
  range: TimeRange,
  { complete, window, longest }: Partial<HarvestState> = {},
): HarvestState['window'] {
  if (window !== undefined && window.until <= formatDatestamp(range.target, range.granularity)) return window;
  const begin = window === undefined ? range.start : instantOf(window.from);
  if (complete === undefined) return windowFrom(range, begin, longest);
  // The clock of the repository may have been set back.
  const end = Math.min(instantOf(complete), range.target) - OVERLAP[range.granularity];
  return windowFrom(range, window === undefined ? end : Math.min(end, begin), longest);
}

/** The window of at most `longest` milliseconds from an instant on; undefined after the end of the range. */
export function windowFrom(
  { granularity, target }: Omit<TimeRange, 'start'>,
  begin: number,
  longest = LONGEST,
): Window | undefined {
  const until = Math.min(target, begin + longest - GRANULARITY_MS[granularity]);
  if (begin > target) return undefined;
  return { from: formatDatestamp(begin, granularity), until: formatDatestamp(until, granularity) };
}

/** Length in milliseconds. */
function lengthOf({ from, until }: Window, granularity: Granularity): number {
  return instantOf(until) - instantOf(from) + GRANULARITY_MS[granularity];
}

/** A window whose list failed, with the reason and the items before the failure. */
export interface FailedWindow extends Window {
  readonly reason: string;
  readonly items: number;
  /** Datestamp of the last item. */
  readonly last?: string | undefined;
}

/** The windows of a range in order. Their length is halved after a failure, and doubled after a success. */
export type Windows = ReturnType<typeof createWindows>;

/**
 * @param longest largest length of the first window, in milliseconds
 * @param most largest length of any window, in milliseconds
 */
export function createWindows(range: Omit<TimeRange, 'start'>, longest = LONGEST, most = LONGEST) {
  const { granularity } = range;
  const unit = GRANULARITY_MS[granularity];
  /** Windows that failed and are being listed in parts, each within the one before. */
  const failed: FailedWindow[] = [];
  let limit = longest;
  /** The length to continue with after one unit was tried, and whether a unit has worked: then the length is the reason. */
  let lengthAfterTrial: number | undefined;
  let isLengthTheReason = false;

  return {
    /** Length of the longest window to try next; undefined without a recent failure. */
    longest: (): number | undefined => (limit >= most ? undefined : limit),
    isDivisible: (window: Window): boolean => lengthOf(window, granularity) > unit,
    /** The windows around the next one, which failed, the longest first. */
    around: (): readonly FailedWindow[] => [...failed],
    /**
     * The part of a failed window to list first. Usually this is its half. Where all listed items are in the first half, it is
     * the half of the part up to the last item. Where the window and the one around it failed for the same reason and without
     * items, it is one unit, which shows whether the length matters at all.
     */
    firstPart(window: FailedWindow): Window {
      const { from, last = window.until } = window;
      const around = failed.at(-1);
      const isSame = around?.from === from && around.reason === window.reason && around.items + window.items === 0;
      failed.push(window);
      const [whole, listed] = [lengthOf(window, granularity), lengthOf({ from, until: last }, granularity)];
      const divided = listed > unit && 2 * listed < whole ? listed : whole;
      const half = Math.floor(divided / unit / 2) * unit;
      lengthAfterTrial = isSame && !isLengthTheReason ? half : undefined;
      limit = lengthAfterTrial === undefined ? half : unit;
      return { from, until: formatDatestamp(instantOf(from) + limit - unit, granularity) };
    },
    /** Call after a window was listed to its end. */
    grow(window: Window): void {
      if (lengthAfterTrial !== undefined) {
        [limit, lengthAfterTrial, isLengthTheReason] = [lengthAfterTrial, undefined, true];
        return;
      }
      if (lengthOf(window, granularity) >= limit) limit = Math.min(most, 2 * limit);
    },
    /**
     * The window after another one; undefined after the end of the range.
     * @param resumed whether an earlier harvest began the list, so that the window ends at the time of that harvest
     */
    after({ until }: Window, resumed = false): Window | undefined {
      // If the trial failed, the length is not known to be the reason.
      lengthAfterTrial = undefined;
      const begin = instantOf(until) + (resumed ? -OVERLAP[granularity] : unit);
      const isPast = (window: Window): boolean => instantOf(window.until) < begin;
      while (failed.at(-1) !== undefined && isPast(failed.at(-1) as Window)) failed.pop();
      const around = failed.at(-1);
      if (around === undefined) return windowFrom(range, begin, limit);
      const half = Math.ceil(lengthOf(around, granularity) / unit / 2) * unit;
      const target = Math.min(range.target, instantOf(around.until));
      return windowFrom({ ...range, target }, begin, Math.min(limit, half));
    },
  };
}
