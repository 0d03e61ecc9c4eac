/** What a build is asked to do, and how it says that it cannot. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildInput } from '../fetch/build-inputs.ts';
import type { Progress } from './progress.ts';

export interface BuildOptions {
  readonly sources: readonly BuildInput[];
  /** Folder of the configuration: curation and vocabulary. Another label is another snapshot. */
  readonly config: string;
  /** Folder of snapshots. */
  readonly out: string;
  /** Version of the software; another version may compose other answers from the same inputs. */
  readonly release: string;
  readonly now: Date;
  readonly progress: Progress;
  /** Lines for the operator: what the build needs, and where it goes on. */
  readonly log?: (line: string) => void;
  /** Snapshots to keep, the new one included; all when absent. */
  readonly keep?: number;
  /** Leave out sources whose file cannot be used instead of giving up. */
  readonly allowFailedSources?: boolean;
  /** Begin even if the disk seems too small. */
  readonly ignoreDiskSpace?: boolean;
  /** Worker threads, 0 for none; without it as many as there are processors, at most four, and none for small inputs. */
  readonly threads?: number;
  /** Into so many ranges the merge is cut at most; without it by the size of the inputs. The result is the same. */
  readonly ranges?: number;
  /** Sees the finished snapshot before it becomes the current one; what it throws prevents that. */
  readonly beforeActivation?: (directory: string) => Promise<void>;
}

/** The build gave up; nothing has changed. The message is for the operator, a line per reason. */
export class BuildFailed extends Error {
  override readonly name = 'BuildFailed';
}

/** Texts of all files of a configuration folder that decide what a snapshot says. */
export async function configurationTexts(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.yaml')).sort();
  const used = names.filter((name) => name !== 'sources.yaml');
  return Promise.all(used.map(async (name) => `${name}\n${await readFile(join(folder, name), 'utf8')}`));
}
