import { spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { hashesIn } from '../build/ingest/site.ts';
import { temporaryDirectory } from '../temporary.ts';

const PROGRAM = join(import.meta.dirname, '../build/ingest/killable-build.ts');
const REGISTER = join(import.meta.dirname, '../../sample/sources.yaml');
/** Each leaves other files behind; the rest of the stages has no step between them. */
const STAGES = ['read sources', 'move', 'merge', 'write snapshot', 'activate'];

interface Ran {
  readonly resumed: number;
  /** Units of work by stage, those included that an earlier build had done. */
  readonly units: Readonly<Record<string, number>>;
}

/**
 * Runs a build. @param killAt stage at whose first step it is killed @param kibibytes limit of the size of each file
 * @returns the output of the build; undefined when it did not end
 */
async function run(
  out: string,
  [ranges, threads]: readonly [number, number],
  { killAt, signal, kibibytes }: { killAt?: string; signal?: NodeJS.Signals; kibibytes?: number } = {},
): Promise<Ran | undefined> {
  const waitsAt = killAt === undefined ? [] : [killAt];
  const command = [process.execPath, PROGRAM, REGISTER, out, String(ranges), String(threads), ...waitsAt];
  const limited = ['bash', '-c', `trap '' XFSZ; ulimit -f ${kibibytes}; exec "$@"`, 'bash', ...command];
  const [program = '', ...given] = kibibytes === undefined ? command : limited;
  const child = spawn(program, given, { stdio: ['ignore', 'pipe', kibibytes === undefined ? 'inherit' : 'ignore'] });
  let stage = '';
  let done: Ran | undefined;
  const units: Record<string, number> = {};
  for await (const line of createInterface(child.stdout)) {
    if (line.startsWith('stage ')) stage = line.slice(6);
    const [what, much = ''] = line.split(' ');
    if (what === 'done') done = { ...(JSON.parse(line.slice(5)) as Ran), units };
    if (what === 'advance') units[stage] = (units[stage] ?? 0) + Number(much);
    if (stage === killAt && (what === 'advance' || killAt === 'activate')) child.kill(signal);
  }
  return done;
}

it('a build that was killed in every stage and had a full disk ends with the same bytes, and repeats no finished work', async () => {
  const [straight, killed] = [temporaryDirectory(), temporaryDirectory()];
  const once = await run(straight, [1, 0]);
  expect(once).toMatchObject({ resumed: 0 });
  for (const [index, killAt] of STAGES.entries()) {
    const signal = index % 2 === 0 ? 'SIGKILL' : 'SIGTERM';
    expect(await run(killed, [4, 1], { killAt, signal })).toBeUndefined();
    expect(existsSync(join(killed, 'current'))).toBe(false);
  }
  rmSync(join(killed, '.building/write-search.done.json'));
  // This limit suffices for all files but the search index.
  expect(await run(killed, [4, 1], { kibibytes: 200 })).toBeUndefined();
  expect(existsSync(join(killed, '.building/write-search'))).toBe(false);
  const reads = readdirSync(join(killed, '.building')).filter((name) => /^read-.*\.done\.json$/.test(name));
  expect(reads.length).toBeGreaterThan(0);
  const done = await run(killed, [4, 1]);
  // Finished work: the sources, the choice of records, the identities, four ranges moved and merged, one of two files.
  expect(done?.resumed).toBeGreaterThanOrEqual(reads.length + 1 + 1 + 4 + 4 + 1);
  // Progress shows the total work; the stage move counts ranges.
  expect(done).toMatchObject({ units: { ...once?.units, move: 4 } });
  expect(hashesIn(join(killed, 'current'))).toEqual(hashesIn(join(straight, 'current')));
  expect(readdirSync(killed).filter((name) => name.startsWith('.building'))).toEqual([]);
  expect(statSync(join(killed, 'current', 'search.sqlite')).size).toBeGreaterThan(200 * 1024);
});
