/** A run: a command that changes something outside the process, with the lock that it holds and its record in the run log. */
import { HOUR_MS } from '../../core/model/days.ts';
import { type FolderLock, lockFolder } from '../../core/files/lock.ts';
import {
  type FailureReason,
  loadRunLog,
  markInterrupted,
  type RunEnd,
  type RunKind,
  type RunLog,
  saveRunLog,
  type Stage,
  STAGES,
  withEnd,
  withStage,
} from '../../core/snapshot/run-log.ts';

export interface Run<Lock = FolderLock> {
  readonly kind: RunKind;
  /** Held until the run has ended. Functions that delete or replace something take the lock as an argument. */
  readonly lock: Lock;
  /** To be called when the next stage begins. */
  readonly stage: (stage: Stage) => Promise<void>;
  /** Records the end of a part of this run that is a run of another kind; undefined removes that kind from the log. */
  readonly record: (kind: RunKind, end: Omit<RunEnd, 'at'> | undefined) => Promise<void>;
}

/** A folder or a cluster: one run at a time changes it. */
export interface RunPlace<Lock> {
  /** @throws Locked while another run is under way */
  readonly take: (kind: RunKind) => Promise<{ readonly lock: Lock; readonly release: () => Promise<void> | void }>;
  /** Replaces the run log of the place by a changed one. */
  readonly write: (change: (log: RunLog) => RunLog) => Promise<void>;
}

export interface RunOptions {
  /** Hours until the next run, for kinds that a timer begins. */
  readonly every?: number | undefined;
  readonly reasonOf: (error: unknown) => FailureReason;
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

/**
 * Does the work under the lock of the place and records its stages and its end; errors in writing the log are ignored.
 * @param work its `result` becomes the outcome; an error that it throws is recorded as a failure
 * @throws as `work` does, or Locked while another run is under way in the place
 */
export async function performRun<Lock, T extends { readonly result: string }>(
  place: RunPlace<Lock>,
  kind: RunKind,
  { every, reasonOf, now = () => new Date() }: RunOptions,
  work: (run: Run<Lock>) => Promise<T>,
): Promise<T> {
  const { lock, release } = await place.take(kind);
  const [begun, started] = [now(), performance.now()];
  const nextDue = every === undefined ? undefined : new Date(begun.getTime() + every * HOUR_MS);
  const write = (change: (log: RunLog) => RunLog) => place.write(change).catch(() => undefined);
  let stage: Stage = STAGES[kind][0];
  const run: Run<Lock> = {
    kind,
    lock,
    stage(next) {
      stage = next;
      return write((log) => withStage(log, kind, { since: begun.toISOString(), stage }));
    },
    record(other, end) {
      if (end === undefined) return write((log) => ({ ...log, [other]: undefined }));
      return write((log) => withEnd(log, other, { at: now().toISOString(), ...end }, nextDue));
    },
  };
  const end = (ended: Pick<RunEnd, 'outcome' | 'reason' | 'stage'>) =>
    run.record(kind, { seconds: toTenths((performance.now() - started) / 1000), ...ended });
  try {
    // Only the holder of a lock knows that no other run is under way.
    if (lock !== undefined) await write(markInterrupted);
    await run.stage(stage);
    const achieved = await work(run);
    await end({ outcome: achieved.result });
    return achieved;
  } catch (error) {
    await end({ outcome: 'failed', stage, reason: reasonOf(error) });
    throw error;
  } finally {
    await release();
  }
}

export const toTenths = (seconds: number): number => Math.round(seconds * 10) / 10;
