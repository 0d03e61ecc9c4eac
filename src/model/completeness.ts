/** How complete the harvested changes of the GND are. */
import type { EntityType } from './entity.ts';

/** A harvest checked against a new dump: records that are older than the harvest, by type. */
export interface DumpCheck {
  /** The snapshot that was built with the new dump. */
  readonly snapshot: string;
  readonly date: string;
  /** Datestamp up to which the changes were harvested before. */
  readonly harvestedThrough: string;
  readonly compared: number;
  /** Records that were not there before. */
  readonly missed: Readonly<Partial<Record<EntityType, number>>>;
  /** Records that were there in an older version. */
  readonly stale: Readonly<Partial<Record<EntityType, number>>>;
  /** Identifiers of the first of both. */
  readonly examples: readonly string[];
}

/** All harvested sources together. Datestamps are days or instants. */
export interface Completeness {
  /** Datestamp up to which everything was harvested: before the first gap and the first day that is held. */
  readonly harvestedThrough?: string | undefined;
  /** Datestamp up to which everything was asked again. */
  readonly auditedThrough?: string | undefined;
  /** Records of the last 30 days of audits that the harvest had missed. */
  readonly missed: number;
  /** Records among them that are still missing. */
  readonly pending: number;
  /** Days with far fewer changes than expected, or with a gap, that wait to be asked again. */
  readonly held: readonly string[];
  /** Records of the last 30 days of audits that were compared with the publisher's own, and those that were older. */
  readonly sampled: number;
  readonly outdated: number;
  /** Instant of the last audit, by the repository's clock. */
  readonly checkedAt?: string | undefined;
  /** The check against the newest dump; absent as long as there was no other dump since the first harvest. */
  readonly dump?: DumpCheck | undefined;
}
