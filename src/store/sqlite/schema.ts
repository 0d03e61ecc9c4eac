/** The tables of a snapshot in SQLite; `docs/snapshot-format.md` describes them for others. */
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { ENTITY_TYPES, type EntityType } from '../../model/entity.ts';
import { LIMITS } from '../../search/dials.ts';

export const ENTITIES_FILE = 'entities.sqlite';
export const SEARCH_FILE = 'search.sqlite';

/**
 * Of `target`, `successors` and `answer` exactly one has a value. Each row names the next identifier, so that an
 * identifier is known to be unknown only when the row before it says so; the first row, {@link BEFORE_ALL}, has none of them.
 */
export const ENTITIES_SCHEMA = `
  CREATE TABLE record   (id INTEGER PRIMARY KEY, next INTEGER NOT NULL, checksum INTEGER NOT NULL, target INTEGER,
    successors TEXT, answer BLOB);
  CREATE TABLE coverage (id INTEGER PRIMARY KEY, checksum INTEGER NOT NULL, entry TEXT NOT NULL);
`;

/** `id` of the row before the first identifier, and `next` of the row of the last. */
export const BEFORE_ALL = -1;
export const AFTER_ALL = 2 ** 36;

/** Lengths of the beginnings that have an index of their own. */
const PREFIXES = Array.from({ length: LIMITS.indexedPrefix.value }, (_, place) => place + 1).join(' ');

/**
 * What ranking reads of every candidate lies apart from what is shown of few (`hit`), so that a page of the file holds many. One word index per type, so that a search among one type never walks through the others;
 * contentless, without positions. Words are folded before they get here, so the tokenizer has nothing to know of Unicode.
 */
export const SEARCH_SCHEMA = `
  CREATE TABLE candidate (rank INTEGER PRIMARY KEY, type INTEGER NOT NULL, prominence INTEGER NOT NULL,
    first_year INTEGER, last_year INTEGER, names TEXT NOT NULL);
  CREATE TABLE hit (rank INTEGER PRIMARY KEY, id INTEGER NOT NULL, checksum INTEGER NOT NULL, card TEXT NOT NULL,
    variants TEXT NOT NULL);
  CREATE TABLE full_name  (key INTEGER NOT NULL, rank INTEGER NOT NULL, PRIMARY KEY (key, rank)) WITHOUT ROWID;
  CREATE TABLE identifier (key INTEGER NOT NULL, rank INTEGER NOT NULL, PRIMARY KEY (key, rank)) WITHOUT ROWID;
  CREATE TABLE vocabulary (word TEXT PRIMARY KEY, entities INTEGER NOT NULL, types INTEGER NOT NULL,
    sound INTEGER) WITHOUT ROWID;
  CREATE TABLE symmetric_delete (key INTEGER NOT NULL, prefix TEXT NOT NULL, PRIMARY KEY (key, prefix)) WITHOUT ROWID;
  CREATE TABLE prefix (prefix TEXT PRIMARY KEY, entities INTEGER NOT NULL, types INTEGER NOT NULL) WITHOUT ROWID;
  ${ENTITY_TYPES.map(
    (type) => `CREATE VIRTUAL TABLE ${wordTable(type)} USING fts5 (words, content='', columnsize=0, detail=none,
    prefix='${PREFIXES}', tokenize="ascii tokenchars '_'");`,
  ).join('\n  ')}
`;

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

/** Rows of some 800 bytes leave a sixth of a small page empty. */
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
  // Whoever opens a pipe that nobody writes into waits for ever.
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
