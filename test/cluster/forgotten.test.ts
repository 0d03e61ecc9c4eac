/** What the GND or the operator removes is in nothing that a cluster holds of the current snapshot, and so in no answer. */
import { describe, expect, inject, it } from 'vitest';
import { temporaryDirectory } from '../temporary.ts';
import { EVERYTHING, openWorld, type Place, readable, type State, tracesIn, WITHHELD } from '../cli/forgotten.ts';
import { nodesAt } from './nodes.ts';

const node = inject('node') ?? '';
const cluster = nodesAt([node]);

describe.skipIf(node === '')('a cluster (skipped where OpenSearch cannot be run)', () => {
  /** Everything that indices have: documents, with stored answers unpacked, and mappings, which hold the header. */
  async function documentsOf(indices: string): Promise<readonly Place[]> {
    await cluster.ask(`/${indices}/_refresh`, { method: 'POST' });
    const body = { query: { match_all: {} }, size: 5_000, stored_fields: ['*'], _source: true };
    type Found = { hits: { hits: { _index: string; _id: string }[] } };
    const found = await cluster.ask<Found>(`/${indices}/_search`, { method: 'POST', body });
    const mapping = await cluster.ask<object>(`/${indices}/_mapping`);
    const documents = found.hits.hits.map((hit) => ({ place: `${hit._index}/${hit._id}`, text: unpacked(hit) }));
    expect(documents.length).toBeGreaterThan(10);
    return [{ place: 'the mappings', text: unpacked(mapping) }, ...documents];
  }

  // Other removals are in the snapshot that is published.
  it('has all of it before an entity is withheld, and nothing of it afterwards', async () => {
    const world = openWorld(temporaryDirectory());
    const update = async (day: string, state: State) => {
      const ran = await world.update(day, state, '--publish-to', cluster.url('forgotten'));
      expect(ran.code, ran.err).toBe(0);
      // Its last step.
      expect(ran.out).toMatch(/the current snapshot is [^]*Published \S+; forgotten now points to it/);
    };
    await update('2026-11-11', {});
    const documents = await documentsOf('forgotten-current');
    for (const trace of EVERYTHING) expect(tracesIn(documents, [trace]), trace).not.toEqual([]);
    await update('2026-11-20', WITHHELD);
    // Older snapshots are removed as well.
    expect(tracesIn(await documentsOf('forgotten-*-*'), EVERYTHING)).toEqual([]);
  });
});

/** JSON in which texts that are packed in base64 are readable. */
const unpacked = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'string' && inner.startsWith('H4sI') ? readable(Buffer.from(inner, 'base64')) : inner,
  );
