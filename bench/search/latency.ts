/**
 * How long does a search take, for each class and for the mix? With the delay of the event loop, and the size of the
 * index.
 *
 *     node bench/search/latency.ts DIR [--record] [--seed N]
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { SearchQuery } from '../../src/core/search/search.ts';
import { count, markdownTable, mebibytes } from '../results.ts';
import { openSearchBench } from './open.ts';
import { drawQueries, mixQueries, type QueryClass, typedQueries } from './queries.ts';
import { cell, summarise, timeEach } from './timing.ts';

/** Queries per class for the warm-up. */
const WARM_UP = 50;
const ALONE = 300;
/** Queries of the mix. They differ from those measured class by class if the snapshot has enough. */
const MIX = 2_000;
const IDLE_MS = 2_000;

const bench = await openSearchBench('search/latency', 'Latency of search');
const { store, tables, seed } = bench;
const began = performance.now();
const wanted = WARM_UP + ALONE + MIX / 5;
const classes = (await drawQueries(tables, store, { seed, wanted })).map(divide);
const drawingSeconds = (performance.now() - began) / 1000;
const search = (query: SearchQuery) => store.search(query);
for (const { warmUp } of classes) await timeEach(warmUp, search);
const own: Measured[] = [];
for (const { warmUp, alone } of classes) {
  await timeEach(warmUp, search);
  own.push(await measure(alone));
}
const mix = mixQueries(
  classes.map(({ query, mixed }) => ({ ...query, queries: mixed })),
  MIX,
  seed,
);
const ofMix = await measure(mix);
const delays = [await loopDelay('idle', [], 0)];
for (const underWay of [1, 8]) delays.push(await loopDelay(`${underWay} under way`, mix, underWay));
const rows = classes.map(({ query: { name, share } }, index) => row(name, share, own[index] as Measured));
rows.push(row('**the mix**', 100, ofMix));
const typed = typedQueries(
  classes.map(({ query }) => query),
  MIX,
);
rows.push(row('**letter by letter**', 0, await measure(typed)));
const sizes = tables.sizes();
const answersBytes = tables.answersBytes();
await bench.close();
bench.report.publish(bench.corpus, body());

interface Divided {
  readonly query: QueryClass;
  readonly warmUp: readonly SearchQuery[];
  readonly alone: readonly SearchQuery[];
  readonly mixed: readonly SearchQuery[];
}

/** Divides the queries of a class between warm-up, measurement and mix, in proportion if there are too few. */
function divide(query: QueryClass): Divided {
  const share = Math.ceil((MIX * query.share) / 100);
  const part = Math.min(1, query.queries.length / (WARM_UP + ALONE + share));
  const warm = Math.floor(WARM_UP * part);
  const alone = warm + Math.ceil(ALONE * part);
  return {
    query,
    warmUp: query.queries.slice(0, warm),
    alone: query.queries.slice(warm, alone),
    mixed: query.queries.slice(alone),
  };
}

interface Measured {
  readonly milliseconds: readonly number[];
  /** Processor time per query in milliseconds. */
  readonly cpu: number;
}

async function measure(queries: readonly SearchQuery[]): Promise<Measured> {
  const before = process.cpuUsage();
  const milliseconds = await timeEach(queries, search);
  const { user, system } = process.cpuUsage(before);
  return { milliseconds, cpu: (user + system) / 1000 / queries.length };
}

function row(name: string, share: number, { milliseconds, cpu }: Measured): string[] {
  const { runs = 0, median, p95, p99, max } = summarise(milliseconds) ?? {};
  return [name, String(share), String(runs), ...[cpu, median, p95, p99, max].map(cell)];
}

/** The delay of the event loop while `underWay` searches run at a time. */
async function loopDelay(name: string, queries: readonly SearchQuery[], underWay: number): Promise<string[]> {
  const monitor = monitorEventLoopDelay({ resolution: 1 });
  const open = queries.values();
  const client = async () => {
    for (const query of open) {
      await store.search(query);
      await setImmediate();
    }
  };
  const started = performance.now();
  monitor.enable();
  if (underWay === 0) await setTimeout(IDLE_MS);
  await Promise.all(Array.from({ length: underWay }, client));
  monitor.disable();
  const seconds = (performance.now() - started) / 1000;
  const at = (percentile: number) => cell(monitor.percentile(percentile) / 1e6);
  return [
    name,
    underWay === 0 ? '–' : count(queries.length / seconds),
    at(50),
    at(95),
    at(99),
    cell(monitor.max / 1e6),
  ];
}

function body(): string {
  const entities = store.snapshot.counts.entities;
  const index = sizes.reduce((bytes, table) => bytes + table.bytes, 0);
  return `
Milliseconds in the process, first 20 results; the file read once before; distinct queries drawn from the snapshot in ${drawingSeconds.toFixed(1)} s
with seed ${seed}, each asked once after ${WARM_UP} others of its class; of the processor the mean.

${markdownTable(['class', '% of mix', 'queries', 'processor', 'median', 'p95', 'p99', 'max'], rows)}

Delay of the event loop in milliseconds while the mix is searched again, by \`monitorEventLoopDelay\` with a resolution of
1 ms, which is what the idle loop shows:

${markdownTable(['searches at a time', 'searches/s', 'median', 'p95', 'p99', 'max'], delays)}

The index is ${mebibytes(index)} MiB by \`dbstat\`, the answers beside it are ${mebibytes(answersBytes)} MiB. What is less than a hundredth of the index is left out:

${markdownTable(
  ['table or index', 'MiB', 'bytes per entity'],
  sizes
    .filter(({ bytes }) => bytes >= index / 100)
    .map(({ table, bytes }) => [table, mebibytes(bytes), (bytes / entities).toFixed(1)]),
)}`; // prettier-ignore
}
