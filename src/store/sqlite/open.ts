/** Opens a snapshot in SQLite for serving. */
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { createSearch, type SearchOptions } from '../../search/search.ts';
import { readHeader, UnusableSnapshot } from '../header.ts';
import { type Store, StoreReadError } from '../store.ts';
import { DamagedRow } from './checksum.ts';
import { coverageWords } from './coverage-entry.ts';
import { openRecords } from './records.ts';
import { ENTITIES_FILE, LOOKUP_CACHE_KIBIBYTES, openDatabase, SEARCH_FILE } from './schema.ts';
import { createSearchEngine } from './search-engine.ts';

export interface OpenOptions {
  /** Without it only GND identifiers are recognised in a search. */
  readonly identify?: SearchOptions['identify'];
}

/** @throws UnusableSnapshot when the directory holds no readable snapshot */
export async function openSqliteStore(directory: string, { identify = () => [] }: OpenOptions = {}): Promise<Store> {
  const { files: _, ...snapshot } = await readHeader(directory);
  const databases: DatabaseSync[] = [];
  const close = () => {
    for (const database of databases.splice(0)) database.close();
  };
  const open = <T>(name: string, cacheKibibytes: number | undefined, read: (database: DatabaseSync) => T): T => {
    const file = join(directory, name);
    try {
      const database = openDatabase(file, cacheKibibytes);
      databases.push(database);
      return read(database);
    } catch (cause) {
      close();
      throw new UnusableSnapshot(`${file} cannot be read as a snapshot's file: ${(cause as Error).message}`, { cause });
    }
  };
  const records = open(ENTITIES_FILE, LOOKUP_CACHE_KIBIBYTES, (database) =>
    openRecords(database, coverageWords(snapshot)),
  );
  const engine = open(SEARCH_FILE, undefined, createSearchEngine);
  const survivorOf = async (id: Parameters<typeof records.survivorOf>[0]) => records.survivorOf(id);
  const search = createSearch({ engine, identify, survivorOf });
  return {
    snapshot,
    entity: (id) => reading(async () => records.entity(id)),
    coverage: (ids) => reading(async () => records.coverage(ids)),
    search: (query) => reading(() => search.page(query)),
    resolve: (text) => reading(async () => (await search.resolve(text))?.gnd),
    close: async () => close(),
  };
}

/** No question can make SQLite fail, so whatever it says, also of an integer that no number holds, is about the file. */
async function reading<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (!(cause instanceof DamagedRow) && code !== 'ERR_SQLITE_ERROR' && code !== 'ERR_OUT_OF_RANGE') throw cause;
    throw new StoreReadError(`the snapshot cannot be read: ${message}`, { cause });
  }
}
