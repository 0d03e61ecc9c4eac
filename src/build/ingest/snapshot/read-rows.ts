/** Reads the rows of a snapshot from its files, from beginning to end. */
import { join } from 'node:path';
import { type GndId, unpackGndId } from '../../../core/model/gnd-id.ts';
import { readHeader, UnusableSnapshot } from '../../../core/snapshot/header.ts';
import type { SnapshotContent, SnapshotRow, SnapshotRows } from '../../../shared/snapshot-rows.ts';
import { readIndexedEntities, readIndexedWords } from './read-search.ts';
import { allRecords, type RecordRow } from '../../../core/sqlite/records.ts';
import { countRows } from '../../../core/sqlite/row-statement.ts';
import { ENTITIES_FILE, LOOKUP_CACHE_KIBIBYTES, openDatabase, SEARCH_FILE } from '../../../core/sqlite/schema.ts';

/** @throws UnusableSnapshot when there is no readable snapshot */
export async function openRows(directory: string): Promise<SnapshotRows> {
  const header = await readHeader(directory);
  const file = join(directory, ENTITIES_FILE);
  // Each page is read once, so a large cache would be useless.
  const database = readable(file, () => openDatabase(file, LOOKUP_CACHE_KIBIBYTES));
  return {
    header,
    *all() {
      const records = allRecords(database)[Symbol.iterator]();
      for (;;) {
        const { done, value } = readable(file, () => records.next());
        if (done === true) return;
        yield toSnapshotRow(value);
      }
    },
    [Symbol.dispose]: () => database.close(),
  };
}

/** @throws UnusableSnapshot when there is no readable snapshot */
export async function openContent(directory: string): Promise<SnapshotContent> {
  const rows = await openRows(directory);
  const [entitiesFile, searchFile] = [ENTITIES_FILE, SEARCH_FILE].map((name) => join(directory, name)) as [
    string,
    string,
  ];
  const entities = readable(entitiesFile, () => openDatabase(entitiesFile));
  const search = readable(searchFile, () => openDatabase(searchFile));
  const coverage = entities.prepare('SELECT entry FROM coverage WHERE id = ?');
  return {
    ...rows,
    coverageOf: (id) => coverage.get(id)?.['entry'] as string,
    searchRows: () => readIndexedEntities(search),
    wordCount: countRows(search, 'vocabulary'),
    words: () => readIndexedWords(search),
    [Symbol.dispose]() {
      rows[Symbol.dispose]();
      entities.close();
      search.close();
    },
  };
}

function readable<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new UnusableSnapshot(`${file} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

function toSnapshotRow({ id, answer, target, successors }: RecordRow): SnapshotRow {
  if (answer !== null) return { kind: 'entity', id, answer };
  if (target !== null) return { kind: 'redirect', id, target: unpackGndId(target) };
  if (successors === null) return { kind: 'withheld', id };
  return { kind: 'deletion', id, successors: JSON.parse(successors) as readonly GndId[] };
}
