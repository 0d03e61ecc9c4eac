/** The tables of a record store for audits: their progress, missing records, and the numbers of records by day. */
import type { DatabaseSync } from 'node:sqlite';
import type { HarvestedRecord } from './response.ts';
import type { Window } from './client.ts';

/** Ages in days at which each day is listed again. */
export const AUDIT_AGES = [3, 14] as const;

/** Tables of the audit, as a migration of the record store. */
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
    datestamp TEXT NOT NULL
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
    sampled INTEGER NOT NULL,
    outdated INTEGER NOT NULL,
    at TEXT NOT NULL
  ) STRICT;`;

export const EMPTY_AUDIT = 'DELETE FROM audit; DELETE FROM missing; DELETE FROM day; DELETE FROM audit_log;';

/** Progress of the audit of days of one age. */
export interface AuditProgress {
  /** Datestamp up to which the days were listed again. */
  readonly through: string;
  /** Length of the longest window to try next, in milliseconds. */
  readonly longest?: number | undefined;
  /** Number of lists in a row that lacked known records. */
  readonly tries: number;
}

/** Counts of one day of audits. */
export interface AuditCounts {
  readonly requests: number;
  /** Number of records newly found missing. */
  readonly missed: number;
  /** Number of records compared with those of the publisher. */
  readonly sampled: number;
  /** Number of records that are newer at the publisher. */
  readonly outdated: number;
}

/** A day with the number of its harvested changes. */
export interface HarvestedDay {
  readonly day: string;
  readonly records: number;
  readonly held?: string | undefined;
}

/** A record that was listed, but not harvested. */
interface MissingRecord {
  readonly identifier: string;
  readonly datestamp: string;
}

export function createAuditStore(db: DatabaseSync) {
  return {
    /** @param afterDays one of {@link AUDIT_AGES} */
    progress(afterDays: number): AuditProgress | undefined {
      const row = db.prepare('SELECT through, longest, tries FROM audit WHERE after_days = ?').get(afterDays);
      if (row === undefined) return undefined;
      const { through, longest, tries } = row as { through: string; longest: number | null; tries: number };
      return { through, longest: longest ?? undefined, tries };
    },
    setProgress: (afterDays: number, { through, longest, tries }: AuditProgress): void =>
      void db
        .prepare('INSERT OR REPLACE INTO audit VALUES (?, ?, ?, ?)')
        .run(afterDays, through, longest ?? null, tries),
    /** Adds a missing record. @returns whether it is newly found missing */
    addMissing: ({ identifier, datestamp }: HarvestedRecord): boolean =>
      db.prepare('INSERT OR IGNORE INTO missing (identifier, datestamp) VALUES (?, ?)').run(identifier, datestamp)
        .changes > 0,
    missing: (most: number) =>
      db
        .prepare(
          'SELECT identifier, datestamp FROM missing WHERE reason IS NULL ORDER BY datestamp, identifier LIMIT ?',
        )
        .all(most) as unknown as readonly MissingRecord[],
    /** Some of the records that could not be used. */
    unread: (most: number) =>
      db
        .prepare('SELECT identifier, datestamp FROM missing WHERE reason IS NOT NULL ORDER BY random() LIMIT ?')
        .all(most) as unknown as readonly MissingRecord[],
    /** Numbers of records that could not be used, by reason. */
    countUnread: (): Readonly<Record<string, number>> =>
      Object.fromEntries(
        db
          .prepare('SELECT reason, count(*) AS n FROM missing WHERE reason IS NOT NULL GROUP BY 1 ORDER BY 1')
          .all()
          .map(({ reason, n }) => [reason, n]),
      ) as Record<string, number>,
    removeMissing: (identifier: string): void =>
      void db.prepare('DELETE FROM missing WHERE identifier = ?').run(identifier),
    /** Number of records of a window. */
    countRecords: ({ from, until }: Window): number =>
      db.prepare('SELECT count(*) AS n FROM record WHERE datestamp BETWEEN ? AND ?').get(from, until)?.['n'] as number,
    /** The day of the oldest record that was not pruned. */
    firstDay: (): string | undefined =>
      (db
        .prepare(
          'SELECT substr(datestamp, 1, 10) AS day FROM record WHERE deleted = 1 OR marc IS NOT NULL ORDER BY datestamp LIMIT 1',
        )
        .get()?.['day'] as string | null) ?? undefined,
    /** The last day that was counted. */
    lastDay: (): string | undefined =>
      (db.prepare('SELECT max(day) AS day FROM day').get()?.['day'] as string | null) ?? undefined,
    countMissing: (): number =>
      db.prepare('SELECT count(*) AS n FROM missing WHERE reason IS NULL').get()?.['n'] as number,
    /** Numbers of records by day; days without records are left out. @param until last day, inclusive */
    countDays: (from: string, until: string): readonly HarvestedDay[] =>
      db
        .prepare(
          `SELECT substr(datestamp, 1, 10) AS day, count(*) AS records FROM record
           WHERE datestamp >= ? AND datestamp < ? GROUP BY 1 ORDER BY 1`,
        )
        .all(from, `${until}~`) as unknown as readonly HarvestedDay[],
    /** The counted days from a day on, in order. */
    days: (from: string): readonly HarvestedDay[] =>
      (
        db.prepare('SELECT day, records, held FROM day WHERE day >= ? ORDER BY day').all(from) as unknown as {
          day: string;
          records: number;
          held: string | null;
        }[]
      ).map(({ day, records, held }) => ({ day, records, held: held ?? undefined })),
    setDay: ({ day, records, held }: HarvestedDay): void =>
      void db.prepare('INSERT OR REPLACE INTO day VALUES (?, ?, ?)').run(day, records, held ?? null),
    /** Adds to the counts of a day. */
    log: (at: string, { requests, missed, sampled, outdated }: AuditCounts): void =>
      void db
        .prepare(
          `INSERT INTO audit_log VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (day) DO UPDATE SET requests = requests + excluded.requests,
             missed = missed + excluded.missed, sampled = sampled + excluded.sampled,
             outdated = outdated + excluded.outdated, at = excluded.at`,
        )
        .run(at.slice(0, 10), requests, missed, sampled, outdated, at),
    /** Sums of the daily counts from a day on. */
    logged: (fromDay: string) =>
      db
        .prepare(
          `SELECT coalesce(sum(requests), 0) AS requests, coalesce(sum(missed), 0) AS missed,
             coalesce(sum(sampled), 0) AS sampled, coalesce(sum(outdated), 0) AS outdated
           FROM audit_log WHERE day >= ?`,
        )
        .get(fromDay) as unknown as AuditCounts,
    /** Instant of the last audit. */
    lastAt: (): string | undefined =>
      (db.prepare('SELECT max(at) AS at FROM audit_log').get()?.['at'] as string | null) ?? undefined,
  };
}
