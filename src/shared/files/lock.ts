/** Exclusive locks on folders for writers, held by the operating system until the process ends. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy, isFolderLocked, type Lock, LOCK_FILE, lockOf, SHARED_LOCK_FILE } from '../../core/snapshot/share.ts';
import { makeFolder } from './durable-file.ts';

/** File that tells people who holds the lock, and since when. Only the lock on `.lock` is binding. */
const HOLDER_FILE = '.lock-holder.json';

/** Another process holds the lock. The message is for the operator. */
export class Locked extends Error {
  override readonly name = 'Locked';
}

/** A function that deletes or replaces something in a folder takes this lock as an argument: it cannot run without. */
export interface FolderLock extends Lock {
  readonly folder: string;
}

/**
 * Takes the lock or fails immediately. The operating system holds the lock (SQLite's lock on an empty file), so it ends
 * with the process, even a killed one. Process numbers are not used: they are reused and differ between containers.
 * @param what the work, as named in the message to the next process
 * @throws Locked
 */
export function lockFolder(folder: string, what: string, now: Date): FolderLock {
  makeFolder(folder);
  const locked = (cause?: unknown) =>
    new Locked(`${folder} is in use${holder(folder)}; try again when the other command has ended`, { cause });
  if (isFolderLocked(folder)) throw locked();
  const lock = openLock(join(folder, LOCK_FILE));
  try {
    // Another process may hold the lock briefly to test it. A journal in memory also works on a full disk.
    lock.exec('PRAGMA busy_timeout = 200; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    if (!isBusy(cause)) throw cause;
    throw locked(cause);
  }
  try {
    writeFileSync(join(folder, HOLDER_FILE), JSON.stringify({ process: process.pid, what, since: now.toISOString() }));
  } catch {
    // The disk may be full: the lock is held without this file.
  }
  const release = () => {
    rmSync(join(folder, HOLDER_FILE), { force: true });
    lock.close();
  };
  return { folder, ...lockOf(release) };
}

/** @throws the system's error that there is no permission */
function openLock(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path);
  } catch (cause) {
    throw Object.assign(new Error(`${path} cannot be opened`, { cause }), { code: 'EACCES', path });
  }
}

function holder(folder: string): string {
  try {
    const holding: unknown = JSON.parse(readFileSync(join(folder, HOLDER_FILE), 'utf8'));
    const { process, what, since } = holding as Readonly<Record<string, string>>;
    return ` by gnd-links ${what} (process ${process}, since ${since})`;
  } catch {
    return '';
  }
}

/** Gives a finished folder a new file for shared locks, also in place of one that was copied from another folder. */
export async function makeShareable(folder: string): Promise<void> {
  await rm(join(folder, SHARED_LOCK_FILE), { force: true });
  await writeFile(join(folder, SHARED_LOCK_FILE), '');
}

/** Removes a folder unless a process shares it. @returns whether it was removed */
export async function removeUnshared(folder: string): Promise<boolean> {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(join(folder, SHARED_LOCK_FILE));
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    if (isBusy(error)) return false;
    lock = undefined;
  }
  await rm(folder, { recursive: true, force: true });
  lock?.close();
  return true;
}
