/** The time of the next check of a source: rarely between two issues, more often once a new one is expected. */
import { CADENCES, type Cadence } from '../../model/source.ts';
import type { SourceState } from './source-folder.ts';

const DAY_MS = 86_400_000;
/** Tolerance, so that a timer that runs slightly earlier than the day before does not lose a day. */
const SLACK_MS = 3_600_000;

/**
 * Once a new issue is expected, and for lists without a rhythm: every week, or as often as the cadence if that is more
 * often. Before: after a whole cadence. After a download that was
 * not used: every day; at once if nothing arrived and there is no copy yet. `never`: until there is a copy.
 * @returns the earliest instant, in milliseconds; Infinity for never again
 */
export function nextCheck(cadence: Cadence, state: SourceState): number {
  const { lastCheck, accepted } = state;
  if (lastCheck === undefined) return 0;
  const last = Date.parse(lastCheck.at);
  if (Number.isNaN(last)) return 0;
  const after = (days: number): number => last + days * DAY_MS - SLACK_MS;
  if (lastCheck.verdict === 'failed' && accepted === undefined) return 0;
  if (lastCheck.verdict === 'failed' || lastCheck.verdict === 'held' || accepted === undefined) return after(1);
  if (cadence === 'never') return Number.POSITIVE_INFINITY;
  const rhythm: number | undefined = CADENCES[cadence];
  if (rhythm === undefined) return after(7);
  const issued = Date.parse(accepted.declaredDate ?? accepted.observedSince);
  const expected = Number.isNaN(issued) ? 0 : issued + rhythm * DAY_MS;
  return Math.min(after(rhythm), Math.max(after(7), expected));
}

/** Whether a source is due; after the clock was set back, all are. */
export function isDue(cadence: Cadence, state: SourceState, now: Date): boolean {
  const last = Date.parse(state.lastCheck?.at ?? '');
  return now.getTime() >= nextCheck(cadence, state) || last > now.getTime() + SLACK_MS;
}
