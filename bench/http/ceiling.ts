/**
 * What share of the requests per second of a bare `node:http` server on one core does `serve` answer, access log
 * included? Both servers take turns in slices of a second, so that other load on the machine affects both. Processor
 * time per request varies least. Takes two minutes per row.
 *
 *     node bench/http/ceiling.ts SNAPSHOT [--record] [--slices N] [--only NAME] [--program DIR]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type PinnedServer, startPinned } from '../load/pinned-server.ts';
import { requireTools } from '../load/tools.ts';
import { CORES, type Load, perSecond, runWrk } from '../load/wrk.ts';
import { count, markdownTable, openReport } from '../results.ts';
import { locateSnapshot } from '../../src/core/snapshot/directory.ts';
import { drawIds, type Row, writePaths } from './requests.ts';

const CONNECTIONS = 32;
const BODY = 4096;
const SLICE_SECONDS = 1;
const SEED = 1;
/** Requests before the measurement, until hot code has been compiled. */
const WARM_UP = 40_000;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    record: { type: 'boolean', default: false },
    slices: { type: 'string', default: '20' },
    /** Name of the rows to measure. */
    only: { type: 'string' },
    /** Checkout whose `serve` is measured. */
    program: { type: 'string', default: join(import.meta.dirname, '../..') },
    /** Further arguments of `serve`, separated by blanks. */
    serve: { type: 'string', default: '' },
  },
});
requireTools('wrk', 'taskset');
const [snapshot = ''] = positionals;
const slices = Number(values.slices);
const ids = drawIds(await locateSnapshot(snapshot), SEED);
const links = ids.map((id) => `/api/v1/gnd/${id}/links`);
const rows: readonly Row[] = [
  { name: 'entity', coding: 'gzip', paths: links },
  { name: '304', coding: 'gzip', paths: links, conditional: true },
  { name: '404', coding: 'gzip', paths: unknownIds().map((id) => `/api/v1/gnd/${id}/links`) },
];

/** Well-formed identifiers with a valid check digit that no snapshot has. */
function unknownIds(): readonly string[] {
  return Array.from({ length: 5_000 }, (_, index) => {
    const digits = String(10_000_000 + index * 17);
    const sum = Array.from(digits).reduce((total, digit, place) => total + Number(digit) * (9 - place), 0);
    const check = (11 - (sum % 11)) % 11;
    return digits + (check === 10 ? 'X' : check);
  }).filter((id) => !(ids as readonly string[]).includes(id));
}

const folder = mkdtempSync(join(tmpdir(), 'gnd-links-ceiling-'));
const main = join(resolve(values.program), 'src/cli/main.ts');
const quotas = ['links', 'search', 'coverage'].flatMap((name) => [`--${name}-quota`, '1000000', `--${name}-burst`, '1000000']); // prettier-ignore
const more = values.serve.split(' ').filter((word) => word !== '');
const servers: PinnedServer[] = [];
try {
  // Clients are not exempt, so that counting against quotas is measured, too.
  const serve = [main, 'serve', '--snapshot', snapshot, '--port', '0', '--warm-up', 'off', ...quotas, ...more];
  const own = await startPinned(serve, CORES.server);
  servers.push(own);
  const bare = await startPinned([join(import.meta.dirname, '../load/constant-server.ts'), String(BODY)], CORES.server);
  servers.push(bare);
  const body: string[][] = [];
  for (const row of rows) {
    if (values.only !== undefined && values.only !== row.name) continue;
    const line = rowOf(row, await takeTurns(row, own, bare));
    process.stderr.write(`${line.join(' | ')}\n`);
    body.push(line);
  }
  const head = ['answer', 'requests/s', 'CPU µs', 'bare: requests/s', 'bare: CPU µs', 'of its rate', 'of its CPU', 'failed']; // prettier-ignore
  const text = `One process on core ${CORES.server}, access log to /dev/null, quotas counted, ${CONNECTIONS} connections from core ${CORES.client}; medians of ${slices} slices of ${SLICE_SECONDS} s each, in turn with a bare \`node:http\` that answers ${count(BODY)} bytes.\n\n${markdownTable(head, body)}`;
  openReport('http-ceiling', 'Answers a second beside a bare server', values.record).publish(
    `snapshot ${basename(await locateSnapshot(snapshot))}`,
    text,
  );
} finally {
  for (const server of servers) await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

interface Slices {
  readonly own: readonly Load[];
  readonly bare: readonly Load[];
}

async function takeTurns(row: Row, own: PinnedServer, bare: PinnedServer): Promise<Slices> {
  const pathsFile = join(folder, `${row.name}.txt`);
  await writePaths(pathsFile, row, own.url);
  const options = { connections: CONNECTIONS, seconds: SLICE_SECONDS, pathsFile, coding: row.coding };
  for (const server of [own, bare]) {
    for (let done = 0; done < WARM_UP;) done += (await runWrk(server, { ...options, seconds: 2 })).requests;
  }
  const taken = { own: [] as Load[], bare: [] as Load[] };
  for (let slice = 0; slice < slices; slice += 1) {
    taken.own.push(await runWrk(own, options));
    taken.bare.push(await runWrk(bare, options));
  }
  return taken;
}

function rowOf({ name }: Row, { own, bare }: Slices): string[] {
  const [rate, bareRate] = [median(own.map(perSecond)), median(bare.map(perSecond))];
  const [cpu, bareCpu] = [median(own.map((load) => load.cpu)), median(bare.map((load) => load.cpu))];
  const failed = own.reduce((sum, load) => sum + load.failed, 0);
  return [
    name,
    count(rate),
    cpu.toFixed(1),
    count(bareRate),
    bareCpu.toFixed(1),
    (rate / bareRate).toFixed(2),
    `${(cpu / bareCpu).toFixed(2)} ×`,
    count(failed),
  ];
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
