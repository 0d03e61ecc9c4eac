/**
 * Does any hostile query fail or take long? Runs ten thousand of them against a store, and ends with 1 if a query
 * threw, or took more than 200 ms and did so in every repetition: a busy machine alone is no finding.
 *
 *     node bench/search/hostile.ts DIR [--record] [--seed N]
 */
import type { SearchQuery } from '../../src/core/search/search.ts';
import { count, markdownTable } from '../results.ts';
import { hostileQueries } from './hostile-queries.ts';
import { openSearchBench } from './open.ts';
import { drawSample } from './sample.ts';
import { cell, summarise } from './timing.ts';

const QUERIES = 10_000;
const MAX_MS = 200;
const REPETITIONS = 2;
const SLOWEST = 10;
const SHOWN_LENGTH = 60;

interface Asked {
  readonly query: SearchQuery;
  readonly ms: number;
  readonly error?: unknown;
}

const bench = await openSearchBench('search/hostile', 'Hostile queries');
const { commonWords, shortWords } = await drawSample(bench.tables, bench.store, bench.seed);
const queries = hostileQueries({ common: commonWords, short: shortWords }, QUERIES, bench.seed);
const asked: Asked[] = [];
for (const query of queries) asked.push(await ask(query));
const late = asked.filter(({ ms }) => ms > MAX_MS);
const slow: Asked[] = [];
for (const one of late) if (await isSlowAgain(one.query)) slow.push(one);
await bench.close();

const timing = summarise(asked.map(({ ms }) => ms));
const failed = asked.filter(({ error }) => error !== undefined);
const slowest = asked.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);
bench.report.publish(
  bench.corpus,
  `
${count(queries.length)} distinct queries with seed ${bench.seed}: all planes of Unicode, operators, floods of marks, letters and frequent words,
beginnings of one letter, filters, deep offsets. ${count(failed.length)} failed, ${count(late.length)} took more than ${MAX_MS} ms,
${count(slow.length)} of them also when they were repeated.

${markdownTable(['queries', 'median ms', 'p95', 'p99', 'max'], [[count(queries.length), cell(timing?.median), cell(timing?.p95), cell(timing?.p99), cell(timing?.max)]])}

The slowest:

${markdownTable(
  ['query', 'characters', 'types', 'limit', 'offset', 'ms'],
  slowest.map(({ query: { q, types, limit, offset }, ms }) =>
    [shown(q), String(Array.from(q).length), types?.join(' ') ?? '', String(limit), String(offset), cell(ms)]),
)}
`, // prettier-ignore
);
for (const { query, error } of failed.slice(0, SLOWEST)) {
  process.stderr.write(`${JSON.stringify(query)}: ${error instanceof Error ? error.stack : String(error)}\n`);
}
process.exitCode = failed.length + slow.length === 0 ? 0 : 1;

async function ask(query: SearchQuery): Promise<Asked> {
  const started = performance.now();
  try {
    await bench.store.search(query);
    return { query, ms: performance.now() - started };
  } catch (error) {
    return { query, ms: performance.now() - started, error };
  }
}

async function isSlowAgain(query: SearchQuery): Promise<boolean> {
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) if ((await ask(query)).ms <= MAX_MS) return false;
  return true;
}

/** Plain letters unchanged, all other characters as code points, so that the table stays intact. */
function shown(q: string): string {
  const text = q.replace(/[^ -~]|[|\\`*_<>]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
  return `\`${text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text}\``;
}
