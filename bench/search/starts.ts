/** How soon a new process answers, with the snapshot in the page cache and without, and how much memory it comes to need. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { SearchQuery } from '../../src/store/store.ts';
import { canDrop, dropFromCache } from '../load/page-cache.ts';
import { count, markdownTable, mebibytes } from '../results.ts';
import type { Afterwards } from './first-answer.ts';
import { cell, summarise } from './timing.ts';

const ROUNDS = 5;
/** Asked after the first answer; enough for the slow ones among them, few enough to be still cold. */
const FOLLOWING = 200;

interface Start extends Afterwards {
  readonly firstAnswer: number;
}

/** @returns Markdown */
export async function measureStarts(directory: string, queries: readonly SearchQuery[]): Promise<string> {
  const few = queries.slice(0, 1 + FOLLOWING);
  const warm: Start[] = [];
  for (let round = 0; round < ROUNDS; round += 1) warm.push(await start(directory, few));
  const cold: Start[] = [];
  const dropped = canDrop(directory);
  for (let round = 0; dropped && round < ROUNDS; round += 1) {
    dropFromCache(directory);
    cold.push(await start(directory, few));
  }
  const whole = await start(directory, queries);
  const note = dropped
    ? 'cold: the snapshot’s files dropped from the page cache before each start (`dd iflag=nocache`; the disk may have caches of its own)'
    : 'cold starts were not measured: `dd` could not drop the files from the page cache';
  return `
Starts of a process, milliseconds: from the start to the first answer (median of ${ROUNDS}), then the next ${FOLLOWING} searches of the mix; ${note}.

${markdownTable(['page cache', 'first answer', 'next: median', 'next: p99', 'next: max'], [row('warm', warm), ...(dropped ? [row('cold', cold)] : [])])}

Memory of a process that has answered ${count(queries.length)} searches of the mix: ${mebibytes(whole.memory)} MiB resident, at most ${mebibytes(whole.peakMemory)} MiB.
`;
}

function row(name: string, starts: readonly Start[]): string[] {
  const next = summarise(starts.flatMap(({ milliseconds }) => milliseconds));
  const first = summarise(starts.map(({ firstAnswer }) => firstAnswer));
  return [name, cell(first?.median), cell(next?.median), cell(next?.p99), cell(next?.max)];
}

async function start(directory: string, queries: readonly SearchQuery[]): Promise<Start> {
  const started = performance.now();
  const child = spawn(process.execPath, [join(import.meta.dirname, 'first-answer.ts'), directory], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(queries));
  let firstAnswer: number | undefined;
  let afterwards: Afterwards | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    if (firstAnswer === undefined) firstAnswer = performance.now() - started;
    else afterwards = JSON.parse(line) as Afterwards;
  }
  if (firstAnswer === undefined || afterwards === undefined) throw new Error('the new process did not answer');
  return { firstAnswer, ...afterwards };
}
