/**
 * How much processor time does a search take in comparison with another version of the program, for the mix and for
 * each class, and at the 99th percentile? Both take turns in slices, so that other load on the machine affects both. Lists
 * queries whose pages differ.
 *
 *     node bench/search/against.ts DIR --program DIR [--before DIR] [--rounds N] [--seed N] [--differences] [--record]
 *
 * `--before` names the snapshot of the same data for the other program, if it reads another format.
 */
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { openSnapshot } from '../../src/cli/installation.ts';
import { locateSnapshot } from '../../src/core/snapshot/directory.ts';
import type { SearchQuery } from '../../src/core/search/search.ts';
import type { Store } from '../../src/core/snapshot/store.ts';
import { count, markdownTable, openReport } from '../results.ts';
import { drawQueries, mixQueries } from './queries.ts';
import { openSnapshotTables } from './snapshot-tables.ts';
import { cell } from './timing.ts';

/** Queries before the programs take turns. */
const SLICE = 100;
const MIX = 2_000;
const SHOWN_DIFFERENCES = 40;
/** Queries of each class whose 99th percentile is measured, and how many times each; the least time counts. */
const [TAIL, REPETITIONS] = [300, 4];

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    program: { type: 'string' },
    before: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    differences: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
});
const [path] = positionals;
if (path === undefined || values.program === undefined)
  throw new Error('usage: node bench/search/against.ts DIR --program DIR [--before DIR] [--rounds N] [--seed N] [--differences] [--record]'); // prettier-ignore
const directory = await locateSnapshot(path);
const other = (await import(
  pathToFileURL(join(resolve(values.program), 'src/cli/installation.ts')).href
)) as typeof import('../../src/cli/installation.ts');
const [own, before]: [Store, Store] = [
  await openSnapshot(directory),
  await other.openSnapshot(values.before === undefined ? directory : await locateSnapshot(values.before)),
];
const seed = Number(values.seed);
const tables = openSnapshotTables(directory);
await tables.warm();
const classes = await drawQueries(tables, own, { seed, wanted: Math.max(MIX / 5, TAIL) });
tables.close();
const mix = mixQueries(classes, MIX, seed);
const classOf = new Map(classes.flatMap(({ name, queries }) => queries.map((query) => [query, name] as const)));
const answer = async (store: Store, query: SearchQuery): Promise<string> => JSON.stringify(await store.search(query));

let different = 0;
for (const query of mix) {
  const [page, old] = [await answer(own, query), await answer(before, query)];
  if (page === old) continue;
  different += 1;
  if (!values.differences || different > SHOWN_DIFFERENCES) continue;
  console.log(`${classOf.get(query)}: ${JSON.stringify(query)}\n  own    ${shown(page)}\n  before ${shown(old)}`);
}

interface Taken {
  own: number;
  before: number;
}
const taken = new Map<string, Taken>(classes.map(({ name }) => [name, { own: 0, before: 0 }]));
const ratios: number[] = [];
let sum: Taken = { own: 0, before: 0 };
for (let round = 0; round < Number(values.rounds); round += 1) {
  const inRound: Taken = { own: 0, before: 0 };
  for (let from = 0; from < mix.length; from += SLICE) {
    const slice = mix.slice(from, from + SLICE);
    const turns = [['own', own], ['before', before]] as const; // prettier-ignore
    for (const [name, store] of (from / SLICE + round) % 2 === 0 ? turns : turns.toReversed())
      inRound[name] += await milliseconds(store, slice, name);
  }
  sum = { own: sum.own + inRound.own, before: sum.before + inRound.before };
  ratios.push(inRound.own / inRound.before);
}

/** @param isCounted whether the time counts for the class of each query */
async function milliseconds(
  store: Store,
  slice: readonly SearchQuery[],
  name: keyof Taken,
  isCounted = true,
): Promise<number> {
  const begin = process.cpuUsage();
  for (const query of slice) {
    const started = process.cpuUsage();
    await answer(store, query);
    const { user, system } = process.cpuUsage(started);
    const own = taken.get(classOf.get(query) ?? '');
    if (own !== undefined && isCounted) own[name] += (user + system) / 1000;
  }
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000;
}

/** The 99th percentile of the processor time of queries, in milliseconds, for both programs. */
async function tailOf(queries: readonly SearchQuery[]): Promise<Taken> {
  const least = { own: queries.map(() => Infinity), before: queries.map(() => Infinity) };
  for (let round = 0; round < REPETITIONS; round += 1)
    for (const [at, query] of queries.entries())
      for (const [name, store] of [
        ['own', own],
        ['before', before],
      ] as const)
        // prettier-ignore
        least[name][at] = Math.min(least[name][at] ?? 0, await milliseconds(store, [query], name, false));
  const p99 = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(0.99 * (times.length - 1))] ?? 0;
  return { own: p99(least.own), before: p99(least.before) };
}

function shown(page: string): string {
  return page.slice(0, 300);
}

const searches = mix.length * ratios.length;
const rows: string[][] = [];
for (const { name, share, queries } of classes) {
  const { own: mine, before: theirs } = taken.get(name) ?? { own: 0, before: 0 };
  const asked = mix.filter((query) => classOf.get(query) === name).length * ratios.length;
  const tail = await tailOf(queries.slice(0, TAIL));
  const ratio = [(mine / theirs).toFixed(2), cell(tail.before), cell(tail.own), (tail.own / tail.before).toFixed(2)];
  rows.push([name, String(share), cell(theirs / asked), cell(mine / asked), ...ratio]);
}
rows.push([
  '**the mix**',
  '100',
  cell(sum.before / searches),
  cell(sum.own / searches),
  (sum.own / sum.before).toFixed(3),
  '',
  '',
  '',
]);
openReport('search-against', 'Search beside the version before', values.record).publish(
  `${count(own.snapshot.counts.entities)} entities`,
  [
    `Milliseconds of the processor for a search and its page as JSON, in one process and in slices of ${SLICE} queries in turn, ${ratios.length} rounds of ${count(mix.length)} queries with seed ${seed}; ratio of each round ${ratios.map((ratio) => ratio.toFixed(3)).join(', ')}. Different pages: ${different}. The last three columns are the 99th percentile of up to ${TAIL} queries of a class, each the least of ${REPETITIONS}.`,
    markdownTable(['class', '% of mix', 'before', 'now', 'ratio', 'p99 before', 'p99 now', 'ratio'], rows),
  ].join('\n\n'),
);
await Promise.all([own.close(), before.close()]);
