/** A probe killed at random moments: each reported result is kept, and no address is probed twice. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createRandom } from '../../bench/random.ts';
import { healthFile, observationsFile } from '../../src/build/sources/probe/files.ts';
import { readHealth } from '../../src/build/sources/probe/health.ts';
import { readObservations } from '../../src/build/sources/probe/observations.ts';
import { forTest } from '../for-file.ts';
import { alive } from '../build/probe/behaviours.ts';
import { sampleOf, startWeb } from '../build/probe/web.ts';
import { temporaryDirectory } from '../temporary.ts';

const KILLS = 5;
const SEED = 11;
const HOSTS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const PROCESS = join(import.meta.dirname, '../build/probe/probing-process.ts');

const web = forTest(() => startWeb());

it('a probe killed at any moment keeps every reported result', async () => {
  for (const host of HOSTS) web.on(`${host}.test`, alive);
  const sample = sampleOf(web, HOSTS, 20);
  const sources = temporaryDirectory();
  const start = (instant: string) =>
    spawn(process.execPath, [PROCESS, sources, JSON.stringify(sample), instant], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  const linesOf = (printed: string) => printed.split('\n').filter((line) => line !== '');
  const kept = async () => (await readObservations(observationsFile(sources))).map(({ url }) => url);
  const random = createRandom(SEED);
  const reported: string[] = [];
  let struck = 0;
  for (let tries = 0; struck < KILLS && tries < 2 * KILLS; tries += 1) {
    const child = start('2026-11-01T03:00:00Z');
    const printed = text(child.stdout);
    // The kill comes after some results of this run, between two or during one.
    const killAfter = Math.floor(random.next() * 8);
    let looks = 0;
    child.stdout.on('data', () => {
      looks += 1;
      if (looks === killAfter + 1) setTimeout(() => child.kill('SIGKILL'), random.next() * 40);
    });
    const [code] = (await once(child, 'close')) as [number | null];
    if (code === null) struck += 1;
    reported.push(...linesOf(await printed));
    expect([...new Set(reported).difference(new Set(await kept()))]).toEqual([]);
    if (code === 0) break;
  }
  expect(struck).toBe(KILLS);
  reported.push(...linesOf(await text(start('2026-11-01T23:00:00Z').stdout)));
  expect((await kept()).toSorted()).toEqual(Object.values(sample).flat().toSorted());
  expect(new Set(reported).size).toBe(reported.length);
  expect(Object.keys((await readHealth(healthFile(sources)))?.collections ?? {}).toSorted()).toEqual(HOSTS.toSorted());
});
