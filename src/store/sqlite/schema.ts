/** The tables of a snapshot in SQLite; `docs/snapshot-format.md` describes them for others. */
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { ENTITY_TYPES, type EntityType } from '../../model/entity.ts';
import type { Snapshot } from '../store.ts';
import type { Openings } from './answer-coding.ts';
import type { CoverageWords } from './coverage-entry.ts';
import { KEY_BLOCK_COLUMNS } from './key-blocks.ts';

export const ENTITIES_FILE = 'entities.sqlite';
export const SEARCH_FILE = 'search.sqlite';

export const ENTITIES_SCHEMA = `
  CREATE TABLE opening  (number INTEGER PRIMARY KEY, text TEXT NOT NULL);
  CREATE TABLE entity   (id INTEGER PRIMARY KEY, answer BLOB NOT NULL);
  CREATE TABLE coverage (id INTEGER PRIMARY KEY, entry TEXT NOT NULL);
  CREATE TABLE redirect (id INTEGER PRIMARY KEY, target INTEGER NOT NULL);
  CREATE TABLE deletion (id INTEGER PRIMARY KEY, successors TEXT NOT NULL);
`;

/**
 * What ranking reads of every candidate lies apart from what it reads of few and what is shown (`hit`), so that a page of
 * the file holds many. One word index per type, so that a search among one type never walks through the others; contentless, without positions. Words
 * are folded before they get here, so the tokenizer has nothing to know of Unicode.
 */
export const SEARCH_SCHEMA = `
  CREATE TABLE candidate (rank INTEGER PRIMARY KEY, type INTEGER NOT NULL, prominence INTEGER NOT NULL,
    first_year INTEGER, last_year INTEGER, names TEXT NOT NULL);
  CREATE TABLE hit (rank INTEGER PRIMARY KEY, id INTEGER NOT NULL, card TEXT NOT NULL, variants TEXT NOT NULL,
    folded_variants TEXT NOT NULL);
  CREATE TABLE full_name  (${KEY_BLOCK_COLUMNS});
  CREATE TABLE identifier (${KEY_BLOCK_COLUMNS});
  CREATE TABLE vocabulary (word TEXT PRIMARY KEY, entities INTEGER NOT NULL, types INTEGER NOT NULL,
    sound INTEGER) WITHOUT ROWID;
  CREATE TABLE shortened (key INTEGER NOT NULL, beginning TEXT NOT NULL, PRIMARY KEY (key, beginning)) WITHOUT ROWID;
  CREATE TABLE beginning (letters TEXT PRIMARY KEY, entities INTEGER NOT NULL, types INTEGER NOT NULL) WITHOUT ROWID;
  ${ENTITY_TYPES.map(
    (type) => `CREATE VIRTUAL TABLE ${wordTable(type)} USING fts5 (words, content='', columnsize=0, detail=none,
    prefix='1 2 3 4 5 6 7 8', tokenize="ascii tokenchars '_'");`,
  ).join('\n  ')}
`;

/** Prefixes up to this many characters have an index of their own. */
export const INDEXED_PREFIX = 8;

/** Beginnings up to this many characters are in the table `beginning` if words with them stand at least so often in the index. */
export const COUNTED_BEGINNING = 5;
export const COUNTED_ENTITIES = 1000;

/** The bit of a type in the columns `types`. */
export function typeBit(type: EntityType): number {
  return 1 << ENTITY_TYPES.indexOf(type);
}
/** All of them. */
export const ALL_TYPES = (1 << ENTITY_TYPES.length) - 1;

/** The word index of a type. */
export function wordTable(type: EntityType): string {
  return `word_${type}`;
}

/** The word under which an entity's years of beginning and end are indexed; no name can yield it. */
export function yearWord(year: number): string {
  return year < 0 ? `_bc${-year}` : `_${year}`;
}

/** Rows of some 700 bytes leave a sixth of a small page empty. */
export const ENTITY_PAGE_BYTES = 16_384;

/** For building: nothing is safe until the files are finished, so nothing is journalled. */
export function createDatabase(file: string, schema: string, pageBytes = 4096): DatabaseSync {
  // Defensive mode would keep the journal, which serves no one here: an unfinished file is thrown away.
  const database = new DatabaseSync(file, { defensive: false });
  database.exec(`PRAGMA page_size = ${pageBytes}; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
    PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -65536; PRAGMA temp_store = FILE;`);
  database.exec(schema);
  return database;
}

/** For files that are walked through. */
const CACHE_KIBIBYTES = 64 * 1024;
/** For files of which each request reads another page: the inner pages of the trees fit, the rest is the system's cache. */
export const LOOKUP_CACHE_KIBIBYTES = 16 * 1024;

/**
 * For serving: the file never changes, so no lock is taken and no side file written. Not mapped into memory: a mapped
 * file that somebody truncates takes the whole process with it.
 */
export function openDatabase(file: string, cacheKibibytes = CACHE_KIBIBYTES): DatabaseSync {
  const url = pathToFileURL(file);
  url.searchParams.set('immutable', '1');
  url.searchParams.set('mode', 'ro');
  const database = new DatabaseSync(url, { readOnly: true });
  database.exec(`PRAGMA query_only = ON; PRAGMA cache_size = -${cacheKibibytes};`);
  return database;
}

/** The openings of answers, by number. */
export function readOpenings(entities: DatabaseSync): Openings {
  return entities
    .prepare('SELECT text FROM opening ORDER BY number')
    .all()
    .map((row) => row['text'] as string);
}

/** What the numbers of coverage rows stand for. */
export function wordsOf({ categories, sources }: Pick<Snapshot, 'categories' | 'sources'>): CoverageWords {
  return { categories: categories.map(({ key }) => key), sources: sources.map(({ key }) => key) };
}
