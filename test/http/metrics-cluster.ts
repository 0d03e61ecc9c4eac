/** A cluster of two that has answered three requests: prints its metrics and ends. */
import cluster from 'node:cluster';
import { once } from 'node:events';
import { answerPrimary, createClusterMetrics } from '../../src/http/cluster-metrics.ts';
import { createMetrics } from '../../src/http/metrics.ts';
import { createCurrentSnapshot } from '../../src/store/current.ts';
import type { Snapshot, Store } from '../../src/store/store.ts';
import { observed } from './observed.ts';

const SNAPSHOT = {
  id: '20261013-3f9c2a7d',
  date: '2026-10-13',
  builtAt: new Date(1_760_000_000_000).toISOString(),
  format: 1,
  counts: { entities: 15, links: 8 } as Snapshot['counts'],
  sources: [],
} as unknown as Snapshot;

/** @param requests how many it has answered */
function work(requests: number): void {
  answerPrimary();
  const snapshots = createCurrentSnapshot();
  snapshots.switchTo({ snapshot: SNAPSHOT } as unknown as Store);
  snapshots.refuse('It is damaged.');
  const metrics = createMetrics({ release: '1.2.3', snapshots });
  metrics.started?.();
  for (let i = 0; i < requests; i += 1) {
    metrics.started?.();
    metrics.counted?.('links', true);
    metrics.finished(observed({ route: '/docs', bytes: 100 }));
  }
  process.send?.('ready');
}

async function lead(): Promise<void> {
  const metrics = createClusterMetrics();
  const workers = [1, 2].map((requests) => cluster.fork({ REQUESTS: String(requests) }));
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  process.stdout.write(await metrics.text());
  for (const worker of workers) worker.disconnect();
}

if (cluster.isPrimary) await lead();
else work(Number(process.env['REQUESTS']));
