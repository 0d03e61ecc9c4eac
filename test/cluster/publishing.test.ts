/** Publishing under faults: the current snapshot is always complete. */
import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { type GndId, packGndId } from '../../src/core/model/gnd-id.ts';
import { expectEnd, run } from '../cli/command.ts';
import { endProcesses, FEW, spawnProcess, startProcess } from '../e2e/process.ts';
import { GOETHE, snapshotFolder, snapshotOfAnswer } from '../e2e/snapshots.ts';
import { type Bodies, learnAnswers, startLoad } from './load.ts';
import { nodesAt } from './nodes.ts';

/** Stages of a publication: files, entities, search, words, answers, merge, copies. */
const STAGES = 7;
const SWITCHES = 3;
const node = inject('node') ?? '';
const cluster = nodesAt([node]);
const sample = inject('sample');
const id = readlinkSync(join(sample, 'current'));
const serve = (to: string, ...more: readonly string[]) =>
  startProcess(['serve', '--snapshot', to, '--port', '0', ...FEW, ...more]);

afterEach(endProcesses);

describe.skipIf(node === '')('a publisher (skipped where OpenSearch cannot be run)', () => {
  const publish = (to: string, snapshot = small.path) => run(['publish', snapshot, '--to', to]);
  const put = (path: string, body: object) => cluster.ask(path, { method: 'PUT', body });
  /** The indices behind the alias of a prefix. */
  async function current(prefix: string): Promise<readonly string[]> {
    const led = await cluster.ask<Record<string, { aliases: object }>>(`/${prefix}-*/_alias`);
    return Object.keys(led)
      .filter((index) => `${prefix}-current` in (led[index]?.aliases ?? {}))
      .sort();
  }
  /** A snapshot of one person, where the size of the sample does not matter. */
  const small = snapshotFolder();
  let smallId: string;
  beforeAll(async () => void (smallId = await small.build()));
  afterAll(() => small.remove());
  const whole = (prefix: string, snapshot = smallId) => ['entities', 'search', 'words'].map((kind) => `${prefix}-${snapshot}-${kind}`); // prettier-ignore

  it('can be killed in every stage: the served snapshot is always complete, and the next publication succeeds', async () => {
    const to = cluster.url('killed');
    expect(await publish(to)).toMatchObject({ code: 0 });
    const server = await serve(to, '--follow-seconds', '0', '--exempt-networks', '127.0.0.0/8');
    const load = startLoad(server.url, await learnAnswers(server.url));
    const seen = new Set<string>();
    for (let killed = 0; killed < STAGES;) {
      const publisher = spawnProcess(['publish', sample, '--to', to]);
      // Each stage prints a line at its end. A publication that continues another one prints fewer lines, and may end.
      await publisher.printed(new RegExp(`^(?:.*\\n){${killed}}()`)).catch(() => undefined);
      const code = await publisher.stop('SIGKILL');
      expect([null, 0]).toContain(code);
      if (code === null) killed += 1;
      const leadsTo = await current('killed');
      seen.add(leadsTo.join());
      if (leadsTo.join() !== whole('killed', id).join()) continue;
      expect(await run(['rollback', smallId, '--to', to])).toMatchObject({ code: 0 });
      await cluster.ask(`/killed-${id}-*`, { method: 'DELETE' });
    }
    await load.stop();
    const { asked, statuses, strange } = await load.take();
    expect(strange + Object.keys(statuses).filter((status) => Number(status) >= 500).length).toBe(0);
    expect(asked).toBeGreaterThan(STAGES);
    expect(seen.difference(new Set([whole('killed').join(), whole('killed', id).join()]))).toEqual(new Set());
    expect(await publish(to, sample)).toMatchObject({ code: 0 });
    expect(await current('killed')).toEqual(whole('killed', id));
  });

  it('switches again and again, and every answer is of one snapshot', async () => {
    const [to, folder] = [cluster.url('switched'), snapshotFolder()];
    const ids = [await folder.build()];
    await publish(to, folder.path);
    ids.push(await folder.build());
    await publish(to, folder.path);
    folder.remove();
    const server = await serve(to, '--follow-seconds', '0', '--exempt-networks', '127.0.0.0/8');
    const known: Bodies = new Map();
    const goTo = async (snapshot = '') => {
      expect(await run(['rollback', snapshot, '--to', to])).toMatchObject({ code: 0 });
      server.signal('SIGHUP');
      await vi.waitFor(async () => expect(await snapshotOfAnswer(server.url)).toBe(snapshot), { timeout: 240_000 });
    };
    for (const one of ids) {
      await goTo(one);
      await learnAnswers(server.url, known);
    }
    const load = startLoad(server.url, known);
    for (let turn = 0; turn < SWITCHES; turn += 1) await goTo(ids[turn % 2]);
    await load.stop();
    const { statuses, ...taken } = await load.take();
    expect(taken).toMatchObject({ withoutRetryAfter: 0, strange: 0 });
    // A busy machine may make the cluster too slow for an answer; nothing but 503 may say so.
    expect(['200', '404', '503']).toEqual(expect.arrayContaining(Object.keys(statuses)));
  });

  it('reports a full disk, and succeeds once there is room', async () => {
    // The block that the cluster itself sets when a disk is full (flood stage).
    const full = { settings: { 'index.blocks.read_only_allow_delete': true } };
    await put('/_index_template/full', { index_patterns: ['full-*-search'], template: full });
    await expectEnd(publish(cluster.url('full')), 1, /cluster_block_exception/);
    expect(await current('full')).toEqual([]);
    await cluster.ask('/_index_template/full', { method: 'DELETE' });
    expect(await publish(cluster.url('full'))).toMatchObject({ code: 0 });
    expect(await current('full')).toEqual(whole('full'));
  });

  it('starts over when the stored answers contradict the header', async () => {
    const [to, spoiled] = [cluster.url('spoiled'), `/spoiled-${smallId}-entities`];
    expect(await publish(to)).toMatchObject({ code: 0 });
    // The index contains foreign documents, and is not yet complete.
    await cluster.ask(`/spoiled-${smallId}-search,spoiled-${smallId}-words`, { method: 'DELETE' });
    await put(`${spoiled}/_settings`, { 'index.blocks.write': false });
    await put(`${spoiled}/_doc/${GOETHE}`, { id: packGndId(GOETHE as GndId), successors: '[]' });
    await expectEnd(publish(to), 1, /but the header states/);
    expect(await publish(to)).toMatchObject({ code: 0 });
    expect(await current('spoiled')).toEqual(whole('spoiled'));
  });

  it('replaces what another release has published', async () => {
    const to = cluster.url('older');
    expect(await publish(to)).toMatchObject({ code: 0 });
    const [, search = '', words = ''] = whole('older');
    type Mapping = Record<string, { mappings: { _meta: object } }>;
    const { _meta } = (await cluster.ask<Mapping>(`/${search}/_mapping`))[search]?.mappings ?? {};
    await put(`/older-*/_settings`, { 'index.blocks.write': false });
    await put(`/${search}/_mapping`, { _meta: { version: 1 } });
    await put(`/${words}/_doc/header?refresh`, { version: 1, value: {} });
    await expectEnd(run(['search', to, 'goethe']), 1, /publish it again/);
    expect(await publish(to)).toMatchObject({ code: 0 });
    expect((await cluster.ask<Mapping>(`/${search}/_mapping`))[search]?.mappings._meta).toEqual(_meta);
    expect(await run(['search', to, 'goethe'])).toMatchObject({ code: 0 });
  });

  it('leaves a snapshot that can be restored from a backup of the cluster; meanwhile a server answers 503, never “unknown”', async () => {
    const to = cluster.url('kept');
    expect(await publish(to)).toMatchObject({ code: 0 });
    const server = await serve(to);
    const paths = [`gnd/${GOETHE}/links`, 'search?q=goethe', `coverage?ids=${GOETHE}`];
    const asked = async () => {
      const answers = await Promise.all(paths.map((path) => fetch(`${server.url}/api/v1/${path}`)));
      return answers.map(({ status, headers }) => [status, headers.has('retry-after')]);
    };
    expect(await asked()).toEqual(Array(3).fill([200, false]));
    const found = await run(['search', to, 'goethe']);
    await put('/_snapshot/backups', { type: 'fs', settings: { location: 'kept' } });
    await put(`/_snapshot/backups/one?wait_for_completion=true`, {
      indices: `kept-${smallId}-*`,
      include_global_state: false,
    });
    await cluster.ask('/kept-*', { method: 'DELETE' });
    expect(await run(['search', to, 'goethe'])).toMatchObject({ code: 1 });
    expect(await asked()).toEqual(Array(3).fill([503, true]));
    const restore = { method: 'POST', body: { include_aliases: false } };
    await cluster.ask('/_snapshot/backups/one/_restore?wait_for_completion=true', restore);
    expect(await run(['rollback', smallId, '--to', to])).toMatchObject({ code: 0 });
    expect(await current('kept')).toEqual(whole('kept'));
    expect(await run(['search', to, 'goethe'])).toEqual(found);
    await vi.waitFor(async () => expect(await asked()).toEqual(Array(3).fill([200, false])), { timeout: 240_000 });
  });
});
