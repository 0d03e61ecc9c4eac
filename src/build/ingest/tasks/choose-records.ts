/** Decides between harvests and dumps, which were read separately: of two records with one identifier, the newer counts. */
import { join } from 'node:path';
import { readVersions, type RecordOrigin, type Version, VERSIONS_FILE } from './compare-records.ts';
import {
  type Outcome,
  type HarvestedVersion,
  isLater,
  readNumberSet,
  readHarvestedRecords,
  HARVESTED_RECORDS_FILE,
  writeNumbers,
} from './harvested-records.ts';
import type { Task } from './task.ts';

/** Files in the directory of the task: all harvested identifiers, and the ones with a newer version in a dump. */
const HARVESTED_FILE = 'harvested';
const SUPERSEDED_FILE = 'superseded';
/** File in the directory of the task: harvested identifiers, each with a dump whose statements about it still count. */
const KEPT_FILE = 'kept';
const MAX_SOURCES = 2 ** 15;

/** A source that was read. */
interface ReadSource {
  /** See `ReadTask`. */
  readonly number: number;
  readonly kind: 'entities' | 'links' | 'redirects';
  readonly recordOrigin: RecordOrigin;
  /** Directory of the task `read` for this source. */
  readonly directory: string;
}

interface ChooseTask extends Task {
  readonly sources: readonly ReadSource[];
}

/** Number of records of a source that are outdated because another source has newer versions, by outcome. */
export interface OutdatedRecords extends Readonly<Record<Outcome, number>> {
  /** Number of the source. */
  readonly number: number;
}

/** Finds outdated records, with a few numbers in memory for each harvested record. */
export function chooseRecords({ sources, directory }: ChooseTask): readonly OutdatedRecords[] {
  const harvests = sources.filter(({ recordOrigin }) => recordOrigin === 'harvest');
  const records = readHarvestedRecords(harvests.map((source) => join(source.directory, HARVESTED_RECORDS_FILE)));
  const [kept, superseded] = [new Set<number>(), new Set<number>()];
  const outdated: OutdatedRecords[] = [];
  for (const source of records.size === 0 ? [] : sources.filter(({ recordOrigin }) => recordOrigin === 'dump')) {
    const counts = { living: 0, redirected: 0, deleted: 0 };
    for (const version of readVersions(join(source.directory, VERSIONS_FILE))) {
      const harvested = records.find(version.id);
      if (harvested === undefined) continue;
      if (isLater(version.date, harvested.date)) superseded.add(version.id);
      if (isCounted(source, version, harvested)) kept.add(version.id * MAX_SOURCES + source.number);
      else counts[version.outcome] += 1;
    }
    outdated.push({ number: source.number, ...counts });
  }
  for (const source of superseded.size === 0 ? [] : harvests) {
    const own = readHarvestedRecords([join(source.directory, HARVESTED_RECORDS_FILE)]);
    const living = [...superseded].filter((id) => own.find(id)?.outcome === 'living').length;
    outdated.push({ number: source.number, living, redirected: 0, deleted: 0 });
  }
  writeNumbers(join(directory, HARVESTED_FILE), records.ids());
  writeNumbers(join(directory, SUPERSEDED_FILE), superseded);
  writeNumbers(join(directory, KEPT_FILE), kept);
  return outdated;
}

/** Whether the version in a dump counts, with the harvested version or instead of it. */
function isCounted({ kind }: ReadSource, { date }: Version, harvested: HarvestedVersion): boolean {
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
