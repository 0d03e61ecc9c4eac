/** Writes the search index: entities in order of prominence, their words by type, keys of full names and identifiers, the vocabulary. */
import { rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { ENTITY_TYPES } from '../../model/entity.ts';
import { type FoldedName, foldName, writeFoldedName } from '../folded-name.ts';
import { fullNameKey, romanNumeral, textKey } from '../search-text.ts';
import type { EntityCard } from '../store.ts';
import { createDatabase, SEARCH_SCHEMA, wordTable, yearWord } from './schema.ts';
import { writeVocabulary } from './write-vocabulary.ts';

/** An entity as search needs it; the order is that of prominence. */
export interface SearchRow {
  readonly id: number;
  readonly prominence: number;
  /** JSON of an {@link EntityCard}. */
  readonly card: string;
  /** One per line. */
  readonly variants: string;
  /** One `scheme:value` per line. */
  readonly identifiers: string;
}

/** What each word index gathers in memory before it writes. */
const HASH_BYTES = 16 * 1024 ** 2;

const KEYS_SCHEMA = `
  CREATE TABLE full_name  (key INTEGER NOT NULL, rank INTEGER NOT NULL);
  CREATE TABLE identifier (key INTEGER NOT NULL, rank INTEGER NOT NULL);
`;

/**
 * Rank 1 is the most prominent entity, so that reading in order of rank finds the well-known first.
 * @param keysFile holds the keys until they are sorted; it is removed
 * @returns how many different identifiers find an entity
 */
export function writeSearch(file: string, keysFile: string, rows: Iterable<SearchRow>): number {
  const search = createDatabase(file, SEARCH_SCHEMA);
  const keys = createDatabase(keysFile, KEYS_SCHEMA);
  // Fewer, larger runs to merge.
  for (const type of ENTITY_TYPES) {
    search.exec(`INSERT INTO ${wordTable(type)} (${wordTable(type)}, rank) VALUES ('hashsize', ${HASH_BYTES})`);
  }
  const index = openIndex(search, keys);
  search.exec('BEGIN');
  keys.exec('BEGIN');
  let rank = 0;
  for (const row of rows) {
    rank += 1;
    index.add(rank, row);
  }
  keys.exec('COMMIT');
  keys.close();
  search.exec('COMMIT');
  for (const type of ENTITY_TYPES)
    search.exec(`INSERT INTO ${wordTable(type)} (${wordTable(type)}) VALUES ('optimize')`);
  sortKeys(search, keysFile);
  rmSync(keysFile);
  writeVocabulary(search);
  search.exec('CREATE UNIQUE INDEX hit_id ON hit (id); ANALYZE');
  const identifiers = search.prepare('SELECT count(DISTINCT key) AS n FROM identifier').get()?.['n'] as number;
  search.close();
  return identifiers;
}

function openIndex(search: DatabaseSync, keys: DatabaseSync) {
  const candidate = search.prepare('INSERT INTO candidate VALUES (?, ?, ?, ?, ?, ?)');
  const hit = search.prepare('INSERT INTO hit VALUES (?, ?, ?, ?, ?)');
  const words = new Map(
    ENTITY_TYPES.map((type) => [type, search.prepare(`INSERT INTO ${wordTable(type)} (rowid, words) VALUES (?, ?)`)]),
  );
  const fullName = keys.prepare('INSERT INTO full_name VALUES (?, ?)');
  const identifier = keys.prepare('INSERT INTO identifier VALUES (?, ?)');
  return {
    add(rank: number, row: SearchRow): void {
      const card = JSON.parse(row.card) as EntityCard;
      const names = [
        card.preferredName,
        card.displayName ?? '',
        ...(row.variants === '' ? [] : row.variants.split('\n')),
      ];
      const folded = names.map(foldName);
      const { start = null, end = null } = card.years ?? {};
      const lines = folded.map(writeFoldedName);
      candidate.run(rank, ENTITY_TYPES.indexOf(card.type), row.prominence, start, end, lines.slice(0, 2).join('\n'));
      hit.run(rank, row.id, row.card, row.variants, lines.slice(2).join('\n'));
      words.get(card.type)?.run(rank, [...indexedWords(folded, [start, end])].join(' '));
      for (const key of nameKeys(folded)) fullName.run(key, rank);
      for (const text of new Set(row.identifiers.split('\n'))) if (text !== '') identifier.run(textKey(text), rank);
    },
  };
}

/** The different words under which an entity is indexed: those of its names, numbers as roman numerals too, its years. */
export function indexedWords(names: readonly FoldedName[], years: readonly (number | null)[]): Set<string> {
  const words = new Set<string>();
  for (const name of names) {
    for (const word of name.words) {
      words.add(word);
      const numeral = romanNumeral(word);
      if (numeral !== undefined) words.add(numeral);
    }
  }
  for (const year of years) if (year !== null) words.add(yearWord(year));
  return words;
}

function nameKeys(names: readonly FoldedName[]): Set<number> {
  const keys = new Set<number>();
  for (const { words, bare } of names) {
    if (words.length === 0) continue;
    keys.add(fullNameKey(words));
    if (bare < words.length) keys.add(fullNameKey(words.slice(0, bare)));
  }
  return keys;
}

/** Rows that come in order fill their pages and are written once; in order of rank each would land on another page. */
function sortKeys(search: DatabaseSync, keysFile: string): void {
  search.prepare('ATTACH ? AS keys').run(keysFile);
  search.exec(`
    INSERT INTO full_name  SELECT DISTINCT key, rank FROM keys.full_name  ORDER BY key, rank;
    INSERT INTO identifier SELECT DISTINCT key, rank FROM keys.identifier ORDER BY key, rank;
  `);
  search.exec('DETACH keys');
}
