/** The time of the next check of a source. Checks become more frequent once a new issue is expected. */
import { DAY_MS, HOUR_MS } from '../../../core/model/days.ts';
import { CADENCES, type Cadence } from '../../../core/model/source.ts';
import { isTrouble } from './plausibility.ts';
import type { SourceState } from './source-folder.ts';

/** Tolerance: without it, a daily timer that fires slightly earlier than the day before would skip a day. */
const SLACK_MS = HOUR_MS;

/**
 * The earliest instant of the next check:
 * - after a held or failed download: after a day, or now if it failed and there is no copy yet;
 * - with cadence `never`: never, once there is a copy;
 * - without a regular cadence: after a week;
 * - else: when a new issue is expected, but after a week at the earliest and after the cadence at the latest.
 * @returns milliseconds since 1970; Infinity for never
 */
function nextCheck(cadence: Cadence, state: SourceState): number {
  const { lastCheck, accepted } = state;
  if (lastCheck === undefined) return 0;
  const last = Date.parse(lastCheck.at);
  if (Number.isNaN(last)) return 0;
  const after = (days: number): number => last + days * DAY_MS - SLACK_MS;
  if (lastCheck.verdict === 'failed' && accepted === undefined) return 0;
  if (isTrouble(lastCheck.verdict) || accepted === undefined) return after(1);
  if (cadence === 'never') return Number.POSITIVE_INFINITY;
  const days: number | undefined = CADENCES[cadence];
  if (days === undefined) return after(7);
  const issued = Date.parse(accepted.declaredDate ?? accepted.observedSince);
  const expected = Number.isNaN(issued) ? 0 : issued + days * DAY_MS;
  return Math.min(after(days), Math.max(after(7), expected));
}

/** RFC 3339 instant of the next check; undefined for never, and for a source that is due at once. */
export function nextCheckAt(cadence: Cadence, state: SourceState): string | undefined {
  const next = nextCheck(cadence, state);
  return next > 0 && Number.isFinite(next) ? new Date(next).toISOString() : undefined;
}

/** Whether a source is due; also true if the last check lies in the future, because the clock was set back. */
export function isDue(cadence: Cadence, state: SourceState, now: Date): boolean {
  const last = Date.parse(state.lastCheck?.at ?? '');
  return now.getTime() >= nextCheck(cadence, state) || last > now.getTime() + SLACK_MS;
}
