/** The tables of a record store for audits: their progress, missing records, and the numbers of records by day. */
import type { DatabaseSync } from 'node:sqlite';
import type { HarvestedRecord } from './response.ts';
import type { Window } from './client.ts';
import { createSql } from './sql.ts';

/** Ages in days at which each day is listed again. */
export const AUDIT_AGES = [3, 14] as const;

/** Tables of the audit. */
export const AUDIT_SCHEMA = `
  CREATE INDEX record_datestamp ON record (datestamp);
  CREATE TABLE audit (
    after_days INTEGER PRIMARY KEY,
    -- datestamp up to which days of this age were listed again
    through TEXT NOT NULL,
    longest INTEGER,
    -- number of lists in a row that lacked known records
    tries INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE missing (
    identifier TEXT PRIMARY KEY,
    datestamp TEXT NOT NULL,
    -- why the record cannot be used; NULL for one that lists did not have
    reason TEXT
  ) STRICT;
  CREATE TABLE day (
    day TEXT PRIMARY KEY,
    -- number of records when the day was counted
    records INTEGER NOT NULL,
    -- instant since which the day is held
    held TEXT
  ) STRICT;
  CREATE TABLE audit_log (
    -- day of the audit
    day TEXT PRIMARY KEY,
    requests INTEGER NOT NULL,
    missed INTEGER NOT NULL,
    at TEXT NOT NULL
  ) STRICT;`;

export const EMPTY_AUDIT = 'DELETE FROM audit; DELETE FROM missing; DELETE FROM day; DELETE FROM audit_log;';

/** Progress of the audit of days of one age. */
export interface AuditProgress {
  /** Datestamp up to which the days were listed again. */
  readonly through: string;
  /** Length of the longest window to try next, in milliseconds. */
  readonly longest?: number | null | undefined;
  /** Number of lists in a row that lacked known records. */
  readonly tries: number;
}

/** Counts of one day of audits. */
export interface AuditCounts {
  readonly requests: number;
  /** Number of records newly found missing. */
  readonly missed: number;
}

/** A day with the number of its harvested changes. */
export interface HarvestedDay {
  readonly day: string;
  readonly records: number;
  readonly held?: string | null | undefined;
}

/** A record that was listed, but not harvested. */
type MissingRecord = Pick<HarvestedRecord, 'identifier' | 'datestamp'>;

export function createAuditStore(db: DatabaseSync) {
  const { run, rows, value } = createSql(db);
  return {
    /** @param afterDays one of {@link AUDIT_AGES} */
    progress: (afterDays: number): AuditProgress | undefined =>
      rows<AuditProgress>('SELECT through, longest, tries FROM audit WHERE after_days = ?', afterDays)[0],
    setProgress: (afterDays: number, { through, longest = null, tries }: AuditProgress): void =>
      void run('INSERT OR REPLACE INTO audit VALUES (?, ?, ?, ?)', afterDays, through, longest, tries),
    /** Adds a missing record. @returns whether it is newly found missing */
    addMissing: ({ identifier, datestamp }: MissingRecord): boolean =>
      run('INSERT OR IGNORE INTO missing (identifier, datestamp) VALUES (?, ?)', identifier, datestamp).changes > 0,
    missing: (most: number) =>
      rows<MissingRecord>(`${MISSING} WHERE reason IS NULL ORDER BY datestamp, identifier LIMIT ?`, most),
    /** Some of the records that could not be used. */
    unread: (most: number) =>
      rows<MissingRecord>(`${MISSING} WHERE reason IS NOT NULL ORDER BY random() LIMIT ?`, most),
    /** Numbers of records that could not be used, by reason. */
    countUnread: (): Readonly<Record<string, number>> =>
      Object.fromEntries(
        rows<{ reason: string; n: number }>(
          'SELECT reason, count(*) AS n FROM missing WHERE reason IS NOT NULL GROUP BY 1 ORDER BY 1',
        ).map(({ reason, n }) => [reason, n]),
      ),
    removeMissing: (identifier: string): void => void run('DELETE FROM missing WHERE identifier = ?', identifier),
    /** Number of records of a window. */
    countRecords: ({ from, until }: Window) =>
      value<number>('SELECT count(*) FROM record WHERE datestamp BETWEEN ? AND ?', from, until) ?? 0,
    /** The day of the oldest record that was not pruned. */
    firstDay: () =>
      value<string>(
        'SELECT substr(datestamp, 1, 10) FROM record WHERE deleted = 1 OR marc IS NOT NULL ORDER BY datestamp LIMIT 1',
      ),
    /** The last day that was counted. */
    lastDay: () => value<string>('SELECT max(day) FROM day'),
    countMissing: () => value<number>('SELECT count(*) FROM missing WHERE reason IS NULL') ?? 0,
    /** Numbers of records by day; days without records are left out. @param until last day, inclusive */
    countDays: (from: string, until: string) =>
      rows<HarvestedDay>(
        `SELECT substr(datestamp, 1, 10) AS day, count(*) AS records FROM record
         WHERE datestamp >= ? AND datestamp < ? GROUP BY 1 ORDER BY 1`,
        from,
        `${until}~`,
      ),
    /** The counted days from a day on, in order. */
    days: (from: string) => rows<HarvestedDay>('SELECT day, records, held FROM day WHERE day >= ? ORDER BY day', from),
    setDay: ({ day, records, held = null }: HarvestedDay): void =>
      void run('INSERT OR REPLACE INTO day VALUES (?, ?, ?)', day, records, held),
    /** Adds to the counts of a day. */
    log: (at: string, { requests, missed }: AuditCounts): void =>
      void run(
        `INSERT INTO audit_log VALUES (?, ?, ?, ?) ON CONFLICT (day)
         DO UPDATE SET requests = requests + excluded.requests, missed = missed + excluded.missed, at = excluded.at`,
        at.slice(0, 10),
        requests,
        missed,
        at,
      ),
    /** Sums of the daily counts from a day on. */
    logged: (fromDay: string) =>
      rows<AuditCounts>(
        `SELECT coalesce(sum(requests), 0) AS requests, coalesce(sum(missed), 0) AS missed
         FROM audit_log WHERE day >= ?`,
        fromDay,
      )[0] as AuditCounts,
    /** Instant of the last audit. */
    lastAt: () => value<string>('SELECT max(at) FROM audit_log'),
  };
}

const MISSING = 'SELECT identifier, datestamp FROM missing';
