/** The completeness of the harvested changes: a file beside the snapshots, which each harvest writes and the service reads. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Compile } from 'typebox/compile';
import { type Static, Type } from 'typebox';
import type { Source } from '../model/source.ts';
import type { Completeness } from '../model/completeness.ts';

export const COMPLETENESS_FILE = 'completeness.json';

const datestamp = Type.String({ maxLength: 40, pattern: '^\\d{4}-\\d\\d-\\d\\d' });
const count = Type.Integer({ minimum: 0 });
const byType = Type.Record(Type.String({ maxLength: 40 }), count);
const dump = Type.Object({
  snapshot: Type.String({ maxLength: 40 }),
  date: datestamp,
  harvestedThrough: datestamp,
  compared: count,
  missed: byType,
  stale: byType,
  examples: Type.Array(Type.String({ maxLength: 20 }), { maxItems: 100 }),
});
const schema = Type.Object({
  harvestedThrough: Type.Optional(datestamp),
  auditedThrough: Type.Optional(datestamp),
  missed: count,
  pending: count,
  unread: Type.Optional(byType),
  held: Type.Array(datestamp),
  checkedAt: Type.Optional(datestamp),
  dump: Type.Optional(dump),
});
const validator = Compile(schema);

/** @returns undefined where nothing is harvested, or the file cannot be read */
export async function readCompleteness(folder: string): Promise<Completeness | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(join(folder, COMPLETENESS_FILE), 'utf8'));
    return validator.Check(value) ? (value satisfies Static<typeof schema>) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Datestamp up to which a snapshot has all changes: the earliest among its harvests and the present completeness,
 * because an audit may have found a gap after the build.
 */
export function servedThrough(sources: readonly Source[], completeness: Completeness | undefined): string | undefined {
  const known = [completeness?.harvestedThrough, ...sources.map(({ observation }) => observation.harvestedThrough)];
  return known.filter((through) => through !== undefined).sort()[0];
}
