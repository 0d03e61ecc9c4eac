/** A task of a build: reads files and writes files, in any thread, and shares nothing else with other tasks. */
import { join } from 'node:path';
import { type Curation, loadCuration } from '../../sources/register/curation.ts';
import type { Vocabulary } from '../../../core/model/vocabulary.ts';
import { loadVocabulary } from '../../sources/register/vocabulary.ts';
import type { Advance } from '../progress.ts';

/** The configuration that tasks use; each thread loads its own. */
export interface TaskContext {
  readonly curation: Curation;
  readonly vocabulary: Vocabulary;
}

/** @param config folder of the configuration @throws InvalidConfiguration */
export async function openTaskContext(config: string): Promise<TaskContext> {
  return { curation: await loadCuration(config), vocabulary: await loadVocabulary(join(config, 'vocabulary')) };
}

/** Input of a task: plain data, because it may be sent to a thread. */
export interface Task {
  /** Empty directory for the files of the task. */
  readonly directory: string;
}

/** @returns plain data that survive JSON */
export type Perform<T extends Task, Outcome> = (
  task: T,
  context: TaskContext,
  advance: Advance,
) => Outcome | Promise<Outcome>;
