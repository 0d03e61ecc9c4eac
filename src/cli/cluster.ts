/** `gnd-links publish`, `rollback` and `prune`: the snapshots in a cluster. */
import { shareSnapshot } from '../core/snapshot/directory.ts';
import type { ClusterClient } from '../extras/cluster/client.ts';
import type { Run } from '../build/runs/run.ts';
import type { Lease } from '../extras/cluster/lease.ts';
import { clusterPlace, unlockedClusterPlace } from './cluster-place.ts';
import { UnusableSnapshot } from '../core/snapshot/header.ts';
import { CommandFailed } from './exit.ts';
import { openSnapshot, snapshotEngine } from './installation.ts';
import { createProgress } from './progress.ts';
import { clusterAccess } from './cluster-access.ts';
import { runAt } from './runs.ts';
import type { SettingValues } from './settings/setting.ts';
import type { PUBLISH_SETTINGS } from './settings/cluster-settings.ts';

async function withCluster<T>(url: string | undefined, work: (client: ClusterClient) => Promise<T>): Promise<T> {
  if (url === undefined)
    throw new CommandFailed('the address of a cluster is missing: --to opensearch+https://host:9200/gnd');
  const { openClient } = await import('../extras/cluster/client.ts');
  // Administrative requests are slow, even on nodes that answer readers in milliseconds.
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

/** @returns lines for the operator */
export async function publishSnapshotTo(
  snapshot: string,
  { to, shards, replicas, keep }: PublishValues,
  onStage?: Run['stage'],
): Promise<readonly string[]> {
  using shared = await shareSnapshot(snapshot);
  const { directory } = shared;
  return await withCluster(to, async (client) => {
    const { publishToCluster } = await import('../extras/cluster/publish.ts');
    const probe = (published: string) => compareAnswers(directory, client, published);
    const options = { engine: snapshotEngine(), shards, replicas, keep, progress: createProgress(), probe };
    const work = async ({ lock, stage }: Run<Lease>) => ({
      result: 'published',
      ...(await publishToCluster(client, lock, directory, { ...options, stage })),
    });
    const published = await runAt(clusterPlace(client), 'publish', work, { onStage });
    return [`Published ${published.id}; ${client.prefix} now points to it.`, ...linesOf(published)];
  });
}

/** Number of entities, from the beginning of the snapshot, whose answers are compared. */
const COMPARED_ENTITIES = 50;

/** Compares coverage and matching, which all engines answer alike; a search for a prefix may find more in a cluster. */
async function compareAnswers(directory: string, client: ClusterClient, id: string): Promise<void> {
  const { openClusterStore } = await import('../extras/cluster/snapshot-source.ts');
  await using here = await openSnapshot(directory);
  const there = await openClusterStore(client, id, { identify: here.identify, schemes: here.schemes });
  await there.check();
  const ids = await here.entityIds(undefined, COMPARED_ENTITIES);
  const verdicts = await here.coverage(ids);
  const queries = verdicts.flatMap((verdict) =>
    'entry' in verdict ? { name: verdict.entry.preferredName, limit: 5 } : [],
  );
  const answers = [await here.match(queries), verdicts];
  if (JSON.stringify(answers) !== JSON.stringify([await there.match(queries), await there.coverage(ids)]))
    throw new UnusableSnapshot(
      `the answers of the cluster differ from those of ${directory}; the previous snapshot stays current`,
    );
}

/** @param keep number of snapshots to keep @returns lines for the operator */
export async function pruneCluster(to: string, keep: number): Promise<readonly string[]> {
  return withCluster(to, async (client) => {
    const { pruneSnapshots } = await import('../extras/cluster/snapshot-sets.ts');
    return runAt(clusterPlace(client), 'prune', async ({ lock }) => {
      return { result: 'pruned', ...(await pruneSnapshots(client, lock, keep)) };
    }).then(linesOf);
  });
}

function linesOf({ removed, used }: { readonly removed: readonly string[]; readonly used: readonly string[] }) {
  return [
    ...(removed.length > 0 ? [`Removed: ${removed.join(', ')}.`] : []),
    ...(used.length > 0 ? [`Kept because still in use: ${used.join(', ')}.`] : []),
  ];
}

export async function runPublish(snapshot: string, values: PublishValues): Promise<void> {
  for (const line of await publishSnapshotTo(snapshot, values)) process.stdout.write(`${line}\n`);
}

/** @param id identifier of a snapshot; the default is the one published before the current one */
export async function runRollback(id: string | undefined, { to }: { readonly to?: string | undefined }): Promise<void> {
  await withCluster(to, async (client) => {
    const { rollBack } = await import('../extras/cluster/snapshot-sets.ts');
    await runAt(unlockedClusterPlace(client), 'rollback', async () => {
      const { from, to: chosen } = await rollBack(client, id);
      process.stdout.write(`${client.prefix} now points to ${chosen}; before, it pointed to ${from ?? 'nothing'}.\n`);
      return { result: 'switched' };
    });
  });
}
