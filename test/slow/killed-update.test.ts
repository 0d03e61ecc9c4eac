/**
 * `fetch` and `update` ended with SIGKILL at random moments: every remembered state can be read, every copy in use is whole, and
 * the current snapshot verifies.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createRandom } from '../../bench/random.ts';
import { claimOf } from '../../src/store/header.ts';
import { locateSnapshot } from '../../src/store/directory.ts';
import { verifySnapshot } from '../../src/store/sqlite/verify.ts';
import { openSourceFolder } from '../../src/fetch/source-folder.ts';

const main = join(import.meta.dirname, '../../src/cli/main.ts');
const dump = readFileSync(join(import.meta.dirname, '../../sample/data/authorities-gnd-person_lds.jsonld.gz'));
const LISTS = ['one', 'two', 'three'];

const KILLS = 20;
const SEED = 7;

it('leaves a sound state behind, whenever it is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gnd-links-crash-'));
  const random = createRandom(SEED);
  const server = await startChangingServer();
  try {
    const place = writeRegister(folder, (server.address() as AddressInfo).port);
    // What there is before the first blow has to be there after every one.
    expect(await runOnce('update', place)).toMatchObject({ code: 0 });
    const typical = {
      fetch: (await runOnce('fetch', place)).milliseconds,
      update: (await runOnce('update', place)).milliseconds,
    };
    let struck = 0;
    for (let tries = 0; struck < KILLS && tries < 4 * KILLS; tries += 1) {
      // `update` fetches as well.
      const command = tries % 3 === 0 ? 'fetch' : 'update';
      const ran = await runOnce(command, place, (0.35 + 0.75 * random.next()) * typical[command]);
      if (ran.code === null) struck += 1;
      else typical[command] = (typical[command] + ran.milliseconds) / 2;
      expect(await inspectRemains(place), `try ${tries} (${command})`).toEqual([]);
    }
    expect(struck).toBeGreaterThan(KILLS / 2);
    expect(await runOnce('update', place)).toMatchObject({ code: 0 });
    expect(await inspectRemains(place)).toEqual([]);
    expect(readdirSync(place.out).filter((name) => name.startsWith('.building'))).toEqual([]);
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}, 600_000);

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

async function runOnce(command: 'fetch' | 'update', place: Place, killAfterMs?: number) {
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
