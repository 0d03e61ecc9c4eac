/** One text for several processes: the primary of a cluster asks its workers and adds up. */
import cluster from 'node:cluster';
import { AggregatorRegistry, Gauge, register } from 'prom-client';
import type { Metrics } from './metrics.ts';

/** Of the primary alone. */
export const CLUSTER_METRICS = {
  cluster_workers: { type: 'gauge', help: 'Processes that answer.', labels: [] },
} as const;

/**
 * For the primary, which measures nothing of itself.
 * Its text fails when a worker does not answer within five seconds, so that there are never sums without it.
 */
export function createClusterMetrics(): Pick<Metrics, 'contentType' | 'text'> {
  const workers = new AggregatorRegistry();
  const gauge: Gauge = new Gauge({
    name: 'cluster_workers',
    help: CLUSTER_METRICS.cluster_workers.help,
    registers: [],
    collect() {
      gauge.set(Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected()).length);
    },
  });
  workers.registerMetric(gauge);
  return {
    contentType: workers.contentType,
    text: async () => `${await workers.metrics()}\n${await workers.clusterMetrics()}`,
  };
}

/** For a worker, first thing: from now on the primary is answered, with nothing before there are metrics. */
export function answerPrimary(): void {
  // prom-client only listens where there is one of these.
  AggregatorRegistry.setRegistries([register]);
  void new AggregatorRegistry();
}
