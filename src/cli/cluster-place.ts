/** A cluster as the place of a run: it keeps the run log in a document, and the lease of a run in another. */
import type { RunPlace } from '../build/runs/run.ts';
import { isRunLog, type RunLog } from '../core/snapshot/run-log.ts';
import type { ClusterClient } from '../extras/cluster/client.ts';
import { type Holder, type Lease, openSharedDocument, takeLease } from '../extras/cluster/lease.ts';

/** Number of attempts to write the run log while other processes write it, too. */
const ATTEMPTS = 5;

/** A cluster for runs that load and remove snapshots, one at a time. */
export function clusterPlace(client: ClusterClient): RunPlace<Lease> {
  return {
    async take() {
      const lock = await takeLease(
        await openSharedDocument<Holder>(client, 'holder'),
        `publishes into ${client.prefix}`,
      );
      return { lock, release: () => lock.release() };
    },
    write: (change) => writeRunLog(client, change),
  };
}

/** A cluster for runs that only switch the alias. They need no lock: the cluster refuses the second of two switches. */
export function unlockedClusterPlace(client: ClusterClient): RunPlace<undefined> {
  return {
    take: async () => ({ lock: undefined, release: () => undefined }),
    write: (change) => writeRunLog(client, change),
  };
}

async function writeRunLog(client: ClusterClient, change: (log: RunLog) => RunLog): Promise<void> {
  const document = await openSharedDocument<{ readonly log: string }>(client, 'runs');
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const stored = await document.read();
    const kept: unknown = JSON.parse(stored?.value.log ?? '{}');
    const log = change(isRunLog(kept) ? kept : {});
    if (await document.write({ log: JSON.stringify(log) }, stored)) return;
  }
}
