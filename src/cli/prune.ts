/** `gnd-links prune`: removes old snapshots and dumps, as an update does at its end. */
import { removeOldDumps } from '../build/runs/dump/write-dump.ts';
import { folderPlace } from '../build/runs/run.ts';
import { locateSnapshot } from '../core/snapshot/directory.ts';
import { pruneSnapshots } from '../build/ingest/snapshot/snapshot-folder.ts';
import { pruneCluster } from './cluster.ts';
import { runAt } from './runs.ts';
import type { SettingValues } from './settings/setting.ts';
import type { PRUNE_SETTINGS } from './settings/update-settings.ts';

export async function runPrune({ out, keep, dumps, publishTo }: SettingValues<typeof PRUNE_SETTINGS>): Promise<void> {
  const log = (line: string) => void process.stdout.write(`${line}\n`);
  // A folder without a current snapshot may be any folder, so nothing in it is removed.
  await locateSnapshot(out);
  await runAt(folderPlace(out), 'prune', async ({ lock }) => {
    for (const name of await pruneSnapshots(lock, keep)) log(`Removed the old snapshot ${name}.`);
    return { result: 'pruned' };
  });
  if (dumps !== undefined)
    await runAt(folderPlace(dumps), 'prune', async ({ lock }) => {
      for (const name of await removeOldDumps(lock)) log(`Removed the old dump ${name}.`);
      return { result: 'pruned' };
    });
  if (publishTo !== undefined) for (const line of await pruneCluster(publishTo, keep)) log(line);
}
