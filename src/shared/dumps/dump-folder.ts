/** A folder of dumps: the names of its files, its indexes, and the functions that read them. */
import { existsSync } from 'node:fs';
import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { WrittenFile } from '../files/gzip-file.ts';
import type { Label } from '../../core/model/entity.ts';
import type { Licence } from '../../core/model/source.ts';
import { type SnapshotCounts, StoreReadError } from '../../core/snapshot/store.ts';

/** Name of a dump: the identifier of its snapshot. */
export const DUMP_NAME = /^\d{8}-[0-9a-f]{8}$/;
/** Symbolic link to the newest dump of a folder. */
export const LATEST = 'latest';
/** Name of the index in each dump. */
export const INDEX_FILE = 'index.json';
export const SUMS_FILE = 'SHA256SUMS';
/** List of all identifiers with links; states for each the number of its collections. */
export const ALL_FILE = 'all.beacon.txt.gz';
/** Table of the merged, deleted and unknown numbers of all lists. */
export const NUMBERS_FILE = 'numbers.tsv.gz';

/** File in the folder of dumps with the {@link RecentChanges}. */
export const CHANGES_FILE = 'changes.json';
/** Folder of the files of changes, in the folder of dumps. */
export const CHANGES_FOLDER = 'changes';

/** `index.json` of a dump. */
export interface DumpIndex {
  readonly version: 1;
  readonly snapshot: { readonly id: string; readonly date: string; readonly builtAt: string };
  readonly apiVersion: string;
  /** Counts as in `/api/v1/status`. */
  readonly counts: Omit<SnapshotCounts, 'identifiers'>;
  /** One sentence about the share of the links that is in the files. */
  readonly headline: Label;
  /** Numbers of links, which add up to `counts.links`. */
  readonly links: { readonly dumped: number; readonly leftOut: number };
  /** Sources that the operator has not released and whose licence is unknown or forbids redistribution. */
  readonly leftOut: readonly { readonly key: string; readonly title: Label; readonly licence: Licence }[];
  readonly files: readonly DumpedFile[];
}

/** Says which share of the links is in the files; a percentage is rounded down, so that it never says too much. */
export function linksHeadline({ dumped, leftOut }: DumpIndex['links']): Label {
  if (leftOut === 0) return { de: 'Alle Verweise', en: 'All links' };
  const percent = Math.floor((100 * dumped) / (dumped + leftOut));
  return {
    de: `${percent} % der Verweise; die übrigen stammen aus Quellen ohne freie Datenlizenz`,
    en: `${percent}% of the links; the others come from sources without a free data licence`,
  };
}

/** A file as `index.json` describes it. */
export interface DumpedFile extends WrittenFile {
  /** Below the directory of the dump. */
  readonly name: string;
  /** For a table: the names of its columns, in their order. */
  readonly columns?: readonly string[];
  /** For links: key of the collection, and the number of links. */
  readonly collection?: string;
  readonly links?: number;
  /** Licences of the sources of the data: SPDX identifiers, or else their statements. */
  readonly licences: readonly string[];
}

/** First line of a file of changes. */
export interface ChangesHeader {
  readonly apiVersion: string;
  readonly from: { readonly id: string; readonly date: string };
  /** The later snapshot, which the answers of the file name. */
  readonly to: { readonly id: string; readonly date: string };
}

export const CHANGE_KINDS = ['added', 'changed', 'redirected', 'deleted'] as const;
export type ChangeCounts = Readonly<Record<(typeof CHANGE_KINDS)[number] | 'linksAdded' | 'linksRemoved', number>>;

/** The last changes of snapshots, the newest first. */
export interface RecentChanges {
  readonly snapshots: readonly SnapshotChange[];
}

export interface SnapshotChange extends Omit<ChangesHeader, 'from'> {
  /** RFC 3339 instant of the publication. */
  readonly at: string;
  /** Absent for the first snapshot, or where the previous one had been removed. */
  readonly from?: ChangesHeader['from'];
  readonly file?: WrittenFile & { readonly name: string };
  readonly counts?: ChangeCounts;
}

const NO_CHANGES: RecentChanges = { snapshots: [] };

/** @throws StoreReadError when the file is damaged */
export async function readChanges(folder: string): Promise<RecentChanges> {
  const file = join(folder, CHANGES_FILE);
  const isValid = ({ snapshots }: RecentChanges) => snapshots.every(({ to }) => typeof to.id === 'string');
  return existsSync(file) ? readIndex(file, isValid) : NO_CHANGES;
}

/** @throws StoreReadError when there is no readable index */
export async function readDumpIndex(dump: string): Promise<DumpIndex> {
  return readIndex<DumpIndex>(join(dump, INDEX_FILE), ({ files }) => files.every(({ name }) => typeof name === 'string')); // prettier-ignore
}

/** @param isValid false, or an error, for another shape @throws StoreReadError when the file cannot be read */
async function readIndex<T>(file: string, isValid: (index: T) => boolean): Promise<T> {
  try {
    const index = JSON.parse(await readFile(file, 'utf8')) as T;
    if (!isValid(index)) throw new Error('it does not have the expected form');
    return index;
  } catch (cause) {
    throw new StoreReadError(`${file} is damaged: ${(cause as Error).message}`, { cause });
  }
}

/** SHA-256 of a file of a dump or of changes, hexadecimal; undefined where it is not recorded. */
export async function readSha256(folder: string, dump: string, name: string): Promise<string | undefined> {
  if (dump === CHANGES_FOLDER) {
    // A list of hundreds of changes is searched, not parsed: files are served without a quota.
    const list = await readFile(join(folder, CHANGES_FILE), 'utf8').catch(() => '');
    const at = list.indexOf(JSON.stringify(name));
    const entry = at < 0 ? '' : list.slice(list.lastIndexOf('{', at), list.indexOf('}', at));
    return /"sha256":"([\da-f]{64})"/.exec(entry)?.[1];
  }
  // The file is read each time: an operator may remove a dump and write it again, for example without a list that was withdrawn.
  const lines = (await readFile(join(folder, dump, SUMS_FILE), 'utf8').catch(() => '')).split('\n');
  return lines.find((line) => line.slice(66) === name)?.slice(0, 64);
}

/** Identifier of the newest dump; undefined where there is none. */
export async function readLatest(folder: string): Promise<string | undefined> {
  return readlink(join(folder, LATEST)).catch(() => undefined);
}

/** Whether there is a folder of dumps, with a dump in it. */
export const hasDump = async (folder: string | undefined) =>
  folder !== undefined && (await readLatest(folder)) !== undefined;

/** Identifiers of all dumps, in no order. */
export async function listDumps(folder: string): Promise<readonly string[]> {
  return (await readdir(folder).catch(() => [])).filter((name) => DUMP_NAME.test(name));
}

/** Names of the files in the newest dump. */
export interface NewestFiles {
  /** Identifier of the snapshot in the dump; empty where there is no dump. */
  readonly dump: string;
  readonly names: ReadonlySet<string>;
}

const NO_FILES: NewestFiles = { dump: '', names: new Set() };

/** @param folder of dumps; undefined where none is served @returns a function that reads the index of each dump once */
export function createNewestFiles(folder: string | undefined): () => Promise<NewestFiles> {
  let newest = { state: '', files: NO_FILES };
  return async () => {
    const dump = folder === undefined ? undefined : await readLatest(folder);
    if (folder === undefined || dump === undefined) return NO_FILES;
    // An operator may remove a dump and write it again.
    const stats = await stat(join(folder, dump, INDEX_FILE), { bigint: true }).catch(() => undefined);
    const state = [dump, stats?.ino, stats?.mtimeNs, stats?.size].join(' ');
    if (state === newest.state) return newest.files;
    const index = await readDumpIndex(join(folder, dump)).catch(() => undefined);
    if (index === undefined) return NO_FILES;
    newest = { state, files: { dump, names: new Set(index.files.map(({ name }) => name)) } };
    return newest.files;
  };
}
