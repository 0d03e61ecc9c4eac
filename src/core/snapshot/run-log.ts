/** The run log, kept in the folder or cluster that runs change: the last run of each kind, for status and metrics. */
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { replaceFile, syncToDisk } from '../files/durable-file.ts';
import { isFolderLocked } from '../files/lock.ts';

/** Name of the run log in a folder; updates were once the only runs. */
export const RUN_LOG_FILE = 'updates.json';

/**
 * The stages of an update, in their order. The first five are the run `update`: where one fails, the former data stay in
 * service, and nothing after it is done. Each later stage has an outcome of its own, and is done whatever the others did.
 */
export const UPDATE_STAGES = {
  register: {
    needs: 'the lock of the snapshots; a register without a mistake',
    failure: 'the former data stay in service',
    next: 'begins again',
    exitCode: 1,
  },
  download: {
    needs: 'the lock of the copies; one reachable server',
    failure: 'the former data stay in service; the copies in use stay',
    next: 'requests again, or continues the download',
    exitCode: 1,
  },
  build: {
    needs: 'readable copies; room on the disk',
    failure: 'the former data stay in service; finished work stays',
    next: 'continues where this one stopped, if the inputs are the same',
    exitCode: 1,
  },
  verify: {
    needs: 'the new snapshot',
    failure: 'the former data stay in service; the new snapshot is removed, or held if it has lost too much',
    next: 'builds again',
    exitCode: 1,
  },
  activate: {
    needs: 'a verified snapshot',
    failure: 'the former data stay in service',
    next: 'builds again',
    exitCode: 1,
  },
  prune: {
    needs: 'the lock of the snapshots',
    failure: 'the new data are in service; an old snapshot is left, all others are removed',
    next: 'removes it',
    exitCode: 4,
  },
  harvestCheck: {
    needs: 'a new dump; the snapshot before it',
    failure: 'the new data are in service; how complete the harvest was is not known',
    next: 'checks after the next dump',
    exitCode: 4,
  },
  dump: {
    needs: 'the lock of the dumps; room on the disk',
    failure: 'the new data are in service; the newest dump is the former one',
    next: 'writes the dump',
    exitCode: 4,
  },
  changes: {
    needs: 'the lock of the dumps; the snapshot of the last file of changes, which is kept for that',
    failure: 'the new data are in service; their changes are not published',
    next: 'writes one file with all changes since the last one',
    exitCode: 4,
  },
  publish: {
    needs: 'the cluster',
    failure: 'the new data are in service here; the cluster has the former ones',
    next: 'continues the publication',
    exitCode: 4,
  },
} as const;
export type UpdateStage = keyof typeof UPDATE_STAGES;
/** The stages after the switch, each also a kind of run. */
export type LaterStage = {
  [S in UpdateStage]: (typeof UPDATE_STAGES)[S]['exitCode'] extends 4 ? S : never;
}[UpdateStage];

/** Stages of each kind of run, in their order. */
export const STAGES = {
  update: ['register', 'download', 'build', 'verify', 'activate'],
  prune: ['prune'],
  harvestCheck: ['check'],
  dump: ['dump', 'changes', 'prune'],
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

/** Kinds of runs that a timer begins, or that are stages of such a run, with their results. Status and metrics show these. */
export const SCHEDULED = {
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
  invalid_configuration: 'The register or the configuration has a mistake.',
  in_use: 'Another command was at work on the same folder.',
  unreachable: 'None of the servers that were asked could be reached: is the network up, and the proxy the right one?',
  source_failed: 'The repository could not be harvested.',
  audit_failed: 'The repository did not answer the questions of the audit.',
  nothing_to_build: 'No source has a copy yet.',
  snapshot_held: 'The new snapshot has lost more than its bounds allow, and is not in use.',
  build_failed: 'The build gave up: a copy in use cannot be read.',
  unsound: 'The new snapshot is not sound.',
  disk_full: 'The disk is full, or too small for the build.',
  no_permission: 'The process has no permission to write a file.',
  stopped: 'The run was stopped by a signal.',
  cut_off: 'The run ended without a message: it was killed, ran out of memory, or the machine went down.',
  internal: 'The program failed; the log has the stack.',
} as const;
export type FailureReason = keyof typeof FAILURES;

const instant = Type.String({ format: 'date-time', maxLength: 40 });
const word = Type.String({ maxLength: 40 });

const endSchema = Type.Object({
  /** Time at which the run ended; for an interrupted run, the time at which it began. */
  at: instant,
  seconds: Type.Number({ minimum: 0 }),
  /** `failed`, or the result of the run. */
  outcome: word,
  stage: Type.Optional(word),
  reason: Type.Optional(word),
  /** A sentence for the public, in place of that of the reason. */
  detail: Type.Optional(Type.String({ maxLength: 2_000 })),
});
const recordSchema = Type.Object({
  running: Type.Optional(Type.Object({ since: instant, stage: word })),
  last: Type.Optional(endSchema),
  lastSuccess: Type.Optional(endSchema),
  /** Number of failures since the log began, by stage. */
  failures: Type.Record(Type.String({ maxLength: 40 }), Type.Integer({ minimum: 0 })),
  /** Time by which the next run should have begun. */
  nextDue: Type.Optional(instant),
});
const validator = Compile(Type.Record(word, recordSchema));

export type RunEnd = Readonly<Static<typeof endSchema>>;
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
  try {
    return asRunLog(JSON.parse(await readFile(join(folder, RUN_LOG_FILE), 'utf8')));
  } catch {
    return undefined;
  }
}

export function asRunLog(value: unknown): RunLog | undefined {
  return validator.Check(value) ? value : undefined;
}

/** Records each running entry as an interrupted run. To be called only while no run is under way. */
export function markInterrupted(log: RunLog): RunLog {
  return (Object.keys(log) as RunKind[]).reduce((marked, kind) => {
    const { since: at, stage } = log[kind]?.running ?? {};
    if (at === undefined || stage === undefined) return marked;
    return withEnd(marked, kind, { at, seconds: 0, outcome: 'failed', stage, reason: 'cut_off' });
  }, log);
}

export function withStage(log: RunLog, kind: RunKind, running: NonNullable<RunRecord['running']>): RunLog {
  return { ...log, [kind]: { ...(log[kind] ?? { failures: {} }), running } };
}

export function withEnd(log: RunLog, kind: RunKind, last: RunEnd, nextDue?: Date): RunLog {
  const { running: _, ...record } = log[kind] ?? { failures: {} };
  const due = nextDue === undefined ? {} : { nextDue: nextDue.toISOString() };
  if (last.outcome !== 'failed') return { ...log, [kind]: { ...record, last, lastSuccess: last, ...due } };
  const { stage = STAGES[kind][0] } = last;
  const failures = { ...record.failures, [stage]: (record.failures[stage] ?? 0) + 1 };
  return { ...log, [kind]: { ...record, last, failures, ...due } };
}

/** The log is padded to this length, so that the end of a run can be written in place when the disk is full. */
const RESERVED_BYTES = 4096;

/** To be called by the holder of the folder's lock. @throws the system's error */
export async function saveRunLog(folder: string, log: RunLog): Promise<void> {
  const file = join(folder, RUN_LOG_FILE);
  const text = `${JSON.stringify(log).padEnd(RESERVED_BYTES - 1)}\n`;
  try {
    await replaceFile(file, text);
  } catch {
    const handle = await open(file, 'r+');
    const written = handle.write(text, 0).then(() => handle.truncate(Buffer.byteLength(text)));
    await written.finally(() => handle.close());
    await syncToDisk(file);
  }
}
