/** Two commands on one folder: one is paused before any of its calls, while the other runs. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifySnapshot } from '../../src/build/ingest/snapshot/verify.ts';
import type { GndId } from '../../src/core/model/gnd-id.ts';
import { changeIndexName } from '../../src/shared/dumps/change-index.ts';
import type { CurrentSnapshot } from '../../src/core/snapshot/current.ts';
import { listDumps, readChanges, readDumpIndex, readLatest } from '../../src/shared/dumps/dump-folder.ts';
import { readRunLog, RUN_LOG_FILE } from '../../src/core/snapshot/run-log.ts';
import { sumsOf } from '../build/dump/reading.ts';
import { dump, record } from '../build/ingest/site.ts';
import { harvestedEntry } from '../build/harvest/harvesting.ts';
import { fill, type Repository, startRepository } from '../build/harvest/repository.ts';
import { PERSONS, writeRegister } from '../build/register/entry.ts';
import { followed } from '../build/runs/following.ts';
import { command, type Ended, interceptCalls } from '../build/runs/standing-still.ts';
import { temporaryDirectory, temporaryForFile } from '../temporary.ts';

const GOETHE = '118540238' as GndId;

let repository: Repository;
let restore: () => void;
const prepared = temporaryForFile();
beforeAll(async () => {
  repository = await startRepository();
  fill(repository, 3);
  repository.now += 86_400_000;
  restore = interceptCalls();
  const { commands } = site(prepared);
  for (const args of [commands.update(), commands.build(), commands.dump()])
    expect(await command(args)).toMatchObject({ code: 0 });
});
afterAll(async () => {
  restore();
  await repository.close();
});

/** A folder with snapshots, sources and dumps, and the commands on it; each build has other data. */
function site(folder: string) {
  const [out, sources, dumps] = ['snapshots', 'sources', 'dumps'].map((name) => join(folder, name)) as [string, string, string]; // prettier-ignore
  let number = readdirSync(folder).length;
  const register = () => {
    number += 1;
    const own = join(folder, `register-${number}`);
    mkdirSync(own);
    writeFileSync(join(own, 'persons'), dump([record(GOETHE, `Goethe, Number ${number}`)]));
    const free = { licence: { spdx: 'CC0-1.0', statement: 'CC0' } };
    return writeRegister(own, [
      { ...PERSONS, ...free },
      { ...harvestedEntry(repository), ...free },
    ]);
  };
  const kept = () => ['--register', register(), '--sources', sources, '--out', out];
  const fetching = ['--allow-private-addresses', '--page-pause', '0'];
  const commands = {
    update: () => ['update', ...kept(), ...fetching, '--keep', '1', '--dumps', dumps, '--threads', '0'],
    build: () => ['build', ...kept(), '--keep', '1', '--threads', '0'],
    harvest: () => ['harvest', ...kept(), ...fetching],
    fetch: () => ['fetch', '--force', ...kept().slice(0, 4), ...fetching],
    dump: () => ['dump', out, '--out', dumps],
    prune: () => ['prune', '--out', out, '--dumps', dumps, '--keep', '1'],
  };
  return { out, dumps, commands };
}
type Name = keyof ReturnType<typeof site>['commands'];
/** Every command is paused, and meets one that needs another lock, or all locks as an update does. */
const PAIRS: readonly (readonly [paused: Name, other: Name])[] = [
  ['update', 'harvest'],
  ['update', 'prune'],
  ['build', 'update'],
  ['harvest', 'update'],
  ['fetch', 'prune'],
  ['dump', 'prune'],
  ['prune', 'update'],
];

/** What a server that follows the folder answers for the entity. */
async function answerOf(current: CurrentSnapshot) {
  using reference = current.acquire();
  return (await reference?.store.entity(GOETHE))?.kind;
}

/** Checks the invariants of the folder between commands. */
async function expectWhole({ out, dumps }: ReturnType<typeof site>): Promise<void> {
  const claims = await Array.fromAsync(verifySnapshot(join(out, 'current')));
  expect(claims.filter(({ falsehood }) => falsehood !== undefined)).toEqual([]);
  expect(readdirSync(out).filter((name) => name.startsWith('.building'))).toEqual([]);
  const log = await readRunLog(out);
  expect(Object.values(log ?? {}).filter((record) => record?.running !== undefined)).toEqual([]);
  expect(existsSync(join(out, RUN_LOG_FILE))).toBe(true);
  const latest = (await readLatest(dumps)) ?? '';
  expect(await listDumps(dumps)).toContain(latest);
  for (const id of await listDumps(dumps)) {
    const { snapshot } = await readDumpIndex(join(dumps, id));
    expect(snapshot.id).toBe(id);
    const sums = readFileSync(join(dumps, id, 'SHA256SUMS'), 'utf8')
      .trimEnd()
      .split('\n');
    expect(sumsOf(join(dumps, id))).toEqual(sums.toSorted());
  }
  expect(readdirSync(dumps).filter((name) => name.startsWith('.dumping'))).toEqual([]);
  const files = (await readChanges(dumps)).snapshots.flatMap(({ file }) =>
    file === undefined ? [] : [file.name, changeIndexName(file.name)],
  );
  const there = existsSync(join(dumps, 'changes')) ? readdirSync(join(dumps, 'changes')) : [];
  expect(there.toSorted()).toEqual(files.toSorted());
}

/** Whether the command did its work, or names the running one. */
const isFine = ({ code, err }: Ended) => code === 0 || /is in use by gnd-links \w+ \(process/.test(err);

/** Replaces variable names in a call, so that calls with the same effect are equal. */
const kindOf = (call: string) =>
  call
    .replaceAll(/\d{8}-[0-9a-f]{8}|register-\d+|\.building-\w+/g, '…')
    .replace(/(\/\.building\/(?:read|write)).*/, '$1')
    .replace(/(\/\.building\/[^/]+|\/\.dumping|\/config)\/.*/, '$1');

it.each(PAIRS)('while %s is paused, %s runs or is refused, and the invariants hold', async (first, second) => {
  const folder = temporaryDirectory();
  cpSync(prepared, folder, { recursive: true, verbatimSymlinks: true });
  const place = site(folder);
  const { current, check, refusals, errors } = await followed(place.out);
  const ended: Ended[] = [];
  const stops = new Set<string>();
  let turn: Promise<void> = Promise.resolve();
  const own = await command(place.commands[first](), (call) => {
    turn = turn.then(async () => {
      const site = kindOf(call);
      if (stops.has(site)) return;
      stops.add(site);
      ended.push(await command(place.commands[second]()));
      await check();
      expect(await answerOf(current)).toBe('found');
    });
    return turn;
  });
  await check();
  expect([...ended, own].filter((one) => !isFine(one))).toEqual([]);
  expect(stops.size).toBeGreaterThan(5);
  expect([refusals, errors, await answerOf(current)]).toEqual([[], [], 'found']);
  await expectWhole(place);
  // An update needs everything that the other commands change.
  expect(await command(place.commands.update())).toMatchObject({ code: 0 });
  expect(readlinkSync(join(place.out, 'current'))).toMatch(/^\d{8}-/);
});
