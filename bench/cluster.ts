/**
 * What does a cluster of three nodes cost in comparison with snapshot files: to publish into, and to query?
 *
 *     node bench/cluster.ts DIR [--record] [--seed N]
 */
import { readFileSync } from 'node:fs';
import type { GndId } from '../src/core/model/gnd-id.ts';
import { openClient } from '../src/extras/cluster/client.ts';
import { snapshotEngine } from '../src/cli/installation.ts';
import { openClusterStore } from '../src/extras/cluster/snapshot-source.ts';
import { clusterPlace } from '../src/cli/cluster-place.ts';
import { publishToCluster } from '../src/extras/cluster/publish.ts';
import type { Store } from '../src/core/snapshot/store.ts';
import { openSearch } from '../test/cluster/distribution.ts';
import { startCluster } from '../test/cluster/nodes.ts';
import { count, markdownTable } from './results.ts';
import { openSearchBench } from './search/open.ts';
import { drawQueries, mixQueries } from './search/queries.ts';
import { cell, summarise, timeEach } from './search/timing.ts';

/** Queries per kind, queries of the warm-up (a third for each node), queries before the stores take turns. */
const [QUERIES, WARM_UP, SLICE] = [2_000, 1_800, 100];
/** Searches under way at a time, as under load. */
const ABREAST = 8;
/** Numbers of shards for which the latency of a search is computed. */
const FAN_OUT = [1, 3, 6, 12];

const bench = await openSearchBench('cluster', 'A cluster beside the snapshot');
const { directory, store: files } = bench;
const { entities } = files.snapshot.counts;
const distribution = await openSearch();
if ('reason' in distribution) throw new Error(distribution.reason);
const cluster = await startCluster(distribution, 3, { java: ['-XX:+UseG1GC'] });
const { nodes } = cluster;
const client = await openClient(cluster.url('gnd'), { timeout: 60_000 });
const searchTimes: number[] = [];
try {
  bench.report.publish(bench.corpus, `${await publishing()}\n\n${await asking()}`);
} finally {
  await client.close();
  await cluster.remove();
  await bench.close();
}

/** Processor seconds of this process and of the nodes. */
function used(): readonly [number, number] {
  const { user, system } = process.cpuUsage();
  const ticks = nodes.flatMap(({ pid }) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13) ?? []); // prettier-ignore
  return [(user + system) / 1e6, ticks.reduce((sum, tick) => sum + Number(tick) / 100, 0)];
}

async function publishing(): Promise<string> {
  const marks: (readonly [string, number, readonly [number, number]])[] = [];
  const stage = (name: string) => void marks.push([name, performance.now() / 1000, used()]);
  const progress = { stage, advance: () => undefined, end: () => undefined };
  stage('');
  const nothing = async () => undefined;
  const options = { engine: snapshotEngine(), shards: 1, replicas: 'all', keep: 2, progress, stage: nothing, probe: nothing } as const; // prettier-ignore
  const { lock, release } = await clusterPlace(client).take('publish');
  await publishToCluster(client, lock, directory, options).finally(release);
  stage('');
  const row = (name: string, from: number, to: number) => {
    const [[, began, before] = ['', 0, [0, 0]], [, ended, after] = ['', 0, [0, 0]]] = [marks[from], marks[to]];
    return [name, ...[ended - began, after[0] - before[0], after[1] - before[1]].map((value) => value.toFixed(1))];
  };
  const last = marks.length - 1;
  const rows = marks.slice(1, -1).map(([name], place) => row(name, place + 1, place + 2));
  const seconds = (marks[last]?.[1] ?? 0) - (marks[0]?.[1] ?? 0);
  const sizes = await cluster.ask<readonly Readonly<Record<string, string>>[]>(
    '/_cat/indices/gnd-2*?format=json&bytes=b',
  );
  const megabytes = sizes.map((size) => `${size['index']?.split('-').at(-1)} ${count(Number(size['pri.store.size']) / 1e6)}`); // prettier-ignore
  const peak = nodes.map(({ pid }) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024); // prettier-ignore
  return `Publishing, one shard with a copy on each of three nodes: ${count(entities / seconds)} entities a second in all.

${markdownTable(['stage', 'seconds', 'processor seconds, Node', 'nodes'], [...rows, row('**in all**', 0, last)])}

One copy in MB: ${megabytes.join(', ')}. Peak memory of the nodes (heap 512 MB each) in MiB: ${peak.map(count).join(', ')}.`;
}

async function asking(): Promise<string> {
  const indices = await openClusterStore(client, files.snapshot.id);
  const classes = await drawQueries(bench.tables, files, { seed: bench.seed, wanted: 2 * QUERIES });
  const both = mixQueries(classes, 2 * (QUERIES + WARM_UP), bench.seed);
  const [mix, other] = [both.slice(0, QUERIES + WARM_UP), both.slice(QUERIES + WARM_UP)];
  const step = Math.floor(entities / (QUERIES + WARM_UP));
  const ids = mix.map((_, place) => bench.tables.entity(1 + place * step)?.card.gnd ?? ('118540238' as GndId));
  const hundreds = ids.map((_, place) => Array.from({ length: 100 }, (__, next) => ids[(place * 7 + next * 13) % ids.length] as GndId)); // prettier-ignore
  const rows = [
    ...(await compare('entity', ids, (store, id) => store.entity(id))),
    ...(await compare('coverage of 100', hundreds.slice(0, 400), (store, some) => store.coverage(some))),
    ...(await compare('search, the mix', mix, (store, query) => store.search(query))),
    ...(await compare(`the same, ${ABREAST} at a time`, other, (store, query) => store.search(query), ABREAST)),
  ];
  return `Asked in this process, one at a time but for the last two, in slices of ${SLICE} in turns, after ${WARM_UP} others; milliseconds.

${markdownTable(['what', 'asked', 'p50', 'p99', 'processor time, Node', 'nodes'], rows)}

If a search had to wait for the slowest of so many shards, each as quick as this one and by itself:

${markdownTable(['shards', 'p50', 'p99'], FAN_OUT.map(slowestOf))}`;

  async function compare<T>(
    what: string,
    items: readonly T[],
    run: (store: Store, item: T) => Promise<unknown>,
    abreast = 1,
  ) {
    const stores = [files, indices].map((store) => ({
      store,
      times: [] as number[],
      cost: [0, 0] as [number, number],
    }));
    const warm = Math.min(WARM_UP, items.length / 2);
    for (const { store } of stores) await timeEach(items.slice(0, warm), (item) => run(store, item));
    for (let from = warm; from < items.length; from += SLICE)
      for (const { store, times, cost } of stores) {
        const before = used();
        const slice = items.slice(from, from + SLICE).values();
        const lanes = Array.from({ length: abreast }, () => timeEach(slice, (item) => run(store, item)));
        times.push(...(await Promise.all(lanes)).flat());
        used().forEach((seconds, place) => (cost[place as 0 | 1] += seconds - (before[place] ?? 0)));
      }
    if (what.startsWith('search')) searchTimes.push(...(stores[1]?.times ?? []));
    return stores.map(({ times, cost }, place) => {
      const { runs = 0, median, p99 } = summarise(times) ?? {};
      const each = cost.map((seconds) => cell((seconds * 1000) / runs));
      return [`${what}, ${place === 0 ? 'files' : 'cluster'}`, count(runs), cell(median), cell(p99), ...each];
    });
  }
}

/** For independent times: P(slowest of n < x) = P(one < x) ** n. */
function slowestOf(shards: number): string[] {
  const sorted = searchTimes.toSorted((a, b) => a - b);
  const at = (share: number) => cell(sorted[Math.floor(share ** (1 / shards) * (sorted.length - 1))]);
  return [String(shards), at(0.5), at(0.99)];
}
