/** The tables of a snapshot in SQLite; `docs/snapshot-format.md` describes them for others. */
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { EntityType } from '../../model/entity.ts';

export const ENTITIES_FILE = 'entities.sqlite';
export const SEARCH_FILE = 'search.sqlite';

export const ENTITIES_SCHEMA = `
  CREATE TABLE entity   (id INTEGER PRIMARY KEY, answer BLOB NOT NULL);
  CREATE TABLE coverage (id INTEGER PRIMARY KEY, entry TEXT NOT NULL);
  CREATE TABLE redirect (id INTEGER PRIMARY KEY, target INTEGER NOT NULL);
  CREATE TABLE deletion (id INTEGER PRIMARY KEY, successors TEXT NOT NULL);
`;

// Contentless, no sizes, words by column only: what ranking needs of a name it reads from `hit`.
export const SEARCH_SCHEMA = `
  CREATE TABLE hit (rank INTEGER PRIMARY KEY, id INTEGER NOT NULL, prominence INTEGER NOT NULL,
    card TEXT NOT NULL, variants TEXT NOT NULL);
  CREATE TABLE full_name  (key INTEGER NOT NULL, rank INTEGER NOT NULL, PRIMARY KEY (key, rank)) WITHOUT ROWID;
  CREATE TABLE identifier (key INTEGER NOT NULL, rank INTEGER NOT NULL, PRIMARY KEY (key, rank)) WITHOUT ROWID;
  CREATE VIRTUAL TABLE word USING fts5 (name, variant, facet,
    content='', columnsize=0, detail=column, prefix='1 2 3 4 5', tokenize="unicode61 remove_diacritics 0");
`;

/** For building: nothing is safe until the files are finished, so nothing is journalled. */
export function createDatabase(file: string, schema: string): DatabaseSync {
  // Defensive mode would keep the journal, which serves no one here: an unfinished file is thrown away.
  const database = new DatabaseSync(file, { defensive: false });
  database.exec(`PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
    PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -65536; PRAGMA temp_store = FILE;`);
  database.exec(schema);
  return database;
}

/**
 * For serving: the file never changes, so no lock is taken and no side file written. Not mapped into memory: a mapped
 * file that somebody truncates takes the whole process with it.
 */
export function openDatabase(file: string): DatabaseSync {
  const url = pathToFileURL(file);
  url.searchParams.set('immutable', '1');
  url.searchParams.set('mode', 'ro');
  const database = new DatabaseSync(url, { readOnly: true });
  database.exec('PRAGMA query_only = ON; PRAGMA cache_size = -32768;');
  return database;
}

/** The word of the column `facet` that stands for a type. */
export function typeFacet(type: EntityType): string {
  return `t${type.toLowerCase()}`;
}

/** The word of the column `facet` that stands for a year of beginning or end. */
export function yearFacet(year: number): string {
  return `y${year < 0 ? 'bc' : ''}${Math.abs(year)}`;
}
