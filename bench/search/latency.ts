/**
 * How long does a search take, class by class and in the mix? Against a plain full-text query ordered by BM25 on the same
 * table in the same run. With the delay of the event loop, the size of the index, memory, and the start of a process.
 *
 *     node bench/search/latency.ts DIR [--record] [--seed N]
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { SearchQuery } from '../../src/store/store.ts';
import { count, markdownTable, mebibytes } from '../results.ts';
import { openSearchBench } from './open.ts';
import { drawQueries, mixQueries, type QueryClass } from './queries.ts';
import { measureStarts } from './starts.ts';
import { cell, ratio, summarise, timeEach, type Timing } from './timing.ts';

/** Queries per class to warm up with, and to measure. */
const WARM_UP = 50;
const ALONE = 300;
/** Queries of the mix; no class asks one of them a second time as long as the snapshot gives enough. */
const MIX = 2_000;
const REFERENCE_BUDGET_MS = 5_000;
const REFERENCE_LIMIT = 20;
const IDLE_MS = 2_000;

interface Row {
  readonly name: string;
  readonly share: string;
  readonly own: Timing | undefined;
  readonly reference: Timing | undefined;
  /** The time was up before all queries were asked. */
  readonly stopped: boolean;
}

const bench = await openSearchBench('latency', 'Latency of search');
const { store, tables, seed } = bench;
const wanted = WARM_UP + ALONE + MIX / 5;
const classes = (await drawQueries(tables, store, { seed, wanted })).map(divide);
const rows: Row[] = [];
for (const { warmUp } of classes) await timeEach(warmUp, (query) => store.search(query));
for (const one of classes) rows.push(await measureClass(one));
const mix = mixQueries(
  classes.map(({ query, mixed }) => ({ ...query, queries: mixed })),
  MIX,
  seed,
);
rows.push(...(await measureMix()));
const delays = [await loopDelay('idle', [], 0)];
for (const underWay of [1, 8]) delays.push(await loopDelay(`${underWay} under way`, mix, underWay));
const sizes = tables.sizes();
const answersBytes = tables.answersBytes();
await bench.close();
const starts = await measureStarts(bench.directory, mix);
bench.report.publish(bench.corpus, body());

interface Divided {
  readonly query: QueryClass;
  readonly warmUp: readonly SearchQuery[];
  readonly alone: readonly SearchQuery[];
  readonly mixed: readonly SearchQuery[];
}

/** A class with fewer queries than wanted gives each use its part. */
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

async function measureClass({ query: { name, share, kind }, warmUp, alone }: Divided): Promise<Row> {
  await timeEach(warmUp, (query) => store.search(query));
  const own = await timeEach(alone, (query) => store.search(query));
  const referenced = kind === 'words' ? alone : [];
  return row(name, String(share), own, referenced.length, await timeReference(referenced));
}

/** As a whole, and of it what the reference can answer. */
async function measureMix(): Promise<Row[]> {
  const words = new Set(classes.filter(({ query }) => query.kind === 'words').flatMap(({ mixed }) => mixed));
  const own = await timeEach(mix, (query) => store.search(query));
  const comparable = mix.filter((query) => words.has(query));
  return [
    row('**the mix**', '100', own, 0, []),
    row(
      '**of it by words**',
      '',
      own.filter((_, index) => words.has(mix[index] as SearchQuery)),
      comparable.length,
      await timeReference(comparable),
    ),
  ];
}

function row(
  name: string,
  share: string,
  own: readonly number[],
  referenced: number,
  reference: readonly number[],
): Row {
  return {
    name,
    share,
    own: summarise(own),
    reference: summarise(reference),
    stopped: reference.length < referenced,
  };
}

/** Comes after the search, on the pages that it has just read. */
function timeReference(queries: readonly SearchQuery[]): Promise<number[]> {
  return timeEach(
    queries,
    (query) => tables.byRelevance(query, REFERENCE_LIMIT).map((card) => JSON.parse(card) as unknown),
    REFERENCE_BUDGET_MS,
  );
}

/** What others that wait for the event loop feel of so many searches at a time, each begun when the one before is done. */
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
  const stopped = rows.filter((row) => row.stopped).map(({ name }) => name);
  const entities = store.snapshot.counts.entities;
  const index = sizes.reduce((bytes, table) => bytes + table.bytes, 0);
  return `
Milliseconds in the process, first 20 results; the file read once before; distinct queries drawn from the snapshot with seed
${seed}, each asked once after ${WARM_UP} others of its class. BM25: the same words as FTS5 query on the same tables with \`ORDER BY rank LIMIT 20\`,
cards read and parsed, nothing ranked anew, nothing counted, right after our search for the same queries, so on warm pages;
at most ${REFERENCE_BUDGET_MS / 1000} s per class. In an index without positions every score is nought, which is quickly computed: the time is
the least that this order costs. It takes a year for a word, stops where nothing matches and ours goes on to near spellings,
and has no counterpart for identifiers and misspellings.

${markdownTable(
  ['class', '% of mix', 'queries', 'median', 'p95', 'p99', 'max', 'BM25 queries', 'BM25 median', 'BM25 p99', 'ratio of medians', 'ratio of means'],
  rows.map(({ name, share, own, reference }) => [
    name, share, String(own?.runs ?? 0), cell(own?.median), cell(own?.p95), cell(own?.p99), cell(own?.max),
    reference === undefined ? '–' : String(reference.runs), cell(reference?.median), cell(reference?.p99),
    ratio(reference?.median, own?.median), ratio(reference?.mean, own?.mean),
  ]),
)}

${stopped.length === 0 ? 'No class of BM25 ran out of time.' : `BM25 ran out of time in: ${stopped.join(', ')}.`}

Delay of the event loop in milliseconds while the mix is searched again, by \`monitorEventLoopDelay\` with a resolution of
1 ms, which is what the idle loop shows:

${markdownTable(['searches at a time', 'searches/s', 'median', 'p95', 'p99', 'max'], delays)}

The index is ${mebibytes(index)} MiB by \`dbstat\`, the answers beside it are ${mebibytes(answersBytes)} MiB. What is less than a hundredth of the index is left out:

${markdownTable(
  ['table or index', 'MiB', 'bytes per entity'],
  sizes
    .filter(({ bytes }) => bytes >= index / 100)
    .map(({ table, bytes }) => [table, mebibytes(bytes), (bytes / entities).toFixed(1)]),
)}

${starts}`; // prettier-ignore
}
