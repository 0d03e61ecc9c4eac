/** Decides from all claims which identifier stands for which entity, and writes the decisions to a database. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Advance } from '../progress.ts';
import { openSpills } from '../../../shared/files/spill.ts';
import { type Identity, reduceClaims } from './claims.ts';
import { countRows } from '../../../core/sqlite/row-statement.ts';
import { IDENTITIES_FILE, type IdRange } from './identities.ts';
import { NAME_RANK } from './merge-records.ts';
import type { RecordOrigin } from './compare-records.ts';
import { resolveRedirects } from './redirects.ts';
import { openOutdated } from './choose-records.ts';
import type { Task, TaskContext } from './task.ts';
import { applyEntityDecisions } from './withhold.ts';

const SCHEMA = `
  CREATE TABLE name (id INTEGER PRIMARY KEY, rank INTEGER NOT NULL, label TEXT NOT NULL);
  CREATE TABLE claim (old INTEGER NOT NULL, target INTEGER NOT NULL, evidence INTEGER NOT NULL, PRIMARY KEY (old, target)) WITHOUT ROWID;
  CREATE TABLE deletion (id INTEGER PRIMARY KEY, successors TEXT NOT NULL DEFAULT '[]');
  CREATE TABLE redirect (old INTEGER PRIMARY KEY, target INTEGER NOT NULL);
  CREATE TABLE relation (target INTEGER PRIMARY KEY, relations INTEGER NOT NULL);
`;

/** Size of the cache while the database is written, in KiB. */
const CACHE_KIB = 131_072;

interface IdentifyTask extends Task {
  /** Spills of claims. */
  readonly claims: readonly string[];
  /** Folder in which the task `chooseRecords` has listed the identifiers of outdated records. */
  readonly outdatedFolder: string;
  /** By number of the source. */
  readonly recordOrigins: readonly RecordOrigin[];
  /** `YYYY-MM-DD`, the day for the validity of decisions about entities. */
  readonly day: string;
  /** Number of ranges into which the entities are cut. */
  readonly ranges: number;
}

/**
 * Writes, for each identifier, its name, the number of relations to it, and whether it was deleted or redirected.
 * @returns `entities`: number of identifiers with a record, redirected ones included; `ranges`, about equally large
 */
export function identify(task: IdentifyTask, { curation }: TaskContext, advance: Advance) {
  const { claims, ranges, directory } = task;
  using spills = openSpills(claims);
  using database = createIdentities(directory);
  const insert = createIdentityWriter(database);
  for (const identity of reduceClaims(spills.records(), openOutdated(task.outdatedFolder, task.recordOrigins))) {
    insert(identity);
    if (identity.name !== undefined) advance(1);
  }
  const resolved = resolveRedirects(database);
  const decided = applyEntityDecisions(database, curation.entityDecisions, task.day);
  const redirects = {
    ...resolved,
    redirects: resolved.redirects - decided.redirects,
    deletions: resolved.deletions - decided.deletions,
  };
  // Relations to a former identifier count for its entity.
  database.exec(`
    DROP TABLE claim; DROP TABLE ending; DROP TABLE reach;
    CREATE TABLE inbound (id INTEGER PRIMARY KEY, relations INTEGER NOT NULL);
    INSERT INTO inbound SELECT coalesce(redirect.target, relation.target) AS id, sum(relations)
      FROM relation LEFT JOIN redirect ON redirect.old = relation.target GROUP BY 1 ORDER BY 1;
    DROP TABLE relation;
    CREATE INDEX redirect_target ON redirect (target);
  `);
  const named = `name WHERE rank <= ${NAME_RANK.supplement}`;
  const entities = countRows(database, named);
  const border = database.prepare(`SELECT id FROM ${named} ORDER BY id LIMIT 1 OFFSET ?`);
  const borders = Array.from(
    { length: ranges - 1 },
    (_entry, index) => border.get(Math.round(((index + 1) * entities) / ranges))?.['id'] as number | undefined,
  ).filter((id) => id !== undefined);
  database.exec('COMMIT');
  return { redirects, decided, entities, ranges: rangesBetween(borders) };
}

/** Greater than every packed identifier. */
const END = 2 ** 36;

function rangesBetween(borders: readonly number[]): IdRange[] {
  const all = [...new Set([0, ...borders, END])];
  return all.slice(1).map((to, index) => ({ from: all[index] as number, to }));
}

/** Creates the database and opens a transaction. @param directory must exist, and must not hold the file */
export function createIdentities(directory: string): DatabaseSync {
  const database = new DatabaseSync(join(directory, IDENTITIES_FILE), { defensive: false });
  database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA cache_size = -${CACHE_KIB}; PRAGMA temp_store = FILE; ${SCHEMA} BEGIN`);
  return database;
}

export function createIdentityWriter(database: DatabaseSync): (identity: Identity) => void {
  const insert = {
    name: database.prepare('INSERT INTO name VALUES (?, ?, ?)'),
    claim: database.prepare('INSERT INTO claim VALUES (?, ?, ?)'),
    deletion: database.prepare('INSERT INTO deletion (id) VALUES (?)'),
    relation: database.prepare('INSERT INTO relation VALUES (?, ?)'),
  };
  return ({ id, name, deleted, relations, redirects }) => {
    if (name !== undefined) insert.name.run(id, name.rank, name.label);
    if (deleted) insert.deletion.run(id);
    if (relations > 0) insert.relation.run(id, relations);
    for (const [target, evidence] of redirects) insert.claim.run(id, target, evidence);
  };
}
