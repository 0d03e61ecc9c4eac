/** The part of the status about the completeness of the harvested changes, and the check `completeness`. */
import { instantOf } from '../model/datestamp.ts';
import { type Completeness, servedThrough } from '../snapshot/completeness.ts';
import type { Snapshot } from '../snapshot/store.ts';
import type { StatusAnswer } from './register-schemas.ts';

type Report = NonNullable<StatusAnswer['completeness']>;

/** Lag in minutes beyond which the check warns: updates every night keep it below 30 hours. */
export const LAG_MINUTES = 2 * 1440;

/** @returns undefined where nothing is harvested, or the completeness is unknown */
export function completenessReport(
  snapshot: Snapshot,
  completeness: Completeness | undefined,
  now: Date,
): Report | undefined {
  const through = servedThrough(snapshot.sources, completeness);
  if (completeness === undefined || through === undefined) return undefined;
  const { auditedThrough, missed, unread = {}, held, checkedAt, dump } = completeness;
  return {
    harvestedThrough: asInstant(through),
    auditedThrough: auditedThrough && asInstant(auditedThrough),
    missed,
    unreadByReason: Object.keys(unread).length > 0 ? unread : undefined,
    held: held.length,
    lagMinutes: Math.max(0, Math.floor((now.getTime() - instantOf(through)) / 60_000)),
    checkedAt,
    dump: dump && { date: dump.date, compared: dump.compared, missedByType: dump.missed, outdatedByType: dump.stale },
  };
}

/** The datestamp as an instant; a day becomes its beginning. */
const asInstant = (datestamp: string): string => new Date(instantOf(datestamp)).toISOString().replace('.000Z', 'Z');

export function checkCompleteness({
  harvestedThrough,
  held,
  unreadByReason = {},
  lagMinutes,
}: Report): StatusAnswer['checks'][number] {
  const observed = { name: 'completeness', observedValue: held, observedUnit: 'days held' };
  const unread = Object.entries(unreadByReason).map(([reason, records]) => `${records} ${reason}`);
  const wrong = [
    ...(unread.length > 0 ? [`Records that were listed but cannot be used: ${unread.join(', ')}.`] : []),
    ...(held > 0 ? [`Days that will be requested again: ${held}.`] : []),
    ...(lagMinutes > LAG_MINUTES ? [`Changes are complete only up to ${harvestedThrough}.`] : []),
  ];
  return wrong.length === 0
    ? { ...observed, status: 'pass' }
    : { ...observed, status: 'warn', output: wrong.join(' ') };
}
