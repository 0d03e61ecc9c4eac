/** A cluster that keeps snapshots: how to get in, `gnd-links publish` and `gnd-links rollback`. */
import { locateSnapshot } from '../store/directory.ts';
import type { Client, ClusterAccess } from '../store/opensearch/client.ts';
import { CommandFailed } from './exit.ts';
import { createProgress } from './progress.ts';
import { type SettingValues, variableOf } from './setting.ts';
import { CLUSTER_SETTINGS, type PUBLISH_SETTINGS } from './settings.ts';

/** From the environment alone. @throws CommandFailed when a variable will not do */
export function clusterAccess(environment: NodeJS.ProcessEnv = process.env): ClusterAccess {
  const read = Object.entries(CLUSTER_SETTINGS).map(([name, setting]) => {
    const variable = variableOf(setting) as string;
    const text = environment[variable] ?? setting.default;
    try {
      return [name, text === undefined || text === '' ? undefined : setting.parse(text)];
    } catch (error) {
      throw new CommandFailed(`${variable} ${(error as Error).message}`);
    }
  });
  return Object.fromEntries(read) as unknown as ClusterAccess;
}

async function withCluster<T>(url: string | undefined, work: (client: Client) => Promise<T>): Promise<T> {
  if (url === undefined) throw new CommandFailed('no cluster is named: --to opensearch+https://host:9200/gnd');
  const { openClient } = await import('../store/opensearch/client.ts');
  const client = await openClient(url, clusterAccess());
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
    const options = { shards, replicas, keep, progress: createProgress(), probe: async () => undefined };
    const { id, removed, used } = await publishToCluster(client, directory, options);
    return [
      `Published ${id}; ${client.prefix} leads to it.`,
      ...(removed.length > 0 ? [`Removed ${removed.join(', ')}.`] : []),
      ...(used.length > 0 ? [`Kept because somebody reads it: ${used.join(', ')}.`] : []),
    ];
  });
}

export async function runPublish(snapshot: string, values: PublishValues): Promise<void> {
  for (const line of await publishSnapshotTo(snapshot, values)) process.stdout.write(`${line}\n`);
}

/** @param id without it the one that was published before the current one */
export async function runRollback(id: string | undefined, { to }: { readonly to?: string | undefined }): Promise<void> {
  await withCluster(to, async (client) => {
    const { currentSnapshot, listSnapshots, switchTo } = await import('../store/opensearch/snapshot-sets.ts');
    const [current, all] = [await currentSnapshot(client), await listSnapshots(client)];
    const place = all.findIndex((one) => one.id === current);
    const chosen = id ?? all[place + 1]?.id;
    if (chosen === undefined)
      throw new CommandFailed(`there is no snapshot before ${current ?? 'the first'} in the cluster`);
    await switchTo(client, chosen);
    process.stdout.write(`${client.prefix} leads to ${chosen}; before: ${current ?? 'nothing'}.\n`);
  });
}
