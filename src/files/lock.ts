/** An exclusive lock on a folder, held by one process at a time and released by the operating system when it ends. */
import { readFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const LOCK_FILE = '.lock';
/** For people only: who holds the lock, since when. What decides is the lock of the operating system on the other file. */
const HOLDER_FILE = '.lock-holder.json';

/** Somebody else is at work. The message is for the operator. */
export class Locked extends Error {
  override readonly name = 'Locked';
}

/**
 * Takes the lock or gives up at once. The operating system holds it (SQLite's lock on an empty file), so it ends with the
 * process, however that ends, and process numbers, which are used again and differ between containers, do not matter.
 * @param what the work, for whoever is turned away
 * @throws Locked
 */
export function lockFolder(folder: string, what: string, now: Date): { release(): void } {
  mkdirSync(folder, { recursive: true });
  const lock = new DatabaseSync(join(folder, LOCK_FILE));
  try {
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    if (!/locked|busy/i.test((cause as Error).message)) throw cause;
    throw new Locked(`${folder} is in use${holder(folder)}; try again when that is done`, { cause });
  }
  writeFileSync(join(folder, HOLDER_FILE), JSON.stringify({ process: process.pid, what, since: now.toISOString() }));
  return {
    release() {
      rmSync(join(folder, HOLDER_FILE), { force: true });
      lock.close();
    },
  };
}

function holder(folder: string): string {
  try {
    const { process, what, since } = JSON.parse(readFileSync(join(folder, HOLDER_FILE), 'utf8')) as Record<
      string,
      unknown
    >;
    return ` by gnd-links ${String(what)} (process ${String(process)}, since ${String(since)})`;
  } catch {
    return '';
  }
}
