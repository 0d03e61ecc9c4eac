/** Writes `search.sqlite`: entities in order of prominence, their words, their keys, and the vocabulary. */
import { rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { ENTITY_TYPES } from '../../../core/model/entity.ts';
import { createDatabase, FREQUENT_ENTITIES, SEARCH_SCHEMA, wordTable } from '../../../core/sqlite/schema.ts';
import type { SearchRow } from '../../../core/snapshot/codec/search-row.ts';
import { checksumOf } from '../../../core/snapshot/codec/checksum.ts';
import { writeVocabulary } from './write-vocabulary.ts';

/** Bytes of memory that each word index fills before it writes to the file. */
const HASH_BYTES = 16 * 1024 ** 2;
/** Size of the pages of a list. A leap reads its page from the beginning, so small pages make leaps cheap. */
const LIST_PAGE_BYTES = 1000;

/** Tables that hold the keys until they are sorted. */
const UNSORTED_SCHEMA = `
  PRAGMA unsorted.journal_mode = OFF; PRAGMA unsorted.synchronous = OFF;
  CREATE TABLE unsorted.full_name  (key INTEGER NOT NULL, rank INTEGER NOT NULL);
  CREATE TABLE unsorted.identifier (key INTEGER NOT NULL, rank INTEGER NOT NULL);
`;

/**
 * Rank 1 is the most prominent entity, so that reading in order of rank finds the well-known first.
 * @param keysFile holds the keys until they are sorted, and is then removed
 * @param rows by prominence, the highest first, then by identifier
 * @returns number of distinct identifiers that find an entity
 */
export function writeSearch(
  file: string,
  keysFile: string,
  rows: Iterable<{ readonly id: number; readonly row: SearchRow }>,
): number {
  const search = createDatabase(file, SEARCH_SCHEMA);
  /** Sends a command to all word indexes: FTS5 takes commands as inserted rows. */
  const command = (rest: string) => {
    for (const table of ENTITY_TYPES.map(wordTable)) search.exec(`INSERT INTO ${table} (${table}${rest}`);
  };
  try {
    search.prepare('ATTACH ? AS unsorted').run(keysFile);
    search.exec(UNSORTED_SCHEMA);
    // Large runs, merged once at the end, are the cheapest.
    command(`, rank) VALUES ('hashsize', ${HASH_BYTES})`);
    command(`, rank) VALUES ('pgsz', ${LIST_PAGE_BYTES})`);
    search.exec('BEGIN');
    const add = prepareInserts(search);
    let rank = 0;
    for (const { id, row } of rows) {
      rank += 1;
      add(rank, id, row);
    }
    search.exec('COMMIT');
    command(`) VALUES ('optimize')`);
    for (const table of ['full_name', 'identifier']) {
      search.exec(`INSERT INTO main.${table} SELECT DISTINCT key, rank FROM unsorted.${table} ORDER BY key, rank`);
    }
    search.exec(`INSERT INTO frequent_key ${FREQUENT_KEYS}`);
    search.exec('DETACH unsorted');
    rmSync(keysFile);
    writeVocabulary(search);
    search.exec('CREATE UNIQUE INDEX hit_id ON hit (id); ANALYZE');
    return identifierCount(search);
  } finally {
    search.close();
  }
}

/** Selects the frequent keys of relations with the number of their entities, which no request then has to count. */
export const FREQUENT_KEYS = `SELECT key, count(*) AS entities FROM identifier WHERE key < 0 GROUP BY key
  HAVING count(*) > ${FREQUENT_ENTITIES}`;

/** Number of distinct identifiers, without the keys of relations. */
export function identifierCount(search: DatabaseSync): number {
  return search.prepare('SELECT count(DISTINCT key) AS n FROM identifier WHERE key >= 0').get()?.['n'] as number;
}

function prepareInserts(search: DatabaseSync): (rank: number, id: number, row: SearchRow) => void {
  const candidate = search.prepare('INSERT INTO candidate VALUES (?, ?, ?, ?, ?, ?)');
  const hit = search.prepare('INSERT INTO hit VALUES (?, ?, ?, ?, ?)');
  const indexes = ENTITY_TYPES.map((type) =>
    search.prepare(`INSERT INTO ${wordTable(type)} (rowid, words) VALUES (?, ?)`),
  );
  const fullName = search.prepare('INSERT INTO unsorted.full_name VALUES (?, ?)');
  const identifier = search.prepare('INSERT INTO unsorted.identifier VALUES (?, ?)');
  return (rank, id, row) => {
    const [type, prominence, start, end, names, card, variants, words, nameKeys, identifierKeys] = row;
    candidate.run(rank, type, prominence, start, end, names);
    hit.run(rank, id, checksumOf([rank, id], card), card, variants);
    indexes[type]?.run(rank, words);
    for (const key of nameKeys) fullName.run(key, rank);
    for (const key of identifierKeys) identifier.run(key, rank);
  };
}
