/**
 * How many searches per second does one core answer through HTTP? The server runs on core 0 as `serve` starts it, wrk
 * on core 1; the reference is a bare `node:http` server with a constant body of the same size. Takes about a minute.
 *
 *     node bench/search/http.ts DIR [--record] [--seed N]
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PinnedServer, startPinned } from '../load/pinned-server.ts';
import { requireTools } from '../load/tools.ts';
import { CORES, perSecond, runWrk } from '../load/wrk.ts';
import { count, markdownTable } from '../results.ts';
import { openSearchBench } from './open.ts';
import { drawQueries, mixQueries, searchPath, typedQueries } from './queries.ts';
import { cell } from './timing.ts';

const CONNECTIONS = [1, 8, 32];
const SECONDS = 5;
const WARM_UP_SECONDS = 2;
const URLS = 20_000;
const PER_CLASS = 2_200;
/** Answers fetched to determine their mean size. */
const SAMPLED_ANSWERS = 200;

requireTools('wrk', 'taskset');
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
const bench = await openSearchBench('search/http', 'Search through HTTP');
const classes = await drawQueries(bench.tables, bench.store, { seed: bench.seed, wanted: PER_CLASS });
const paths = mixQueries(classes, URLS, bench.seed).map(searchPath);
const typed = typedQueries(classes, URLS).map(searchPath);
await bench.close();

const folder = mkdtempSync(join(tmpdir(), 'gnd-links-http-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const pathsFile = join(folder, 'paths.txt');
const typedFile = join(folder, 'typed.txt');
const servers: PinnedServer[] = [];
try {
  writeFileSync(pathsFile, paths.join('\n'));
  writeFileSync(typedFile, typed.join('\n'));
  const main = join(import.meta.dirname, '../../src/cli/main.ts');
  const serve = [
    main,
    'serve',
    '--snapshot',
    bench.directory,
    '--port',
    '0',
    '--search-quota',
    '1000000',
    '--search-burst',
    '1000000',
    // The warm-up would share the core with the measurement; drawing the queries has already filled the page cache.
    '--warm-up',
    'off',
  ];
  const own = await startPinned(serve, CORES.server);
  servers.push(own);
  const size = await meanBody(own.url);
  const bare = await startPinned([join(import.meta.dirname, '../load/constant-server.ts'), String(size)], CORES.server);
  servers.push(bare);
  const rows: string[][] = [];
  await load(own, 8, '', WARM_UP_SECONDS);
  await load(bare, 8, '', WARM_UP_SECONDS);
  for (const connections of CONNECTIONS) rows.push(await compare(own, bare, connections, ''));
  rows.push(await compare(own, bare, 8, 'gzip'));
  rows.push(await compare(own, bare, 8, '', typedFile));
  const memory = own.memory();
  bench.report.publish(bench.corpus, body(rows, size, memory));
} finally {
  for (const server of servers) await server.stop();
}

function body(rows: readonly (readonly string[])[], size: number, memory: number): string {
  return `
The mix of searches (${count(new Set(paths).size)} distinct ones in ${count(paths.length)}), first 20 results, drawn with seed ${bench.seed}. The server as \`serve\` starts it,
request log and rate limits at work (the limit high enough for one client), on core ${CORES.server}; wrk with one thread on core ${CORES.client},
${SECONDS} s per row. CPU is user and system time of the server's process. Bare: \`node:http\` with a constant body of ${count(size)} bytes,
the mean of ours, on the same core in the same run.

${markdownTable(
  ['connections', 'searches/s', 'p50 ms', 'p99 ms', 'max ms', 'CPU µs/search', 'not answered 200', 'bare requests/s', 'bare p50 ms', 'bare CPU µs', 'ratio of CPU'],
  rows,
)}

Resident memory of the server afterwards: ${(memory / 1024 ** 2).toFixed(0)} MiB.`; // prettier-ignore
}

async function compare(
  own: PinnedServer,
  bare: PinnedServer,
  connections: number,
  coding: string,
  file = pathsFile,
): Promise<string[]> {
  const reference = await load(bare, connections, coding, SECONDS);
  const ours = await load(own, connections, coding, SECONDS, file);
  return [
    [connections, ...(coding === '' ? [] : [coding]), ...(file === typedFile ? ['letter by letter'] : [])].join(', '),
    count(perSecond(ours)),
    cell(ours.p50 / 1000),
    cell(ours.p99 / 1000),
    cell(ours.max / 1000),
    count(ours.cpu),
    count(ours.failed),
    count(perSecond(reference)),
    cell(reference.p50 / 1000),
    count(reference.cpu),
    (ours.cpu / reference.cpu).toFixed(1),
  ];
}

function load(server: PinnedServer, connections: number, coding: string, seconds: number, file = pathsFile) {
  return runWrk(server, { connections, seconds, pathsFile: file, coding });
}

async function meanBody(url: string): Promise<number> {
  let bytes = 0;
  for (const path of paths.slice(0, SAMPLED_ANSWERS)) {
    const response = await fetch(`${url}${path}`, { headers: { 'accept-encoding': 'identity' } });
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`);
    bytes += (await response.arrayBuffer()).byteLength;
  }
  return Math.round(bytes / Math.min(SAMPLED_ANSWERS, paths.length));
}
