/** Opens a snapshot in SQLite for serving. */
import { closeSync, fstatSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { readBuildNotes } from '../snapshot/build-notes.ts';
import { DamagedRow } from '../snapshot/codec/checksum.ts';
import { coverageWords } from '../snapshot/codec/entity-row.ts';
import { createStore, type MaybePromise, type StoreOptions } from '../snapshot/create-store.ts';
import { readHeader, UnusableSnapshot } from '../snapshot/header.ts';
import { type Store, StoreReadError } from '../snapshot/store.ts';
import { openRecords } from './records.ts';
import { ENTITIES_FILE, LOOKUP_CACHE_KIBIBYTES, openDatabase, SEARCH_FILE } from './schema.ts';
import { createSearchEngine } from './search-engine.ts';

/** Milliseconds for which a failed read makes the check of the store fail. */
const FAILURE_MS = 60_000;

/** @throws UnusableSnapshot when the directory holds no readable snapshot */
export async function openSqliteStore(directory: string, options: StoreOptions = {}): Promise<Store> {
  const { clock = () => performance.now() } = options;
  const { files, ...snapshot } = await readHeader(directory);
  const opened = new DisposableStack();
  const open = <T>(name: string, use: (database: DatabaseSync) => T, cacheKibibytes?: number): T => {
    const file = join(directory, name);
    try {
      return use(opened.use(openDatabase(file, cacheKibibytes)));
    } catch (cause) {
      opened.dispose();
      throw new UnusableSnapshot(`${file} cannot be read as a snapshot file: ${(cause as Error).message}`, {
        cause,
      });
    }
  };
  const words = coverageWords(snapshot);
  const records = open(ENTITIES_FILE, (database) => openRecords(database, words), LOOKUP_CACHE_KIBIBYTES);
  const search = open(SEARCH_FILE, createSearchEngine);
  const lengths = [ENTITIES_FILE, SEARCH_FILE].map((name) => {
    const file = opened.adopt(openSync(join(directory, name), 'r'), closeSync);
    return () => ({ name, bytes: fstatSync(file).size, stated: files[name]?.bytes });
  });
  let failure: { readonly at: number; readonly error: StoreReadError } | undefined;

  async function read<T>(work: () => MaybePromise<T>): Promise<T> {
    try {
      const result = work();
      return result instanceof Promise ? await result : result;
    } catch (cause) {
      if (!isReadError(cause)) throw cause;
      const error = new StoreReadError(`the snapshot cannot be read: ${(cause as Error).message}`, { cause });
      failure = { at: clock(), error };
      throw error;
    }
  }

  function assertReadable(): void {
    if (failure !== undefined && clock() - failure.at < FAILURE_MS) throw failure.error;
    // SQLite would answer from its cache although the file is gone.
    for (const { name, bytes, stated } of lengths.map((length) => length())) {
      if (bytes !== stated) throw new StoreReadError(`${name} has ${bytes} bytes, but the header states ${stated}`);
    }
  }

  const notes = () => readBuildNotes(directory);
  const close = async () => opened.dispose();
  return createStore({ snapshot, records, search, read, assertReadable, notes, close }, options);
}

/** Whether an error means that the file is damaged. Every error of SQLite does, because no question causes one. */
function isReadError(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return error instanceof DamagedRow || code === 'ERR_SQLITE_ERROR' || code === 'ERR_OUT_OF_RANGE';
}
