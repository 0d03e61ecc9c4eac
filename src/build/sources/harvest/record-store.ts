/** The record store of a harvest, an SQLite file: the newest version of each item, and the progress of the harvest. */
import { DatabaseSync } from 'node:sqlite';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { isDamaged } from '../../../shared/files/sqlite-errors.ts';
import { DownloadFailed } from '../download/download-failure.ts';
import type { OaiRepository } from '../register/register.ts';
import type { Window } from './client.ts';
import type { GndId } from '../../../core/model/gnd-id.ts';
import type { Granularity } from '../../../core/model/datestamp.ts';
import { createSql } from './sql.ts';
import { AUDIT_AGES, AUDIT_SCHEMA, createAuditStore, EMPTY_AUDIT } from './audit-store.ts';
import type { ListedItems } from './list-window.ts';
import type { HarvestedRecord } from './response.ts';

export const RECORD_STORE_FILE = 'records.sqlite';

/** The progress of a harvest. */
export interface HarvestState {
  readonly granularity: Granularity;
  /** Datestamp, inclusive, up to which everything has been listed. */
  readonly complete?: string | undefined;
  /** Window being listed, with the resumption token of the next page; without a token at the beginning of the list. */
  readonly window?: (Window & { readonly token?: string }) | undefined;
  /** Length of the longest window to try next, in milliseconds; absent where nothing has failed. */
  readonly longest?: number | undefined;
}

/**
 * Reasons why a window is listed again. `failed`: the repository did not list it. `missed`: an audit found records
 * missing. `unread`: items had no identifier. `empty`: the list had no items. `short`: it had fewer than announced.
 */
type RelistReason = 'failed' | 'missed' | 'unread' | 'empty' | 'short';

/** An earlier window that the next harvest lists again. */
export interface WindowToRelist extends Window {
  readonly reason: RelistReason;
  /** Reason of the last failure. */
  readonly detail?: string | null;
}

export type RecordStore = ReturnType<typeof openRecordStore>;

/** Version of the tables, in `user_version` of the file. */
const VERSION = 5;
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
    -- url, format and set; records of another repository are not kept
    repository TEXT NOT NULL,
    granularity TEXT NOT NULL,
    complete TEXT,
    window_from TEXT,
    window_until TEXT,
    token TEXT,
    longest INTEGER
  ) STRICT;
  CREATE TABLE again (
    window_from TEXT NOT NULL,
    window_until TEXT NOT NULL,
    reason TEXT NOT NULL,
    asked INTEGER NOT NULL DEFAULT 0,
    detail TEXT,
    PRIMARY KEY (window_from, window_until)
  ) STRICT;`;

const WINDOWS_TO_RELIST = 'SELECT window_from AS "from", window_until AS "until", reason, detail FROM again';

/** A row of the table `harvest`. */
interface HarvestRow {
  readonly repository: string;
  readonly granularity: Granularity;
  readonly complete: string | null;
  readonly window_from: string | null;
  readonly window_until: string | null;
  readonly token: string | null;
  readonly longest: number | null;
}

interface RecordRow {
  readonly identifier: string;
  readonly datestamp: string;
  readonly deleted: number;
  readonly gnd: GndId | null;
  readonly marc: Uint8Array | null;
}

/**
 * Opens or creates a record store. Empties a store of another repository, format or set.
 * @throws DownloadFailed `record_store_damaged` for tables of another version; errors of SQLite, see `describeDamage`
 */
export function openRecordStore(file: string, repository: OaiRepository) {
  const db = new DatabaseSync(file);
  const { run, rows, inTransaction } = createSql(db);
  const { url, metadataPrefix, set = '' } = repository;
  const key = JSON.stringify([url, metadataPrefix, set]);
  try {
    prepare(db, key);
  } catch (error) {
    db.close();
    throw error;
  }
  const putState = db.prepare('INSERT OR REPLACE INTO harvest VALUES (1, ?, ?, ?, ?, ?, ?, ?)');

  function save({ granularity, complete, window, longest }: HarvestState): void {
    const { from = null, until = null, token = null } = window ?? {};
    putState.run(key, granularity, complete ?? null, from, until, token, longest ?? null);
  }

  const audit = createAuditStore(db);
  const { isKnown, putAll, putAllUnread } = createRecordWriter(db);

  return {
    /** Undefined when nothing was harvested yet. */
    state: (): HarvestState | undefined => rows<HarvestRow>('SELECT * FROM harvest').map(stateOf)[0],
    /**
     * Stores one answer in one transaction: its records, unless newer ones are known, those that cannot be used, and the
     * progress of the harvest.
     * @returns the number of records that were new or newer
     */
    take(records: readonly HarvestedRecord[], next: HarvestState, unread: ListedItems['unread'] = []): number {
      let fresh = 0;
      inTransaction(() => {
        fresh = putAll(records);
        putAllUnread(unread, next.window?.from ?? next.complete ?? '');
        save(next);
      });
      return fresh;
    },
    /** Stores records that were requested one by one. */
    add: (records: readonly HarvestedRecord[]): void => inTransaction(() => void putAll(records)),
    ...createRelistStore(db),
    /** Corrects datestamps that lie in the future, which no later version of the record could replace. */
    limitDatestamps: (now: string): void => void run('UPDATE record SET datestamp = ?1 WHERE datestamp > ?1', now),
    /** Removes records older than the datestamp, but keeps their GND identifiers; sets the progress of the harvest. */
    prune: (before: string, next: HarvestState): void =>
      inTransaction(() => {
        db.exec(`DELETE FROM again; ${EMPTY_AUDIT}`);
        for (const age of AUDIT_AGES) audit.setProgress(age, { through: before, tries: 0 });
        run('DELETE FROM record WHERE datestamp < ? AND (deleted = 1 OR gnd IS NULL)', before);
        run('UPDATE record SET marc = NULL WHERE datestamp < ?', before);
        save(next);
      }),
    /** Records in the order of their identifiers, without pruned ones. A deleted one has its GND identifier if it was ever known. */
    *entries(): Iterable<HarvestedRecord> {
      const rows = db.prepare(
        'SELECT identifier, datestamp, deleted, gnd, marc FROM record WHERE deleted = 1 OR marc IS NOT NULL ORDER BY identifier',
      );
      for (const row of rows.iterate()) yield entryOf(row as unknown as RecordRow);
    },
    audit,
    /** Whether this version of an item, or a newer one, is known. */
    isKnown,
    [Symbol.dispose]: () => db.close(),
  };
}

function prepare(db: DatabaseSync, key: string): void {
  const { value, inTransaction } = createSql(db);
  // A transaction does not wait for the disk. After a power failure the last answers may be missing, with their progress.
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
  const version = value<number>('PRAGMA user_version');
  if (version === 0) inTransaction(() => db.exec(`${SCHEMA} ${AUDIT_SCHEMA} PRAGMA user_version = ${VERSION}`));
  else if (version !== VERSION) throw damaged();
  if ((value<string>('SELECT repository FROM harvest') ?? key) !== key)
    inTransaction(() => db.exec(`DELETE FROM record; DELETE FROM harvest; DELETE FROM again; ${EMPTY_AUDIT}`));
}

function stateOf(row: HarvestRow): HarvestState {
  const { granularity, complete, window_from: from, window_until: until, token, longest } = row;
  return {
    granularity,
    complete: complete ?? undefined,
    ...(longest !== null && { longest }),
    window: from === null || until === null ? undefined : { from, until, ...(token !== null && { token }) },
  };
}

function entryOf({ identifier, datestamp, deleted, gnd, marc }: RecordRow): HarvestedRecord {
  return {
    identifier,
    datestamp,
    deleted: deleted === 1,
    ...(gnd !== null && { gnd }),
    ...(marc !== null && { marc: inflateRawSync(marc).toString('utf8') }),
  };
}

/** Turns errors of SQLite about damage into DownloadFailed `record_store_damaged`; returns other errors unchanged. */
export function describeDamage(error: unknown): unknown {
  return isDamaged(error) ? damaged(error) : error;
}

function damaged(cause?: unknown): DownloadFailed {
  return new DownloadFailed(
    'record_store_damaged',
    `The record store of the harvest cannot be read. If you remove its file, ${RECORD_STORE_FILE}, the harvest starts again from the beginning.`,
    { cause },
  );
}

/** Writes records, and remembers those that cannot be used. */
function createRecordWriter(db: DatabaseSync) {
  const put = db.prepare(
    `INSERT INTO record (identifier, datestamp, deleted, gnd, marc) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (identifier) DO UPDATE SET datestamp = excluded.datestamp, deleted = excluded.deleted,
       gnd = coalesce(excluded.gnd, gnd), marc = excluded.marc
     WHERE excluded.datestamp >= datestamp`,
  );
  const datestampOf = db.prepare('SELECT datestamp FROM record WHERE identifier = ?');
  const removeMissing = db.prepare('DELETE FROM missing WHERE identifier = ? AND datestamp <= ?');
  const putUnread = db.prepare('INSERT OR REPLACE INTO missing (identifier, datestamp, reason) VALUES (?, ?, ?)');

  function isKnown({ identifier, datestamp }: Pick<HarvestedRecord, 'identifier' | 'datestamp'>): boolean {
    const stored = datestampOf.get(identifier) as { datestamp: string } | undefined;
    return stored !== undefined && stored.datestamp >= datestamp;
  }

  /** @returns the number of records that were new or newer */
  function putAll(records: readonly HarvestedRecord[]): number {
    let fresh = 0;
    for (const record of records) {
      const { identifier, datestamp, deleted, gnd, marc } = record;
      if (!isKnown(record)) fresh += 1;
      put.run(identifier, datestamp, deleted ? 1 : 0, gnd ?? null, marc === undefined ? null : deflateRawSync(marc));
      removeMissing.run(identifier, datestamp);
    }
    return fresh;
  }

  /** Remembers records that cannot be used. @param from datestamp of those that have none */
  function putAllUnread(unread: ListedItems['unread'], from: string): void {
    for (const { identifier, datestamp = from, reason } of unread) {
      if (identifier !== undefined && !isKnown({ identifier, datestamp })) putUnread.run(identifier, datestamp, reason);
    }
  }

  return { isKnown, putAll, putAllUnread };
}

/** The windows that are listed again. */
function createRelistStore(db: DatabaseSync) {
  const { run, rows, inTransaction } = createSql(db);
  const putToRelist = db.prepare(
    'INSERT OR REPLACE INTO again (window_from, window_until, reason, detail) VALUES (?, ?, ?, ?)',
  );
  return {
    /** Windows to be listed again, with the fewest attempts first. */
    windowsToRelist: (most: number): readonly WindowToRelist[] =>
      rows(`${WINDOWS_TO_RELIST} ORDER BY asked, window_from LIMIT ?`, most),
    /** Windows that lack records, in order of time. */
    gaps: (): readonly WindowToRelist[] =>
      rows(`${WINDOWS_TO_RELIST} WHERE reason IN ('failed', 'missed', 'unread') ORDER BY window_from`),
    relistLater: (windows: readonly WindowToRelist[]): void =>
      inTransaction(() => {
        for (const { from, until, reason, detail = null } of windows) putToRelist.run(from, until, reason, detail);
      }),
    removeRelisted: ({ from, until }: Window): void =>
      void run('DELETE FROM again WHERE window_from = ? AND window_until = ?', from, until),
    /** Postpones a window: the next harvest lists others first. */
    postpone: ({ from, until }: Window): void =>
      void run('UPDATE again SET asked = asked + 1 WHERE window_from = ? AND window_until = ?', from, until),
  };
}
