/** Issues the current snapshot again with newer observations of its sources: same data, no build, one step to switch. */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Observation } from '../model/source.ts';
import { syncToDisk, writeDurably } from '../files/durable-file.ts';
import { lockFolder } from '../files/lock.ts';
import { removeUnshared } from '../files/shared-lock.ts';
import { activateSnapshot, locateSnapshot, makeTemporaryDirectory, shareFile } from '../store/directory.ts';
import { HEADER_FILE, readHeader, type SnapshotHeader } from '../store/header.ts';

/**
 * The files of a snapshot never change, so both issues share them. Older issues of the same snapshot go, but not the one
 * that was current until now: it may still be read.
 * @param observations by key of the source; sources that are not named keep what the snapshot says
 * @returns the new directory, or undefined when it says the same already
 */
export async function reissueSnapshot(
  folder: string,
  observations: ReadonlyMap<string, Observation>,
): Promise<string | undefined> {
  const lock = lockFolder(folder, 'update', new Date());
  try {
    return await reissueAlone(folder, observations);
  } finally {
    lock.release();
  }
}

async function reissueAlone(
  folder: string,
  observations: ReadonlyMap<string, Observation>,
): Promise<string | undefined> {
  const previous = await locateSnapshot(folder);
  const header = await readHeader(previous);
  const sources = header.sources.map((source) => ({
    ...source,
    observation: observations.get(source.key) ?? source.observation,
  }));
  if (isDeepStrictEqual(sources, header.sources)) return undefined;
  const temporary = await makeTemporaryDirectory(folder);
  try {
    const directory = join(temporary, 'snapshot');
    await mkdir(directory);
    for (const name of await readdir(previous)) {
      if (name !== HEADER_FILE) await shareFile(join(previous, name), join(directory, name));
    }
    const reissued: SnapshotHeader = { ...header, sources };
    await writeDurably(join(directory, HEADER_FILE), `${JSON.stringify(reissued, null, 2)}\n`);
    await syncToDisk(directory);
    const current = await activateSnapshot(folder, directory, header.id);
    await removeOldIssues(folder, header.id, new Set([basename(previous), basename(current)]));
    return current;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

async function removeOldIssues(folder: string, id: string, kept: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(folder)) {
    const sameData = name === id || (name.startsWith(`${id}.`) && /^\d+$/.test(name.slice(id.length + 1)));
    if (sameData && !kept.has(name)) await removeUnshared(join(folder, name));
  }
}
