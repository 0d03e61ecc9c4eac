/** The time of the next check of a source: rarely between two issues, more often once a new one is expected. */
import { CADENCES, type Cadence } from '../../model/source.ts';
import type { SourceState } from './source-folder.ts';

const DAY_MS = 86_400_000;
/** Tolerance, so that a timer that runs slightly earlier than the day before does not lose a day. */
const SLACK_MS = 3_600_000;

/**
 * The earliest instant of the next check. Before a new issue is expected: after a whole cadence. From then on, and for lists
 * without a cadence: every week, or as often as the cadence if that is shorter. After a download that was not used: every day, or
 * at once if it failed and there is no copy yet. With cadence `never`: no more once there is a copy.
 * @returns milliseconds since 1970; Infinity for never again
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
  const days: number | undefined = CADENCES[cadence];
  if (days === undefined) return after(7);
  const issued = Date.parse(accepted.declaredDate ?? accepted.observedSince);
  const expected = Number.isNaN(issued) ? 0 : issued + days * DAY_MS;
  return Math.min(after(days), Math.max(after(7), expected));
}

/** Whether a source is due; after the clock was set back, all are. */
export function isDue(cadence: Cadence, state: SourceState, now: Date): boolean {
  const last = Date.parse(state.lastCheck?.at ?? '');
  return now.getTime() >= nextCheck(cadence, state) || last > now.getTime() + SLACK_MS;
}
