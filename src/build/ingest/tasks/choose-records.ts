/** Decides between harvests and dumps, which were read separately: of two records with one identifier, the newer counts. */
import { join } from 'node:path';
import {
  harvestedVersions,
  isLater,
  type Outcome,
  readVersions,
  type RecordOrigin,
  type Version,
  VERSIONS_FILE,
} from './compare-records.ts';
import { MAX_SOURCES } from '../../sources/register/register.ts';
import { readNumberSet, writeNumbers } from './number-set.ts';
import type { Task } from './task.ts';

/** Files in the directory of the task: all harvested identifiers, and the ones with a newer version in a dump. */
const HARVESTED_FILE = 'harvested';
const SUPERSEDED_FILE = 'superseded';
/** File in the directory of the task: harvested identifiers, each with a dump whose statements about it still count. */
const KEPT_FILE = 'kept';

/** A source that was read. */
interface ReadSource {
  /** See `ReadTask`. */
  readonly number: number;
  readonly kind: 'entities' | 'links' | 'redirects';
  readonly recordOrigin: RecordOrigin;
  /** Directory of the task `read` for this source. */
  readonly directory: string;
}

type ChooseTask = Task & { readonly sources: readonly ReadSource[] };

/** Number of records of a source that are outdated because another source has newer versions, by outcome. */
export interface OutdatedRecords extends Readonly<Record<Outcome, number>> {
  /** Number of the source. */
  readonly number: number;
}

/** Finds outdated records, with a few numbers in memory for each harvested record. */
export function chooseRecords({ sources, directory }: ChooseTask): readonly OutdatedRecords[] {
  const byNumber = new Map(sources.map((source) => [source.number, source]));
  const isHarvested = ({ source }: Version) => byNumber.get(source)?.recordOrigin === 'harvest';
  const hasHarvest = sources.some(({ recordOrigin }) => recordOrigin === 'harvest');
  const compared = hasHarvest ? sources.filter(({ recordOrigin }) => recordOrigin !== undefined) : [];
  const [harvested, superseded, kept]: [number[], number[], number[]] = [[], [], []];
  const outdated = new Map(sources.map(({ number }) => [number, { number, living: 0, redirected: 0, deleted: 0 }]));
  for (const [id, versions] of readVersions(compared.map((source) => join(source.directory, VERSIONS_FILE)))) {
    const own = harvestedVersions(versions.filter(isHarvested));
    if (own.length === 0) continue;
    harvested.push(id);
    const newest = own.reduce((a, b) => (isLater(a.date, b.date) ? a : b));
    const dumped = versions.filter((version) => !isHarvested(version));
    for (const version of dumped) {
      const { number, kind } = byNumber.get(version.source) as ReadSource;
      if (isCounted(kind, version, newest)) kept.push(id * MAX_SOURCES + number);
      else increment(outdated.get(number), version.outcome);
    }
    if (!dumped.some(({ date }) => isLater(date, newest.date))) continue;
    superseded.push(id);
    for (const { source, outcome } of own) increment(outdated.get(source), outcome);
  }
  writeNumbers(join(directory, HARVESTED_FILE), harvested);
  writeNumbers(join(directory, SUPERSEDED_FILE), superseded);
  writeNumbers(join(directory, KEPT_FILE), kept);
  return [...outdated.values()];
}

function increment(counts: Record<Outcome, number> | undefined, outcome: Outcome): void {
  if (counts !== undefined) counts[outcome] += 1;
}

/** Whether the version in a dump counts, with the harvested version or instead of it. */
function isCounted(kind: ReadSource['kind'], { date }: Version, harvested: Version): boolean {
  if (isLater(date, harvested.date)) return true;
  if (kind !== 'redirects' || harvested.outcome === 'living') return false;
  // A list knows the successor of a record, where a harvest may know only that it is gone.
  return harvested.outcome === 'deleted' || Number.isNaN(date);
}

/** Whether another source has a newer record. @param record packed identifier of the record that makes a statement */
export type IsOutdated = (source: number, record: number) => boolean;

/**
 * @param directory of the task `chooseRecords`
 * @param recordOrigins of all sources, in the order of their numbers
 */
export function openOutdated(directory: string, recordOrigins: readonly RecordOrigin[]): IsOutdated {
  const read = (name: string) => readNumberSet(join(directory, name));
  const [harvested, superseded, kept] = [read(HARVESTED_FILE), read(SUPERSEDED_FILE), read(KEPT_FILE)];
  return (source, record) => {
    const recordOrigin = recordOrigins[source];
    if (recordOrigin === undefined) return false;
    if (recordOrigin === 'harvest') return superseded.has(record);
    return harvested.has(record) && !kept.has(record * MAX_SOURCES + source);
  };
}
