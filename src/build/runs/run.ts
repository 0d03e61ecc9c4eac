/** A run: a command that changes something outside the process, with the lock that it holds and its record in the run log. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR_MS } from '../../core/model/days.ts';
import { HeldForLoss } from '../sources/fetch/plausibility.ts';
import { replaceFile, syncToDisk } from '../../shared/files/durable-file.ts';
import { type FolderLock, lockFolder } from '../../shared/files/lock.ts';
import {
  type FailureReason,
  loadRunLog,
  markInterrupted,
  RUN_LOG_FILE,
  type RunEnd,
  type RunKind,
  type RunLog,
  type RunRecord,
  type Stage,
  STAGES,
  withEnd,
} from '../../core/snapshot/run-log.ts';

export interface Run<Lock = FolderLock> {
  readonly kind: RunKind;
  /** Held until the run has ended. Functions that delete or replace something take the lock as an argument. */
  readonly lock: Lock;
  /** To be called when the next stage begins. */
  readonly stage: (stage: Stage) => Promise<void>;
  /** Records a harvest or an audit that was part of this run; undefined removes that kind from the log. */
  readonly record: (kind: RunKind, end: Omit<RunEnd, 'at'> | undefined) => Promise<void>;
}

/**
 * A run that follows another under the same lock, with an outcome of its own in the log: its failure changes nothing about the
 * others. In another place it is a run there as well, with that place's lock and log.
 */
export interface LaterRun<Lock = FolderLock> {
  readonly kind: RunKind;
  /** Undefined where no such run follows: its entry in the log is then removed. */
  readonly perform: ((run: Run<Lock>) => Promise<{ readonly result: string }>) | undefined;
}

/** A later run that failed. */
export interface LaterFailure {
  readonly kind: RunKind;
  readonly error: unknown;
}

/** A folder or a cluster: one run at a time changes it. */
export interface RunPlace<Lock> {
  /** @returns the lock, undefined where the place needs none for this kind @throws Locked while another run is under way */
  readonly take: (kind: RunKind) => Promise<{ readonly lock: Lock; readonly release: () => Promise<void> | void }>;
  /** Replaces the run log of the place by a changed one. */
  readonly write: (change: (log: RunLog) => RunLog) => Promise<void>;
}

export interface RunOptions {
  /** Hours until the next run, for kinds that a timer begins. */
  readonly every?: number | undefined;
  readonly reasonOf: (error: unknown) => FailureReason;
  /** Receives each stage, so that the log of the run that this one is part of has it, too. */
  readonly onStage?: Run['stage'] | undefined;
  readonly now?: () => Date;
}

/** A folder of snapshots or of dumps. */
export function folderPlace(folder: string): RunPlace<FolderLock> {
  return {
    async take(kind) {
      const lock = lockFolder(folder, kind, new Date());
      return { lock, release: () => lock.release() };
    },
    write: async (change) => saveRunLog(folder, change((await loadRunLog(folder)) ?? {})),
  };
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

/**
 * Does the work under the lock of the place, then the later runs, and records stages and end of each. If an end could not
 * be written into the log, the run fails after all its work is done.
 * @param work its `result` becomes the outcome, or its `failure`; an error that it throws is recorded as a failure
 * @param laterOf runs to be done after the work, in this order, still under the lock
 * @throws as `work` does, or Locked while another run is under way in the place;
 * an AggregateError where an end could not be written into the log and later runs failed as well
 */
export async function performRun<Lock, T extends Achieved>(
  place: RunPlace<Lock>,
  kind: RunKind,
  { every, reasonOf, onStage, now = () => new Date() }: RunOptions,
  work: (run: Run<Lock>) => Promise<T>,
  laterOf: (achieved: T) => readonly LaterRun<Lock>[] = () => [],
): Promise<T & { readonly failures: readonly LaterFailure[] }> {
  const { lock, release } = await place.take(kind);
  const nextDue = every === undefined ? undefined : new Date(now().getTime() + every * HOUR_MS);
  let unrecorded: unknown;
  const write = (change: (log: RunLog) => RunLog) => place.write(change).catch(() => undefined);
  const record = (of: RunKind, end: Omit<RunEnd, 'at'>) =>
    place
      .write((log) => withEnd(log, of, { at: now().toISOString(), ...end }, of === kind ? nextDue : undefined))
      .catch((error: unknown) => void (unrecorded ??= error));

  async function perform<A extends Achieved>(of: RunKind, task: (run: Run<Lock>) => Promise<A>): Promise<A> {
    const [since, started] = [now().toISOString(), performance.now()];
    // The first stage begins with the run.
    let stage: Stage = STAGES[of][0];
    const run: Run<Lock> = {
      kind: of,
      lock,
      async stage(next) {
        stage = next;
        await Promise.all([onStage?.(next), write((log) => withStage(log, of, { since, stage }))]);
      },
      record: (other, end) =>
        end === undefined ? write((log) => ({ ...log, [other]: undefined })) : record(other, end),
    };
    const end = (ended: Pick<RunEnd, 'outcome' | 'reason' | 'stage' | 'detail'>) =>
      record(of, { seconds: toTenths((performance.now() - started) / 1000), ...ended });
    try {
      await run.stage(stage);
      const achieved = await task(run);
      await end({ outcome: achieved.failure === undefined ? achieved.result : 'failed', ...achieved.failure });
      return achieved;
    } catch (error) {
      const held = error instanceof HeldForLoss ? { detail: error.message.slice(0, 2_000) } : {};
      await end({ outcome: 'failed', stage, reason: reasonOf(error), ...held });
      throw error;
    }
  }

  try {
    // Only the holder of a lock knows that no other run is under way.
    if (lock !== undefined) await write(markInterrupted);
    const achieved = await perform(kind, work);
    // A kind may follow twice; then its last run counts.
    const failed = new Map<RunKind, unknown>();
    for (const later of laterOf(achieved)) {
      if (later.perform === undefined) await write((log) => ({ ...log, [later.kind]: undefined }));
      else
        await perform(later.kind, later.perform).then(
          () => failed.delete(later.kind),
          (error: unknown) => failed.set(later.kind, error),
        );
    }
    if (unrecorded !== undefined)
      throw failed.size === 0 ? unrecorded : new AggregateError([unrecorded, ...failed.values()]);
    return { ...achieved, failures: [...failed].map(([kind, error]) => ({ kind, error })) };
  } finally {
    await release();
  }
}

interface Achieved {
  readonly result: string;
  /** Why the work counts as failed, although parts of it were achieved. */
  readonly failure?: { readonly stage: Stage; readonly reason: FailureReason };
}

export const toTenths = (seconds: number): number => Math.round(seconds * 10) / 10;

function withStage(log: RunLog, kind: RunKind, running: NonNullable<RunRecord['running']>): RunLog {
  return { ...log, [kind]: { ...(log[kind] ?? { failures: {} }), running } };
}
