/** The completeness of the harvested changes: a file beside the snapshots, which each harvest writes and the service reads. */
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Immutable } from '../model/schema.ts';
import type { Source } from '../model/source.ts';
import { readJson } from './read-json.ts';

export const COMPLETENESS_FILE = 'completeness.json';

/** A day or an instant. */
const datestamp = Type.String({ maxLength: 40, pattern: '^\\d{4}-\\d\\d-\\d\\d' });
const count = Type.Integer({ minimum: 0 });
const byKind = Type.Record(Type.String({ maxLength: 40 }), count);

/** Check of a harvest against a new dump: records of the dump that the previous snapshot should have had. */
const dumpCheck = Type.Object({
  /** Identifier of the snapshot that was built with the new dump. */
  snapshot: Type.String({ maxLength: 40 }),
  date: datestamp,
  /** Datestamp up to which the previous snapshot had all changes. */
  harvestedThrough: datestamp,
  compared: count,
  /** Number of records that the previous snapshot did not have, by type. */
  missed: byKind,
  /** Number of records that the previous snapshot had in an older version, by type. */
  stale: byKind,
  /** Identifiers of the first missed and stale records. */
  examples: Type.Array(Type.String({ maxLength: 20 }), { maxItems: 100 }),
});
export type DumpCheck = Immutable<Static<typeof dumpCheck>>;

/** The completeness of all harvested sources together. */
const completeness = Type.Object({
  /** Datestamp up to which everything was harvested. It lies before the first gap and before the first held day. */
  harvestedThrough: Type.Optional(datestamp),
  /** Datestamp up to which all changes were harvested a second time. */
  auditedThrough: Type.Optional(datestamp),
  /** Number of records that the first harvest missed and that a second one found within the last 30 days. */
  missed: count,
  /** Number of records that audits found and no request has fetched yet. */
  pending: count,
  /** Numbers of records that were listed and cannot be used, by reason. */
  unread: Type.Optional(byKind),
  /** Days with far fewer changes than expected, or with a gap, which will be harvested again. */
  held: Type.Array(datestamp),
  /** Instant of the last audit, by the repository's clock. */
  checkedAt: Type.Optional(datestamp),
  /** The check against the newest dump; absent until a new dump has come out since the first harvest. */
  dump: Type.Optional(dumpCheck),
});
export type Completeness = Immutable<Static<typeof completeness>>;
const validator = Compile(completeness);

/** @returns undefined where nothing is harvested, or the file cannot be read */
export async function readCompleteness(folder: string): Promise<Completeness | undefined> {
  return readJson(join(folder, COMPLETENESS_FILE), (value) => validator.Check(value));
}

/**
 * Datestamp up to which a snapshot has all changes: the earliest among its harvests and the present completeness,
 * because an audit may have found a gap after the build.
 */
export function servedThrough(sources: readonly Source[], completeness: Completeness | undefined): string | undefined {
  const all = [completeness?.harvestedThrough, ...sources.map(({ observation }) => observation.harvestedThrough)];
  return all.filter((through) => through !== undefined).sort()[0];
}
