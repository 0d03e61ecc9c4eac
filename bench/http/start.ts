/**
 * At each size of data: how long until a server answers, how much memory it needs, and how long each endpoint takes.
 *
 *     node bench/http/start.ts DIR… [--record]
 */
import { setTimeout as pause } from 'node:timers/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readHeader } from '../../src/core/snapshot/header.ts';
import { locateSnapshot } from '../../src/core/snapshot/directory.ts';
import { openSnapshot } from '../../src/cli/installation.ts';
import { canDrop, dropFromCache } from '../load/page-cache.ts';
import { type PinnedServer, startPinned } from '../load/pinned-server.ts';
import { CORES } from '../load/wrk.ts';
import { count, markdownTable, mebibytes, openReport } from '../results.ts';
import { drawQueries, mixQueries, searchPath } from '../search/queries.ts';
import { openSnapshotTables } from '../search/snapshot-tables.ts';
import { cell } from '../search/timing.ts';
import { drawRequests } from './requests.ts';

const MAIN = join(import.meta.dirname, '../../src/cli/main.ts');
const SEED = 1;
/** Requests per endpoint, one after the other. */
const REQUESTS = 1_000;
const STARTS = 5;
/** Longest wait for the end of the warm-up after a start. */
const WARM_UP_MS = 120_000;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { record: { type: 'boolean', default: false } },
});
const report = openReport('http-start', 'Start, memory and single requests', values.record);

function start(directory: string, flags: readonly string[] = []): Promise<PinnedServer> {
  const quotas = ['--exempt-networks', '127.0.0.0/8'];
  return startPinned([MAIN, 'serve', '--snapshot', directory, '--port', '0', ...quotas, ...flags], CORES.server);
}

/** Milliseconds from the start of the process to its first answers. */
async function measureStart(directory: string, path: string) {
  const begun = performance.now();
  const server = await start(directory, ['--warm-up', 'off']);
  await ask(server.url, '/api/v1/status');
  const status = performance.now() - begun;
  await ask(server.url, path);
  const search = performance.now() - begun;
  const memory = server.memory();
  await server.stop();
  return { status, search, memory };
}

async function ask(url: string, path: string): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(url + path);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return performance.now() - begun;
}

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;
const quantile = (sorted: readonly number[], share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;

async function measure(path: string) {
  const directory = await locateSnapshot(path);
  const { counts, files } = await readHeader(directory);
  const store = await openSnapshot(directory);
  const tables = openSnapshotTables(directory);
  const queries = mixQueries(await drawQueries(tables, store, { seed: SEED, wanted: 200 }), REQUESTS, SEED).map(
    searchPath,
  );
  tables.close();
  await store.close();
  const warm: { status: number; search: number; memory: number }[] = [];
  const cold: typeof warm = [];
  const [query = ''] = queries;
  for (let round = 0; round < STARTS; round += 1) {
    if (canDrop(directory)) {
      dropFromCache(directory);
      cold.push(await measureStart(directory, query));
    }
    warm.push(await measureStart(directory, query));
  }
  const server = await start(directory);
  const begun = performance.now();
  const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0);
  // The warm-up has ended when the server uses no more processor time.
  let cpu = -1;
  while (server.cpuMicroseconds() !== cpu && performance.now() - begun < WARM_UP_MS) {
    cpu = server.cpuMicroseconds();
    await pause(1_000);
  }
  const warmedUp = (performance.now() - begun) / 1000 - 1;
  const rows: string[][] = [];
  for (const { name, coding, paths, conditional, unlogged } of drawRequests(directory, SEED, queries)) {
    if (coding === 'gzip' && name.startsWith('coverage')) continue;
    if (conditional === true || unlogged === true || (name === 'links' && coding === '')) continue;
    const times: number[] = [];
    for (let index = 0; index < REQUESTS; index += 1)
      times.push(await ask(server.url, paths[index % paths.length] ?? ''));
    times.sort((a, b) => a - b);
    rows.push([name, cell(median(times)), cell(quantile(times, 0.99)), cell(times.at(-1) ?? 0)]);
  }
  const memory = server.memory();
  await server.stop();
  const ms = (starts: typeof warm, what: 'status' | 'search') =>
    starts.length === 0 ? '' : count(median(starts.map((one) => one[what])));
  return {
    entities: counts.entities,
    row: [
      count(counts.entities),
      (bytes / 1e9).toFixed(2),
      ms(warm, 'status'),
      ms(warm, 'search'),
      ms(cold, 'status'),
      ms(cold, 'search'),
      warmedUp.toFixed(0),
      mebibytes(median(warm.map((one) => one.memory))),
      mebibytes(memory),
    ],
    latency: `${count(counts.entities)} entities, ${count(REQUESTS)} requests of each kind one after the other, in milliseconds as the client sees them:\n\n${markdownTable(['endpoint', 'median', 'p99', 'max'], rows)}`,
  };
}

const measured = [];
for (const path of positionals) measured.push(await measure(path));
const columns = [
  'entities',
  'snapshot, GB',
  'start to status, ms',
  'to a search, ms',
  'cold: to status, ms',
  'cold: to a search, ms',
  'warm-up, s',
  'memory at start, MiB',
  'memory afterwards, MiB',
];
report.publish(
  `${count(measured.at(-1)?.entities ?? 0)} entities`,
  [
    `One process on one core; medians of ${STARTS} starts, the program's own included. Cold: the snapshot's files dropped from the page cache.`,
    markdownTable(
      columns,
      measured.map(({ row }) => row),
    ),
    ...measured.slice(-1).map(({ latency }) => latency),
  ].join('\n\n'),
);
