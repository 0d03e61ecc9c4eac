/** A store over a cluster: the contract of stores, answers equal to those from files, and the published snapshots. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { drawQueries } from '../../bench/search/queries.ts';
import { readJudgedQueries } from '../../bench/search/judged.ts';
import { openSnapshotTables } from '../../bench/search/snapshot-tables.ts';
import { clusterAccess } from '../../src/cli/cluster-access.ts';
import { openSnapshot, snapshotEngine } from '../../src/cli/installation.ts';
import { SILENT } from '../../src/build/ingest/progress.ts';
import type { GndId } from '../../src/core/model/gnd-id.ts';
import { INCOMING } from '../../src/shared/lookup/relation-groups.ts';
import { locateSnapshot } from '../../src/core/snapshot/directory.ts';
import { type ClusterClient, openClient } from '../../src/extras/cluster/client.ts';
import { namesOf } from '../../src/extras/cluster/indices.ts';
import { openSharedDocument } from '../../src/extras/cluster/lease.ts';
import { openClusterStore } from '../../src/extras/cluster/snapshot-source.ts';
import { publishToCluster } from '../../src/extras/cluster/publish.ts';
import { clusterPlace } from '../../src/cli/cluster-place.ts';
import { currentSnapshot, listSnapshots, pruneSnapshots, switchTo } from '../../src/extras/cluster/snapshot-sets.ts';
import type { SearchPage } from '../../src/core/search/search.ts';
import { type Store, StoreReadError } from '../../src/core/snapshot/store.ts';
import { run } from '../cli/command.ts';
import { FACTS, storeContract } from '../core/contract/store.contract.ts';
import { createSnapshotWriter } from '../snapshot-writer.ts';
import { temporaryForFile } from '../temporary.ts';
import { openGate } from './gate.ts';
import { nodesAt } from './nodes.ts';

const node = inject('node') ?? '';
const cluster = nodesAt([node]);
const folder = temporaryForFile();
const nothing = async () => undefined;
const options = {
  engine: snapshotEngine(),
  shards: 2,
  replicas: 'all',
  keep: 9,
  progress: SILENT,
  stage: nothing,
  probe: nothing,
} as const;

async function publishTo(client: ClusterClient, directory: string): Promise<void> {
  const { lock, release } = await clusterPlace(client).take('publish');
  await publishToCluster(client, lock, directory, options).finally(release);
}

describe.skipIf(node === '')('a cluster (skipped where OpenSearch cannot be run)', () => {
  const clients: ClusterClient[] = [];
  const client = async (prefix: string): Promise<ClusterClient> => {
    const opened = await openClient(cluster.url(prefix), { timeout: 240_000 });
    clients.push(opened);
    return opened;
  };
  afterAll(async () => {
    for (const one of clients) await one.close();
  });

  storeContract({
    name: 'OpenSearch',
    runs: 50,
    create: () => createSnapshotWriter(join(folder, 'contract')),
    async open(identify) {
      const to = await client('contract');
      await publishTo(to, join(folder, 'contract'));
      return openClusterStore(to, FACTS.id, { identify });
    },
  });

  describe('with a snapshot that is also in files', () => {
    let files: Store;
    let there: Store;
    beforeAll(async () => {
      files = await openSnapshot(inject('sample'));
      await publishTo(await client('sample'), await locateSnapshot(inject('sample')));
      there = await openSnapshot(cluster.url('sample'));
    });
    afterAll(async () => {
      await files?.close();
      await there?.close();
    });

    it('finds the same hits in the same order as files, for queries of all classes and for the judged ones', async () => {
      const tables = openSnapshotTables(await locateSnapshot(inject('sample')));
      const drawn = await drawQueries(tables, files, { seed: 20, wanted: 3 });
      tables.close();
      const judged = readJudgedQueries(join(import.meta.dirname, '../../bench/search/judged-queries.tsv'));
      const queries = [
        ...drawn.flatMap((one) => one.queries),
        ...judged
          .filter((_, index) => index % 5 === 0)
          .map(({ q }) => ({ q: q.normalize('NFC').trim(), limit: 20, offset: 0 })),
      ];
      const odd: unknown[] = [];
      for (const query of queries) {
        const [one, other] = [await files.search(query), await there.search(query)];
        if (!isSame(one, other)) odd.push({ query, one, other });
      }
      expect(odd).toEqual([]);
      expect(queries.length).toBeGreaterThan(150);
    });

    it('answers each entity, verdict, identifier, relation and match with the same bytes as files', async () => {
      const ids: GndId[] = [...(await files.entityIds(undefined, 5000))];
      expect(await there.entityIds(undefined, 5000)).toEqual(ids);
      expect(await there.entityIds(ids[7], 3)).toEqual(ids.slice(7, 10));
      const verdicts = await files.coverage([...ids, ...FORMER]);
      expect(await there.coverage([...ids, ...FORMER])).toEqual(verdicts);
      for (const id of [...ids, ...FORMER]) expect(await there.entity(id)).toEqual(asBuffers(await files.entity(id)));
      const page = { limit: 5, offset: 0 };
      for (const id of ids.slice(0, 50))
        expect(await there.relations(id, INCOMING, page)).toEqual(await files.relations(id, INCOMING, page));
      const texts = ['Q5879', 'https://viaf.org/viaf/24602065', 'nothing'];
      expect(await there.resolve(texts)).toEqual(await files.resolve(texts));
      const names = verdicts.flatMap((verdict) => ('entry' in verdict ? verdict.entry.preferredName : []));
      const asked = names.map((name) => ({ name, limit: 5 }));
      expect(await there.match(asked)).toEqual(await files.match(asked));
      expect(await there.notes()).toEqual(await files.notes());
      expect(there.snapshot).toEqual(files.snapshot);
      expect(await there.check()).toBeGreaterThan(0);
    });
  });

  it('has one current snapshot, can roll back, and keeps snapshots in use', async () => {
    const to = await client('turns');
    const ids = ['20261101-00000001', '20261102-00000002', '20261103-00000003'];
    for (const [day, id] of ids.entries()) {
      const writer = createSnapshotWriter(join(folder, id));
      await writer.finish({ ...FACTS, id, date: `2026-11-0${day + 1}` });
      await publishTo(to, join(folder, id));
      expect(await currentSnapshot(to)).toBe(id);
    }
    expect((await run(['rollback', '--to', cluster.url('turns')])).out).toContain(ids[1]);
    expect(await currentSnapshot(to)).toBe(ids[1]);
    await expect(switchTo(to, '20261104-00000004', ids[1])).rejects.toThrow('not complete');

    await to.ask('PUT', `/${namesOf('turns').index('20261104-00000004', 'words')}`);
    const reading = setInterval(() => void to.ask('GET', `/turns-${ids[2]}-words/_doc/header`), 50);
    const held = await clusterPlace(to).take('prune');
    const pruned = await pruneSnapshots(to, held.lock, 1, 1000);
    await held.release();
    clearInterval(reading);
    expect(pruned).toEqual({ removed: [ids[0], '20261104-00000004'], used: [ids[2]] });
    expect(await listSnapshots(to)).toEqual({ complete: [ids[2], ids[1]], unfinished: [] });
  });

  it('admits one of two changes of a document that are made from the same version, as a publisher needs', async () => {
    const document = await openSharedDocument<{ readonly by: string }>(await client('shared'), 'holder');
    expect([await document.write({ by: 'a' }, undefined), await document.write({ by: 'b' }, undefined)]).toEqual([true, false]); // prettier-ignore
    const seen = await document.read();
    expect([await document.write({ by: 'a' }, seen), await document.write({ by: 'b' }, seen)]).toEqual([true, false]);
    expect((await document.read())?.value).toEqual({ by: 'a' });
  });

  it('reports missing data as an error, never as unknown entities', async () => {
    const to = await client('gone');
    const id = '20261101-00000001';
    await publishTo(to, join(folder, id));
    const store = await openClusterStore(to, id);
    expect(await store.entity('118540238' as GndId)).toBeUndefined();
    await to.ask('DELETE', `/${namesOf('gone').indices(id).join()}`);
    const unknown = '118540238' as GndId;
    for (const ask of [
      () => store.entity(unknown),
      () => store.coverage([unknown]),
      () => store.search({ q: 'a', limit: 1, offset: 0 }),
      () => store.entityIds(undefined, 1),
    ]) {
      await expect(ask()).rejects.toThrow(StoreReadError);
    }
  });

  it('is written and read with an API key, and not without it', async () => {
    const key = 'Z25kLWxpbmtzOmtleQ==';
    const gate = await openGate(node, async ({ headers }) => headers.authorization === `ApiKey ${key}`);
    const open = (held: string) => openClient(gate.url('keyed'), clusterAccess({ GND_LINKS_CLUSTER_API_KEY: held }));
    const [keyed, keyless] = [await open(key), await open('')];
    clients.push(keyed, keyless);
    const id = '20261101-00000001';
    await publishTo(keyed, join(folder, id));
    expect(await (await openClusterStore(keyed, id)).check()).toBeGreaterThan(0);
    await expect(currentSnapshot(keyless)).rejects.toThrow('the cluster answered 401');
    gate.close();
  });

  it('shows the password to nobody', async () => {
    const secret = clusterAccess({ GND_LINKS_CLUSTER_USER: 'reader', GND_LINKS_CLUSTER_PASSWORD: 'hunter2' });
    const nobody = await openClient('opensearch+http://127.0.0.1:1/gnd', secret);
    const error = await nobody.ask('GET', '/').catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(StoreReadError);
    const { stack = '', ...own } = error as Error;
    expect(`${stack} ${JSON.stringify(own)}`).not.toMatch(/hunter2|cmVhZGVy/);
    await nobody.close();
  });
});

/** Identifiers that are merged, deleted or unknown in the sample. */
const FORMER = ['1012979490', '100000118', '11850553X'] as GndId[];

/** Totals may differ above the limit at which files stop counting, because a cluster counts further. */
function isSame({ total: one, ...page }: SearchPage, { total: other, ...otherPage }: SearchPage): boolean {
  const isCounted = one.relation === 'exact' ? one.value === other.value : other.value >= one.value;
  return isCounted && JSON.stringify(page) === JSON.stringify(otherPage);
}

function asBuffers(found: Awaited<ReturnType<Store['entity']>>) {
  return found !== undefined && 'answer' in found ? { ...found, answer: Buffer.from(found.answer) } : found;
}
