/** `gnd-links publish` and `gnd-links rollback`: the snapshots in a cluster. */
import { locateSnapshot } from '../store/directory.ts';
import type { Client } from '../store/opensearch/client.ts';
import { UnusableSnapshot } from '../store/header.ts';
import { CommandFailed } from './exit.ts';
import { openSnapshot } from './installation.ts';
import { createProgress } from './progress.ts';
import { clusterAccess } from './cluster-access.ts';
import type { SettingValues } from './setting.ts';
import type { PUBLISH_SETTINGS } from './settings.ts';

async function withCluster<T>(url: string | undefined, work: (client: Client) => Promise<T>): Promise<T> {
  if (url === undefined) throw new CommandFailed('no cluster is named: --to opensearch+https://host:9200/gnd');
  const { openClient } = await import('../store/opensearch/client.ts');
  // Administration takes its time, also on nodes that answer readers in milliseconds.
  const access = clusterAccess();
  const client = await openClient(url, { ...access, timeout: Math.max(access.timeout, 30_000) });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

type PublishValues = SettingValues<typeof PUBLISH_SETTINGS> & {
  readonly to?: string | undefined;
  readonly keep: number;
};

/** @returns what is to be told, line by line */
export async function publishSnapshotTo(
  snapshot: string,
  { to, shards, replicas, keep }: PublishValues,
): Promise<readonly string[]> {
  const directory = await locateSnapshot(snapshot);
  return withCluster(to, async (client) => {
    const { publishToCluster } = await import('../store/opensearch/publish.ts');
    const probe = (published: string) => compareAnswers(directory, client, published);
    const options = { shards, replicas, keep, progress: createProgress(), probe };
    const { id, removed, used } = await publishToCluster(client, directory, options);
    return [
      `Published ${id}; ${client.prefix} leads to it.`,
      ...(removed.length > 0 ? [`Removed ${removed.join(', ')}.`] : []),
      ...(used.length > 0 ? [`Kept because somebody reads it: ${used.join(', ')}.`] : []),
    ];
  });
}

/** So many entities, from the first on, are asked for in both places. */
const PROBES = 50;

/** Coverage and matching answer the same everywhere; a search by the beginning of a word may find more in a cluster. */
async function compareAnswers(directory: string, client: Client, id: string): Promise<void> {
  const { openClusterStore } = await import('../store/opensearch/place.ts');
  const here = await openSnapshot(directory);
  try {
    const there = await openClusterStore(client, id, { identify: here.identify });
    await there.check();
    const ids = await here.entityIds(undefined, PROBES);
    const verdicts = await here.coverage(ids);
    const asked = verdicts.flatMap((verdict) =>
      'entry' in verdict ? { name: verdict.entry.preferredName, limit: 5 } : [],
    );
    const answers = [await here.match(asked), verdicts];
    if (JSON.stringify(answers) !== JSON.stringify([await there.match(asked), await there.coverage(ids)]))
      throw new UnusableSnapshot(`the cluster answers otherwise than ${directory}; the one before stays current`);
  } finally {
    await here.close();
  }
}

export async function runPublish(snapshot: string, values: PublishValues): Promise<void> {
  for (const line of await publishSnapshotTo(snapshot, values)) process.stdout.write(`${line}\n`);
}

/** @param id without it the one that was published before the current one */
export async function runRollback(id: string | undefined, { to }: { readonly to?: string | undefined }): Promise<void> {
  await withCluster(to, async (client) => {
    const { currentSnapshot, listSnapshots, switchTo } = await import('../store/opensearch/snapshot-sets.ts');
    const [current, { complete }] = [await currentSnapshot(client), await listSnapshots(client)];
    const chosen = id ?? complete[complete.indexOf(current ?? '') + 1];
    if (chosen === undefined)
      throw new CommandFailed(`there is no snapshot before ${current ?? 'the first'} in the cluster`);
    await switchTo(client, chosen);
    process.stdout.write(`${client.prefix} leads to ${chosen}; before: ${current ?? 'nothing'}.\n`);
  });
}
