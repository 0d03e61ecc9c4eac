/** The stages of an update after its switch: each has an outcome of its own, and is done whatever the others did. */
import { pruneSnapshots, snapshotOf } from '../ingest/snapshot/snapshot-folder.ts';
import { readChanges } from '../../shared/dumps/dump-folder.ts';
import type { LaterStage } from './update-stages.ts';
import { updateChanges, updateDump, type UpdateDumpsOptions } from './dump/update-dumps.ts';
import { folderPlace, type LaterRun, performRun, type Run, type RunOptions } from './run.ts';
import type { Updated } from './update.ts';

interface LaterOptions extends UpdateDumpsOptions, Pick<RunOptions, 'reasonOf'> {
  /** Number of snapshots to keep. */
  readonly keep: number;
  /** Folder of dumps; without it there are neither dumps nor files of changes. */
  readonly dumps?: string | undefined;
  /** Lines for the operator. */
  readonly log: (line: string) => void;
  /** Checks the harvest against a new dump. @param former directory of the snapshot before */
  readonly checkHarvest: (former: string, directory: string) => Promise<'checked' | 'idle'>;
  /** Publishes into a cluster; absent where the snapshot stays on this machine. */
  readonly publish?: ((directory: string) => Promise<void>) | undefined;
}

/**
 * Old snapshots are removed first, so that no later failure prevents that, and once more when nothing needs them: the
 * snapshot of the last file of changes is needed until there is a newer file.
 */
export function laterStages(
  { directory, former }: Updated,
  options: LaterOptions,
): readonly (LaterRun & { readonly kind: LaterStage })[] {
  const { dumps, keep, log, reasonOf, checkHarvest, publish } = options;
  const prune = (needed: readonly string[]): LaterRun['perform'] =>
    async function ({ lock }) {
      const names = await pruneSnapshots(lock, keep, [...needed, ...(await publishedIn(dumps))]);
      for (const name of names) log(`Removed the old snapshot ${name}.`);
      return { result: 'pruned' };
    };
  const inDumps = (kind: 'dump' | 'changes', work: (run: Run) => Promise<string>): LaterRun['perform'] | undefined =>
    dumps === undefined
      ? undefined
      : () => performRun(folderPlace(dumps), kind, { reasonOf }, async (run) => ({ result: await work(run) }));
  return [
    { kind: 'prune', perform: prune(former === undefined ? [] : [snapshotOf(former)]) },
    // Without a new snapshot there is nothing to check, and the outcome of the last check stays in the log.
    ...(former === undefined
      ? []
      : [{ kind: 'harvestCheck', perform: async () => ({ result: await checkHarvest(former, directory) }) } as const]),
    {
      kind: 'dump',
      perform: inDumps('dump', async (run) => {
        await updateDump(run, directory, options, log);
        return 'dumped';
      }),
    },
    {
      kind: 'changes',
      perform: inDumps('changes', async (run) => ((await updateChanges(run, directory, options)) ? 'changed' : 'idle')),
    },
    { kind: 'publish', perform: publish && (() => publish(directory).then(() => ({ result: 'published' }))) },
    { kind: 'prune', perform: prune([]) },
  ];
}

/** The snapshot with which the next file of changes begins. */
async function publishedIn(dumps: string | undefined): Promise<readonly string[]> {
  const changes = dumps === undefined ? undefined : await readChanges(dumps).catch(() => undefined);
  return changes?.snapshots.slice(0, 1).map(({ to }) => to.id) ?? [];
}
