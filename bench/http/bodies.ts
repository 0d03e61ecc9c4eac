/**
 * What does the largest allowed body cost, whether it is answered or refused? Every door that takes bodies × media types
 * × shapes of 1 MiB: processor time of the server, and how long another client waits meanwhile, both as multiples of the
 * dearest answered request. Takes a minute.
 *
 *     node bench/http/bodies.ts SNAPSHOT
 */
import { setTimeout as pause } from 'node:timers/promises';
import { join } from 'node:path';
import { openDoors } from '../../src/cli/doors.ts';
import { QUOTA_NAMES } from '../../src/core/quotas/quota-table.ts';
import { startPinned } from '../load/pinned-server.ts';
import { CORES } from '../load/wrk.ts';
import { markdownTable } from '../results.ts';

const MIB = 1024 * 1024;
const [directory = ''] = process.argv.slice(2);
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
  ['/resolve', 'application/json', JSON.stringify(Array(1_000).fill('Q5879'))],
  ['/reconcile', 'application/x-www-form-urlencoded', `queries=${encodeURIComponent(JSON.stringify(Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`q${n}`, { query: 'Goethe, Johann Wolfgang von', limit: 50 }]))))}`],
]; // prettier-ignore

const open = QUOTA_NAMES.flatMap((name) => [`--${name}-quota`, '1000000', `--${name}-burst`, '1000000']);
const main = join(import.meta.dirname, '../../src/cli/main.ts');
const server = await startPinned([main, 'serve', '--snapshot', directory, '--port', '0', ...open, '--exempt-networks', '127.0.0.0/8'], CORES.server); // prettier-ignore

async function measure(path: string, type: string, body: string) {
  let [isDone, held] = [false, 0];
  const watch = async () => {
    while (!isDone) {
      const begin = performance.now();
      await (await fetch(`${server.url}/api/v1/status`)).arrayBuffer();
      held = Math.max(held, performance.now() - begin);
      await pause(1);
    }
  };
  const before = server.cpuMicroseconds();
  const watching = watch();
  const headers = { 'content-type': type, accept: 'application/json, text/event-stream' };
  const response = await fetch(server.url + path, { method: 'POST', headers, body });
  await response.arrayBuffer();
  isDone = true;
  await watching;
  return { status: response.status, milliseconds: (server.cpuMicroseconds() - before) / 1000, held };
}

try {
  const answered = [];
  for (const one of [...ANSWERED, ...ANSWERED]) answered.push(await measure(...one));
  const dearest = Math.max(...answered.map(({ milliseconds }) => milliseconds));
  const taking = (await openDoors({ release: '0' })).filter(({ methods }) => methods?.includes('POST'));
  const rows: (readonly [number, readonly string[]])[] = [];
  for (const { path, parameters } of taking)
    for (const type of parameters.bodies)
      for (const [shape, text] of Object.entries(SHAPES))
        for (const [place, body] of (BODIES[type] ?? BODIES['multipart/form-data; boundary=x'])?.(text).entries() ??
          []) {
          const media = type.startsWith('multipart') ? 'multipart/form-data; boundary=x' : type;
          const { status, milliseconds, held } = await measure(path, media, body);
          rows.push([milliseconds, [path, type, `${shape} ${place + 1}`, String(status), milliseconds.toFixed(0), (milliseconds / dearest).toFixed(2), held.toFixed(0)]]); // prettier-ignore
        }
  const worst = rows.toSorted(([a], [b]) => b - a).slice(0, 15);
  const head = ['address', 'media type', 'shape', 'status', 'ms of processor', '× dearest', 'longest wait, ms'];
  process.stdout.write(`${rows.length} bodies; dearest answered request: ${dearest.toFixed(0)} ms of processor\n\n`);
  process.stdout.write(`${markdownTable(head, worst.map(([, row]) => row))}\n`); // prettier-ignore
} finally {
  await server.stop();
}
