/** Two runs on one cluster: one is paused before each request that another run can disturb, while the other runs. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { openClusterSource, snapshotEngine } from '../../src/cli/installation.ts';
import { Locked } from '../../src/shared/files/lock.ts';
import { type ClusterClient, openClient } from '../../src/extras/cluster/client.ts';
import { hashContent } from '../../src/extras/cluster/documents.ts';
import { openSharedDocument } from '../../src/extras/cluster/lease.ts';
import { namesOf } from '../../src/extras/cluster/indices.ts';
import { publishToCluster } from '../../src/extras/cluster/publish.ts';
import {
  currentSnapshot,
  listSnapshots,
  pruneSnapshots,
  readPublishedHeader,
  rollBack,
  showReading,
  switchTo,
} from '../../src/extras/cluster/snapshot-sets.ts';
import { openClusterStore } from '../../src/extras/cluster/snapshot-source.ts';
import { SILENT } from '../../src/build/ingest/progress.ts';
import { performRun } from '../../src/build/runs/run.ts';
import { clusterPlace, unlockedClusterPlace } from '../../src/cli/cluster-place.ts';
import { UnusableSnapshot } from '../../src/core/snapshot/header.ts';
import { StoreReadError } from '../../src/core/snapshot/store.ts';
import { FACTS } from '../core/contract/store.contract.ts';
import { createSnapshotWriter } from '../snapshot-writer.ts';
import { temporaryForFile } from '../temporary.ts';
import { openGate } from './gate.ts';
import { nodesAt } from './nodes.ts';

const node = inject('node') ?? '';
const cluster = nodesAt([node]);
const folder = temporaryForFile();
const IDS = ['20261101-00000001', '20261102-00000002', '20261103-00000003', '20261104-00000004'] as const;
const [OLDEST, FORMER, PUBLISHED, NEWEST] = IDS;
/** Requests about the lock, which a rollback does not take, and those that make and fill indices of the paused run itself. */
const UNSHARED =
  /publishing(?:…|$)|_doc\/(?:holder|notes)|^PUT \/[^/]+$|_bulk|_count|_flush|_forcemerge|_mapping|_refresh|_search|_settings$/;
/** For a hanging test; about forty publications take long on a slow machine. */
const TIMEOUT_MS = 1_200_000;
/** Milliseconds after which a server shows again what it reads. */
const SHOWN_EVERY_MS = 5_000;
/** Milliseconds in which readers are looked for; short, because there are none. */
const WATCHED = 1;
const nothing = async () => undefined;

const RUNS = {
  publish: (client: ClusterClient, id: string) =>
    performRun(clusterPlace(client), 'publish', { reasonOf: () => 'in_use' }, async ({ lock }) => {
      const options = { engine: snapshotEngine(), shards: 1, replicas: 0, keep: 9, progress: SILENT, stage: nothing } as const; // prettier-ignore
      await publishToCluster(client, lock, join(folder, id), { ...options, probe: nothing });
      return { result: 'published' };
    }),
  rollback: (client: ClusterClient) =>
    performRun(unlockedClusterPlace(client), 'rollback', { reasonOf: () => 'in_use' }, async () => {
      await rollBack(client);
      return { result: 'switched' };
    }),
  prune: (client: ClusterClient) =>
    performRun(clusterPlace(client), 'prune', { reasonOf: () => 'in_use' }, async ({ lock }) => {
      await pruneSnapshots(client, lock, 1, WATCHED);
      return { result: 'pruned' };
    }),
} as const;
type Name = keyof typeof RUNS;
/** A rollback takes no lock, so it meets every request of the others; runs with the lock refuse each other. */
const PAIRS: readonly (readonly [paused: Name, other: Name])[] = [
  ['publish', 'rollback'],
  ['rollback', 'publish'],
  ['rollback', 'prune'],
  ['prune', 'rollback'],
];

describe.skipIf(node === '')('a cluster (skipped where OpenSearch cannot be run)', () => {
  let gate: Awaited<ReturnType<typeof openGate>>;
  /** Called before each request of a paused run, which waits for it. */
  let before: ((asked: string) => Promise<void>) | undefined;
  const clients: ClusterClient[] = [];
  const open = async (url: string): Promise<ClusterClient> => {
    const client = await openClient(url, { timeout: TIMEOUT_MS });
    clients.push(client);
    return client;
  };
  beforeAll(async () => {
    for (const [day, id] of IDS.entries())
      await createSnapshotWriter(join(folder, id)).finish({ ...FACTS, id, date: `2026-11-0${day + 1}` });
    gate = await openGate(node, async ({ method = '', url = '' }) => {
      // Requests for different indices of a snapshot count as the same.
      await before?.(`${method} ${url.replaceAll(/\?.*|\d{8}-[0-9a-f]{8}(?:-[a-z]+)?/g, '…')}`);
      return true;
    });
  });
  afterAll(async () => {
    for (const client of clients) await client.close();
    gate.close();
  });

  /** Checks the invariant between runs: the current snapshot is complete and answers. Returns its identifier. */
  async function expectWhole(client: ClusterClient): Promise<string | undefined> {
    const id = await currentSnapshot(client);
    if (id === undefined) return undefined;
    const { contentHash } = await readPublishedHeader(client, id);
    expect(await hashContent(client.ask, namesOf(client.prefix).index(id, 'entities'), () => undefined)).toBe(
      contentHash,
    );
    const led = await client.ask<object>('GET', `/_alias/${namesOf(client.prefix).alias}`);
    expect(Object.keys(led).toSorted()).toEqual(namesOf(client.prefix).indices(id).toSorted());
    expect(await (await openClusterStore(client, id)).check()).toBeGreaterThan(0);
    return id;
  }

  /** Provides two complete snapshots, the newer one current. Those of the attempt before are kept where possible. */
  async function prepare(client: ClusterClient): Promise<void> {
    const removed = [PUBLISHED, NEWEST].flatMap(namesOf(client.prefix).indices).join();
    await client.ask('DELETE', `/${removed}`, { query: { ignore_unavailable: true } });
    const { complete } = await listSnapshots(client);
    for (const id of [OLDEST, FORMER]) if (!complete.includes(id)) await RUNS.publish(client, id);
    const [newer = ''] = (await listSnapshots(client)).complete;
    await switchTo(client, newer, await currentSnapshot(client));
  }

  it.each(PAIRS)(
    'while %s is paused before its requests, %s runs or is refused, and the current snapshot stays complete',
    async (first, second) => {
      const prefix = `${first}-${second}`;
      const [direct, slow] = [await open(cluster.url(prefix)), await open(gate.url(prefix))];
      const tried = new Set<string>();
      for (let isNew = true; isNew;) {
        isNew = false;
        await prepare(direct);
        let effect: unknown;
        let turn = Promise.resolve();
        const interrupt = async (asked: string) => {
          // A run that is refused changes nothing, so that the same attempt serves for the next request, too.
          if (isNew || tried.has(asked) || UNSHARED.test(asked)) return;
          tried.add(asked);
          effect = await RUNS[second](direct, NEWEST).catch((error: unknown) => error);
          isNew = !(effect instanceof Locked);
        };
        before = (asked) => (turn = turn.then(() => interrupt(asked)));
        const ended = await RUNS[first](slow, PUBLISHED).catch((error: unknown) => error);
        before = undefined;
        for (const end of isNew ? [ended, effect] : [ended])
          if (end instanceof Error) expect(end).toSatisfy(isRefusal, `after ${[...tried].at(-1)}: ${end.stack}`);
        expect(await expectWhole(direct), [...tried].at(-1)).toBeDefined();
      }
      expect(tried.size).toBeGreaterThan(5);
      // Nothing that was left behind prevents the next publication.
      await RUNS.publish(direct, NEWEST);
      expect(await expectWhole(direct)).toBe(NEWEST);
      const runs = await (await openSharedDocument<{ readonly log: string }>(direct, 'runs')).read();
      expect(JSON.parse(runs?.value.log ?? '')).toMatchObject({ publish: { lastSuccess: { outcome: 'published' } } });
    },
    TIMEOUT_MS,
  );

  it('keeps the snapshot of an idle server without polling, and removes it after the server has closed it', async () => {
    const client = await open(cluster.url('idle'));
    await prepare(client);
    const source = await openClusterSource(cluster.url('idle'));
    const { store } = await (await source.locate()).open();
    await RUNS.publish(client, NEWEST);
    /** @param watched milliseconds; by default long enough for a reader on a busy machine to show itself */
    const prune = async (watched?: number) => {
      const { lock, release } = await clusterPlace(client).take('prune');
      return pruneSnapshots(client, lock, 1, watched).finally(release);
    };
    expect(await prune()).toEqual({ removed: [OLDEST], used: [FORMER] });
    await store.close();
    expect(await prune(2 * SHOWN_EVERY_MS)).toEqual({ removed: [FORMER], used: [] });
    await source.close();
  });

  it('marks each snapshot in use as read', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const asked: string[] = [];
      const ask = (async (method: string, path: string) =>
        void asked.push(`${method} ${path}`)) as ClusterClient['ask'];
      using _reading = showReading({ ask, prefix: 'gnd' }, () => [OLDEST, NEWEST]);
      vi.advanceTimersByTime(SHOWN_EVERY_MS);
      expect(asked).toEqual([OLDEST, NEWEST].map((id) => `HEAD /gnd-${id}-words/_doc/header`));
    } finally {
      vi.useRealTimers();
    }
  });

  it('lets one of two simultaneous rollbacks switch, and refuses the other', async () => {
    const client = await open(cluster.url('switch'));
    await prepare(client);
    const both = await Promise.allSettled([RUNS.rollback(client), RUNS.rollback(client)]);
    const refused = both.filter(({ status }) => status === 'rejected');
    for (const one of refused) expect(one).toMatchObject({ reason: expect.any(Locked) as Locked });
    expect(await currentSnapshot(client)).toBe(OLDEST);
    expect(await listSnapshots(client)).toMatchObject({ complete: [FORMER, OLDEST] });
  });
});

/** Whether the error is a sentence for the operator: another run has the lock, or something has been removed. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Locked || error instanceof StoreReadError || error instanceof UnusableSnapshot;
