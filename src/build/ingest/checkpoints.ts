/** Checkpoints of a build: finished work in the work directory, which the next build uses after an interruption. */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readJson } from '../../core/snapshot/read-json.ts';
import { replaceFile, syncToDisk, writeDurably } from '../../shared/files/durable-file.ts';
import type { Advance } from './progress.ts';

export type Checkpoints = Awaited<ReturnType<typeof openCheckpoints>>;

interface Done {
  readonly cacheKey: string;
  /** Units of work, which are reported when a later build finds the checkpoint. */
  readonly units: number;
  readonly result: unknown;
}

/** Prefix of the checkpoints of reading. Each stays valid as long as its source is the same. */
const READ_PREFIX = 'read-';
export const checkpointOfRead = (key: string): string => `${READ_PREFIX}${key}`;

const NOTE_SUFFIX = '.done.json';

/** File with the hash of the inputs for which files were cleared: with other inputs the work must be done again. */
const CLEARED_FILE = 'cleared';

/**
 * @param workDirectory a directory for checkpoints only
 * @param inputs hash of the inputs of the whole build; if it differs, checkpoints of single sources may still be valid
 * @param advance receives the units of work that this build or an earlier one has done
 * @param keepRead whether the checkpoints of reading are kept when the build no longer needs them
 */
export async function openCheckpoints(workDirectory: string, inputs: string, advance: Advance, keepRead = false) {
  const cleared = await readFile(join(workDirectory, CLEARED_FILE), 'utf8').catch(() => undefined);
  if (cleared !== undefined && cleared !== inputs)
    await emptyWorkDirectory(workDirectory, await readsIn(workDirectory));
  let resumed = 0;
  const directoryOf = (name: string): string => join(workDirectory, name);
  const noteOf = (name: string): string => join(workDirectory, `${name}${NOTE_SUFFIX}`);
  return {
    /** The directory with the files of a piece of work. */
    directoryOf,
    /**
     * Does the work, unless it was done before from the same inputs. The files in its directory are flushed to the disk.
     * @param cacheKey hash of everything that determines the result
     * @param work receives its directory, and reports units of work done
     * @returns the result of the work or of its checkpoint; it must survive JSON
     */
    async once<T>(
      name: string,
      cacheKey: string,
      work: (directory: string, advance: Advance) => Promise<T>,
    ): Promise<T> {
      const done = await readNote(noteOf(name));
      if (done?.cacheKey === cacheKey) {
        resumed += 1;
        advance(done.units);
        return done.result as T;
      }
      const directory = directoryOf(name);
      await rm(noteOf(name), { force: true });
      await rm(directory, { recursive: true, force: true });
      await mkdir(directory);
      let units = 0;
      const result = await work(directory, (more) => {
        units += more;
        advance(more);
      }).catch(async (error: unknown) => {
        // Unfinished files are useless, and may have filled the disk.
        await rm(directory, { recursive: true, force: true });
        throw error;
      });
      for (const file of await readdir(directory)) await syncToDisk(join(directory, file));
      await syncToDisk(directory);
      await replaceFile(noteOf(name), JSON.stringify({ cacheKey, units, result } satisfies Done));
      return result;
    },
    /** Removes files that a build of the same inputs no longer needs. */
    async clear(names: readonly string[]): Promise<void> {
      await writeDurably(join(workDirectory, CLEARED_FILE), inputs);
      const removable = names.filter((name) => !keepRead || !name.startsWith(READ_PREFIX));
      for (const name of removable) await rm(directoryOf(name), { recursive: true, force: true });
    },
    /** Number of checkpoints of an earlier build that were used. */
    resumed: () => resumed,
  };
}

/** Removes all checkpoints. @param kept names of checkpoints to keep */
export async function emptyWorkDirectory(workDirectory: string, kept: readonly string[] = []): Promise<void> {
  const staying = new Set(kept.flatMap((name) => [name, `${name}${NOTE_SUFFIX}`]));
  for (const name of orderOfRemoval(await readdir(workDirectory))) {
    if (!staying.has(name)) await rm(join(workDirectory, name), { recursive: true, force: true });
  }
}

/** Names of the complete checkpoints of reading. */
export async function readsIn(workDirectory: string): Promise<readonly string[]> {
  const names = new Set(await readdir(workDirectory));
  return [...names].filter((name) => name.startsWith(READ_PREFIX) && names.has(`${name}${NOTE_SUFFIX}`));
}

/** Names in the order in which they may be removed: notes first, so that a crash leaves no note without its files. */
export function orderOfRemoval(names: readonly string[]): readonly string[] {
  const rankOf = (name: string): number => (name.endsWith(NOTE_SUFFIX) ? 0 : name === CLEARED_FILE ? 2 : 1);
  return names.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Undefined where the note is missing or unreadable: the work is then done again. */
const readNote = (file: string) => readJson(file, (done): done is Done => typeof (done as Done).units === 'number');
