import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../temporary.ts';

const PROGRAM = join(import.meta.dirname, 'killable-build.ts');
const REGISTER = join(import.meta.dirname, '../../sample/sources.yaml');
const STAGES = ['read sources', 'identify', 'move', 'merge', 'write snapshot', 'activate'];

interface Ran {
  readonly resumed: number;
  /** Units by stage: all of the work, and as much of it as was done before. */
  readonly units: Readonly<Record<string, number>>;
  readonly found: Readonly<Record<string, number>>;
}

/** @returns what the build said at its end; undefined when it was killed, at the second step of a stage */
async function run(out: string, ranges: number, threads: number, killAt?: string): Promise<Ran | undefined> {
  const child = spawn(process.execPath, [PROGRAM, REGISTER, out, String(ranges), String(threads)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let stage = '';
  let done: Ran | undefined;
  const units: Record<string, number> = {};
  const found: Record<string, number> = {};
  for await (const line of createInterface(child.stdout)) {
    if (line.startsWith('stage ')) stage = line.slice(6);
    const [what, much = ''] = line.split(' ');
    if (what === 'done') done = { ...(JSON.parse(line.slice(5)) as Ran), units, found };
    if (what === 'advance' || what === 'found') units[stage] = (units[stage] ?? 0) + Number(much);
    if (what === 'found') found[stage] = (found[stage] ?? 0) + Number(much);
    if (stage === killAt && (what === 'advance' || killAt === 'activate')) child.kill('SIGKILL');
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
  const once = await run(straight, 1, 0);
  expect(once).toMatchObject({ resumed: 0, found: {} });
  for (const stage of STAGES) {
    expect(await run(killed, 4, 1, stage)).toBeUndefined();
    expect(existsSync(join(killed, 'current'))).toBe(false);
  }
  const done = await run(killed, 4, 1);
  // Four ranges moved and merged, the identities, the two files, and the sources.
  expect(done?.resumed).toBeGreaterThan(2 * 4 + 1 + 2);
  // Whoever looks on sees all of the work, and that it was there already; moving is counted by ranges.
  const all = { ...once?.units, move: 4 };
  expect(done).toMatchObject({ units: all, found: all });
  expect(hashes(killed)).toEqual(hashes(straight));
  expect(readdirSync(killed).filter((name) => name.startsWith('.building'))).toEqual([]);
  expect(statSync(join(killed, 'current', 'search.sqlite')).size).toBeGreaterThan(100_000);
}, 600_000);
