/** A shared lock on a folder, held by any number of processes that read it, so that none removes it under another. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Empty. Whatever else a process does with this file would end its lock, so nothing else may open it. */
const LOCK_FILE = 'in-use.lock';

/** Makes a finished folder one that can be shared; a lock file that came with a copy of another folder is replaced. */
export async function makeShareable(folder: string): Promise<void> {
  await rm(join(folder, LOCK_FILE), { force: true });
  await writeFile(join(folder, LOCK_FILE), '');
}

/**
 * The operating system holds the lock (SQLite's on an empty file), so it ends with the process, however that ends. Where
 * there is no lock file, or the file system has no locks, the folder is not protected, and that is no error.
 * @throws when the folder is being removed
 */
export function shareFolder(folder: string): { release(): void } {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(join(folder, LOCK_FILE), { readOnly: true });
    lock.exec('PRAGMA busy_timeout = 0; BEGIN; SELECT count(*) FROM sqlite_schema');
    return { release: () => lock?.close() };
  } catch (error) {
    lock?.close();
    if (isLocked(error)) throw new Error(`${folder} is being removed`, { cause: error });
    return { release: () => undefined };
  }
}

/** @returns whether the folder was removed: not while a process shares it */
export async function removeUnshared(folder: string): Promise<boolean> {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(join(folder, LOCK_FILE));
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    if (isLocked(error)) return false;
    lock = undefined;
  }
  await rm(folder, { recursive: true, force: true });
  lock?.close();
  return true;
}

function isLocked(error: unknown): boolean {
  return /locked|busy/i.test((error as Error).message);
}
