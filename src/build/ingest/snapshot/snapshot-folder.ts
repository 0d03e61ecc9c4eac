/** The folder of snapshots: one directory for each, the link `current` to the one in use, and a work directory for builds. */
import { copyFile, link, mkdir, mkdtemp, readdir, readlink, rename, rm, stat, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CURRENT } from '../../../core/snapshot/directory.ts';
import { HEADER_FILE, readHeader } from '../../../core/snapshot/header.ts';
import { syncToDisk } from '../../../shared/files/durable-file.ts';
import { type FolderLock, makeShareable, removeUnshared } from '../../../shared/files/lock.ts';

const BUILDING = '.building-';

/** `20261120-3f9c2a7d`, with `.2` and so on when the same data were built again. */
const SNAPSHOT_NAME = /^\d{8}-[0-9a-f]{8}(?:\.\d+)?$/;

/** Directory for builds: on the same file system as the snapshots, so that activation is one rename. */
const WORK_DIRECTORY = '.building';

/** The work directory of a build. It may hold files of an interrupted build. */
export async function openWorkDirectory({ folder }: FolderLock): Promise<string> {
  await removeTemporary(folder);
  const directory = join(folder, WORK_DIRECTORY);
  await mkdir(directory, { recursive: true });
  return directory;
}

/** A fresh directory for a short task; leftovers of a crash are removed. */
export async function makeTemporaryDirectory({ folder }: FolderLock): Promise<string> {
  await removeTemporary(folder);
  return mkdtemp(join(folder, BUILDING));
}

async function removeTemporary(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith(BUILDING)) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/**
 * Moves a finished snapshot into the folder and makes it the current one; each step is one atomic rename, and readers
 * see no change before the last one. Where that fails, the snapshot is moved back.
 * @returns the directory of the snapshot
 */
export async function activateSnapshot({ folder }: FolderLock, built: string, id: string): Promise<string> {
  const name = await freeName(folder, id);
  const place = join(folder, name);
  await makeShareable(built);
  await rename(built, place);
  try {
    await syncToDisk(folder);
    const pointer = join(folder, `${BUILDING}pointer`);
    await rm(pointer, { force: true });
    await symlink(name, pointer);
    await rename(pointer, join(folder, CURRENT));
  } catch (error) {
    await rename(place, built);
    throw error;
  }
  await syncToDisk(folder);
  return place;
}

/** Links a finished file to a second name, or copies it where the file system has no hard links. */
export async function shareFile(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch {
    await copyFile(from, to);
    await syncToDisk(to);
  }
}

/** Links or copies all files of a directory into a new directory. @param except name of a file that is left out */
export async function shareFiles(from: string, to: string, except?: string): Promise<void> {
  await mkdir(to);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await shareFiles(source, target);
    else if (entry.name !== except) await shareFile(source, target);
  }
  await syncToDisk(to);
}

/** The snapshot of a directory: issues with newer observations share its files and its identifier. */
export const snapshotOf = (directory: string): string => basename(directory).replace(/\.\d+$/, '');

/**
 * Removes old snapshots, but never the current one or one that a process serves. Of each snapshot only the newest
 * issue is kept. Snapshots that were built with other decisions about entities are not kept: they may have what the
 * operator has erased since.
 * @param keep number of snapshots, the current one included
 * @param needed identifiers of snapshots that are kept beyond that number
 * @throws the system's error about a directory that cannot be removed, after all others were
 */
export async function pruneSnapshots(
  { folder }: FolderLock,
  keep: number,
  needed: readonly (string | undefined)[] = [],
): Promise<readonly string[]> {
  const readCurrent = () => readlink(join(folder, CURRENT)).catch(() => undefined);
  const current = await readCurrent();
  const others: { name: string; issued: number }[] = [];
  for (const name of await readdir(folder)) {
    if (!SNAPSHOT_NAME.test(name) || name === current) continue;
    // The order is that of the headers' modification times, not of names: an older snapshot may have been issued again.
    const { mtimeMs: issued } = await stat(join(folder, name, HEADER_FILE)).catch(() => ({ mtimeMs: 0 }));
    others.push({ name, issued });
  }
  const decidedIn = async (name: string) => (await readHeader(join(folder, name)).catch(() => undefined))?.decided;
  const decided = current === undefined ? undefined : await decidedIn(current);
  others.sort((a, b) => b.issued - a.issued || (a.name < b.name ? 1 : -1));
  const kept = new Set([snapshotOf(current ?? '')]);
  const removed: string[] = [];
  const errors: unknown[] = [];
  let room = keep - 1;
  for (const { name } of others) {
    const id = snapshotOf(name);
    const isWanted = !kept.has(id) && (await decidedIn(name)) === decided && room-- > 0;
    const isKept = isWanted || (!kept.has(id) && needed.includes(id));
    if (isKept) kept.add(id);
    // An operator may have changed `current` meanwhile, without a lock.
    else if (name !== (await readCurrent()))
      await removeUnshared(join(folder, name)).then(
        (isRemoved) => isRemoved && removed.push(name),
        (error: unknown) => errors.push(error),
      );
  }
  if (errors.length > 0) throw errors[0];
  return removed;
}

async function freeName(folder: string, id: string): Promise<string> {
  const taken = new Set(await readdir(folder));
  let name = basename(id);
  for (let number = 2; taken.has(name); number += 1) name = `${id}.${number}`;
  return name;
}
