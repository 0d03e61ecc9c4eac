/** Opens a snapshot in SQLite for serving. */
import { closeSync, fstatSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { SearchOptions } from '../../search/search.ts';
import { answersOf } from '../answers.ts';
import { readBuildNotes } from '../build-notes.ts';
import { readHeader, UnusableSnapshot } from '../header.ts';
import { type Store, StoreReadError } from '../store.ts';
import { DamagedRow } from './checksum.ts';
import { coverageWords } from './entity-row.ts';
import { openRecords } from './records.ts';
import { ENTITIES_FILE, LOOKUP_CACHE_KIBIBYTES, openDatabase, SEARCH_FILE } from './schema.ts';
import { createSearchEngine } from './search-engine.ts';

export interface OpenOptions {
  /** Without it only GND identifiers are recognised in a search. */
  readonly identify?: SearchOptions['identify'];
  /** Milliseconds, of any epoch. */
  readonly clock?: () => number;
}

/** A read that failed counts against the store for so long, in milliseconds. */
const FAILURE_MS = 60_000;

/** @throws UnusableSnapshot when the directory holds no readable snapshot */
export async function openSqliteStore(
  directory: string,
  { identify = () => [], clock = () => performance.now() }: OpenOptions = {},
): Promise<Store> {
  const { files, ...snapshot } = await readHeader(directory);
  const opened: (() => void)[] = [];
  const close = () => {
    for (const closeOne of opened.splice(0)) closeOne();
  };
  const open = <T>(name: string, read: (database: DatabaseSync) => T, cacheKibibytes?: number): T => {
    const file = join(directory, name);
    try {
      const database = openDatabase(file, cacheKibibytes);
      opened.push(() => database.close());
      return read(database);
    } catch (cause) {
      close();
      throw new UnusableSnapshot(`${file} cannot be read as a snapshot's file: ${(cause as Error).message}`, { cause });
    }
  };
  const words = coverageWords(snapshot);
  const records = open(ENTITIES_FILE, (database) => openRecords(database, words), LOOKUP_CACHE_KIBIBYTES);
  const engine = open(SEARCH_FILE, createSearchEngine);
  const lengths = [ENTITIES_FILE, SEARCH_FILE].map((name) => {
    const file = openSync(join(directory, name), 'r');
    opened.push(() => closeSync(file));
    return () => ({ name, bytes: fstatSync(file).size, stated: files[name]?.bytes });
  });

  let notes: ReturnType<Store['notes']> | undefined;
  let failure: { readonly at: number; readonly error: StoreReadError } | undefined;
  const reading = async <T>(read: () => T | Promise<T>): Promise<T> => {
    try {
      const found = read();
      return found instanceof Promise ? await found : found;
    } catch (cause) {
      if (!isReadError(cause)) throw cause;
      const error = new StoreReadError(`the snapshot cannot be read: ${(cause as Error).message}`, { cause });
      failure = { at: clock(), error };
      throw error;
    }
  };
  const { answers, probe } = answersOf({ engine, records, identify, reading, clock });
  return {
    ...answers,
    snapshot,
    notes: () => (notes ??= readBuildNotes(directory)),
    async check() {
      if (failure !== undefined && clock() - failure.at < FAILURE_MS) throw failure.error;
      // What SQLite has in its cache it would answer from although the file is gone.
      for (const { name, bytes, stated } of lengths.map((length) => length())) {
        if (bytes !== stated) throw new StoreReadError(`${name} has ${bytes} bytes, but the header states ${stated}`);
      }
      return probe();
    },
    close: async () => close(),
  };
}

/** No question can make SQLite fail, so whatever it says, also of an integer that no number holds, is about the file. */
function isReadError(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return error instanceof DamagedRow || code === 'ERR_SQLITE_ERROR' || code === 'ERR_OUT_OF_RANGE';
}
