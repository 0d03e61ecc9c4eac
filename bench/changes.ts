/**
 * What do `/changes?since=` and `POST /changes/for` cost over 400 files of changes: processor time, bytes read, memory,
 * and the time that other requests wait meanwhile? The files hold made-up changes of the snapshot's entities. Takes
 * some minutes.
 *
 *     node bench/changes.ts SNAPSHOT [--record] [--files N] [--rounds N]
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { openSnapshot } from '../src/cli/installation.ts';
import type { GndId } from '../src/core/model/gnd-id.ts';
import { writeChangeIndex } from '../src/shared/dumps/change-index.ts';
import { locateSnapshot } from '../src/core/snapshot/directory.ts';
import { changesFileName } from '../src/build/runs/dump/change-file.ts';
import { CHANGES_FILE, CHANGES_FOLDER } from '../src/shared/dumps/dump-folder.ts';
import { type PinnedServer, startPinned } from './load/pinned-server.ts';
import { requireTools } from './load/tools.ts';
import { CORES } from './load/wrk.ts';
import { createRandom } from './random.ts';
import { count, markdownTable, mebibytes, openReport } from './results.ts';
import { cell, summarise } from './search/timing.ts';

const SEED = 1;
const CHANGES = [2_000, 20_000];
const ASKED = 1_000;
const PORTION = 5_000;
const DAY_MS = 86_400_000;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    record: { type: 'boolean', default: false },
    files: { type: 'string', default: '400' },
    rounds: { type: 'string', default: '10' },
  },
});
requireTools('taskset');
const report = openReport('changes', 'Changes since a state, over 400 files', values.record);
const directory = await locateSnapshot(positionals[0] ?? '');
const random = createRandom(SEED);
const { ids, counts, snapshot } = await readIds();
const main = join(import.meta.dirname, '../src/cli/main.ts');

async function readIds() {
  const store = await openSnapshot(directory);
  const all: GndId[] = [];
  for (let from: GndId | undefined; ; from = all.at(-1)) {
    const next = await store.entityIds(from, PORTION);
    const more = next.filter((id) => id !== from);
    if (more.length === 0) break;
    all.push(...more);
  }
  await store.close();
  return { ids: all, counts: store.snapshot.counts, snapshot: store.snapshot.id };
}

/** @returns a folder of dumps with one file of changes for each day until today */
async function writeDumps(changes: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'gnd-links-changes-'));
  mkdirSync(join(folder, CHANGES_FOLDER));
  const stateOf = (day: number) => {
    const date = new Date(Date.now() - (Number(values.files) - day) * DAY_MS).toISOString().slice(0, 10);
    return { id: `${date.replaceAll('-', '')}-${String(day).padStart(8, '0')}`, date };
  };
  const link = { url: 'https://example.org/' };
  const published: object[] = [{ at: `${stateOf(0).date}T03:00:00Z`, apiVersion: '1.0.0', to: stateOf(0) }];
  for (let day = 1; day <= Number(values.files); day += 1) {
    const [from, to] = [stateOf(day - 1), stateOf(day)];
    const lines = [JSON.stringify({ apiVersion: '1.0.0', from, to })];
    // The changed entities are spread evenly over all identifiers.
    const step = ids.length / changes;
    for (let place = random.next() * step; place < ids.length; place += step)
      lines.push(
        JSON.stringify({ gnd: ids[Math.floor(place)], change: 'changed', links: { added: [link], removed: [] } }),
      );
    const name = changesFileName(from.id, to.id);
    const bytes = gzipSync(lines.join('\n'), { level: 1 });
    const file = join(folder, CHANGES_FOLDER, name);
    writeFileSync(file, bytes);
    await writeChangeIndex(file);
    const written = { name, bytes: bytes.length, lines: lines.length, sha256: 'f'.repeat(64) };
    const kinds = {
      added: 0,
      changed: lines.length - 1,
      redirected: 0,
      deleted: 0,
      linksAdded: lines.length - 1,
      linksRemoved: 0,
    };
    published.unshift({ at: `${to.date}T03:00:00Z`, apiVersion: '1.0.0', from, to, file: written, counts: kinds });
  }
  writeFileSync(join(folder, CHANGES_FILE), JSON.stringify({ snapshots: published }));
  return folder;
}

async function ask(url: string, init?: RequestInit): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(url, init);
  const { byteLength } = await answer.arrayBuffer();
  if (!answer.ok || byteLength === 0) throw new Error(`${url}: ${answer.status}`);
  return performance.now() - begun;
}

/** The waiting times of requests for entities, one after the other, until `done`. */
async function askEntities(server: PinnedServer, done: () => boolean): Promise<number[]> {
  const waited: number[] = [];
  while (!done()) waited.push(await ask(`${server.url}/api/v1/gnd/${random.pick(ids)}/links`));
  return waited;
}

/** Measures requests alone (processor time, bytes read, duration), then how long others wait beside them. */
async function measure(server: PinnedServer, request: () => Promise<number>) {
  await request();
  const [cpu, read] = [server.cpuMicroseconds(), server.bytesRead()];
  const alone: number[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) alone.push(await request());
  const rounds = alone.length;
  const perRequest = {
    cpu: (server.cpuMicroseconds() - cpu) / 1000 / rounds,
    read: (server.bytesRead() - read) / rounds,
  };
  let isDone = false;
  const others = askEntities(server, () => isDone);
  for (let round = 0; round < rounds; round += 1) await request();
  isDone = true;
  return { ...perRequest, alone: summarise(alone), others: summarise(await others), memory: server.memory() };
}

const rows: string[][] = [];
for (const changes of CHANGES) {
  const dumps = await writeDumps(changes);
  const quotas = ['--warm-up', 'off', '--exempt-networks', '127.0.0.0/8'];
  const server = await startPinned(
    [main, 'serve', '--snapshot', directory, '--dumps', dumps, '--port', '0', ...quotas],
    CORES.server,
  );
  try {
    const day = new Date(Date.now() - Number(values.files) * DAY_MS).toISOString().slice(0, 10);
    const draw = (number: number) => Array.from({ length: number }, () => random.pick(ids) ?? '');
    const post = (number: number) => {
      const body = JSON.stringify({ ids: draw(number), since: day });
      return ask(`${server.url}/changes/for`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
    };
    const requests = {
      'entity, for comparison': () => ask(`${server.url}/api/v1/gnd/${random.pick(ids)}/links`),
      '/changes?since=': () => ask(`${server.url}/changes?since=${day}`),
      '/changes/for, 1 identifier': () => post(1),
      [`/changes/for, ${count(ASKED)} identifiers`]: () => post(ASKED),
    };
    for (const [name, request] of Object.entries(requests)) {
      const { cpu, read, alone, others, memory } = await measure(server, request);
      const times = [alone?.median, alone?.max, others?.median, others?.p99, others?.max].map(cell);
      rows.push([`${count(changes)} per file: ${name}`, cell(cpu), mebibytes(read), ...times, mebibytes(memory)]);
    }
  } finally {
    await server.stop();
    rmSync(dumps, { recursive: true, force: true });
  }
}
const head = [
  'request',
  'CPU ms',
  'MiB read',
  'p50 ms',
  'max ms',
  'others p50 ms',
  'others p99 ms',
  'others max ms',
  'memory MiB',
];
const text = `One process on core ${CORES.server}; ${values.files} files, ${values.rounds} requests of each kind one after the other, since before the first file; beside them another client asks for entities.`;
report.publish(`${count(counts.entities)} entities, snapshot ${snapshot}`, `${text}\n\n${markdownTable(head, rows)}`);
