/** Writes the search index: entities in order of prominence, their words by type, keys of full names and identifiers, the vocabulary. */
import { rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { ENTITY_TYPES } from '../../model/entity.ts';
import { type Pair, writeKeyBlocks } from './key-blocks.ts';
import { createDatabase, SEARCH_SCHEMA, wordTable } from './schema.ts';
import type { SearchRow } from './search-row.ts';
import { writeVocabulary } from './write-vocabulary.ts';

/** What each word index gathers in memory before it writes. */
const HASH_BYTES = 16 * 1024 ** 2;

const KEYS_SCHEMA = `
  CREATE TABLE full_name  (key INTEGER NOT NULL, rank INTEGER NOT NULL);
  CREATE TABLE identifier (key INTEGER NOT NULL, rank INTEGER NOT NULL);
`;

/**
 * Rank 1 is the most prominent entity, so that reading in order of rank finds the well-known first.
 * @param keysFile holds the keys until they are sorted; it is removed
 * @param rows by prominence, the highest first, then by identifier
 * @returns how many different identifiers find an entity
 */
export function writeSearch(
  file: string,
  keysFile: string,
  rows: Iterable<{ readonly id: number; readonly row: SearchRow }>,
): number {
  const search = createDatabase(file, SEARCH_SCHEMA);
  const keys = createDatabase(keysFile, KEYS_SCHEMA);
  try {
    // Fewer, larger runs, merged once at the end.
    for (const type of ENTITY_TYPES) {
      search.exec(`INSERT INTO ${wordTable(type)} (${wordTable(type)}, rank) VALUES ('hashsize', ${HASH_BYTES})`);
    }
    search.exec('BEGIN');
    keys.exec('BEGIN');
    const add = openIndex(search, keys);
    let rank = 0;
    for (const { id, row } of rows) {
      rank += 1;
      add(rank, id, row);
    }
    keys.exec('COMMIT');
    search.exec('COMMIT');
    for (const type of ENTITY_TYPES)
      search.exec(`INSERT INTO ${wordTable(type)} (${wordTable(type)}) VALUES ('optimize')`);
    search.exec('BEGIN');
    writeKeyBlocks(search, 'full_name', sortedPairs(keys, 'full_name'));
    const identifiers = writeKeyBlocks(search, 'identifier', sortedPairs(keys, 'identifier'));
    search.exec('COMMIT');
    keys.close();
    rmSync(keysFile);
    writeVocabulary(search);
    search.exec('CREATE UNIQUE INDEX hit_id ON hit (id); ANALYZE');
    return identifiers;
  } finally {
    for (const database of [search, keys]) if (database.isOpen) database.close();
  }
}

function openIndex(search: DatabaseSync, keys: DatabaseSync): (rank: number, id: number, row: SearchRow) => void {
  const candidate = search.prepare('INSERT INTO candidate VALUES (?, ?, ?, ?, ?, ?)');
  const hit = search.prepare('INSERT INTO hit VALUES (?, ?, ?, ?, ?)');
  const indexes = ENTITY_TYPES.map((type) =>
    search.prepare(`INSERT INTO ${wordTable(type)} (rowid, words) VALUES (?, ?)`),
  );
  const fullName = keys.prepare('INSERT INTO full_name VALUES (?, ?)');
  const identifier = keys.prepare('INSERT INTO identifier VALUES (?, ?)');
  return (rank, id, row) => {
    const [type, prominence, start, end, names, card, variants, foldedVariants, words, nameKeys, identifierKeys] = row;
    candidate.run(rank, type, prominence, start, end, names);
    hit.run(rank, id, card, variants, foldedVariants);
    indexes[type]?.run(rank, words);
    for (const key of nameKeys) fullName.run(key, rank);
    for (const key of identifierKeys) identifier.run(key, rank);
  };
}

function sortedPairs(keys: DatabaseSync, table: string): Iterable<Pair> {
  const pairs = keys.prepare(`SELECT DISTINCT key, rank FROM ${table} ORDER BY key, rank`);
  pairs.setReturnArrays(true);
  return pairs.iterate() as Iterable<unknown> as Iterable<Pair>;
}
