/** The part of the status about updates and harvests, and the check `updates`. */
import { FAILURES, type RunLog, type RunRecord, SCHEDULED_KINDS } from '../snapshot/run-log.ts';
import type { StatusAnswer } from './register-schemas.ts';

type Reports = NonNullable<StatusAnswer['updates']>;
type Report = NonNullable<Reports['update']>;

/** Seconds after which a run is overdue: timers have a random delay, and an update of the complete GND takes hours. */
const OVERDUE_SECONDS = 6 * 3600;
/** Largest difference between the clocks of two hosts that causes no warning, in seconds. */
const MAX_CLOCK_DIFFERENCE = 600;

/** @returns undefined before the first run */
export function runReports(updates: RunLog | undefined, now: Date): Reports | undefined {
  const reports = SCHEDULED_KINDS.flatMap((kind) => {
    const record = updates?.[kind];
    return record === undefined ? [] : [[kind, reportOf(record, now)]];
  });
  return reports.length === 0 ? undefined : Object.fromEntries(reports);
}

function reportOf({ last, lastSuccess, running, nextDue }: RunRecord, now: Date): Report {
  const detail = last?.detail ?? (FAILURES[last?.reason as keyof typeof FAILURES] as string | undefined);
  const age = lastSuccess === undefined ? 0 : secondsSince(lastSuccess.at, now);
  return {
    last: last && { ...last, detail },
    lastSuccess: lastSuccess && { ...lastSuccess, ageSeconds: Math.max(0, Math.floor(age)) },
    running,
    nextDue,
    overdue: nextDue !== undefined && secondsSince(nextDue, now) > OVERDUE_SECONDS,
  };
}

export function isRunUnderWay(reports: Reports | undefined): boolean {
  return SCHEDULED_KINDS.some((kind) => reports?.[kind]?.running !== undefined);
}

export function checkUpdates(reports: Reports, now: Date): StatusAnswer['checks'][number] {
  const wrong = SCHEDULED_KINDS.flatMap((kind) => troubleOf(kind, reports[kind], now));
  if (wrong.length === 0) return { name: 'updates', status: 'pass' };
  return { name: 'updates', status: 'warn', output: wrong.join(' ') };
}

function troubleOf(kind: string, report: Report | undefined, now: Date): string[] {
  if (report === undefined) return [];
  const { last, lastSuccess, overdue } = report;
  const since =
    lastSuccess === undefined ? 'none has succeeded yet' : `the last successful one ended at ${lastSuccess.at}`;
  return [
    ...(last?.outcome === 'failed'
      ? [`The last ${kind} (${last.at}) failed at stage ${last.stage ?? '?'}; ${since}. ${last.detail ?? ''}`.trim()]
      : []),
    ...(overdue ? [`The next ${kind} should have begun at ${report.nextDue}; ${since}.`] : []),
    ...(last !== undefined && secondsSince(last.at, now) < -MAX_CLOCK_DIFFERENCE
      ? [`The end of the last ${kind}, ${last.at}, is in the future: a clock is or was wrong.`]
      : []),
  ];
}

function secondsSince(instant: string, now: Date): number {
  return (now.getTime() - Date.parse(instant)) / 1000;
}
