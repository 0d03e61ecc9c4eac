/** The run log, kept in the folder or cluster that runs change: the last run of each kind, for status and metrics. */
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { instant, object, text, vocabulary } from '../model/schema.ts';
import { readJson } from './read-json.ts';
import { isFolderLocked } from './share.ts';

/** Name of the run log in a folder; updates were once the only runs. */
export const RUN_LOG_FILE = 'updates.json';

/** Stages of each kind of run, in their order. */
export const STAGES = {
  update: ['register', 'download', 'build', 'verify', 'activate'],
  prune: ['prune'],
  harvestCheck: ['check'],
  dump: ['dump', 'prune'],
  changes: ['changes'],
  publish: ['load', 'merge', 'copy', 'activate', 'prune'],
  harvest: ['register', 'download'],
  audit: ['register', 'audit'],
  build: ['register', 'build', 'activate'],
  rollback: ['activate'],
  probe: ['probe'],
} as const;
export type RunKind = keyof typeof STAGES;
export type Stage<K extends RunKind = RunKind> = (typeof STAGES)[K][number];

/** Kinds of runs that status and metrics show, with their results: what a timer begins, and the later stages of an update. */
const SCHEDULED = {
  update: ['built', 'observed', 'idle'],
  prune: ['pruned'],
  harvestCheck: ['checked', 'idle'],
  dump: ['dumped'],
  changes: ['changed', 'idle'],
  publish: ['published'],
  harvest: ['harvested'],
  audit: ['audited'],
} as const satisfies { readonly [kind in RunKind]?: readonly string[] };
export type ScheduledKind = keyof typeof SCHEDULED;
export const SCHEDULED_KINDS = Object.keys(SCHEDULED) as readonly ScheduledKind[];

/** Kinds of failures, with sentences for the public; paths and details are in the log. */
export const FAILURES = {
  invalid_configuration: 'The register or the configuration contains a mistake.',
  in_use: 'Another command was working on the same folder.',
  unreachable: 'None of the servers could be reached: is the network up, and is the proxy correct?',
  source_failed: 'The repository that provides the changes could not be harvested.',
  audit_failed: 'The repository that provides the changes did not answer the requests of the audit.',
  nothing_to_build: 'No source has been fetched yet.',
  snapshot_held: 'Too much is missing from the new snapshot, so it is not in use.',
  build_failed: 'The build stopped: the copy of a source cannot be read.',
  unsound: 'The new snapshot failed verification.',
  unreadable: 'A snapshot or a file of a dump cannot be read.',
  not_redistributable: 'The licence of a source does not permit the publication of its records.',
  disk_full: 'The disk is full, or too small for the build.',
  no_permission: 'The process has no permission to read or write a file.',
  stopped: 'The run was stopped by a signal.',
  cut_off: 'The run ended without a message: it was killed, it ran out of memory, or the machine went down.',
  internal: 'The program failed; the log has the stack trace.',
} as const;
export type FailureReason = keyof typeof FAILURES;

const RUN_STAGES = [...new Set(SCHEDULED_KINDS.flatMap((kind) => STAGES[kind]))];

/** The end of a run; an interrupted run counts as ended when it began. */
export const RUN_END = {
  at: instant('Time at which the run ended.'),
  seconds: Type.Number({ minimum: 0, description: 'Duration of the run in seconds.' }),
  outcome: vocabulary('`failed`, or the result of the run.', [...Object.values(SCHEDULED).flat(), 'failed']),
};
export const LastRun = object('The last run that ended.', {
  ...RUN_END,
  stage: Type.Optional(vocabulary('Stage in which the run failed.', RUN_STAGES)),
  reason: Type.Optional(vocabulary('Kind of failure.', Object.keys(FAILURES))),
  detail: Type.Optional(text('Reason for the failure, as a sentence.')),
});
export const RunInProgress = object('The run in progress.', {
  since: instant('Time at which the run began.'),
  stage: vocabulary('Stage that the run has reached.', RUN_STAGES),
});
export const NextDue = instant('Time at which the next run should begin.');
const recordSchema = Type.Object({
  running: Type.Optional(RunInProgress),
  last: Type.Optional(LastRun),
  lastSuccess: Type.Optional(LastRun),
  /** Number of failures since the log began, by stage. */
  failures: Type.Record(Type.String(), Type.Integer({ minimum: 0 })),
  nextDue: Type.Optional(NextDue),
});
const validator = Compile(Type.Record(Type.String(), recordSchema));

export type RunEnd = Readonly<Static<typeof LastRun>>;
export type RunRecord = Readonly<Static<typeof recordSchema>>;
export type RunLog = { readonly [kind in RunKind]?: RunRecord | undefined };

/** @returns undefined where there has been no run yet, or the log cannot be read */
export async function readRunLog(folder: string): Promise<RunLog | undefined> {
  const log = await loadRunLog(folder);
  if (log === undefined || isFolderLocked(folder)) return log;
  return markInterrupted(log);
}

/** The log as it was written: an interrupted run still has `running`. */
export async function loadRunLog(folder: string): Promise<RunLog | undefined> {
  return readJson(join(folder, RUN_LOG_FILE), isRunLog);
}

export function isRunLog(value: unknown): value is RunLog {
  return validator.Check(value);
}

/** Records each running entry as an interrupted run. To be called only while no run is under way. */
export function markInterrupted(log: RunLog): RunLog {
  return (Object.keys(log) as RunKind[]).reduce((marked, kind) => {
    const { since: at, stage } = log[kind]?.running ?? {};
    if (at === undefined || stage === undefined) return marked;
    return withEnd(marked, kind, { at, seconds: 0, outcome: 'failed', stage, reason: 'cut_off' });
  }, log);
}

export function withEnd(log: RunLog, kind: RunKind, last: RunEnd, nextDue?: Date): RunLog {
  const { running: _, ...record } = log[kind] ?? { failures: {} };
  const due = nextDue === undefined ? {} : { nextDue: nextDue.toISOString() };
  if (last.outcome !== 'failed') return { ...log, [kind]: { ...record, last, lastSuccess: last, ...due } };
  const { stage = STAGES[kind][0] } = last;
  const failures = { ...record.failures, [stage]: (record.failures[stage] ?? 0) + 1 };
  return { ...log, [kind]: { ...record, last, failures, ...due } };
}
