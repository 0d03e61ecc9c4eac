/** Checkpoints of a build: finished work stays in the work directory, so that a build that was cut off goes on from there. */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile, syncToDisk, writeDurably } from '../files/durable-file.ts';
import type { Advance, Progress } from './progress.ts';

export type Checkpoints = Awaited<ReturnType<typeof openCheckpoints>>;

interface Done {
  readonly cacheKey: string;
  /** Units of work, reported as found when the checkpoint is. */
  readonly units: number;
  readonly result: unknown;
}

/** Checkpoints with what was read of a source are of use as long as the source is the same. */
const READ_PREFIX = 'read-';
export const checkpointOfRead = (key: string): string => `${READ_PREFIX}${key}`;

const NOTE_SUFFIX = '.done.json';

/** Holds the hash of the inputs for which files were cleared: with other inputs the work has to be done again. */
const CLEARED_FILE = 'cleared';

/**
 * @param workDirectory used for nothing else
 * @param inputs hash of the inputs of the whole build; work of a build with partly other inputs may be of use
 * @param progress receives the units of work done, now or before
 * @param keepRead whether the checkpoints of reading stay when they are no longer needed
 */
export async function openCheckpoints(
  workDirectory: string,
  inputs: string,
  progress: Pick<Progress, 'advance' | 'found'>,
  keepRead = false,
) {
  const cleared = await readFile(join(workDirectory, CLEARED_FILE), 'utf8').catch(() => undefined);
  if (cleared !== undefined && cleared !== inputs)
    await emptyWorkDirectory(workDirectory, await readsIn(workDirectory));
  let resumed = 0;
  const directoryOf = (name: string): string => join(workDirectory, name);
  const noteOf = (name: string): string => join(workDirectory, `${name}${NOTE_SUFFIX}`);
  return {
    /** The directory of the files that a piece of work left. */
    directoryOf,
    /**
     * Does the work, unless it was done before from the same inputs. The files in its directory are flushed to the disk.
     * @param cacheKey hash of all that decides the outcome
     * @param work receives its directory, and reports units of work done
     * @returns the result of the work, now or then; it must survive JSON
     */
    async once<T>(
      name: string,
      cacheKey: string,
      work: (directory: string, advance: Advance) => Promise<T>,
    ): Promise<T> {
      const done = await readNote(noteOf(name));
      if (done?.cacheKey === cacheKey) {
        resumed += 1;
        progress.found(done.units);
        return done.result as T;
      }
      const directory = directoryOf(name);
      await rm(noteOf(name), { force: true });
      await rm(directory, { recursive: true, force: true });
      await mkdir(directory);
      let units = 0;
      const result = await work(directory, (more) => {
        units += more;
        progress.advance(more);
      }).catch(async (error: unknown) => {
        // Unfinished files are of no use, and may be the reason why the disk is full.
        await rm(directory, { recursive: true, force: true });
        throw error;
      });
      for (const file of await readdir(directory)) await syncToDisk(join(directory, file));
      await syncToDisk(directory);
      await replaceFile(noteOf(name), JSON.stringify({ cacheKey, units, result } satisfies Done));
      return result;
    },
    /** Removes files that nothing needs any more while the build's inputs are the same. */
    async clear(names: readonly string[]): Promise<void> {
      await writeDurably(join(workDirectory, CLEARED_FILE), inputs);
      const left = names.filter((name) => !keepRead || !name.startsWith(READ_PREFIX));
      for (const name of left) await rm(directoryOf(name), { recursive: true, force: true });
    },
    /** Number of checkpoints that were found. */
    resumed: () => resumed,
  };
}

/** Removes all checkpoints. @param kept names of those that stay */
export async function emptyWorkDirectory(workDirectory: string, kept: readonly string[] = []): Promise<void> {
  const staying = new Set(kept.flatMap((name) => [name, `${name}${NOTE_SUFFIX}`]));
  for (const name of orderOfRemoval(await readdir(workDirectory))) {
    if (!staying.has(name)) await rm(join(workDirectory, name), { recursive: true, force: true });
  }
}

/** Names of the checkpoints of reading that are there with their files. */
export async function readsIn(workDirectory: string): Promise<readonly string[]> {
  const names = new Set(await readdir(workDirectory));
  return [...names].filter((name) => name.startsWith(READ_PREFIX) && names.has(`${name}${NOTE_SUFFIX}`));
}

/** Notes first, the name of the cleared inputs last, so that a crash meanwhile leaves no note without its files. */
export function orderOfRemoval(names: readonly string[]): readonly string[] {
  const rankOf = (name: string): number => (name.endsWith(NOTE_SUFFIX) ? 0 : name === CLEARED_FILE ? 2 : 1);
  return names.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Undefined also when the note cannot be read: then the work is done again. */
async function readNote(file: string): Promise<Done | undefined> {
  try {
    const done = JSON.parse(await readFile(file, 'utf8')) as Done;
    return typeof done.units === 'number' ? done : undefined;
  } catch {
    return undefined;
  }
}
