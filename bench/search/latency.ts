/**
 * How long does a search take, class by class and in the mix? Against a plain full-text index of the same names, ordered by
 * BM25, in the same run. With the delay of the event loop, the size of the index, memory, and the start of a process.
 *
 *     node bench/search/latency.ts DIR [--record] [--seed N] [--no-reference]
 *
 * Building the reference takes minutes at ten million entities.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { SearchQuery } from '../../src/store/store.ts';
import { count, markdownTable, mebibytes } from '../results.ts';
import { openSearchBench } from './open.ts';
import { drawQueries, mixQueries, type QueryClass } from './queries.ts';
import { buildReferenceIndex, type ReferenceIndex } from './reference-index.ts';
import { measureStarts } from './starts.ts';
import { cell, ratio, summarise, timeEach, type Timing } from './timing.ts';

/** Queries per class to warm up with, and to measure. */
const WARM_UP = 50;
const ALONE = 300;
/** Queries of the mix; no class asks one of them a second time as long as the snapshot gives enough. */
const MIX = 2_000;
/** Per class. */
const REFERENCE_BUDGET_MS = 5_000;
const REFERENCE_WARM_UP_MS = 1_000;
const REFERENCE_LIMIT = 20;
const IDLE_MS = 2_000;

const OWN_COLUMNS = ['class', '% of mix', 'queries', 'median', 'p95', 'p99', 'max'];
const REFERENCE_COLUMNS = ['BM25 queries', 'BM25 median', 'BM25 p99', 'ratio of medians', 'ratio of means'];

interface Row {
  readonly name: string;
  readonly share: string;
  readonly own: Timing | undefined;
  readonly reference: Timing | undefined;
  /** Ours for the queries that the reference came to. */
  readonly compared: Timing | undefined;
  /** The time was up before all queries were asked. */
  readonly stopped: boolean;
}

const bench = await openSearchBench('search/latency', 'Latency of search', ['no-reference']);
const { store, tables, seed } = bench;
const began = performance.now();
const wanted = WARM_UP + ALONE + MIX / 5;
const classes = (await drawQueries(tables, store, { seed, wanted })).map(divide);
const drawingSeconds = (performance.now() - began) / 1000;
const search = (query: SearchQuery) => store.search(query);
for (const { warmUp } of classes) await timeEach(warmUp, search);
const ownTimes: (readonly number[])[] = [];
for (const { warmUp, alone } of classes) {
  await timeEach(warmUp, search);
  ownTimes.push(await timeEach(alone, search));
}
const mix = mixQueries(
  classes.map(({ query, mixed }) => ({ ...query, queries: mixed })),
  MIX,
  seed,
);
const ownTimesOfMix = await timeEach(mix, search);
const delays = [await loopDelay('idle', [], 0)];
for (const underWay of [1, 8]) delays.push(await loopDelay(`${underWay} under way`, mix, underWay));
// After all of ours: it takes minutes to build and much of the page cache.
const reference = bench.flags.has('no-reference') ? undefined : buildReferenceIndex(tables, bench.directory);
if (reference !== undefined) await tables.warm();
const rows: Row[] = [];
for (const [index, one] of classes.entries()) rows.push(await rowOfClass(one, ownTimes[index] ?? []));
rows.push(...(await rowsOfMix()));
reference?.close();
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

async function rowOfClass(
  { query: { name, share, kind }, warmUp, alone }: Divided,
  own: readonly number[],
): Promise<Row> {
  if (kind !== 'words') return row(name, String(share), own);
  await timeReference(warmUp, REFERENCE_WARM_UP_MS);
  return row(name, String(share), own, await timeReference(alone, REFERENCE_BUDGET_MS));
}

/** As a whole, and of it what the reference can answer. */
async function rowsOfMix(): Promise<Row[]> {
  const whole = row('**the mix**', '100', ownTimesOfMix);
  if (reference === undefined) return [whole];
  const words = new Set(classes.filter(({ query }) => query.kind === 'words').flatMap(({ mixed }) => mixed));
  const comparable = mix.filter((query) => words.has(query));
  const ownOfThem = ownTimesOfMix.filter((_, index) => words.has(mix[index] as SearchQuery));
  return [whole, row('**of it by words**', '', ownOfThem, await timeReference(comparable, REFERENCE_BUDGET_MS))];
}

function row(name: string, share: string, own: readonly number[], referenced: readonly number[] = []): Row {
  return {
    name,
    share,
    own: summarise(own),
    reference: summarise(referenced),
    compared: summarise(own.slice(0, referenced.length)),
    stopped: referenced.length > 0 && referenced.length < own.length,
  };
}

/** Comes after all of ours. */
async function timeReference(queries: readonly SearchQuery[], budgetMs: number): Promise<number[]> {
  if (reference === undefined) return [];
  const ask = (query: SearchQuery) =>
    reference.byRelevance(query, REFERENCE_LIMIT).map((rank) => JSON.parse(tables.card(rank)) as unknown);
  return timeEach(queries, ask, budgetMs);
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
  const entities = store.snapshot.counts.entities;
  const index = sizes.reduce((bytes, table) => bytes + table.bytes, 0);
  return `
Milliseconds in the process, first 20 results; the file read once before; distinct queries drawn from the snapshot in ${drawingSeconds.toFixed(1)} s
with seed ${seed}, each asked once after ${WARM_UP} others of its class.

${reference === undefined ? '' : aboutReference(reference)}

${
  reference === undefined
    ? markdownTable(OWN_COLUMNS, rows.map(ownCells))
    : markdownTable([...OWN_COLUMNS, ...REFERENCE_COLUMNS], rows.map((row) => [...ownCells(row), ...referenceCells(row)]))
}

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

function ownCells({ name, share, own }: Row): string[] {
  return [name, share, String(own?.runs ?? 0), ...[own?.median, own?.p95, own?.p99, own?.max].map(cell)];
}

function referenceCells({ reference: found, compared }: Row): string[] {
  return [
    found === undefined ? '–' : String(found.runs),
    cell(found?.median),
    cell(found?.p99),
    ratio(found?.median, compared?.median),
    ratio(found?.mean, compared?.mean),
  ];
}

function aboutReference({ seconds, bytes }: ReferenceIndex): string {
  const stopped = rows.filter((row) => row.stopped).map(({ name }) => name);
  return `
BM25: an FTS5 table with positions and lengths made of the same folded names (columns for the name, its variants, and type and years;
prefix indexes of 1–5 characters) in ${count(seconds)} s, ${mebibytes(bytes)} MiB. The same words with \`ORDER BY rank LIMIT ${REFERENCE_LIMIT}\`, cards read from the snapshot
and parsed, nothing ranked anew, nothing counted, after all of ours; ratios are of the queries that both
answered. A type or a year is one more word to it, and to weigh a word it reads its whole list. Where nothing matches it stops and ours
goes on to near spellings; it has no counterpart for identifiers and misspellings. At most ${REFERENCE_BUDGET_MS / 1000} s per class, which ran out in: ${stopped.join(', ') || 'none'}.`;
}
