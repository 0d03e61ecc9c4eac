/** Shared locks on folders for readers, and the test of a writer's lock. The operating system holds locks until the process ends. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** File of the exclusive lock of a writer. */
export const LOCK_FILE = '.lock';
/** Empty file for the shared lock. No other code may open it: closing it would release the process's lock (POSIX). */
export const SHARED_LOCK_FILE = 'in-use.lock';

/** A lock that is held until it is released, or until its `using` scope ends. */
export interface Lock extends Disposable {
  release(): void;
}
export const lockOf = (release: () => void): Lock => ({ release, [Symbol.dispose]: release });

/** SQLITE_BUSY, SQLITE_LOCKED (https://www.sqlite.org/rescode.html) */
const BUSY: ReadonlySet<number> = new Set([5, 6]);

/** Whether an error of SQLite says that another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  return BUSY.has(((error as { errcode?: number }).errcode ?? 0) % 256);
}

/** Whether any process, this one included, holds the lock of a folder; also works in read-only folders. */
export function isFolderLocked(folder: string): boolean {
  try {
    using lock = new DatabaseSync(join(folder, LOCK_FILE), { readOnly: true });
    lock.exec('PRAGMA busy_timeout = 0; BEGIN; SELECT count(*) FROM sqlite_schema');
    return false;
  } catch (error) {
    return isBusy(error);
  }
}

/**
 * Takes a shared lock on a folder. The operating system holds the lock, so it ends with the process, even a killed one.
 * A folder without a lock file, or on a file system without locks, stays unprotected without an error.
 * @returns undefined when the folder is being removed
 */
export function shareFolder(folder: string): Lock | undefined {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(join(folder, SHARED_LOCK_FILE), { readOnly: true });
    lock.exec('PRAGMA busy_timeout = 0; BEGIN; SELECT count(*) FROM sqlite_schema');
    return lockOf(() => lock?.close());
  } catch (error) {
    lock?.close();
    return isBusy(error) ? undefined : lockOf(() => undefined);
  }
}
