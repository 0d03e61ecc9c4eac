/**
 * `fetch` and `update` killed at random moments: every stored state is readable, every copy in use is complete, and the
 * current snapshot passes verification.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createRandom } from '../../bench/random.ts';
import { claimOf } from '../../src/core/snapshot/header.ts';
import { locateSnapshot } from '../../src/core/snapshot/directory.ts';
import { verifySnapshot } from '../../src/build/ingest/snapshot/verify.ts';
import { openSourceFolder } from '../../src/build/sources/fetch/source-folder.ts';
import { main } from '../cli/command.ts';
import { identifiers, type MisbehavingServer, serverForTest } from '../build/fetch/misbehaving-server.ts';
import { personsOf } from '../build/ingest/site.ts';
import { writeRegister } from '../build/register/entry.ts';
import { temporaryDirectory } from '../temporary.ts';

const LISTS = ['one', 'two', 'three'];

const KILLS = 3;
const SEED = 7;

it('an update killed at any moment leaves a sound state', async () => {
  const folder = temporaryDirectory();
  const random = createRandom(SEED);
  const place = placeIn(folder, await startChangingServer());
  // The state before the first kill must survive all kills.
  expect(await runOnce('update', place)).toMatchObject({ code: 0 });
  const typical = {
    fetch: (await runOnce('fetch', place)).milliseconds,
    update: (await runOnce('update', place)).milliseconds,
  };
  let struck = 0;
  for (let tries = 0; struck < KILLS && tries < 4 * KILLS; tries += 1) {
    // `update` also fetches.
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
});

function placeIn(folder: string, { url }: MisbehavingServer) {
  const origin = (path: string, format: string) => ({ publisher: 'Trial', downloadUrl: `${url}/${path}`, format });
  const register = writeRegister(folder, [
    { key: 'persons', kind: 'entities', cadence: 'daily', origin: origin('persons', 'gnd-jsonld') },
    ...LISTS.map((key) => ({ key, kind: 'links', cadence: 'daily', origin: origin(key, 'beacon') })),
  ]);
  return { register, sources: join(folder, 'sources'), out: join(folder, 'snapshots') };
}
type Place = ReturnType<typeof placeIn>;

/** Lists have new content for each request, so that there is always something to write. */
async function startChangingServer(): Promise<MisbehavingServer> {
  const server = await serverForTest();
  const persons = gzipSync(personsOf(identifiers(500)));
  server.on('/persons', (_, response) => void response.end(persons));
  let round = 0;
  for (const key of LISTS) {
    server.on(`/${key}`, (_, response) => {
      round += 1;
      const lines = identifiers(500).map((id) => `${id}|${round}`);
      response.end(`#FORMAT: BEACON\n#TARGET: https://example.org/${key}/${round}/{ID}\n${lines.join('\n')}\n`);
    });
  }
  return server;
}

async function runOnce(command: 'fetch' | 'update', { register, sources, out }: Place, killAfterMs?: number) {
  const started = performance.now();
  const places = ['--register', register, '--sources', sources, ...(command === 'update' ? ['--out', out] : [])];
  const args = [main, command, '--force', '--allow-private-addresses', ...places];
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
