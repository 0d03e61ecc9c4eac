/** Versions of records, noted while a dump or a harvest is read, so that afterwards the newer one of an identifier counts. */
import { join } from 'node:path';
import { createSpill, openSpills } from '../../files/spill.ts';
import { packGndId } from '../../model/gnd-id.ts';
import type { Statement } from '../../sources/readers/reader.ts';
import type { RegisteredSource } from '../../sources/register/register.ts';
import { createFates, dateNumber, type Fate, FATES, REPLACED_FILE } from './replaced.ts';

/** Spill in the directory of a dump: each version of a record with its date, by identifier. */
export const VERSIONS_FILE = 'versions';

/** The part of a source in the contest of records: a harvest may have newer ones than a dump, and the reverse. */
export type Rivalry = 'harvest' | 'dump' | undefined;

export function rivalryOf(source: Pick<RegisteredSource, 'updates' | 'kind' | 'origin'>): Rivalry {
  if (source.updates === true) return 'harvest';
  return isRecordOfGnd(source) ? 'dump' : undefined;
}

/** Dumps of the GND's records, in whatever format; Entity Facts are made of them, and not as often. */
export function isRecordOfGnd({ kind, origin }: Pick<RegisteredSource, 'kind' | 'origin'>): boolean {
  return kind !== 'links' && origin.format !== 'entity-facts';
}

/** Notes the version of each record, in a file of the directory that a harvest or a dump has. */
export function createVersionLog(source: RegisteredSource, directory: string) {
  const rivalry = rivalryOf(source);
  const fates = rivalry === 'harvest' ? createFates() : undefined;
  const spill = rivalry === 'dump' ? createSpill(join(directory, VERSIONS_FILE)) : undefined;
  const body = Buffer.alloc(8);
  return {
    add(statement: Statement): void {
      if (rivalry === undefined) return;
      const stated = versionOf(statement);
      if (stated === undefined) return;
      const { id, fate, date } = stated;
      fates?.add(id, fate, date);
      body.writeDoubleLE(date);
      spill?.add(id, 0, FATES.indexOf(fate), body);
    },
    finish(): void {
      fates?.write(join(directory, REPLACED_FILE));
      spill?.finish();
    },
    /** Gives up, unless it is finished. */
    [Symbol.dispose]: () => spill?.[Symbol.dispose](),
  };
}

/** A version of a record. */
export interface Version {
  /** Packed. */
  readonly id: number;
  readonly fate: Fate;
  /** See `dateNumber`. */
  readonly date: number;
}

/** @param file {@link VERSIONS_FILE} @returns in order of the identifiers */
export function* readVersions(file: string): Iterable<Version> {
  using spills = openSpills([file]);
  for (const { key, tag, body } of spills.records()) {
    yield { id: key, fate: FATES[tag] ?? 'living', date: body.readDoubleLE() };
  }
}

/** The version of a record that a statement is or tells of. */
function versionOf(statement: Statement): Version | undefined {
  const { kind } = statement;
  if (kind === 'entity' || kind === 'deletion') {
    const fate = kind === 'entity' ? 'living' : 'deleted';
    return { id: packGndId(statement.gnd), fate, date: dateNumber(statement.modified) };
  }
  if (kind !== 'redirect' || statement.evidence !== 'list') return undefined;
  return { id: packGndId(statement.from), fate: 'redirected', date: dateNumber(statement.modified) };
}
