/** Reads the rows of a snapshot from its files, from beginning to end: records, keys and words of each entity, the vocabulary. */
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { ENTITY_TYPES } from '../../../core/model/entity.ts';
import { type GndId, unpackGndId } from '../../../core/model/gnd-id.ts';
import { hash32 } from '../../../core/model/text.ts';
import { indexedWords } from '../../../core/search/index-fields.ts';
import { readFoldedName } from '../../../core/search/names/folded-name.ts';
import { DELETION_PREFIX } from '../../../core/search/query/near-spelling.ts';
import { decodeCard } from '../../../core/snapshot/codec/card.ts';
import { yearWords } from '../../../core/snapshot/codec/search-row.ts';
import { readHeader, UnusableSnapshot } from '../../../core/snapshot/header.ts';
import type {
  IndexedEntity,
  IndexedWord,
  SnapshotContent,
  SnapshotRow,
  SnapshotRows,
} from '../../../shared/snapshot-rows.ts';
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
  const open = (name: string) => readable(join(directory, name), () => openDatabase(join(directory, name)));
  const [entities, search] = [open(ENTITIES_FILE), open(SEARCH_FILE)];
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

interface Row extends Pick<IndexedEntity, 'id' | 'rank' | 'prominence' | 'names' | 'variants' | 'card'> {
  readonly type: number;
  readonly start: number | null;
  readonly end: number | null;
}

/** All entities by rank. SQLite first sorts their keys, on the disk and not in memory. */
function* readIndexedEntities(search: DatabaseSync): Iterable<IndexedEntity> {
  const fullNames = keysByRank(search, 'full_name');
  const identifiers = keysByRank(search, 'identifier');
  const rows = search.prepare(`SELECT rank, id, type, prominence, first_year AS start, last_year AS "end", names, card,
    variants FROM candidate JOIN hit USING (rank) ORDER BY rank`);
  for (const { start, end, type, ...row } of rows.iterate() as Iterable<Row>) {
    const folded = row.names.split('\n').map(readFoldedName);
    yield {
      ...row,
      type: ENTITY_TYPES[type] ?? 'AuthorityResource',
      years: [start, end],
      words: indexedWords(folded, decodeCard(unpackGndId(row.id), row.card)).union(yearWords([start, end])),
      nameKeys: fullNames(row.rank),
      identifierKeys: identifiers(row.rank),
    };
  }
}

/** @returns a function that has to be called with the ranks in ascending order */
function keysByRank(search: DatabaseSync, table: string): (rank: number) => string {
  const sql = `SELECT rank, group_concat(key, ' ') AS keys FROM ${table} GROUP BY rank ORDER BY rank`;
  const rows = search.prepare(sql).iterate()[Symbol.iterator]();
  let next = rows.next();
  return (rank) => {
    if (next.done === true || next.value['rank'] !== rank) return '';
    const keys = next.value['keys'] as string;
    next = rows.next();
    return keys;
  };
}

function* readIndexedWords(search: DatabaseSync): Iterable<IndexedWord> {
  const near = search.prepare('SELECT 1 FROM symmetric_delete WHERE key = ? AND prefix = ?');
  const rows = search.prepare('SELECT word, entities, sound FROM vocabulary ORDER BY word');
  // Words with the same prefix follow one another, so that one look-up serves them all.
  let [last, isNear] = ['', false];
  for (const row of rows.iterate() as Iterable<Omit<IndexedWord, 'isNear'>>) {
    const prefix = Array.from(row.word).slice(0, DELETION_PREFIX).join('');
    if (prefix !== last) [last, isNear] = [prefix, near.get(hash32(prefix), prefix) !== undefined];
    yield { ...row, isNear };
  }
}
