/** The tables of a snapshot in SQLite, as in `docs/snapshot-format.md`. */
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { ENTITY_TYPES, type EntityType } from '../model/entity.ts';
import { INDEXED_PREFIX } from '../search/index-fields.ts';

export const ENTITIES_FILE = 'entities.sqlite';
export const SEARCH_FILE = 'search.sqlite';

/**
 * At most one of `target`, `successors` and `answer` has a value; the first row, {@link BEFORE_ALL}, and withheld identifiers
 * have none. Each row names the next identifier, so that a missing row is not mistaken for an unknown identifier.
 */
export const ENTITIES_SCHEMA = `
  CREATE TABLE record   (id INTEGER PRIMARY KEY, next INTEGER NOT NULL, checksum INTEGER NOT NULL, target INTEGER,
    successors TEXT, answer BLOB);
  CREATE TABLE coverage (id INTEGER PRIMARY KEY, checksum INTEGER NOT NULL, entry TEXT NOT NULL);
`;

/** `id` of the row before the first identifier. */
export const BEFORE_ALL = -1;
/** `next` of the row of the last identifier. */
export const AFTER_ALL = 2 ** 36;

/** Lengths of prefixes that have an index of their own. */
const PREFIXES = Array.from({ length: INDEXED_PREFIX }, (_, index) => index + 1).join(' ');

/**
 * Ranking reads `candidate` for every candidate, so its pages should hold many rows: columns that are needed only for
 * display are in `hit`. Each type has its own word index, so a search for one type never reads the others; the indexes
 * have neither contents nor positions. Words are folded before they are indexed, so the tokenizer need not know Unicode.
 */
export const SEARCH_SCHEMA = `
  CREATE TABLE candidate (rank INTEGER PRIMARY KEY, type INTEGER NOT NULL, prominence INTEGER NOT NULL,
    first_year INTEGER, last_year INTEGER, names TEXT NOT NULL);
  CREATE TABLE hit (rank INTEGER PRIMARY KEY, id INTEGER NOT NULL, checksum INTEGER NOT NULL, card TEXT NOT NULL,
    variants TEXT NOT NULL);
  CREATE TABLE full_name  (key INTEGER NOT NULL, rank INTEGER NOT NULL, PRIMARY KEY (key, rank)) WITHOUT ROWID;
  CREATE TABLE identifier (key INTEGER NOT NULL, rank INTEGER NOT NULL, PRIMARY KEY (key, rank)) WITHOUT ROWID;
  CREATE TABLE frequent_key (key INTEGER PRIMARY KEY, entities INTEGER NOT NULL);
  CREATE TABLE vocabulary (word TEXT PRIMARY KEY, entities INTEGER NOT NULL, types INTEGER NOT NULL,
    sound INTEGER) WITHOUT ROWID;
  CREATE TABLE symmetric_delete (key INTEGER NOT NULL, prefix TEXT NOT NULL, PRIMARY KEY (key, prefix)) WITHOUT ROWID;
  CREATE TABLE prefix (prefix TEXT PRIMARY KEY, entities INTEGER NOT NULL, types INTEGER NOT NULL) WITHOUT ROWID;
  ${ENTITY_TYPES.map(
    (type) => `CREATE VIRTUAL TABLE ${wordTable(type)} USING fts5 (words, content='', columnsize=0, detail=none,
    prefix='${PREFIXES}', tokenize="ascii tokenchars '_'");`,
  ).join('\n  ')}
`;

/** A key of a relation is frequent if more entities have it. Counting this many takes a tenth of a millisecond. */
export const FREQUENT_ENTITIES = 1000;

/** The bit of a type in the columns `types`. */
export function typeBit(type: EntityType): number {
  return 1 << ENTITY_TYPES.indexOf(type);
}
export function typeBits(types: readonly EntityType[]): number {
  return types.reduce((bits, type) => bits | typeBit(type), 0);
}
/** The bits of all types. */
export const ALL_TYPES = typeBits(ENTITY_TYPES);

/** Name of a type's word index. */
export function wordTable(type: EntityType): string {
  return `word_${type}`;
}

/** Page size of `entities.sqlite`: with rows of some 800 bytes, a sixth of smaller pages would stay empty. */
export const ENTITY_PAGE_BYTES = 16_384;

/** Size of the cache for files that are written or read from beginning to end. */
const CACHE_KIBIBYTES = 64 * 1024;

/** Creates a file for a build, without a journal, because an unfinished file is thrown away. */
export function createDatabase(file: string, schema: string, pageBytes = 4096): DatabaseSync {
  // Defensive mode would keep the journal.
  const database = new DatabaseSync(file, { defensive: false });
  try {
    database.exec(`PRAGMA page_size = ${pageBytes}; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
      PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -${CACHE_KIBIBYTES}; PRAGMA temp_store = FILE; ${schema}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Size of the cache for random reads: it holds the inner pages of the trees, and the system caches the rest. */
export const LOOKUP_CACHE_KIBIBYTES = 16 * 1024;

/**
 * Opens a file for reading. The file never changes, so no lock is taken and no side file is written. It is not mapped into
 * memory, because truncating a mapped file would end the process.
 */
export function openDatabase(file: string, cacheKibibytes = CACHE_KIBIBYTES): DatabaseSync {
  // Opening a pipe without a writer would never return.
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false) throw new Error(`${file} is not a file`);
  const url = pathToFileURL(file);
  url.searchParams.set('immutable', '1');
  url.searchParams.set('mode', 'ro');
  const database = new DatabaseSync(url, { readOnly: true });
  try {
    database.exec(`PRAGMA query_only = ON; PRAGMA cell_size_check = ON; PRAGMA cache_size = -${cacheKibibytes};`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
