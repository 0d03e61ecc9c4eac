/**
 * How many requests of services other than the interface does one core answer? SeeAlso takes turns with the answer
 * about an entity, whose stored bytes need no work; `/resolve` gets lists of a hundred identifiers and addresses of
 * links. Takes two minutes.
 *
 *     node bench/http/services.ts SNAPSHOT [--record] [--slices N]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readAnswer } from '../../src/core/snapshot/stored-answer.ts';
import { openSnapshot } from '../../src/cli/installation.ts';
import { locateSnapshot } from '../../src/core/snapshot/directory.ts';
import { startPinned } from '../load/pinned-server.ts';
import { requireTools } from '../load/tools.ts';
import { CORES, type Load, perSecond, runWrk } from '../load/wrk.ts';
import { createRandom } from '../random.ts';
import { count, markdownTable, openReport } from '../results.ts';
import { drawIds, type Row, writePaths } from './requests.ts';

const SEED = 1;
const LISTS = 1_000;
const VALUES = 100;
const CONNECTIONS = { one: 1, few: 8, many: 32 };

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { record: { type: 'boolean', default: false }, slices: { type: 'string', default: '8' } },
});
requireTools('wrk', 'taskset');
const directory = await locateSnapshot(positionals[0] ?? '');
const ids = drawIds(directory, SEED);
const lists = await drawLists();
const seeAlso = (id: string) => `/seealso/pnd-aks?format=seealso&id=${id}`;
const rows: readonly (Row & { readonly connections: number })[] = [
  { name: 'entity', coding: 'gzip', paths: ids.map((id) => `/api/v1/gnd/${id}/links`), connections: CONNECTIONS.many },
  { name: 'SeeAlso', coding: 'gzip', paths: ids.map(seeAlso), connections: CONNECTIONS.many },
  { name: 'SeeAlso, JSONP', coding: 'gzip', paths: ids.map((id) => `${seeAlso(id)}&callback=jQuery1_2`), connections: CONNECTIONS.many },
  ...Object.values(CONNECTIONS).map((connections) => ({ name: `resolve of ${VALUES}, ${connections} at a time`, coding: '' as const, paths: lists, connections })),
]; // prettier-ignore

/** Addresses of links, and identifiers in the forms in which people write them. */
async function drawLists(): Promise<readonly string[]> {
  const random = createRandom(SEED);
  const store = await openSnapshot(directory);
  const known = new Set<string>();
  for (const id of ids.slice(0, 20_000)) {
    const found = await store.entity(id);
    if (found?.kind !== 'found') continue;
    const { links } = readAnswer(found.answer);
    for (const { url } of links.categories.flatMap(({ items }) => items)) {
      known.add(/\/(Q\d+)$/.exec(url)?.[1] ?? url.replace(/^https:\/\/viaf\.org\/viaf\//, 'viaf:'));
    }
  }
  await store.close();
  const all = [...known];
  const draw = () => encodeURIComponent((random.pick(all) ?? '').replaceAll(',', '%2C'));
  // Longer lists would exceed the limit of an address.
  const paths = Array.from({ length: LISTS }, () => `/resolve?ids=${Array.from({ length: VALUES }, draw).join()}`);
  return paths.filter(({ length }) => length < 8_000);
}

const folder = mkdtempSync(join(tmpdir(), 'gnd-links-services-'));
const main = join(import.meta.dirname, '../../src/cli/main.ts');
const exempt = ['--warm-up', 'off', '--exempt-networks', '127.0.0.0/8'];
const server = await startPinned([main, 'serve', '--snapshot', directory, '--port', '0', ...exempt], CORES.server);
try {
  const taken = new Map<Row, Load[]>(rows.map((row) => [row, []]));
  const measure = async (row: (typeof rows)[number]) => {
    const { coding, connections } = row;
    const pathsFile = join(folder, `${rows.indexOf(row)}.txt`);
    return runWrk(server, { connections, seconds: 1, pathsFile, coding });
  };
  for (const row of rows) await writePaths(join(folder, `${rows.indexOf(row)}.txt`), row, server.url);
  for (const row of [...rows, ...rows]) await measure(row);
  for (let slice = 0; slice < Number(values.slices); slice += 1) {
    for (const row of rows) taken.get(row)?.push(await measure(row));
  }
  const median = (row: Row, read: (load: Load) => number) => {
    const numbers = (taken.get(row) ?? []).map(read).toSorted((a, b) => a - b);
    return numbers[Math.floor(numbers.length / 2)] ?? 0;
  };
  const [entity] = rows;
  const rateOf = (row: Row | undefined) => (row === undefined ? 0 : median(row, perSecond));
  const body = rows.map((row) => [
    row.name,
    count(rateOf(row)),
    (rateOf(row) / rateOf(entity)).toFixed(2),
    (median(row, ({ p50 }) => p50) / 1000).toFixed(1),
    (median(row, ({ p99 }) => p99) / 1000).toFixed(1),
    median(row, ({ cpu }) => cpu).toFixed(0),
    count(median(row, ({ bytes, requests }) => bytes / requests)),
    count((taken.get(row) ?? []).reduce((sum, { failed }) => sum + failed, 0)),
  ]);
  const head = ['answer', 'requests/s', 'of the entity', 'p50 ms', 'p99 ms', 'CPU µs', 'bytes', 'failed'];
  const text = `One process on core ${CORES.server}, medians of ${values.slices} slices of a second each, in turn; ${CONNECTIONS.many} connections if not said otherwise; ${count(lists.length)} lists.`;
  const report = openReport('http-services', 'Services beside the interface', values.record);
  report.publish(`snapshot ${basename(directory)}`, `${text}\n\n${markdownTable(head, body)}`);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
