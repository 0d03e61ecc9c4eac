/** Cuts the time that is to be harvested into windows: each ends at a fixed datestamp, so that its list does not grow. */
import type { Window } from './client.ts';
import { endOfDay, formatDatestamp, type Granularity, GRANULES, instantOf } from '../model/datestamp.ts';
import type { HarvestState } from './record-store.ts';

const HOUR = 3_600_000;
/** Short enough that a token that dies costs little, long enough that quiet days do not cost a request each. */
const LONGEST = 7 * 24 * HOUR;
/** A record may appear in the lists a while after its datestamp. A day that is listed again overlaps anyhow. */
const OVERLAP: Readonly<Record<Granularity, number>> = { 'YYYY-MM-DD': 0, 'YYYY-MM-DDThh:mm:ssZ': HOUR };

/** What a harvest may ask for; instants in milliseconds. */
export interface Span {
  readonly granularity: Granularity;
  /** Where a record store begins that knows nothing. */
  readonly start: number;
  /** The end of the last window: by the repository's clock, for that makes its datestamps. */
  readonly target: number;
}

/** Days that were asked for, put beside what the repository says of itself. */
export function spanOf(
  identified: {
    readonly granularity: Granularity;
    readonly earliest: string | undefined;
    readonly responseDate: number;
  },
  { from, until }: { readonly from?: string | undefined; readonly until?: string | undefined },
): Span {
  const { granularity, earliest, responseDate } = identified;
  const start = Math.max(from === undefined ? 0 : instantOf(from), earliest === undefined ? 0 : instantOf(earliest));
  const end = until === undefined ? responseDate : endOfDay(until, granularity);
  return { granularity, start, target: Math.min(responseDate, end) };
}

/** The window that was interrupted, else one from a little before the end of the last. */
export function firstWindow(span: Span, { complete, window }: Partial<HarvestState> = {}): HarvestState['window'] {
  if (window !== undefined && window.until <= formatDatestamp(span.target, span.granularity)) return window;
  if (complete === undefined) return windowFrom(span, window === undefined ? span.start : instantOf(window.from));
  // A clock that was set right may show less than it did.
  return windowFrom(span, Math.min(instantOf(complete), span.target) - OVERLAP[span.granularity]);
}

/**
 * The window after one that was listed to its end; undefined when that was the last.
 * @param resumed its list was made for another harvest, and its end is as old as that
 */
export function windowAfter(span: Span, { until }: Window, resumed: boolean, longest?: number): Window | undefined {
  const { granularity } = span;
  return windowFrom(span, instantOf(until) + (resumed ? -OVERLAP[granularity] : GRANULES[granularity]), longest);
}

/** At most so many milliseconds from an instant on. */
export function windowFrom({ granularity, target }: Span, begin: number, longest = LONGEST): Window | undefined {
  const until = Math.min(target, begin + longest - GRANULES[granularity]);
  if (begin > target) return undefined;
  return { from: formatDatestamp(begin, granularity), until: formatDatestamp(until, granularity) };
}

/** Half of a window, but no less than a granule. */
export function firstHalf({ from, until }: Window, granularity: Granularity): Window {
  const granule = GRANULES[granularity];
  const granules = Math.max(1, Math.floor((instantOf(until) - instantOf(from) + granule) / granule / 2));
  return { from, until: formatDatestamp(instantOf(from) + (granules - 1) * granule, granularity) };
}

/** In milliseconds. */
export function lengthOf({ from, until }: Window, granularity: Granularity): number {
  return instantOf(until) - instantOf(from) + GRANULES[granularity];
}
