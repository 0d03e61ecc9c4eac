/** Completeness of the harvested GND changes, as harvests, audits and new dumps show it. */
import type { EntityType } from './entity.ts';

/** Check of a harvest against a new dump: records of the dump that the previous snapshot should have had. */
export interface DumpCheck {
  /** Identifier of the snapshot that was built with the new dump. */
  readonly snapshot: string;
  readonly date: string;
  /** Datestamp up to which the previous snapshot had all changes. */
  readonly harvestedThrough: string;
  readonly compared: number;
  /** Number of records that the previous snapshot did not have, by type. */
  readonly missed: Readonly<Partial<Record<EntityType, number>>>;
  /** Number of records that the previous snapshot had in an older version, by type. */
  readonly stale: Readonly<Partial<Record<EntityType, number>>>;
  /** Identifiers of the first missed and stale records. */
  readonly examples: readonly string[];
}

/** The completeness of all harvested sources together. Datestamps are days or instants. */
export interface Completeness {
  /** Datestamp up to which everything was harvested. It lies before the first gap and before the first held day. */
  readonly harvestedThrough?: string | undefined;
  /** Datestamp up to which all changes were harvested a second time. */
  readonly auditedThrough?: string | undefined;
  /** Number of records that harvests had missed and audits of the last 30 days found. */
  readonly missed: number;
  /** Number of records that audits found and no request has fetched yet. */
  readonly pending: number;
  /** Numbers of records that were listed and cannot be used, by reason. */
  readonly unread?: Readonly<Record<string, number>>;
  /** Days with far fewer changes than expected, or with a gap, which will be harvested again. */
  readonly held: readonly string[];
  /** Instant of the last audit, by the repository's clock. */
  readonly checkedAt?: string | undefined;
  /** The check against the newest dump; absent until a new dump has come out since the first harvest. */
  readonly dump?: DumpCheck | undefined;
}
