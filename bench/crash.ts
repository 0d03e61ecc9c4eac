/**
 * Ends `fetch` and `update` with SIGKILL at random moments, again and again, and looks after each whether what is left is
 * sound: every remembered state can be read, every copy in use is whole, and the current snapshot verifies.
 *
 *     node bench/crash.ts [kills = 150] [seed = 1]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimOf } from '../src/store/header.ts';
import { locateSnapshot } from '../src/store/directory.ts';
import { verifySnapshot } from '../src/store/sqlite/verify.ts';
import { openSourceFolder } from '../src/fetch/source-folder.ts';

const main = join(import.meta.dirname, '../src/cli/main.ts');
const dump = readFileSync(join(import.meta.dirname, '../sample/data/authorities-gnd-person_lds.jsonld.gz'));
const LISTS = ['one', 'two', 'three'];

export interface CrashReport {
  /** Processes that were at work when they were killed. */
  readonly struck: number;
  /** The others were done before. */
  readonly tries: number;
  /** Snapshots that became the current one in between. */
  readonly snapshots: number;
  readonly seconds: number;
  /** What was not as it should be; empty when all is well. */
  readonly complaints: readonly string[];
}

/** A third of the kills hits `fetch`, the rest `update`, which fetches as well. */
export async function crash(kills: number, seed: number): Promise<CrashReport> {
  const started = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'gnd-links-crash-'));
  const random = createRandom(seed);
  const server = await startChangingServer();
  const complaints: string[] = [];
  const snapshots = new Set<string>();
  let struck = 0;
  let tries = 0;
  try {
    const place = writeRegister(folder, (server.address() as AddressInfo).port);
    // What there is before the first blow has to be there after every one.
    const before = await runOnce('update', place, undefined);
    if (before.code !== 0) complaints.push(`the first update ended with ${before.code}: ${before.err}`);
    const typical = {
      fetch: (await runOnce('fetch', place, undefined)).milliseconds,
      update: (await runOnce('update', place, undefined)).milliseconds,
    };
    for (; struck < kills && tries < 4 * kills; tries += 1) {
      const command = struck < kills / 3 ? 'fetch' : 'update';
      const ran = await runOnce(command, place, (0.35 + 0.75 * random()) * typical[command]);
      if (ran.code === null) struck += 1;
      else typical[command] = (typical[command] + ran.milliseconds) / 2;
      for (const complaint of await inspectRemains(place)) complaints.push(`try ${tries} (${command}): ${complaint}`);
      snapshots.add(await locateSnapshot(place.out).catch(() => 'none'));
    }
    const after = await runOnce('update', place, undefined);
    if (after.code !== 0) complaints.push(`the last update ended with ${after.code}: ${after.err}`);
    for (const complaint of await inspectRemains(place)) complaints.push(`in the end: ${complaint}`);
    const leftovers = readdirSync(place.out).filter((name) => name.startsWith('.building'));
    if (leftovers.length > 0) complaints.push(`left behind: ${leftovers.join(', ')}`);
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return { struck, tries, snapshots: snapshots.size, seconds: (performance.now() - started) / 1000, complaints };
}

interface Place {
  readonly register: string;
  readonly sources: string;
  readonly out: string;
}

function writeRegister(folder: string, port: number): Place {
  const label = { de: 'Probe', en: 'Trial' };
  const common = {
    title: label,
    description: label,
    licence: { statement: 'not stated' },
    cadence: 'daily',
    scope: { description: label },
  };
  const origin = (path: string, format: string) => ({
    publisher: 'Trial',
    downloadUrl: `http://127.0.0.1:${port}/${path}`,
    format,
  });
  const sources = [
    { key: 'persons', kind: 'entities', origin: origin('persons', 'gnd-jsonld'), ...common },
    ...LISTS.map((key) => ({ key, kind: 'links', origin: origin(key, 'beacon'), ...common })),
  ];
  const register = join(folder, 'sources.yaml');
  writeFileSync(register, JSON.stringify({ sources }));
  return { register, sources: join(folder, 'sources'), out: join(folder, 'snapshots') };
}

/** Every list says something new each time, so that there is always something to write. */
async function startChangingServer(): Promise<Server> {
  let round = 0;
  const server = createServer((request, response) => {
    const path = (request.url ?? '').slice(1);
    if (path === 'persons') return void response.end(dump);
    round += 1;
    const lines = Array.from({ length: 2_000 }, (_, index) => `${118_500_000 + index}|${round}`);
    response.end(`#FORMAT: BEACON\n#TARGET: https://example.org/${path}/${round}/{ID}\n${lines.join('\n')}\n`);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

async function runOnce(command: 'fetch' | 'update', place: Place, killAfterMs: number | undefined) {
  const started = performance.now();
  const out = command === 'update' ? ['--out', place.out] : [];
  const args = [
    main,
    command,
    '--force',
    '--allow-private-addresses',
    '--register',
    place.register,
    '--sources',
    place.sources,
    ...out,
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let err = '';
  child.stderr.on('data', (text: Buffer) => (err += text.toString()));
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(timer);
  return { code, err, milliseconds: performance.now() - started };
}

async function inspectRemains({ sources, out }: Place): Promise<string[]> {
  const complaints: string[] = [];
  for (const key of ['persons', ...LISTS]) {
    const folder = openSourceFolder(sources, key);
    const { state, damage } = await folder.load();
    if (damage !== undefined) complaints.push(`${key}: ${damage}`);
    if (state.accepted === undefined) complaints.push(`${key}: no copy in use`);
    else if ((await claimOf(folder.pathOf(state.accepted))).sha256 !== state.accepted.sha256)
      complaints.push(`${key}: the copy in use is not whole`);
  }
  try {
    for await (const { claim, falsehood } of verifySnapshot(await locateSnapshot(out))) {
      if (falsehood !== undefined) complaints.push(`snapshot: ${claim}: ${falsehood}`);
    }
  } catch (error) {
    complaints.push(`snapshot: ${(error as Error).message}`);
  }
  return complaints;
}

/** Park and Miller's generator: the same seed kills at the same moments, as far as that can be. */
function createRandom(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

if (import.meta.main) {
  const [kills = '150', seed = '1'] = process.argv.slice(2);
  const report = await crash(Number(kills), Number(seed));
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  process.exitCode = report.complaints.length === 0 ? 0 : 1;
}
