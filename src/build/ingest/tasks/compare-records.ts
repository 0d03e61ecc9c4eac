/** The versions of records in dumps and harvests, written during reading; the task `chooseRecords` finds the newest. */
import { join } from 'node:path';
import { DAY_MS } from '../../../core/model/days.ts';
import { createSpill, openSpills, type SpilledRecord } from '../../../shared/files/spill.ts';
import { groupByKey } from './group-records.ts';
import { type GndId, packGndId } from '../../../core/model/gnd-id.ts';
import type { Statement } from '../../sources/readers/reader.ts';
import type { RegisteredSource } from '../../sources/register/register.ts';

/** Spill in the directory of a dump or a harvest with all versions of its records, by identifier. */
export const VERSIONS_FILE = 'versions';

/** States of a record. Of versions in one harvest, the last state in this order counts. */
const OUTCOMES = ['deleted', 'redirected', 'living'] as const;
export type Outcome = (typeof OUTCOMES)[number];

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

/** Writes the version of each record into a file in the directory of the task. @param number of the source */
export function createVersionLog(source: RegisteredSource, number: number, directory: string) {
  const spill = recordOriginOf(source) === undefined ? undefined : createSpill(join(directory, VERSIONS_FILE));
  const body = Buffer.alloc(8);
  return {
    add(statement: Statement): void {
      const stated = spill && outcomeOf(statement);
      if (stated === undefined) return;
      const [outcome, gnd, modified] = stated;
      body.writeDoubleLE(dateNumber(modified));
      spill?.add(packGndId(gnd), 0, number * OUTCOMES.length + OUTCOMES.indexOf(outcome), body);
    },
    finish: () => spill?.finish(),
    /** Discards an unfinished file. */
    [Symbol.dispose]: () => spill?.[Symbol.dispose](),
  };
}

/** The state that a statement describes: of an entity, a deletion or a redirect in a list. */
function outcomeOf(statement: Statement): readonly [Outcome, GndId, string | undefined] | undefined {
  if (statement.kind === 'entity') return ['living', statement.gnd, statement.modified];
  if (statement.kind === 'deletion') return ['deleted', statement.gnd, statement.modified];
  if (statement.kind !== 'redirect' || statement.evidence !== 'list') return undefined;
  return ['redirected', statement.from, statement.modified];
}

/** A version of a record. */
export interface Version {
  /** Number of the source. */
  readonly source: number;
  readonly outcome: Outcome;
  /** See {@link dateNumber}. */
  readonly date: number;
}

/** Largest number of versions of one identifier, so that a broken dump does not fill the memory; further ones are left out. */
const MAX_VERSIONS = 1_000;

/** @param files see {@link VERSIONS_FILE} @returns packed identifiers in their order, each with its versions */
export function* readVersions(files: readonly string[]): Iterable<readonly [id: number, versions: readonly Version[]]> {
  using spills = openSpills(files);
  for (const { key, records } of groupByKey(spills.records(), MAX_VERSIONS, () => undefined))
    yield [key, records.map(versionOf)];
}

function versionOf({ tag, body }: SpilledRecord): Version {
  const outcome = OUTCOMES[tag % OUTCOMES.length] ?? 'living';
  return { source: Math.floor(tag / OUTCOMES.length), outcome, date: body.readDoubleLE() };
}

/** The version of each harvest: the last in the order of states, then the newest. */
export function harvestedVersions(versions: readonly Version[]): readonly Version[] {
  return [...Map.groupBy(versions, ({ source }) => source).values()].flatMap((own) => own.reduce(laterInHarvest));
}

function laterInHarvest(a: Version, b: Version): Version {
  const rank = OUTCOMES.indexOf(b.outcome) - OUTCOMES.indexOf(a.outcome);
  return rank > 0 || (rank === 0 && !isLater(a.date, b.date)) ? b : a;
}

/** Numbers per day: one for each second, and one for a date without a time. */
const NUMBERS_PER_DAY = 86_401;

/**
 * A date of modification, `YYYY-MM-DD` or with `Thh:mm:ss`, as a number; NaN for none. Dumps and harvests have the same local
 * time, so it need not be converted.
 */
export function dateNumber(modified: string | undefined): number {
  if (modified === undefined) return Number.NaN;
  const day = Date.parse(modified.slice(0, 10)) / DAY_MS;
  const second = modified.length > 10 ? Date.parse(`1970-01-01${modified.slice(10, 19)}Z`) / 1000 + 1 : 0;
  return day * NUMBERS_PER_DAY + second;
}

/** Compares two results of {@link dateNumber}; where one has no time, by day. */
export function isLater(date: number, than: number): boolean {
  const withoutTime = date % NUMBERS_PER_DAY === 0 || than % NUMBERS_PER_DAY === 0;
  return withoutTime ? Math.floor(date / NUMBERS_PER_DAY) > Math.floor(than / NUMBERS_PER_DAY) : date > than;
}
