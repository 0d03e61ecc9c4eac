/**
 * Updates a folder of dumps for a snapshot: its dump, and changes since the previous snapshot. What the
 * snapshot no longer has is in no file afterwards.
 */
import { daysBefore } from '../../../core/model/days.ts';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { moveFile, replaceFile } from '../../../shared/files/durable-file.ts';
import {
  CHANGES_FILE,
  CHANGES_FOLDER,
  readChanges,
  readLatest,
  type RecentChanges,
  type SnapshotChange,
} from '../../../shared/dumps/dump-folder.ts';
import { changeIndexName, writeChangeIndex } from '../../../shared/dumps/change-index.ts';
import { updateFormerEntities } from '../../../shared/dumps/former-entities.ts';
import { snapshotOf } from '../../ingest/snapshot/snapshot-folder.ts';
import { readHeader, type SnapshotHeader, UnusableSnapshot } from '../../../core/snapshot/header.ts';
import { openSqliteStore } from '../../../core/sqlite/open.ts';
import type { Run } from '../run.ts';
import { changesFileName, writeChanges } from './change-file.ts';
import { compactChanges, isListed } from './compact-changes.ts';
import { type DumpOptions, removeOldDumps, withdrawOutdated, writeDump } from './write-dump.ts';

export interface UpdateDumpsOptions extends DumpOptions {
  /** Folder of snapshots, which may contain the previous one; the caller holds its lock. */
  readonly snapshots: string;
  /** Days for which changes are kept. */
  readonly changesDays: number;
  readonly now: Date;
}

/**
 * Writes the dump of a snapshot if there is none, and removes old dumps.
 * @param run in the folder of dumps
 * @param directory of the snapshot, for which the caller holds a shared lock or the lock of its folder
 * @param log receives a line for the operator for each thing that was done
 * @returns directory of the dump
 * @throws as {@link writeDump}
 */
export async function updateDump(
  run: Run,
  directory: string,
  options: DumpOptions,
  log: (line: string) => void,
): Promise<string> {
  const before = await readLatest(run.lock.folder);
  try {
    const dump = await writeDump(run.lock, directory, options);
    if (before !== basename(dump)) log(`Published ${dump}.`);
    await run.stage('prune');
    return dump;
  } catch (error) {
    // Data that are withheld now do not stay in a file because no new dump can be written.
    await withdrawOutdated(run.lock, directory).then(
      (isRemoved) =>
        isRemoved && log('Removed all dumps, because they contradict the current decisions about entities.'),
      (failure: Error) =>
        log(`The dumps could not be removed, although they may contradict the current decisions: ${failure.message}`),
    );
    throw error;
  } finally {
    for (const name of await removeOldDumps(run.lock)) log(`Removed the old dump ${name}.`);
  }
}

/**
 * Writes the file of changes since the last published snapshot. Steps that are done already
 * are left out, so it can be called again after an interruption.
 * @returns whether anything has changed
 */
export async function updateChanges(
  { lock: { folder } }: Run,
  directory: string,
  options: UpdateDumpsOptions,
): Promise<boolean> {
  const header = await readHeader(directory);
  const recent = await readChanges(folder);
  await indexMissing(folder, recent.snapshots);
  const isNew = recent.snapshots[0]?.to.id !== header.id;
  const made = isNew ? await changeTo(folder, directory, header, recent, options) : undefined;
  const file = made?.change.file;
  const newest = file && join(folder, CHANGES_FOLDER, file.name);
  const oldest = daysBefore(options.now, options.changesDays).toISOString();
  await refreshFormer(folder, directory, newest, oldest.slice(0, 10));
  if (made !== undefined) {
    const kept = recent.snapshots.filter(({ at }) => at >= oldest);
    const snapshots = [made.change, ...(await compacted(folder, made, kept))];
    await replaceFile(join(folder, CHANGES_FILE), `${JSON.stringify({ snapshots })}\n`);
  }
  await removeUnnamed(folder, (await readChanges(folder)).snapshots);
  return made !== undefined;
}

/** Compacts the files of older changes. Those from which no file leads on are left out, because nobody can apply them. */
async function compacted(
  out: string,
  { change: newest, withheld }: Awaited<ReturnType<typeof changeTo>>,
  older: readonly SnapshotChange[],
): Promise<readonly SnapshotChange[]> {
  const result: SnapshotChange[] = [];
  let leads = isListed(newest);
  for (const change of older) {
    const { file: _, ...unlisted } = change;
    const done =
      leads && isListed(newest) && isListed(change)
        ? await compactChanges(join(out, CHANGES_FOLDER), change, newest, withheld)
        : undefined;
    leads = done !== undefined;
    result.push(done ?? unlisted);
  }
  return result;
}

/** @returns the change to the newest snapshot, and the identifiers that are withheld since then, packed */
async function changeTo(
  out: string,
  directory: string,
  { apiVersion, id, date }: SnapshotHeader,
  recent: RecentChanges,
  options: UpdateDumpsOptions,
) {
  const { snapshots, now, progress } = options;
  const published: SnapshotChange = { at: now.toISOString(), apiVersion, to: { id, date } };
  const alone = { change: published, withheld: new Set<number>() };
  const from = recent.snapshots[0]?.to;
  const before = from && (await readdir(snapshots)).find((name) => snapshotOf(name) === from.id);
  if (from === undefined || before === undefined) return alone;
  await mkdir(join(out, CHANGES_FOLDER), { recursive: true });
  const name = changesFileName(from.id, id);
  const file = join(out, CHANGES_FOLDER, name);
  const written = await writeChanges(join(snapshots, before), directory, `${file}.new`, progress).catch(
    async (error: unknown) => {
      await rm(`${file}.new`, { force: true });
      // A snapshot that is damaged stays so: changes begin again with the new one.
      if (!(error instanceof UnusableSnapshot)) throw error;
    },
  );
  if (written === undefined) return alone;
  await moveFile(`${file}.new`, file);
  await writeChangeIndex(file);
  const { counts, withheld, ...facts } = written;
  return { change: { ...published, from, file: { name, ...facts }, counts }, withheld };
}

async function refreshFormer(out: string, directory: string, changes: string | undefined, oldest: string) {
  const store = await openSqliteStore(directory);
  try {
    await updateFormerEntities(out, store, changes, oldest);
  } finally {
    await store.close();
  }
}

/** Writes missing indexes: the operator removes a damaged one. */
async function indexMissing(out: string, snapshots: readonly SnapshotChange[]): Promise<void> {
  for (const { file } of snapshots) {
    const path = file && join(out, CHANGES_FOLDER, file.name);
    if (path !== undefined && existsSync(path) && !existsSync(changeIndexName(path))) await writeChangeIndex(path);
  }
}

async function removeUnnamed(out: string, snapshots: readonly SnapshotChange[]): Promise<void> {
  const named = new Set(snapshots.flatMap(({ file }) => (file ? [file.name, changeIndexName(file.name)] : [])));
  for (const name of await readdir(join(out, CHANGES_FOLDER)).catch(() => [])) {
    if (!named.has(name)) await rm(join(out, CHANGES_FOLDER, name));
  }
}
