/** What is published when a snapshot has become the current one: its dump, what changed, and how its sources are. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { moveFile, replaceFile } from '../files/durable-file.ts';
import type { Label } from '../model/entity.ts';
import { readHeader, type SnapshotHeader } from '../store/header.ts';
import { type ChangeCounts, type ChangesHeader, changesFileName, writeChanges } from './change-file.ts';
import { type DumpOptions, dumpSnapshot, pruneDumps } from './dump-snapshot.ts';

/** In the folder of dumps: {@link RecentChanges}. */
export const CHANGES_FILE = 'changes.json';
/** In the folder of dumps: where the files of changes are. */
export const CHANGES_FOLDER = 'changes';
const MAX_SNAPSHOTS = 12;
const MAX_SOURCES = 100;

/** Newest first. */
export interface RecentChanges {
  readonly snapshots: readonly SnapshotChange[];
  readonly sources: readonly SourceChange[];
  /** How each source was last. */
  readonly troubled: Readonly<Record<string, 'held' | 'failing'>>;
}

export interface SnapshotChange extends Omit<ChangesHeader, 'from'> {
  /** RFC 3339: when it was published. */
  readonly at: string;
  /** Absent for the first one, or where the one before was no longer there. */
  readonly from?: ChangesHeader['from'];
  readonly file?: { readonly name: string; readonly bytes: number; readonly lines: number; readonly sha256: string };
  readonly counts?: ChangeCounts;
}

export interface SourceChange {
  readonly at: string;
  readonly key: string;
  readonly title: Label;
  readonly state: 'held' | 'failing' | 'back';
  /** A sentence. */
  readonly reason?: string;
}

const NOTHING: RecentChanges = { snapshots: [], sources: [], troubled: {} };

/** @throws SyntaxError when the file is damaged */
export async function readChanges(folder: string): Promise<RecentChanges> {
  const file = join(folder, CHANGES_FILE);
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as RecentChanges) : NOTHING;
}

export interface PublishOptions extends DumpOptions {
  /** Folder of snapshots, where the one before may be. */
  readonly snapshots: string;
  /** Dumps to keep. */
  readonly keep: number;
  readonly now: Date;
}

/**
 * Does what has not been done yet; whoever was interrupted calls it again.
 * @param directory of the snapshot
 * @returns a line for the operator for each thing that was done
 * @throws as {@link dumpSnapshot}
 */
export async function publishSnapshot(directory: string, options: PublishOptions): Promise<readonly string[]> {
  const { out, keep } = options;
  const header = await readHeader(directory);
  const dump = await dumpSnapshot(directory, options);
  const recent = await readChanges(out);
  const lines: string[] = [];
  const change = recent.snapshots[0]?.to.id === header.id ? [] : [await changeTo(directory, header, recent, options)];
  const sources = sourceChanges(header, recent, options.now);
  if (change.length + sources.length > 0) {
    const snapshots = [...change, ...recent.snapshots].slice(0, MAX_SNAPSHOTS);
    const changed = { snapshots, sources: [...sources, ...recent.sources].slice(0, MAX_SOURCES) };
    await replaceFile(join(out, CHANGES_FILE), `${JSON.stringify({ ...changed, troubled: troubledOf(header) })}\n`);
    await removeUnnamed(out, snapshots);
    lines.push(`Published ${dump}.`);
  }
  for (const name of await pruneDumps(out, header.id, keep)) lines.push(`Removed the old dump ${name}.`);
  return lines;
}

async function changeTo(
  directory: string,
  { apiVersion, id, date }: SnapshotHeader,
  recent: RecentChanges,
  { out, snapshots, now, progress }: PublishOptions,
): Promise<SnapshotChange> {
  const published = { at: now.toISOString(), apiVersion, to: { id, date } };
  const from = recent.snapshots[0]?.to;
  const before = from && (await readdir(snapshots)).find((name) => name.replace(/\.\d+$/, '') === from.id);
  if (from === undefined || before === undefined) return published;
  await mkdir(join(out, CHANGES_FOLDER), { recursive: true });
  const name = changesFileName(from.id, id);
  const file = join(out, CHANGES_FOLDER, name);
  const { counts, ...written } = await writeChanges(join(snapshots, before), directory, `${file}.new`, progress);
  await moveFile(`${file}.new`, file);
  return { ...published, from, file: { name, ...written }, counts };
}

async function removeUnnamed(out: string, snapshots: readonly SnapshotChange[]): Promise<void> {
  const named = new Set(snapshots.map(({ file }) => file?.name));
  for (const name of await readdir(join(out, CHANGES_FOLDER)).catch(() => [])) {
    if (!named.has(name)) await rm(join(out, CHANGES_FOLDER, name));
  }
}

function troubledOf({ sources }: SnapshotHeader): RecentChanges['troubled'] {
  const troubled = sources.flatMap(({ key, observation: { problem } }) => (problem ? [[key, problem.state]] : []));
  return Object.fromEntries(troubled) as RecentChanges['troubled'];
}

function sourceChanges({ sources }: SnapshotHeader, { troubled }: RecentChanges, now: Date): SourceChange[] {
  return sources.flatMap(({ key, title, observation: { problem } }) => {
    if (problem?.state === troubled[key]) return [];
    const reason = problem && { reason: problem.reason };
    return [{ at: now.toISOString(), key, title, state: problem?.state ?? ('back' as const), ...reason }];
  });
}
