/** A probing process with a clock that runs a thousand times as fast. It prints each result after it is stored. */
import { setTimeout as pause } from 'node:timers/promises';
import { createHttpClient } from '../../../src/build/sources/download/http-client.ts';
import { probe } from '../../../src/build/sources/probe/probe.ts';

/** Simulated milliseconds per real millisecond. */
const SPEED = 1000;

const [sources = '', sample = '{}', begin = ''] = process.argv.slice(2);
const started = performance.now();

await probe({
  sources,
  sample: JSON.parse(sample) as Record<string, string[]>,
  http: createHttpClient({
    userAgent: 'gnd-links/test',
    timeOuts: { connect: 4_000, headers: 4_000, idle: 4_000, total: 8_000 },
    allowPrivate: true,
    resolve: (_, found) => found(null, [{ address: '127.0.0.1', family: 4 }]),
  }),
  clock: {
    now: () => new Date(Date.parse(begin) + (performance.now() - started) * SPEED),
    pause: (milliseconds, signal) => pause(milliseconds / SPEED, undefined, signal && { signal }),
  },
  onLook: ({ url }) => void process.stdout.write(`${url}\n`),
});
