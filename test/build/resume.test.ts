import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../temporary.ts';

const PROGRAM = join(import.meta.dirname, 'killable-build.ts');
const REGISTER = join(import.meta.dirname, '../../sample/sources.yaml');
const STAGES = ['read sources', 'identify', 'carry over', 'merge', 'write snapshot', 'activate'];

/** @returns what the build said at its end; undefined when it was killed, at the second step of a stage */
async function run(out: string, partitions: number, threads: number, killAt?: string): Promise<unknown> {
  const child = spawn(process.execPath, [PROGRAM, REGISTER, out, String(partitions), String(threads)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let stage = '';
  let done: unknown;
  for await (const line of createInterface(child.stdout)) {
    if (line.startsWith('stage ')) stage = line.slice(6);
    if (line.startsWith('done ')) done = JSON.parse(line.slice(5));
    if (stage === killAt && (line === 'advance' || killAt === 'activate')) child.kill('SIGKILL');
  }
  return done;
}

function hashes(out: string): Record<string, string> {
  const directory = join(out, 'current');
  const names = readdirSync(directory).filter((name) => name !== 'report.json');
  return Object.fromEntries(
    names.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(directory, name)))
        .digest('hex'),
    ]),
  );
}

it('ends with the same bytes after it was killed in every stage, and does no finished stage again', async () => {
  const [straight, killed] = [temporaryDirectory(), temporaryDirectory()];
  await run(straight, 1, 0);
  for (const stage of STAGES) {
    expect(await run(killed, 4, 1, stage)).toBeUndefined();
    expect(existsSync(join(killed, 'current'))).toBe(false);
  }
  const done = (await run(killed, 4, 1)) as { readonly resumed: number };
  // Four pieces each of identify, forward and merge, the identities, the two files, and the sources.
  expect(done.resumed).toBeGreaterThan(3 * 4 + 1 + 2);
  expect(hashes(killed)).toEqual(hashes(straight));
  expect(readdirSync(killed).filter((name) => name.startsWith('.building'))).toEqual([]);
  expect(statSync(join(killed, 'current', 'search.sqlite')).size).toBeGreaterThan(100_000);
}, 60_000);
