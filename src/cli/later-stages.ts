/** The stages of an update after its switch: each has an outcome of its own, and is done whatever the others did. */
import { pruneSnapshots, snapshotOf } from '../build/ingest/snapshot/snapshot-folder.ts';
import { checkHarvest } from '../build/runs/check-harvest.ts';
import { updateChanges, updateDump } from '../build/runs/dump/update-dumps.ts';
import { folderPlace, type LaterRun, type Run } from '../build/runs/run.ts';
import type { LaterStage } from '../build/runs/update-stages.ts';
import type { Updated } from '../build/runs/update.ts';
import type { DumpCheck } from '../core/snapshot/completeness.ts';
import { UnusableSnapshot } from '../core/snapshot/header.ts';
import { readChanges } from '../shared/dumps/dump-folder.ts';
import { publishSnapshotTo } from './cluster.ts';
import { openRegister } from './fetch.ts';
import { ownPath } from './installation.ts';
import { createProgress } from './progress.ts';
import { describeCheck, recordCompleteness, runAt } from './runs.ts';
import type { SettingValues } from './settings/setting.ts';
import type { UPDATE_SETTINGS } from './settings/update-settings.ts';

export type Values = SettingValues<typeof UPDATE_SETTINGS>;
/** Receives a line for the operator. */
type Log = (line: string) => void;

/**
 * Old snapshots are removed first, so that no later failure prevents that, and once more when nothing needs them: the
 * snapshot of the last file of changes is needed until there is a newer file.
 * @param onCheck receives the comparison of the harvest with a new dump
 */
export function laterStages(
  { directory, former }: Updated,
  values: Values,
  log: Log,
  onCheck: (check: DumpCheck) => void,
): readonly (LaterRun & { readonly kind: LaterStage })[] {
  const { out, dumps, keep, changesDays, baseUrl, publishTo, config = ownPath('config') } = values;
  const options = { snapshots: out, config, baseUrl, changesDays, now: new Date(), progress: createProgress() };
  const prune = (needed: readonly string[]): LaterRun['perform'] =>
    async function ({ lock }) {
      const names = await pruneSnapshots(lock, keep, [...needed, ...(await publishedIn(dumps))]);
      for (const name of names) log(`Removed the old snapshot ${name}.`);
      return { result: 'pruned' };
    };
  const inDumps = (kind: 'dump' | 'changes', work: (run: Run) => Promise<string>) => ({
    kind,
    perform:
      dumps === undefined
        ? undefined
        : ({ stage: onStage }: Run) =>
            runAt(folderPlace(dumps), kind, async (run) => ({ result: await work(run) }), { onStage }),
  });
  const checkDump = async (before: string) => {
    const check = await checkNewDump(before, directory, values, log);
    if (check !== undefined) onCheck(check);
    return { result: check === undefined ? 'idle' : 'checked' };
  };
  const publish = async (to: string, onStage: Run['stage']) => {
    for (const line of await publishSnapshotTo(directory, { ...values, to }, onStage)) log(line);
    return { result: 'published' };
  };
  return [
    { kind: 'prune', perform: prune(former === undefined ? [] : [snapshotOf(former)]) },
    // Without a new snapshot there is nothing to check, and the outcome of the last check stays in the log.
    ...(former === undefined ? [] : [{ kind: 'harvestCheck', perform: () => checkDump(former) } as const]),
    inDumps('dump', async (run) => {
      await updateDump(run, directory, options, log);
      return 'dumped';
    }),
    inDumps('changes', async (run) => ((await updateChanges(run, directory, options)) ? 'changed' : 'idle')),
    { kind: 'publish', perform: publishTo === undefined ? undefined : ({ stage }) => publish(publishTo, stage) },
    { kind: 'prune', perform: prune([]) },
  ];
}

/** Checks, after a new dump, whether the harvest had all records of the dump. @returns undefined where nothing can be compared */
async function checkNewDump(before: string, after: string, values: Values, log: Log): Promise<DumpCheck | undefined> {
  const { register } = await openRegister(values);
  const since = register.flatMap(({ origin }) => origin.oai?.from ?? []).sort()[0];
  const progress = createProgress();
  try {
    const check = await checkHarvest(before, after, since, progress);
    if (check === undefined) return undefined;
    await recordCompleteness(values, register, check);
    log(`Checked the harvest against the new dump: ${describeCheck(check)}.`);
    return check;
  } catch (error) {
    // The previous snapshot may be damaged, in which case this update has replaced it.
    if (!(error instanceof UnusableSnapshot)) throw error;
    return undefined;
  } finally {
    progress.end();
  }
}

/** The snapshot with which the next file of changes begins. */
async function publishedIn(dumps: string | undefined): Promise<readonly string[]> {
  const changes = dumps === undefined ? undefined : await readChanges(dumps).catch(() => undefined);
  return changes?.snapshots.slice(0, 1).map(({ to }) => to.id) ?? [];
}
