/** What a build is asked to do, and how it says that it cannot. */
import type { BuildInput } from '../sources/accepted.ts';
import type { Curation } from '../sources/curation.ts';
import type { Vocabulary } from '../sources/vocabulary.ts';
import type { Progress } from './progress.ts';

export interface BuildOptions {
  readonly sources: readonly BuildInput[];
  readonly curation: Curation;
  readonly vocabulary: Vocabulary;
  /** Texts that curation and vocabulary were made of: another label is another snapshot. */
  readonly configuration: readonly string[];
  /** Folder of snapshots. */
  readonly out: string;
  /** Version of the software; another version may compose other answers from the same inputs. */
  readonly release: string;
  readonly now: Date;
  readonly progress: Progress;
  /** Snapshots to keep, the new one included; all when absent. */
  readonly keep?: number;
  /** Leave out sources whose file cannot be used instead of giving up. */
  readonly allowFailedSources?: boolean;
  /** Sees the finished snapshot before it becomes the current one; what it throws prevents that. */
  readonly beforeActivation?: (directory: string) => Promise<void>;
}

/** The build gave up; nothing has changed. The message is for the operator, a line per reason. */
export class BuildFailed extends Error {
  override readonly name = 'BuildFailed';
}
