/** Faults of a cluster during service: answers are right, or they are 503 with Retry-After. */
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { run } from '../cli/command.ts';
import { programOf } from '../debian-package.ts';
import { endProcesses, type Serving, startProcess } from '../e2e/process.ts';
import { GOETHE, snapshotFolder, snapshotOfAnswer, storeCheck } from '../e2e/snapshots.ts';
import { createRedisServer } from '../core/quotas/redis-server.ts';
import { openSearch } from './distribution.ts';
import { type Bodies, learnAnswers, type Load, startLoad } from './load.ts';
import { type OpenSearchCluster, type OpenSearchNode, startCluster } from './nodes.ts';

const [distribution, redis] = [await openSearch(), await programOf('redis-server')];
/** For hanging tests; a slow machine stays below. */
const PATIENCE = { timeout: 240_000, interval: 50 };
/** Number of answers that are checked before and during a fault. */
const MANY = 100;
const SWITCHES = 5;
const UNCOUNTED = ['--exempt-networks', '127.0.0.0/8'];

let cluster: OpenSearchCluster;

async function publish(snapshot: string, prefix: string, ...more: readonly string[]): Promise<void> {
  const ran = await run(['publish', snapshot, '--to', cluster.url(prefix), ...more]);
  if (ran.code !== 0) throw new Error(ran.err);
}

function serve(prefix: string, ...more: readonly string[]): Promise<Serving> {
  return startProcess(['serve', '--snapshot', cluster.url(prefix), '--port', '0', ...more]);
}

/** Status of the answer, and whether it has Retry-After. */
async function statusOf(url: string): Promise<readonly [number, boolean]> {
  const { status, headers } = await fetch(url);
  return [status, headers.has('retry-after')];
}

async function manager(): Promise<OpenSearchNode | undefined> {
  const [elected] = await cluster.ask<readonly { node: string }[]>('/_cat/cluster_manager?format=json');
  return cluster.nodes.find(({ name }) => name === elected?.node);
}

describe.skipIf('reason' in distribution)('a cluster of three nodes (skipped where OpenSearch cannot be run)', () => {
  let server: Serving;
  let known: Bodies;
  let load: Load;
  beforeAll(async () => {
    if ('reason' in distribution) return;
    cluster = await startCluster(distribution, 3);
    await publish(inject('sample'), 'copies');
    server = await serve('copies', ...UNCOUNTED);
    known = await learnAnswers(server.url);
    load = startLoad(server.url, known);
  });
  afterAll(async () => {
    await load?.stop();
    endProcesses();
    await cluster?.remove();
  });

  const good = (asked: number) => ({ statuses: { 200: asked }, strange: 0 });
  async function heal(): Promise<void> {
    for (const node of cluster.nodes) {
      await node.signal('SIGCONT');
      node.start();
    }
    await cluster.joined(3);
    // On a busy machine, all five attempts to allocate a shard may fail, and OpenSearch then stops trying.
    await cluster.ask('/_cluster/reroute?retry_failed=true', { method: 'POST', signal: null });
    // Only indices with copies can become green again.
    await cluster.ask('/_cluster/health/copies-*?wait_for_status=green&timeout=240s', { signal: null });
  }
  afterEach(heal);
  /** Waits until all answers are right again. */
  const wellAgain = () =>
    vi.waitFor(async () => {
      const { asked, ...taken } = await load.take(20);
      expect(taken).toMatchObject(good(asked));
    }, PATIENCE);

  it('has copies of the merged files, without indexing twice', async () => {
    type Recovery = { type: string; translog: { recovered: number } };
    const found = await cluster.ask<Record<string, { shards: readonly Recovery[] }>>('/copies-2*/_recovery');
    const copies = Object.values(found).flatMap(({ shards }) => shards.filter(({ type }) => type === 'PEER'));
    expect(copies.map(({ translog }) => translog.recovered)).toEqual(Array(6).fill(0));
    const segments = await cluster.ask<readonly { index: string }[]>('/_cat/segments/copies-2*?format=json&h=index');
    expect(segments).toHaveLength(9);
  });

  it.each([
    ['the elected manager that is killed', manager, 'SIGKILL'],
    ['a node that stalls', async () => cluster.nodes[1], 'SIGSTOP'],
  ] as const)('misses no answer for %s', async (_, find, signal) => {
    await load.take(MANY);
    await (await find())?.signal(signal);
    const { asked, ...taken } = await load.take(MANY);
    expect(taken).toMatchObject(good(asked));
    await heal();
    await wellAgain();
  });

  it('keeps answering with one node of three, answers 503 without nodes, and recovers by itself', async () => {
    await load.take(MANY);
    await Promise.all(cluster.nodes.slice(1).map((node) => node.signal('SIGKILL')));
    const alone = await load.take(MANY);
    expect(alone).toMatchObject(good(alone.asked));
    await cluster.nodes[0]?.signal('SIGKILL');
    await load.take(MANY);
    const { asked, ...taken } = await load.take(MANY);
    expect(taken).toMatchObject({ statuses: { 503: asked }, withoutRetryAfter: 0 });
    expect(await storeCheck(server.url)).toMatchObject({ status: expect.stringMatching(/^(?:warn|fail)$/) as string });
    const late = await serve('copies', '--admin-port', '0', ...UNCOUNTED);
    for (const url of [`${late.url}/api/v1/status`, `${late.url}/api/v1/gnd/${GOETHE}/links`])
      expect(await statusOf(url)).toEqual([503, true]);
    expect(await statusOf(`${await late.adminUrl()}/readyz`)).toEqual([503, false]);
    await heal();
    await wellAgain();
    await vi.waitFor(async () => expect((await learnAnswers(late.url, new Map())).size).toBeGreaterThan(0), PATIENCE);
    await late.stop();
  });

  it('answers 503, never an incomplete answer, when the shards of one of three nodes are lost', async () => {
    await cluster.ask('/parts-*', { method: 'DELETE' });
    await publish(inject('sample'), 'parts', '--shards', '3', '--replicas', '0');
    const parts = await serve('parts', ...UNCOUNTED);
    const asking = startLoad(parts.url, await learnAnswers(parts.url));
    await cluster.nodes[1]?.signal('SIGKILL');
    await asking.take(MANY);
    const taken = await asking.take(MANY);
    await asking.stop();
    await parts.stop();
    expect(taken).toMatchObject({ withoutRetryAfter: 0, strange: 0 });
    expect(Object.keys(taken.statuses).filter((status) => status !== '200')).toEqual(['503']);
  });

  it('answers 503, never “unknown”, when its data are deleted', async () => {
    await cluster.ask('/copies-2*', { method: 'DELETE' });
    await load.take(MANY);
    const { asked, ...taken } = await load.take(MANY);
    expect(taken).toMatchObject({ statuses: { 503: asked }, withoutRetryAfter: 0 });
    await publish(inject('sample'), 'copies');
    await wellAgain();
  });

  it('switches again and again, and every answer is of one snapshot', async () => {
    const folder = snapshotFolder();
    const ids: string[] = [];
    try {
      for (let built = 0; built < 2; built += 1) {
        ids.push(await folder.build());
        await publish(folder.path, 'switched');
      }
      const switched = await serve('switched', '--follow-seconds', '1', ...UNCOUNTED);
      const both: Bodies = new Map();
      const goTo = async (id: string) => {
        expect(await run(['rollback', id, '--to', cluster.url('switched')])).toMatchObject({ code: 0 });
        switched.signal('SIGHUP');
        await vi.waitFor(async () => expect(await snapshotOfAnswer(switched.url)).toBe(id), PATIENCE);
      };
      for (const id of ids.toReversed()) {
        await goTo(id);
        await learnAnswers(switched.url, both);
      }
      const asking = startLoad(switched.url, both);
      for (let turn = 0; turn < SWITCHES; turn += 1) await goTo(ids[turn % 2] ?? '');
      await asking.stop();
      const { statuses, ...taken } = await asking.take();
      expect(taken).toMatchObject({ withoutRetryAfter: 0, strange: 0 });
      // A busy machine may make the cluster too slow for an answer; nothing but 503 may say so.
      expect(['200', '404', '503']).toEqual(expect.arrayContaining(Object.keys(statuses)));
      await switched.stop();
    } finally {
      folder.remove();
    }
  });

  describe.skipIf('reason' in redis)('with a Valkey or Redis (skipped where neither can be had)', () => {
    it('counts the requests to two servers against one quota', async () => {
      if ('reason' in redis) return;
      const limiter = await createRedisServer(redis);
      try {
        await limiter.start();
        const quota = ['--limiter-url', limiter.url, '--links-quota', '30', '--links-burst', '30'];
        const servers = [await serve('copies', ...quota), await serve('copies', ...quota)];
        for (const { url } of servers)
          await vi.waitFor(
            async () => expect(await storeCheck(url, 'limiter')).toMatchObject({ status: 'pass' }),
            PATIENCE,
          );
        const statuses: number[] = [];
        for (let asked = 0; asked < 60; asked += 1)
          statuses.push((await fetch(`${servers[asked % 2]?.url}/api/v1/gnd/${GOETHE}/links`)).status);
        // The quota regains one request in two seconds; two separate quotas would have admitted all sixty.
        expect(statuses.slice(0, 30)).toEqual(Array<number>(30).fill(200));
        expect(statuses.slice(30)).toContain(429);
      } finally {
        await limiter.remove();
      }
    });
  });
});
