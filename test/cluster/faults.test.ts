/** Faults of a cluster during service: answers are right, or they are 503 with Retry-After. */
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { run } from '../cli/command.ts';
import { endProcesses, FEW, type Serving, startProcess } from '../e2e/process.ts';
import { GOETHE, storeCheck } from '../e2e/snapshots.ts';
import { openSearch } from './distribution.ts';
import { type Bodies, learnAnswers, type Load, SLOW_MS, startLoad } from './load.ts';
import { type OpenSearchCluster, type OpenSearchNode, startCluster } from './nodes.ts';

const distribution = await openSearch();
/** For hanging tests; a slow machine stays below. */
const PATIENCE = { timeout: 240_000, interval: 50 };
/** Number of answers that are checked before and during a fault. */
const MANY = 20;
const UNCOUNTED = ['--exempt-networks', '127.0.0.0/8'];

let cluster: OpenSearchCluster;

async function publish(snapshot: string, prefix: string, ...more: readonly string[]): Promise<void> {
  const ran = await run(['publish', snapshot, '--to', cluster.url(prefix), ...more]);
  if (ran.code !== 0) throw new Error(ran.err);
}

function serve(prefix: string, ...more: readonly string[]): Promise<Serving> {
  return startProcess(['serve', '--snapshot', cluster.url(prefix), '--port', '0', ...FEW, ...more]);
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
  /** A server over indices without copies. */
  let parts: Serving;
  beforeAll(async () => {
    if ('reason' in distribution) return;
    cluster = await startCluster(distribution, 3);
    await publish(inject('sample'), 'copies');
    server = await serve('copies', ...UNCOUNTED);
    known = await learnAnswers(server.url);
    load = startLoad(server.url, known, SLOW_MS);
    await publish(inject('sample'), 'parts', '--shards', '3', '--replicas', '0');
    parts = await serve('parts', ...UNCOUNTED);
  });
  afterAll(async () => {
    await load?.stop();
    endProcesses();
    await cluster?.remove();
  });

  const good = (asked: number) => ({ statuses: { 200: asked }, strange: 0 });
  /** Makes a cluster of this many nodes whole. Meanwhile, too, answers are right, or they are 503 with Retry-After. */
  async function heal(size: number): Promise<void> {
    for (const node of cluster.nodes.slice(0, size)) {
      await node.signal('SIGCONT');
      node.start();
    }
    await cluster.joined(size);
    // On a busy machine, all five attempts to allocate a shard may fail, and OpenSearch then stops trying.
    await cluster.ask('/_cluster/reroute?retry_failed=true', { method: 'POST', signal: null });
    // Only indices with copies can become green again.
    await cluster.ask('/_cluster/health/copies-*?wait_for_status=green&timeout=240s', { signal: null });
    const { statuses, ...taken } = await load.take(1);
    expect(taken).toMatchObject({ strange: 0, withoutRetryAfter: 0 });
    expect(Object.keys(statuses).filter((status) => !['200', '503'].includes(status))).toEqual([]);
  }
  /** Waits until all answers are right again. */
  const wellAgain = () =>
    vi.waitFor(async () => {
      const { asked, ...taken } = await load.take(20);
      expect(taken).toMatchObject(good(asked));
    }, PATIENCE);
  const missesNoAnswer = async () => {
    const { asked, ...taken } = await load.take(MANY);
    expect(taken).toMatchObject(good(asked));
  };
  const refusesAll = async () => {
    await load.take(MANY);
    const { asked, ...taken } = await load.take(MANY);
    expect(taken).toMatchObject({ statuses: { 503: asked }, withoutRetryAfter: 0 });
  };

  it('has copies of the merged files, without indexing twice', async () => {
    type Recovery = { type: string; translog: { recovered: number } };
    const found = await cluster.ask<Record<string, { shards: readonly Recovery[] }>>('/copies-2*/_recovery');
    const copies = Object.values(found).flatMap(({ shards }) => shards.filter(({ type }) => type === 'PEER'));
    expect(copies.map(({ translog }) => translog.recovered)).toEqual(Array(6).fill(0));
    const segments = await cluster.ask<readonly { index: string }[]>('/_cat/segments/copies-2*?format=json&h=index');
    expect(segments).toHaveLength(9);
  });

  it('misses no answer for a node that stalls', async () => {
    await load.take(MANY);
    await cluster.nodes[1]?.signal('SIGSTOP');
    await missesNoAnswer();
    await heal(3);
    await wellAgain();
  });

  it('misses no answer when the elected manager and another node are killed, answers 503 without nodes, and recovers by itself', async () => {
    // Indices without copies are whole again some time after the node of the test before.
    const asking = startLoad(parts.url, await vi.waitFor(() => learnAnswers(parts.url), PATIENCE));
    const first = await manager();
    await first?.signal('SIGKILL');
    await missesNoAnswer();
    // A third of the data without copies is lost: its answers are never incomplete.
    await asking.take(MANY);
    const taken = await asking.take(MANY);
    await asking.stop();
    await parts.stop();
    await cluster.ask('/parts-*', { method: 'DELETE' });
    expect(taken).toMatchObject({ withoutRetryAfter: 0, strange: 0 });
    expect(Object.keys(taken.statuses).filter((status) => status !== '200')).toEqual(['503']);

    const [second, last] = cluster.nodes.filter((node) => node !== first);
    await second?.signal('SIGKILL');
    await missesNoAnswer();
    await last?.signal('SIGKILL');
    await refusesAll();
    expect(await storeCheck(server.url)).toMatchObject({ status: expect.stringMatching(/^(?:warn|fail)$/) as string });
    const late = await serve('copies', '--admin-port', '0', ...UNCOUNTED);
    for (const url of [`${late.url}/api/v1/status`, `${late.url}/api/v1/gnd/${GOETHE}/links`])
      expect(await statusOf(url)).toEqual([503, true]);
    expect(await statusOf(`${await late.adminUrl()}/readyz`)).toEqual([503, false]);
    // Two of three nodes elect a manager, and have all of what has copies.
    await heal(2);
    await wellAgain();
    await vi.waitFor(async () => expect((await learnAnswers(late.url, new Map())).size).toBeGreaterThan(0), PATIENCE);
    await late.stop();
  });
});
