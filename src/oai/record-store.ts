/** The record store of a harvest: the last that a repository said of each item, and how far the harvest is; one SQLite file. */
import { DatabaseSync } from 'node:sqlite';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { DownloadFailed } from '../download/download-failure.ts';
import type { OaiRepository } from '../register/register.ts';
import type { Window } from './client.ts';
import type { Granularity } from '../model/datestamp.ts';
import type { HarvestedRecord } from './response.ts';

export const RECORD_STORE_FILE = 'journal.sqlite';

/** How far a harvest is. */
export interface HarvestState {
  readonly granularity: Granularity;
  /** Everything up to here, and of this very datestamp, has been listed. */
  readonly complete?: string | undefined;
  /** What is being listed, and where to go on in it; without a token from its beginning. */
  readonly window?: (Window & { readonly token?: string }) | undefined;
}

export interface StoredRecord {
  readonly identifier: string;
  readonly deleted: boolean;
  /** Its GND identifier, also of a deleted item, if it was ever seen. */
  readonly gnd?: string;
  readonly marc?: string;
}

export type RecordStore = ReturnType<typeof openRecordStore>;

const VERSION = 1;
const SCHEMA = `
  CREATE TABLE record (
    identifier TEXT PRIMARY KEY,
    datestamp TEXT NOT NULL,
    deleted INTEGER NOT NULL,
    gnd TEXT,
    -- MARC21-XML, deflated
    marc BLOB
  ) STRICT;
  CREATE TABLE harvest (
    number INTEGER PRIMARY KEY CHECK (number = 1),
    -- what is harvested; of another repository nothing is kept
    repository TEXT NOT NULL,
    granularity TEXT NOT NULL,
    complete TEXT,
    window_from TEXT,
    window_until TEXT,
    token TEXT
  ) STRICT;
  PRAGMA user_version = ${VERSION};
`;

/** A row of the table `harvest`. */
interface HarvestRow {
  readonly repository: string;
  readonly granularity: Granularity;
  readonly complete: string | null;
  readonly window_from: string | null;
  readonly window_until: string | null;
  readonly token: string | null;
}

interface RecordRow {
  readonly identifier: string;
  readonly deleted: number;
  readonly gnd: string | null;
  readonly marc: Uint8Array | null;
}

/**
 * Opens or begins it. A record store of another repository, format or set is emptied.
 * @throws DownloadFailed `journal_damaged` for one of another version; errors of SQLite, see `describeDamage`
 */
export function openRecordStore(file: string, repository: OaiRepository) {
  const db = new DatabaseSync(file);
  const { url, metadataPrefix, set = '' } = repository;
  const key = JSON.stringify([url, metadataPrefix, set]);
  try {
    prepare(db, key);
  } catch (error) {
    db.close();
    throw error;
  }
  const put = db.prepare(
    `INSERT INTO record (identifier, datestamp, deleted, gnd, marc) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (identifier) DO UPDATE SET datestamp = excluded.datestamp, deleted = excluded.deleted,
       gnd = coalesce(excluded.gnd, gnd), marc = excluded.marc
     WHERE excluded.datestamp >= datestamp`,
  );
  const putState = db.prepare('INSERT OR REPLACE INTO harvest VALUES (1, ?, ?, ?, ?, ?, ?)');

  function save({ granularity, complete, window }: HarvestState): void {
    const { from = null, until = null, token = null } = window ?? {};
    putState.run(key, granularity, complete ?? null, from, until, token);
  }

  return {
    /** Undefined when nothing was harvested yet. */
    state(): HarvestState | undefined {
      const row = db.prepare('SELECT * FROM harvest').get() as HarvestRow | undefined;
      return row === undefined ? undefined : stateOf(row);
    },
    /** One answer, in one transaction: its records, unless newer ones are known, and where the harvest is then. */
    take: (records: readonly HarvestedRecord[], next: HarvestState): void =>
      inOneStep(db, () => {
        for (const { identifier, datestamp, deleted, gnd, marc } of records) {
          put.run(
            identifier,
            datestamp,
            deleted ? 1 : 0,
            gnd ?? null,
            marc === undefined ? null : deflateRawSync(marc),
          );
        }
        save(next);
      }),
    /** Forgets what is older than the datestamp, but for the GND identifiers, and sets how far the harvest is. */
    prune: (before: string, next: HarvestState): void =>
      inOneStep(db, () => {
        db.prepare('DELETE FROM record WHERE datestamp < ? AND (deleted = 1 OR gnd IS NULL)').run(before);
        db.prepare('UPDATE record SET marc = NULL WHERE datestamp < ?').run(before);
        save(next);
      }),
    /** By identifier; those that were pruned are not among them. */
    *entries(): Iterable<StoredRecord> {
      const rows = db.prepare(
        'SELECT identifier, deleted, gnd, marc FROM record WHERE deleted = 1 OR marc IS NOT NULL ORDER BY identifier',
      );
      for (const row of rows.iterate()) yield entryOf(row as unknown as RecordRow);
    },
    [Symbol.dispose]: () => db.close(),
  };
}

function prepare(db: DatabaseSync, key: string): void {
  const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number };
  if (version === 0) inOneStep(db, () => db.exec(SCHEMA));
  else if (version !== VERSION) throw damaged();
  const row = db.prepare('SELECT repository FROM harvest').get() as Pick<HarvestRow, 'repository'> | undefined;
  if (row !== undefined && row.repository !== key) {
    inOneStep(db, () => db.exec('DELETE FROM record; DELETE FROM harvest'));
  }
}

function inOneStep(db: DatabaseSync, work: () => void): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    work();
    db.exec('COMMIT');
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

function stateOf({ granularity, complete, window_from: from, window_until: until, token }: HarvestRow): HarvestState {
  return {
    granularity,
    complete: complete ?? undefined,
    window: from === null || until === null ? undefined : { from, until, ...(token !== null && { token }) },
  };
}

function entryOf({ identifier, deleted, gnd, marc }: RecordRow): StoredRecord {
  return {
    identifier,
    deleted: deleted === 1,
    ...(gnd !== null && { gnd }),
    ...(marc !== null && { marc: inflateRawSync(marc).toString('utf8') }),
  };
}

/** What means that the file is no record store, or no sound one: error, corrupt, not a database. */
const DAMAGE: ReadonlySet<number> = new Set([1, 11, 26]);

/** DownloadFailed `journal_damaged` where the error says that; other errors, such as a full disk, as they are. */
export function describeDamage(error: unknown): unknown {
  const code = (error as { errcode?: number }).errcode;
  return code !== undefined && DAMAGE.has(code % 256) ? damaged(error) : error;
}

function damaged(cause?: unknown): DownloadFailed {
  return new DownloadFailed(
    'journal_damaged',
    `The record store of the harvest cannot be read. Without its file, ${RECORD_STORE_FILE}, the harvest begins anew.`,
    { cause },
  );
}
