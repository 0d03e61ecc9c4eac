/**
 * A process that opens a snapshot and answers the queries of its standard input, one JSON array: a line after the first
 * answer, and one with its memory and the time of each search after the last. `latency.ts` starts it and holds the watch.
 */
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { openSnapshot } from '../../src/cli/open-snapshot.ts';
import type { SearchQuery } from '../../src/store/store.ts';
import { timeEach } from './timing.ts';

/** What the second line says. */
export interface Afterwards {
  readonly milliseconds: readonly number[];
  /** Resident, in bytes. */
  readonly memory: number;
  readonly peakMemory: number;
}

const store = await openSnapshot(process.argv[2] ?? '');
const [first, ...others] = JSON.parse(await text(process.stdin)) as SearchQuery[];
if (first === undefined) throw new Error('no query came in');
await store.search(first);
process.stdout.write('answered\n');
const milliseconds = await timeEach(others, (query) => store.search(query));
const status = readFileSync('/proc/self/status', 'utf8');
const kibibytes = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1]) * 1024;
const afterwards: Afterwards = { milliseconds, memory: kibibytes('VmRSS'), peakMemory: kibibytes('VmHWM') };
process.stdout.write(`${JSON.stringify(afterwards)}\n`);
await store.close();
