/**
 * What does the largest allowed body cost, whether it is answered or refused? Every door that takes bodies × media types
 * × shapes of 1 MiB: the longest turn of the server's event loop, and all its turns together, also as a multiple of the dearest
 * answered request, and the memory of the server before, at most, and ten seconds after. Takes a minute.
 *
 *     node bench/http/bodies.ts SNAPSHOT [--record]
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDoors } from '../../src/cli/doors.ts';
import { QUOTA_NAMES } from '../../src/core/quotas/quota-table.ts';
import { startPinned } from '../load/pinned-server.ts';
import { CORES } from '../load/wrk.ts';
import { markdownTable, openReport } from '../results.ts';

const MIB = 1024 * 1024;
const [directory = '', record] = process.argv.slice(2);
const report = openReport('http/bodies', 'Bodies of 1 MiB, answered and refused', record === '--record');
const fill = (text: string) => text.repeat(Math.ceil(MIB / text.length)).slice(0, MIB);

/** Texts of 1 MiB. */
const SHAPES: Readonly<Record<string, string>> = {
  words: fill('word '),
  blanks: fill(' '),
  commas: fill(','),
  lines: fill('\n'),
  'one value': fill('1'),
  numbers: fill('118540238,'),
  addresses: fill('https://a.b/c,'),
  labels: fill('GND: '),
  brackets: fill('('),
};
/** Bodies of a media type from a text. */
const BODIES: Readonly<Record<string, (text: string) => readonly string[]>> = {
  'text/plain': (text) => [text],
  'application/json': (text) => [
    text,
    `{"ids":[${JSON.stringify(text.slice(0, MIB - 20))}]}`,
    `{"ids":[${fill('"1",').slice(0, -1)}]}`,
    fill('['),
    `{"queries":{${fill('"a":{},').slice(0, -1)}}}`,
  ],
  'application/x-www-form-urlencoded': (text) => [
    `ids=${text.replaceAll(' ', '+')}`,
    `queries=${text.replaceAll(' ', '+')}`,
    fill('ids=&'),
    fill('%20'),
  ],
  'multipart/form-data; boundary=x': (text) => [
    `--x\r\ncontent-disposition: form-data; name="ids"\r\n\r\n${text}\r\n--x--\r\n`,
    fill('--x\r\n'),
  ],
};
/** The dearest requests that are answered. */
const ANSWERED: readonly (readonly [path: string, type: string, body: string])[] = [
  // Loads what the first message needs.
  ['/mcp', 'application/json', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })],
  ['/resolve', 'application/json', JSON.stringify(Array(1_000).fill('Q5879'))],
  ['/reconcile', 'application/x-www-form-urlencoded', `queries=${encodeURIComponent(JSON.stringify(Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`q${n}`, { query: 'Goethe, Johann Wolfgang von', limit: 50 }]))))}`],
]; // prettier-ignore

const open = QUOTA_NAMES.flatMap((name) => [`--${name}-quota`, '1000000', `--${name}-burst`, '1000000']);
const main = join(import.meta.dirname, '../../src/cli/main.ts');
const folder = mkdtempSync(join(tmpdir(), 'gnd-links-bodies-'));
const file = (process.env['TURNS_FILE'] = join(folder, 'turns'));
const turns = join(import.meta.dirname, '../load/turns.ts');
const server = await startPinned(['--import', turns, main, 'serve', '--snapshot', directory, '--port', '0', ...open, '--exempt-networks', '127.0.0.0/8'], CORES.server); // prettier-ignore

/** The longest turn of the event loop since the last call, and all turns, in milliseconds; and the heap in use, in bytes. */
async function readTurns() {
  rmSync(file, { force: true });
  server.signal('SIGUSR2');
  while (!existsSync(file)) await pause(2);
  const [longest = 0, sum = 0, heap = 0] = readFileSync(file, 'utf8').split(' ').map(Number);
  return { longest, sum, heap };
}

async function measure(path: string, type: string, body: string) {
  await readTurns();
  const headers = { 'content-type': type, accept: 'application/json, text/event-stream' };
  const response = await fetch(server.url + path, { method: 'POST', headers, body });
  await response.arrayBuffer();
  return { status: response.status, ...(await readTurns()) };
}

try {
  const answered = [];
  for (const one of [...ANSWERED, ...ANSWERED]) answered.push(await measure(...one));
  const memoryOf = (heap: number) => ({ heap: heap / MIB, resident: server.memory() / MIB });
  const before = memoryOf((await readTurns()).heap);
  let peak = before;
  const dearest = Math.max(...answered.slice(ANSWERED.length).map(({ sum }) => sum));
  const taking = (await openDoors({ release: '0' })).filter(({ methods }) => methods?.includes('POST'));
  const rows: (readonly [number, readonly string[]])[] = [];
  for (const { path, parameters } of taking)
    for (const type of parameters.bodies)
      for (const [shape, text] of Object.entries(SHAPES))
        for (const [place, body] of (BODIES[type] ?? BODIES['multipart/form-data; boundary=x'])?.(text).entries() ??
          []) {
          const media = type.startsWith('multipart') ? 'multipart/form-data; boundary=x' : type;
          const { status, longest, sum, heap } = await measure(path, media, body);
          const now = memoryOf(heap);
          peak = { heap: Math.max(peak.heap, now.heap), resident: Math.max(peak.resident, now.resident) };
          rows.push([longest, [path, type, `${shape} ${place + 1}`, String(status), longest.toFixed(0), sum.toFixed(0), (sum / dearest).toFixed(2)]]); // prettier-ignore
        }
  const worst = rows.toSorted(([a], [b]) => b - a).slice(0, 15);
  await pause(10_000);
  const after = memoryOf((await readTurns()).heap);
  const memory = (part: 'heap' | 'resident') =>
    `${[before, peak, after].map((one) => one[part].toFixed(0)).join(', ')} MiB`;
  const head = ['address', 'media type', 'shape', 'status', 'longest turn, ms', 'all turns, ms', '× dearest'];
  const text = `Of ${rows.length} bodies those with the longest turns; all turns of the dearest answered request: ${dearest.toFixed(0)} ms. Memory before, at most, and ten seconds after: ${memory('resident')}, of which heap ${memory('heap')}.`;
  report.publish('the bundled sample', `${text}

${markdownTable(head, worst.map(([, row]) => row))}`); // prettier-ignore
} finally {
  await server.stop();
  rmSync(folder, { recursive: true });
}
