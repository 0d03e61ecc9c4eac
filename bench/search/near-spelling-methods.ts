/** Ways to find the words near to a misspelt one, each with the index that it needs, written to a file of its own. */
import { rmSync, statSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { soundOf, spellingDistance, spellingsOneAway } from '../../src/search/near-spelling.ts';
import { createDatabase, openDatabase } from '../../src/store/sqlite/schema.ts';

export interface Candidate {
  readonly word: string;
  readonly entities: number;
  /** Letters in which it differs from the word that was asked for. */
  readonly distance: number;
}

/** What can be combined: a way to find candidates, and what it adds to the vocabulary. */
export interface Part {
  /** A further column of the vocabulary, and an index of it. */
  readonly key?: { readonly name: string; readonly of: (word: string) => number | undefined };
  /** Tables of its own, made from the vocabulary. */
  readonly build?: (index: DatabaseSync) => void;
  readonly open: (index: DatabaseSync) => (word: string) => readonly Candidate[];
}

export interface Method {
  /** Of the vocabulary with everything that the method adds to it. */
  readonly bytes: number;
  readonly buildSeconds: number;
  /** The nearest and most frequent first. */
  find(word: string): readonly Candidate[];
  close(): void;
}

/** Words outside these bounds are near to too many others, or are no names. */
const INDEXED = `length(word) BETWEEN 3 AND 25 AND word NOT GLOB '*[0-9]*'`;
/** So many words of an equal key are compared letter by letter, as the product has it. */
const MAX_ALIKE = 200;
/** So many words with the most, and the rarest, trigrams in common are compared letter by letter. */
const MAX_TRIGRAMS = 256;

/** @param vocabulary a snapshot's index @param file removed when the method is closed */
export function buildMethod(vocabulary: DatabaseSync, file: string, parts: readonly Part[]): Method {
  const started = performance.now();
  const keys = parts.flatMap(({ key }) => key ?? []);
  const columns = keys.map(({ name }) => `, ${name} INTEGER`).join('');
  const building = createDatabase(
    file,
    `CREATE TABLE vocabulary (word TEXT PRIMARY KEY, entities INTEGER NOT NULL${columns}) WITHOUT ROWID`,
  );
  building.exec('BEGIN');
  const insert = building.prepare(`INSERT INTO vocabulary VALUES (?, ?${', ?'.repeat(keys.length)})`);
  for (const { word, entities } of wordsOf(vocabulary, 'TRUE')) {
    insert.run(word, entities, ...keys.map(({ of }) => of(word) ?? null));
  }
  for (const { name } of keys) {
    building.exec(`CREATE INDEX vocabulary_${name} ON vocabulary (${name}, entities DESC) WHERE ${name} IS NOT NULL`);
  }
  for (const { build } of parts) build?.(building);
  building.exec('COMMIT');
  building.close();
  const buildSeconds = (performance.now() - started) / 1000;
  const index = openDatabase(file);
  const finders = parts.map(({ open }) => open(index));
  return {
    bytes: statSync(file).size,
    buildSeconds,
    find: (word) => nearestFirst(finders.flatMap((find) => find(word))),
    close() {
      index.close();
      rmSync(file);
    },
  };
}

/** Every word one letter away, looked up in the vocabulary. */
export const enumeration: Part = {
  open(index) {
    const select = index.prepare(
      'SELECT word, entities FROM vocabulary WHERE word IN (SELECT value FROM json_each(?))',
    );
    return (word) => select.all(JSON.stringify([...spellingsOneAway(word)])).map((row) => candidate(row, 1));
  },
};

/** Words that sound alike in German and differ in few letters. */
export const sound: Part = equalKey('sound', soundOf);

/** Words of the same letters in another order. */
export const anagrams: Part = equalKey('letters', (word) => hash32(Array.from(word).sort().join('')));

function equalKey(name: string, of: (word: string) => number | undefined): Part {
  return {
    key: { name, of },
    open(index) {
      const select = index.prepare(
        `SELECT word, entities FROM vocabulary WHERE ${name} = ? ORDER BY entities DESC LIMIT ?`,
      );
      return (word) => {
        const key = of(word);
        return key === undefined ? [] : verified(select.all(key, MAX_ALIKE), word, word.length < 8 ? 2 : 3);
      };
    },
  };
}

export interface Deletes {
  /** Letters that each of the words may lose, and in which they may differ. */
  readonly distance: number;
  /** Letters among which some are lost, counted from the beginning; all without it. */
  readonly first?: number;
  /** Letters at the very beginning that are never lost, so that they have to be right. */
  readonly kept?: number;
  /** Words that fewer entities bear are not found. */
  readonly leastEntities?: number;
}

/**
 * Words that become equal to the one asked for when each loses some of its letters (Wolf Garbe's SymSpell).
 * Words that begin alike share what is stored.
 */
export function symmetricDeletes({ distance, first = Infinity, kept = 0, leastEntities = 1 }: Deletes): Part {
  const hashesOf = (beginning: string) => deletionHashes(beginning, distance, kept);
  return {
    build(index) {
      index.exec(`
        CREATE TABLE bearer   (beginning INTEGER, word TEXT, entities INTEGER, PRIMARY KEY (beginning, word)) WITHOUT ROWID;
        CREATE TABLE deletion (hash INTEGER, beginning INTEGER, PRIMARY KEY (hash, beginning)) WITHOUT ROWID;
        CREATE TEMP TABLE unsorted (hash INTEGER, beginning INTEGER);
      `);
      const insert = {
        bearer: index.prepare('INSERT INTO bearer VALUES (?, ?, ?)'),
        deletion: index.prepare('INSERT INTO unsorted VALUES (?, ?)'),
      };
      let number = 0;
      let last: string | undefined;
      for (const { word, entities } of wordsOf(index, `${INDEXED} AND entities >= ${leastEntities}`)) {
        const beginning = word.slice(0, first);
        if (beginning !== last) {
          number += 1;
          for (const hash of hashesOf(beginning)) insert.deletion.run(hash, number);
          last = beginning;
        }
        insert.bearer.run(number, word, entities);
      }
      index.exec(`INSERT INTO deletion SELECT hash, beginning FROM unsorted ORDER BY hash, beginning;
        DROP TABLE unsorted`);
    },
    open(index) {
      const select = index.prepare(`SELECT word, entities FROM bearer
        WHERE beginning IN (SELECT beginning FROM deletion WHERE hash IN (SELECT value FROM json_each(?)))
        AND length(word) BETWEEN ? AND ?`);
      return (word) => {
        const hashes = JSON.stringify([...hashesOf(word.slice(0, first))]);
        return verified(select.all(hashes, word.length - distance, word.length + distance), word, distance);
      };
    },
  };
}

/** Words with trigrams in common, those with the most and rarest compared letter by letter. */
export function trigrams(distance: number): Part {
  return {
    build(index) {
      index.exec(`CREATE TABLE numbered (number INTEGER PRIMARY KEY, word TEXT NOT NULL, entities INTEGER NOT NULL);
        CREATE VIRTUAL TABLE trigram USING fts5 (word, content='', tokenize='trigram')`);
      const insert = {
        numbered: index.prepare('INSERT INTO numbered VALUES (?, ?, ?)'),
        trigram: index.prepare('INSERT INTO trigram (rowid, word) VALUES (?, ?)'),
      };
      let number = 0;
      for (const { word, entities } of wordsOf(index, INDEXED)) {
        number += 1;
        insert.numbered.run(number, word, entities);
        insert.trigram.run(number, bounded(word));
      }
      index.exec(`INSERT INTO trigram (trigram) VALUES ('optimize')`);
    },
    open(index) {
      const select = index.prepare(`SELECT word, entities FROM numbered WHERE number IN
        (SELECT rowid FROM trigram WHERE trigram MATCH ? ORDER BY rank LIMIT ${MAX_TRIGRAMS})`);
      return (word) => {
        const text = bounded(word);
        const grams = Array.from({ length: text.length - 2 }, (_, at) => `"${text.slice(at, at + 3)}"`);
        return verified(select.all(grams.join(' OR ')), word, distance);
      };
    },
  };
}

/** Beginning and end of a word make trigrams too; without them a short word with one error has none in common. */
function bounded(word: string): string {
  return `_${word}_`;
}

/** Of the text and of all that remains of it when up to so many letters behind the kept ones are left out. */
function deletionHashes(text: string, distance: number, kept: number): Set<number> {
  const texts = new Set([text]);
  let shortest = new Set(texts);
  for (let left = distance; left > 0; left -= 1) {
    shortest = new Set(
      [...shortest].flatMap((one) => Array.from(one, (_, at) => one.slice(0, at) + one.slice(at + 1)).slice(kept)),
    );
    for (const one of shortest) texts.add(one);
  }
  return new Set(Array.from(texts, hash32));
}

/** FNV-1a of the code units, signed, so that SQLite stores four bytes. */
function hash32(text: string): number {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
  return hash;
}

function* wordsOf(database: DatabaseSync, where: string): Iterable<{ word: string; entities: number }> {
  for (const row of database.prepare(`SELECT word, entities FROM vocabulary WHERE ${where} ORDER BY word`).iterate()) {
    yield { word: row['word'] as string, entities: row['entities'] as number };
  }
}

type Row = Record<string, SQLInputValue>;

function verified(rows: readonly Row[], word: string, limit: number): Candidate[] {
  return rows
    .map((row) => candidate(row, spellingDistance(word, row['word'] as string, limit)))
    .filter(({ distance }) => distance > 0 && distance <= limit);
}

function candidate(row: Row, distance: number): Candidate {
  return { word: row['word'] as string, entities: row['entities'] as number, distance };
}

function nearestFirst(found: readonly Candidate[]): Candidate[] {
  const different = new Map<string, Candidate>();
  for (const one of found) if (!different.has(one.word)) different.set(one.word, one);
  return [...different.values()].sort((a, b) => a.distance - b.distance || b.entities - a.entities);
}
