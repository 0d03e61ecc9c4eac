/** The threads, checkpoints and progress that all stages of a build share. */
import type { Checkpoints } from './checkpoints.ts';
import type { OutcomeOf, Pool, TaskName, TaskOf } from './pool.ts';
import type { Progress } from './progress.ts';

export interface BuildContext {
  readonly pool: Pool;
  readonly checkpoints: Checkpoints;
  readonly progress: Progress;
}

/** Runs a task, unless a checkpoint has its outcome and its files. */
export function runOnce<Name extends TaskName>(
  { pool, checkpoints }: BuildContext,
  checkpoint: string,
  cacheKey: string,
  name: Name,
  task: Omit<TaskOf<Name>, 'directory'>,
): Promise<OutcomeOf<Name>> {
  return checkpoints.once(checkpoint, cacheKey, (directory, advance) =>
    pool.run(name, { ...task, directory } as TaskOf<Name>, advance),
  );
}
