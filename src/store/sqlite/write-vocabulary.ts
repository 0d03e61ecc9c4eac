/** Writes which words there are, how many entities bear them and of which types, and the same of their beginnings. */
import type { DatabaseSync } from 'node:sqlite';
import { ENTITY_TYPES, type EntityType } from '../../model/entity.ts';
import { DELETION_BEGINNING, deletionKeys, soundOf } from '../../search/near-spelling.ts';
import { COUNTED_BEGINNING, COUNTED_ENTITIES, typeBit, wordTable } from './schema.ts';

/** The years of life in the index are no words. */
const IS_WORD = `term NOT LIKE '\\_%' ESCAPE '\\'`;

/** To be called when the word indexes are complete. */
export function writeVocabulary(search: DatabaseSync): void {
  search.function('sound_of', { deterministic: true }, (word) => soundOf(String(word)) ?? null);
  const all = ENTITY_TYPES.map((type) => `SELECT term, doc, ${typeBit(type)} AS bit FROM ${listWords(search, type)}`);
  search.exec(`INSERT INTO vocabulary SELECT term, sum(doc), sum(bit), sound_of(term) FROM (${all.join(' UNION ALL ')})
    WHERE ${IS_WORD} GROUP BY term ORDER BY term`);
  search.exec('CREATE INDEX vocabulary_sound ON vocabulary (sound, entities DESC) WHERE sound IS NOT NULL');
  writeDeletions(search);
  writeBeginnings(search);
}

/** In a larger vocabulary words that a single entity bears are left out: they are most of it, and hardly ever meant. */
const ALL_WORDS = 1_000_000;

/** Words with digits, very short and very long ones are not near to anything. */
function writeDeletions(search: DatabaseSync): void {
  const size = search.prepare('SELECT count(*) AS n FROM vocabulary').get()?.['n'] as number;
  search.exec('CREATE TEMP TABLE unsorted (key INTEGER NOT NULL, beginning TEXT NOT NULL)');
  const insert = search.prepare('INSERT INTO unsorted VALUES (?, ?)');
  const words = search.prepare(`SELECT DISTINCT substr(word, 1, ${DELETION_BEGINNING}) AS beginning FROM vocabulary
    WHERE entities >= ${size > ALL_WORDS ? 2 : 1} AND length(word) BETWEEN 4 AND 26 AND word NOT GLOB '*[0-9]*' ORDER BY word`);
  for (const row of words.iterate()) {
    const beginning = row['beginning'] as string;
    for (const key of deletionKeys(beginning)) insert.run(key, beginning);
  }
  search.exec('INSERT INTO shortened SELECT key, beginning FROM unsorted ORDER BY key, beginning; DROP TABLE unsorted');
}

function writeBeginnings(search: DatabaseSync): void {
  const insert = search.prepare('INSERT INTO beginning VALUES (?, ?, ?)');
  const bearers = countBeginnings(search);
  for (let length = 1; length <= COUNTED_BEGINNING; length += 1) {
    const frequent = search.prepare(`SELECT substr(word, 1, ${length}) AS letters FROM vocabulary
      WHERE length(word) >= ${length} GROUP BY letters HAVING sum(entities) >= ${COUNTED_ENTITIES} ORDER BY letters`);
    for (const row of frequent.all()) {
      const letters = row['letters'] as string;
      const { entities, types } = bearers(letters);
      insert.run(letters, entities, types);
    }
  }
}

/** Two words of an entity may begin alike, so its entities are counted, not those of its words. */
export function countBeginnings(search: DatabaseSync): (letters: string) => { entities: number; types: number } {
  const counts = ENTITY_TYPES.map((type) => ({
    bit: typeBit(type),
    statement: search.prepare(`SELECT count(*) AS n FROM ${wordTable(type)} WHERE ${wordTable(type)} MATCH ?`),
  }));
  return (letters) => {
    let [entities, types] = [0, 0];
    for (const { bit, statement } of counts) {
      const n = statement.get(`"${letters}" *`)?.['n'] as number;
      entities += n;
      if (n > 0) types += bit;
    }
    return { entities, types };
  };
}

/** Name of a table of this connection that lists the words of a type's index. */
function listWords(search: DatabaseSync, type: EntityType): string {
  search.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS temp.listed_${type} USING fts5vocab (main, ${wordTable(type)}, row)`);
  return `temp.listed_${type}`;
}

/** Entries of a type's index, one for each different word of each entity; of names only, or years of life as well. */
export function indexedWordCount(search: DatabaseSync, type: EntityType, which: 'words' | 'all'): number {
  const counted = `SELECT coalesce(sum(doc), 0) AS n FROM ${listWords(search, type)}`;
  return search.prepare(which === 'all' ? counted : `${counted} WHERE ${IS_WORD}`).get()?.['n'] as number;
}
