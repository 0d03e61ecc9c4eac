/** What the GND or the operator removes is in nothing that a cluster holds of the current snapshot, and so in no answer. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../temporary.ts';
import { EVERYTHING, openWorld, type Place, readable, REMOVALS, tracesIn } from '../cli/forgotten.ts';
import { openSearch } from './distribution.ts';
import { type OpenSearchCluster, startCluster } from './nodes.ts';

const distribution = await openSearch();

describe.skipIf('reason' in distribution)('a cluster (skipped where OpenSearch cannot be run)', () => {
  let cluster: OpenSearchCluster;
  beforeAll(async () => {
    if (!('reason' in distribution)) cluster = await startCluster(distribution, 1);
  });
  afterAll(() => cluster?.remove());

  /** Everything that indices have: documents, with stored answers unpacked, and mappings, which hold the header. */
  async function documentsOf(indices: string): Promise<readonly Place[]> {
    await cluster.ask(`/${indices}/_refresh`, { method: 'POST' });
    const all = { query: { match_all: {} }, size: 5_000, stored_fields: ['*'], _source: true };
    const found = await cluster.ask<{ hits: { hits: { _index: string; _id: string }[] } }>(`/${indices}/_search`, {
      method: 'POST',
      body: JSON.stringify(all),
      headers: { 'content-type': 'application/json' },
    });
    const mapping = await cluster.ask<object>(`/${indices}/_mapping`);
    const documents = found.hits.hits.map((hit) => ({ place: `${hit._index}/${hit._id}`, text: unpacked(hit) }));
    expect(documents.length).toBeGreaterThan(10);
    return [{ place: 'the mappings', text: unpacked(mapping) }, ...documents];
  }

  it('has all of it before', async () => {
    const world = openWorld(temporaryDirectory());
    const ran = await world.update('2026-11-11', {}, '--publish-to', cluster.url('before'));
    expect(ran.code, ran.err).toBe(0);
    const documents = await documentsOf('before-current');
    for (const trace of EVERYTHING) expect(tracesIn(documents, [trace]), trace).not.toEqual([]);
  });

  it.each(REMOVALS.map((removal, index) => [...removal, `removed${index}`] as const))(
    'has nothing of it when %s is removed',
    async (_, after, gone, prefix) => {
      const [world, to] = [openWorld(temporaryDirectory()), cluster.url(prefix)];
      for (const [day, state] of [
        ['2026-11-11', {}],
        ['2026-11-20', after],
      ] as const) {
        const ran = await world.update(day, state, '--publish-to', to);
        expect(ran.code, ran.err).toBe(0);
      }
      // Of decisions, older snapshots are removed as well.
      const documents = await documentsOf(after.decisions === undefined ? `${prefix}-current` : `${prefix}-*-*`);
      expect(tracesIn(documents, gone)).toEqual([]);
    },
  );
});

/** JSON in which texts that are packed in base64 are readable. */
const unpacked = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'string' && inner.startsWith('H4sI') ? readable(Buffer.from(inner, 'base64')) : inner,
  );
