/** Checks every claim of a snapshot's header against the contents of the snapshot. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { claimOf, readHeader, type SnapshotHeader } from '../../../core/snapshot/header.ts';
import { type CheckedClaim, claimed, createFaults, unequal } from './checked-claim.ts';
import {
  ENTITIES_FILE,
  ENTITIES_SCHEMA,
  openDatabase,
  SEARCH_FILE,
  SEARCH_SCHEMA,
} from '../../../core/sqlite/schema.ts';
import { verifyRecords } from './verify-records.ts';
import { verifySearch } from './verify-search.ts';

/**
 * Yields each claim as soon as it is checked. When a file is missing, damaged or differs from its hash, claims about
 * contents are left out: they would only repeat the fault.
 * @throws UnusableSnapshot when there is no header to check
 */
export async function* verifySnapshot(directory: string): AsyncIterable<CheckedClaim> {
  const header = await readHeader(directory);
  let areFilesSound = true;
  for (const file of [ENTITIES_FILE, SEARCH_FILE]) {
    const falsehood = await fileFalsehood(directory, file, header);
    if (falsehood !== undefined) areFilesSound = false;
    yield claimed(`${file} has the size and SHA-256 that the header states`, falsehood);
  }
  if (!areFilesSound) return;
  for (const [file, schema] of [
    [ENTITIES_FILE, ENTITIES_SCHEMA],
    [SEARCH_FILE, SEARCH_SCHEMA],
  ] as const) {
    const path = join(directory, file);
    const damage = inspect(path, integrityFault);
    yield claimed(`${file} is an intact database`, damage);
    if (damage !== undefined) return;
    const foreign = inspect(path, (database) => unlikeSchema(database, schema));
    yield claimed(`${file} has the tables of its format`, foreign);
    if (foreign !== undefined) return;
  }
  const entities = openDatabase(join(directory, ENTITIES_FILE));
  const search = openDatabase(join(directory, SEARCH_FILE));
  // Listing the words needs a temporary table; the file itself is opened read-only.
  search.exec('PRAGMA query_only = OFF');
  try {
    yield* readable(ENTITIES_FILE, verifyRecords(header, entities, search));
    yield* readable(SEARCH_FILE, verifySearch(header, search, entities));
  } finally {
    entities.close();
    search.close();
  }
}

/** Runs checks of rows. An unreadable row ends the checks and counts as a false claim. */
function* readable(file: string, checks: Iterable<CheckedClaim>): Iterable<CheckedClaim> {
  try {
    yield* checks;
  } catch (error) {
    yield claimed(`the rows of ${file} can be read`, (error as Error).message);
  }
}

async function fileFalsehood(directory: string, file: string, header: SnapshotHeader): Promise<string | undefined> {
  const path = join(directory, file);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return 'the file is missing';
  // Opening a pipe without a writer would never return.
  if (!stats.isFile()) return 'it is not a file';
  const [stated, actual] = [header.files[file], await claimOf(path)];
  if (stated === undefined) return 'the header does not name it';
  return unequal('bytes', stated.bytes, actual.bytes) ?? unequal('SHA-256', stated.sha256, actual.sha256);
}

/** @returns the fault; a file that cannot be opened or queried has one */
function inspect(path: string, faultOf: (database: DatabaseSync) => string | undefined): string | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = openDatabase(path);
    return faultOf(database);
  } catch (error) {
    return (error as Error).message;
  } finally {
    database?.close();
  }
}

function integrityFault(database: DatabaseSync): string | undefined {
  const outcome = database.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'];
  return outcome === 'ok' ? undefined : String(outcome);
}

function unlikeSchema(database: DatabaseSync, schema: string): string | undefined {
  const empty = new DatabaseSync(':memory:');
  try {
    empty.exec(schema);
    const [expected, actual] = [columnsOf(empty), columnsOf(database)];
    const faults = createFaults();
    for (const column of expected.difference(actual)) faults.add(`${column} is missing`);
    for (const column of actual.difference(expected)) faults.add(`${column} is unknown`);
    return faults.summary();
  } finally {
    empty.close();
  }
}

function columnsOf(database: DatabaseSync): Set<string> {
  const columns = database.prepare(`SELECT "table".name || '.' || "column".name AS name
    FROM sqlite_schema AS "table", pragma_table_info("table".name) AS "column"
    WHERE "table".type = 'table' AND "table".name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`);
  return new Set(columns.all().map((row) => row['name'] as string));
}
