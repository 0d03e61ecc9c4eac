/** The versions of records in dumps and harvests, written during reading; the task `chooseRecords` finds the newest. */
import { join } from 'node:path';
import { createSpill, openSpills } from '../../../shared/files/spill.ts';
import { packGndId } from '../../../core/model/gnd-id.ts';
import type { Statement } from '../../sources/readers/reader.ts';
import type { RegisteredSource } from '../../sources/register/register.ts';
import {
  createHarvestedRecords,
  dateNumber,
  type Outcome,
  OUTCOMES,
  HARVESTED_RECORDS_FILE,
} from './harvested-records.ts';

/** Spill in the directory of a dump with the date of each version of a record, by identifier. */
export const VERSIONS_FILE = 'versions';

/** Whether the records of a source come from a harvest or a dump; undefined for sources without versions to compare. */
export type RecordOrigin = 'harvest' | 'dump' | undefined;

export function recordOriginOf(source: Pick<RegisteredSource, 'updates' | 'kind' | 'origin'>): RecordOrigin {
  if (source.updates === true) return 'harvest';
  return isRecordOfGnd(source) ? 'dump' : undefined;
}

/** Whether a source is a dump of the records of the GND, in any format. Entity Facts are derived, less often. */
export function isRecordOfGnd({ kind, origin }: Pick<RegisteredSource, 'kind' | 'origin'>): boolean {
  return kind !== 'links' && origin.format !== 'entity-facts';
}

/** Writes the version of each record of a harvest or a dump into a file in the directory of its task. */
export function createVersionLog(source: RegisteredSource, directory: string) {
  const recordOrigin = recordOriginOf(source);
  const versions = recordOrigin === 'harvest' ? createHarvestedRecords() : undefined;
  const spill = recordOrigin === 'dump' ? createSpill(join(directory, VERSIONS_FILE)) : undefined;
  const body = Buffer.alloc(8);
  return {
    add(statement: Statement): void {
      if (recordOrigin === undefined) return;
      const stated = versionOf(statement);
      if (stated === undefined) return;
      const { id, outcome, date } = stated;
      versions?.add(id, outcome, date);
      body.writeDoubleLE(date);
      spill?.add(id, 0, OUTCOMES.indexOf(outcome), body);
    },
    finish(): void {
      versions?.write(join(directory, HARVESTED_RECORDS_FILE));
      spill?.finish();
    },
    /** Discards an unfinished file. */
    [Symbol.dispose]: () => spill?.[Symbol.dispose](),
  };
}

/** A version of a record. */
export interface Version {
  /** Packed. */
  readonly id: number;
  readonly outcome: Outcome;
  /** See `dateNumber`. */
  readonly date: number;
}

/** @param file {@link VERSIONS_FILE} @returns in order of the identifiers */
export function* readVersions(file: string): Iterable<Version> {
  using spills = openSpills([file]);
  for (const { key, tag, body } of spills.records()) {
    yield { id: key, outcome: OUTCOMES[tag] ?? 'living', date: body.readDoubleLE() };
  }
}

/** The version that a statement describes: an entity, a deletion or a redirect in a list. */
function versionOf(statement: Statement): Version | undefined {
  const { kind } = statement;
  if (kind === 'entity' || kind === 'deletion') {
    const outcome = kind === 'entity' ? 'living' : 'deleted';
    return { id: packGndId(statement.gnd), outcome, date: dateNumber(statement.modified) };
  }
  if (kind !== 'redirect' || statement.evidence !== 'list') return undefined;
  return { id: packGndId(statement.from), outcome: 'redirected', date: dateNumber(statement.modified) };
}
