/**
 * How many requests per second does one core answer, how long do requests take at fixed rates, and does memory grow?
 * The server runs on core 0 as `serve` starts it; load comes from core 1. The ceiling is a bare `node:http` server with
 * a constant body of 4 KiB, measured before every row of every round. Takes about ten minutes.
 *
 *     node bench/http/endpoints.ts DIR [--record] [--seed N] [--quick]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { QUOTA_NAMES } from '../../src/core/quotas/quota-table.ts';
import { runPaced } from '../load/h2load.ts';
import { type PinnedServer, startPinned } from '../load/pinned-server.ts';
import { requireTools } from '../load/tools.ts';
import { CORES, type Load, perSecond, runWrk } from '../load/wrk.ts';
import { count, markdownTable, mebibytes } from '../results.ts';
import { openSearchBench } from '../search/open.ts';
import { drawQueries, mixQueries, searchPath } from '../search/queries.ts';
import { cell } from '../search/timing.ts';
import { drawRequests, type Row, writePaths } from './requests.ts';

const CONNECTIONS = 32;
const BODY = 4096;
const SEARCHES = 5_000;
const PER_CLASS = 500;
const RATES = [0.25, 0.5, 0.75];
/** Requests of an hour at a thousand per second. */
const HOUR = 3_600_000;
const MEMORY_STEPS = 10;

requireTools('wrk', 'h2load', 'taskset');
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
const bench = await openSearchBench('http/endpoints', 'Endpoints through HTTP', ['quick']);
const isQuick = bench.flags.has('quick');
const [seconds, rounds] = isQuick ? [2, 1] : [3, 2];
const classes = await drawQueries(bench.tables, bench.store, { seed: bench.seed, wanted: PER_CLASS });
const searches = mixQueries(classes, SEARCHES, bench.seed).map(searchPath);
await bench.close();
const rows = drawRequests(bench.directory, bench.seed, searches);

const folder = mkdtempSync(join(tmpdir(), 'gnd-links-http-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const unlimited = QUOTA_NAMES.flatMap((name) => [`--${name}-quota`, '1000000', `--${name}-burst`, '1000000']);
const main = join(import.meta.dirname, '../../src/cli/main.ts');
const servers: PinnedServer[] = [];
try {
  // A quota is at most a million requests a minute, which wrk exceeds: the client has to be exempt.
  const serve = [main, 'serve', '--snapshot', bench.directory, '--port', '0', '--warm-up', 'off', ...unlimited];
  const own = await startPinned([...serve, '--exempt-networks', '127.0.0.0/8'], CORES.server);
  servers.push(own);
  const unlogged = await startPinned(
    [...serve, '--exempt-networks', '127.0.0.0/8', '--access-log', 'off'],
    CORES.server,
  );
  servers.push(unlogged);
  const bare = await startPinned([join(import.meta.dirname, '../load/constant-server.ts'), String(BODY)], CORES.server);
  servers.push(bare);
  const throughput = await measureThroughput((row) => (row.unlogged === true ? unlogged : own), bare);
  const latency = measureLatency(own, throughput.capacity);
  const memory = isQuick ? '' : await measureMemory(own);
  bench.report.publish(bench.corpus, [throughput.table, latency, memory].join('\n\n'));
} finally {
  for (const server of servers) await server.stop();
}

interface Compared {
  readonly ours: Load;
  readonly ceiling: Load;
}

async function measureThroughput(ownOf: (row: Row) => PinnedServer, bare: PinnedServer) {
  const results = new Map<Row, Compared[]>(rows.map((row) => [row, []]));
  const fileOf = (row: Row) => join(folder, `${rows.indexOf(row)}.txt`);
  for (const row of rows) await writePaths(fileOf(row), row, ownOf(row).url);
  for (const row of rows)
    await runWrk(ownOf(row), { connections: CONNECTIONS, seconds: 1, pathsFile: fileOf(row), coding: row.coding });
  for (let round = 0; round < rounds; round += 1) {
    for (const row of rows) {
      const options = { connections: CONNECTIONS, seconds, pathsFile: fileOf(row), coding: row.coding };
      const ceiling = await runWrk(bare, options);
      results.get(row)?.push({ ceiling, ours: await runWrk(ownOf(row), options) });
    }
  }
  const body = rows.map((row) => throughputRow(row, results.get(row) ?? []));
  const table = markdownTable(
    ['endpoint', 'coding', 'requests/s', 'p50 ms', 'p99 ms', 'bytes', 'CPU µs', 'failed', 'ceiling/s', 'of the ceiling', 'of its CPU'],
    body,
  ); // prettier-ignore
  const [first] = rows;
  const capacity = median((first === undefined ? [] : (results.get(first) ?? [])).map(({ ours }) => perSecond(ours)));
  const text = `One process on core ${CORES.server}, access log at work if not said otherwise (it goes to /dev/null), the client exempt from quotas, so that it is not refused, ${CONNECTIONS} connections, ${seconds} s per row and round, medians of ${rounds}. Ceiling: \`node:http\` with ${count(BODY)} bytes, on the same core, measured before each. CPU: user and system time of the process per request.\n\n${table}`;
  return { table: text, capacity };
}

function throughputRow(row: Row, results: readonly Compared[]): string[] {
  const of = (read: (result: Compared) => number) => median(results.map(read));
  return [
    row.name,
    row.coding === '' ? 'identity' : row.coding,
    count(of(({ ours }) => perSecond(ours))),
    cell(of(({ ours }) => ours.p50 / 1000)),
    cell(of(({ ours }) => ours.p99 / 1000)),
    count(of(({ ours }) => ours.bytes / ours.requests)),
    count(of(({ ours }) => ours.cpu)),
    count(results.reduce((sum, { ours }) => sum + ours.failed, 0)),
    count(of(({ ceiling }) => perSecond(ceiling))),
    `${(100 * of(({ ours, ceiling }) => perSecond(ours) / perSecond(ceiling))).toFixed(0)} %`,
    `${of(({ ours, ceiling }) => ours.cpu / ceiling.cpu).toFixed(1)} ×`,
  ];
}

function measureLatency(own: PinnedServer, capacity: number): string {
  const [links] = rows;
  const body = RATES.map((share) => {
    const rate = Math.round((share * capacity) / CONNECTIONS) * CONNECTIONS;
    const paced = runPaced(own, { rate, connections: CONNECTIONS, seconds: isQuick ? 3 : 8, paths: links?.paths ?? [], coding: 'gzip' });
    return [`${share * 100} % of capacity`, count(rate), count(paced.perSecond), cell(paced.p50), cell(paced.p99), cell(paced.max), count(paced.failed)];
  }); // prettier-ignore
  const table = markdownTable(['links, gzip, at', 'wanted/s', 'done/s', 'p50 ms', 'p99 ms', 'max ms', 'failed'], body);
  return `At fixed rates (h2load, ${CONNECTIONS} connections):\n\n${table}`;
}

/** Sends `HOUR` requests of mixed kinds, and reports memory after each step. */
async function measureMemory(own: PinnedServer): Promise<string> {
  const mixed = rows.filter(
    ({ name }) => name === 'links' || name === 'links, 304' || name === 'coverage of 100' || name === 'search',
  );
  const wanted = HOUR / MEMORY_STEPS;
  let total = 0;
  const body: string[][] = [['before', '0', mebibytes(own.memory())]];
  for (let step = 1; step <= MEMORY_STEPS; step += 1) {
    let done = 0;
    for (let turn = 0; done < wanted; turn += 1) {
      const row = mixed[turn % mixed.length] as Row;
      const pathsFile = join(folder, `${rows.indexOf(row)}.txt`);
      done += (await runWrk(own, { connections: CONNECTIONS, seconds: 2, pathsFile, coding: row.coding })).requests;
    }
    total += done;
    body.push([`step ${step}`, count(total), mebibytes(own.memory())]);
  }
  const table = markdownTable(['memory', 'requests so far', 'resident MiB'], body);
  return `Memory over the requests of an hour at a thousand a second, of all kinds, as fast as they are answered:\n\n${table}`;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
