/**
 * A build is killed at random moments, until one comes through: it ends with the same bytes as an undisturbed one, and
 * what serves meanwhile is never touched. Without DIR on a generated corpus of 20,000 entities; DIR is a folder that the
 * generator wrote.
 *
 *     node bench/faults/killed-build.ts [DIR] [--record] [--seed N]
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import type { BuildReport } from '../../src/ingest/report.ts';
import { readHeader } from '../../src/store/header.ts';
import { count, markdownTable, openReport } from '../results.ts';
import { createRandom } from '../search/random.ts';

const MAIN = join(import.meta.dirname, '../../src/cli/main.ts');
const GENERATOR = join(import.meta.dirname, '../generate/main.ts');
const SAMPLE = join(import.meta.dirname, '../../sample/sources.yaml');
/** Kills in each of the build's stages. */
const KILLS = 3;
const STAGES = ['read sources', 'identify', 'carry over', 'merge', 'write snapshot'];

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { record: { type: 'boolean', default: false }, seed: { type: 'string', default: '1' } },
});
const report = openReport('faults-killed-build', 'Faults: killed builds', values.record);
const random = createRandom(Number(values.seed));
const folder = mkdtempSync(join(tmpdir(), 'gnd-links-faults-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const dumps = positionals[0] ?? join(folder, 'dumps');
if (!existsSync(dumps)) {
  mkdirSync(dumps);
  spawnSync(process.execPath, [GENERATOR, '--entities', '20000', '--out', dumps], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Runs a build to its end, or to a moment after the beginning of a stage. @returns whether it came to its end, and how long each stage took */
async function build(register: string, out: string, kill?: { readonly stage: string; readonly afterMs: number }) {
  const child = spawn(
    process.execPath,
    [MAIN, 'build', '--register', register, '--out', out, '--threads', '2', '--keep', '9'],
    {
      env: { ...process.env, SOURCE_DATE_EPOCH: '1795000000' },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const ended: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  const strike = (): void => {
    timer = setTimeout(() => child.kill('SIGKILL'), kill?.afterMs);
  };
  if (kill?.stage === STAGES[0]) strike();
  for await (const line of createInterface(child.stderr)) {
    const stage = /^(.+?): .*in [\d.]+ s/.exec(line)?.[1];
    if (stage === undefined) continue;
    ended.push(stage);
    // A stage is told when it ends; then the next one begins.
    if (kill !== undefined && STAGES[STAGES.indexOf(stage) + 1] === kill.stage) strike();
  }
  clearTimeout(timer);
  return { finished: ended.includes('activate'), ended };
}

const claimsOf = async (out: string) => {
  const { files, contentHash, fingerprint } = await readHeader(join(out, 'current'));
  return JSON.stringify({ files, contentHash, fingerprint });
};
const reportOf = (out: string) => JSON.parse(readFileSync(join(out, 'current', 'report.json'), 'utf8')) as BuildReport;

const register = join(dumps, 'register.yaml');
const straight = join(folder, 'straight');
await build(register, straight);
const expected = await claimsOf(straight);
const { stages, counts } = reportOf(straight);

const killed = join(folder, 'killed');
await build(SAMPLE, killed);
const serving = readlinkSync(join(killed, 'current'));
const rows: string[][] = [];
let struck = 0;
let touched = 0;
for (const stage of STAGES) {
  const took = (stages.find((cost) => cost.stage === stage)?.seconds ?? 1) * 1000;
  let hits = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    // The start of the program comes before the first stage.
    const start = stage === STAGES[0] ? 500 : 0;
    const { finished } = await build(register, killed, { stage, afterMs: start + random.next() * took });
    if (finished) break;
    hits += 1;
    if (readlinkSync(join(killed, 'current')) !== serving) touched += 1;
  }
  struck += hits;
  rows.push([stage, `killed ${hits} times`, '', '']);
}
const last = await build(register, killed);
const same = last.finished && (await claimsOf(killed)) === expected;
const { resumedStages } = reportOf(killed);
const left = readdirSync(killed).filter((name) => name.startsWith('.building'));
const verdict = (holds: boolean) => (holds ? 'holds' : 'fails');
const claims = [
  ['the snapshot in force is not touched', `${touched} of ${struck} kills`, verdict(touched === 0)],
  ['the next build ends with the same bytes', same ? 'same sizes and hashes' : 'other bytes', verdict(same)],
  ['it does finished work not again', `${resumedStages} pieces were there`, verdict(resumedStages > 0)],
  ['nothing is left behind', left.join(' ') || 'nothing', verdict(left.length === 0)],
];
report.publish(
  `${count(counts.entities)} entities`,
  `${struck} builds were killed with SIGKILL, at a random moment of each stage in turn, the next going on where the last was; then one ran to its end.\n\n` +
    `${markdownTable(
      ['stage', 'killed'],
      rows.map((row) => row.slice(0, 2)),
    )}\n\n${markdownTable(['claim', 'seen', 'verdict'], claims)}`,
);
process.exitCode = claims.every((row) => row[2] === 'holds') ? 0 : 1;
