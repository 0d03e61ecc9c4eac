/** Writes the vocabulary: each word and each frequent prefix with the number and the types of its entities. */
import type { DatabaseSync } from 'node:sqlite';
import { ENTITY_TYPES, type EntityType } from '../../../core/model/entity.ts';
import { LIMITS } from '../../../core/search/tuning.ts';
import { COUNTED_PREFIX } from '../../../core/search/index-fields.ts';
import { DELETION_PREFIX, deletionKeys, SPELLED_LETTERS, soundOf } from '../../../core/search/query/near-spelling.ts';
import { countRows } from '../../../core/sqlite/row-statement.ts';
import { typeBit, wordTable } from '../../../core/sqlite/schema.ts';

/** Words in the index from which on a word that only one entity has is no near spelling with two wrong letters. */
const LARGE_VOCABULARY = 1_000_000;

/** @param search with complete word indexes */
export function writeVocabulary(search: DatabaseSync): void {
  search.function('sound_of', { deterministic: true }, (word) => soundOf(String(word)) ?? null);
  const all = ENTITY_TYPES.map((type) => `SELECT term, doc, ${typeBit(type)} AS bit FROM ${listWords(search, type)}`);
  search.exec(`INSERT INTO vocabulary SELECT term, sum(doc), sum(bit), sound_of(term) FROM (${all.join(' UNION ALL ')})
    GROUP BY term ORDER BY term`);
  search.exec('CREATE INDEX vocabulary_sound ON vocabulary (sound, entities DESC) WHERE sound IS NOT NULL');
  writeSymmetricDeletes(search);
  writePrefixes(search);
}

/**
 * Writes the index of near spellings. A large vocabulary consists mostly of short words with one entity; these are left
 * out, because they are rarely meant. Words with digits, very short words and words of descriptions are left out, too.
 */
function writeSymmetricDeletes(search: DatabaseSync): void {
  const size = countRows(search, 'vocabulary');
  search.exec('CREATE TEMP TABLE unsorted (key INTEGER NOT NULL, prefix TEXT NOT NULL)');
  const insert = search.prepare('INSERT INTO unsorted VALUES (?, ?)');
  const words = search.prepare(`SELECT DISTINCT substr(word, 1, ${DELETION_PREFIX}) AS prefix FROM vocabulary
    WHERE (entities >= ${size > LARGE_VOCABULARY ? 2 : 1} OR length(word) > ${SPELLED_LETTERS}) AND length(word) >= ${LIMITS.shortWord.value}
      AND word NOT GLOB '*[0-9_]*' ORDER BY word`);
  for (const row of words.iterate()) {
    const prefix = row['prefix'] as string;
    for (const key of deletionKeys(prefix)) insert.run(key, prefix);
  }
  search.exec(
    'INSERT INTO symmetric_delete SELECT key, prefix FROM unsorted ORDER BY key, prefix; DROP TABLE unsorted',
  );
}

function writePrefixes(search: DatabaseSync): void {
  const insert = search.prepare('INSERT INTO prefix VALUES (?, ?, ?)');
  const count = prefixCounter(search);
  for (let length = 1; length <= COUNTED_PREFIX; length += 1) {
    const frequent = search.prepare(`SELECT substr(word, 1, ${length}) AS prefix FROM vocabulary
      WHERE length(word) >= ${length} AND word NOT GLOB '_*' GROUP BY prefix HAVING sum(entities) >= ${LIMITS.countLimit.value} ORDER BY prefix`);
    for (const row of frequent.all()) {
      const prefix = row['prefix'] as string;
      const { entities, types } = count(prefix);
      insert.run(prefix, entities, types);
    }
  }
}

/** Counts the entities of a prefix: the sum over its words would count an entity with two of them twice. */
export function prefixCounter(search: DatabaseSync): (prefix: string) => { entities: number; types: number } {
  const counts = ENTITY_TYPES.map((type) => ({
    bit: typeBit(type),
    statement: search.prepare(`SELECT count(*) AS n FROM ${wordTable(type)} WHERE ${wordTable(type)} MATCH ?`),
  }));
  return (prefix) => {
    let [entities, types] = [0, 0];
    for (const { bit, statement } of counts) {
      const n = statement.get(`"${prefix}" *`)?.['n'] as number;
      entities += n;
      if (n > 0) types += bit;
    }
    return { entities, types };
  };
}

/** Makes a temporary table that lists the words of a type's index. @returns its name */
function listWords(search: DatabaseSync, type: EntityType): string {
  search.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS temp.listed_${type} USING fts5vocab (main, ${wordTable(type)}, row)`);
  return `temp.listed_${type}`;
}

/** Number of entries in a type's index, one for each different word of each entity. */
export function indexedWordCount(search: DatabaseSync, type: EntityType): number {
  return search.prepare(`SELECT coalesce(sum(doc), 0) AS n FROM ${listWords(search, type)}`).get()?.['n'] as number;
}
