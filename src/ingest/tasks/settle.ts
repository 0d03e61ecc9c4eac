/** Decides between harvests and dumps, which were read separately: of two records with one identifier, the newer counts. */
import { join } from 'node:path';
import { readVersions, type Rivalry, type Version, VERSIONS_FILE } from './newer-record.ts';
import {
  type Fate,
  type HarvestedFate,
  isLater,
  readNumberSet,
  readReplaced,
  REPLACED_FILE,
  writeNumbers,
} from './replaced.ts';
import type { Task } from './task.ts';

/** Files in the directory of the task: harvested identifiers, and those of them that a dump has in a newer version. */
const HARVESTED_FILE = 'harvested';
const SUPERSEDED_FILE = 'superseded';
/** File in the directory of the task: harvested identifiers, each with the number of a dump whose statements count all the same. */
const KEPT_FILE = 'kept';
const SOURCES = 2 ** 15;

/** A source that was read. */
interface ReadSource {
  /** See `ReadTask`. */
  readonly number: number;
  readonly kind: 'entities' | 'links' | 'redirects';
  readonly rivalry: Rivalry;
  /** The directory of its task `read`. */
  readonly directory: string;
}

export interface SettleTask extends Task {
  readonly sources: readonly ReadSource[];
}

/** Number of records of a source that are outdated because another source has newer ones, by fate. */
export interface OutdatedRecords extends Readonly<Record<Fate, number>> {
  /** Number of the source. */
  readonly number: number;
}

/** Finds outdated records. Memory is a few numbers for each harvested record, and one for each dump with a newer version of it. */
export function settle({ sources, directory }: SettleTask): readonly OutdatedRecords[] {
  const harvests = sources.filter(({ rivalry }) => rivalry === 'harvest');
  const replaced = readReplaced(harvests.map((source) => join(source.directory, REPLACED_FILE)));
  const [kept, superseded] = [new Set<number>(), new Set<number>()];
  const outdated: OutdatedRecords[] = [];
  for (const source of replaced.size === 0 ? [] : sources.filter(({ rivalry }) => rivalry === 'dump')) {
    const counts = { living: 0, redirected: 0, deleted: 0 };
    for (const version of readVersions(join(source.directory, VERSIONS_FILE))) {
      const harvested = replaced.find(version.id);
      if (harvested === undefined) continue;
      if (isLater(version.date, harvested.date)) superseded.add(version.id);
      if (isCounted(source, version, harvested)) kept.add(version.id * SOURCES + source.number);
      else counts[version.fate] += 1;
    }
    outdated.push({ number: source.number, ...counts });
  }
  for (const source of superseded.size === 0 ? [] : harvests) {
    const own = readReplaced([join(source.directory, REPLACED_FILE)]);
    const living = [...superseded].filter((id) => own.find(id)?.fate === 'living').length;
    outdated.push({ number: source.number, living, redirected: 0, deleted: 0 });
  }
  writeNumbers(join(directory, HARVESTED_FILE), replaced.ids());
  writeNumbers(join(directory, SUPERSEDED_FILE), superseded);
  writeNumbers(join(directory, KEPT_FILE), kept);
  return outdated;
}

/** Whether the version in a dump counts beside the harvested one, or instead of it. */
function isCounted({ kind }: ReadSource, { date }: Version, harvested: HarvestedFate): boolean {
  if (isLater(date, harvested.date)) return true;
  if (kind !== 'redirects' || harvested.fate === 'living') return false;
  // A list knows the successor of a record, where a harvest may know only that it is gone.
  return harvested.fate === 'deleted' || Number.isNaN(date);
}

/** Whether another source has a newer record. @param record packed identifier of the record that makes a statement */
export type IsOutdated = (source: number, record: number) => boolean;

/**
 * @param directory of the task `settle`
 * @param rivalries of all sources, in the order of their numbers
 */
export function openOutdated(directory: string, rivalries: readonly Rivalry[]): IsOutdated {
  const read = (name: string) => readNumberSet(join(directory, name));
  const [harvested, superseded, kept] = [read(HARVESTED_FILE), read(SUPERSEDED_FILE), read(KEPT_FILE)];
  return (source, record) => {
    const rivalry = rivalries[source];
    if (rivalry === undefined) return false;
    if (rivalry === 'harvest') return superseded.has(record);
    return harvested.has(record) && !kept.has(record * SOURCES + source);
  };
}
