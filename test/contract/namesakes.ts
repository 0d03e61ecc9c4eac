/** A snapshot of people who all have the same name, as many as wanted. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GndId } from '../../src/model/gnd-id.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { createSnapshotWriter } from '../snapshot-writer.ts';
import type { Store } from '../../src/store/store.ts';
import { API_VERSION } from '../../src/api/schemas.ts';
import { CATEGORIES, SNAPSHOT, SOURCES } from '../api/fixture.ts';

export interface Namesakes {
  readonly store: Store;
  remove(): Promise<void>;
}

export async function openNamesakes(number: number): Promise<Namesakes> {
  const root = await mkdtemp(join(tmpdir(), 'gnd-links-namesakes-'));
  const writer = createSnapshotWriter(join(root, 'snapshot'));
  for (let n = 0; n < number; n += 1) {
    // Ascending; the check character is right now and then, which nobody minds.
    const card = { gnd: `1${String(10_000_000 + n)}` as GndId, type: 'Person', preferredName: 'Müller, Anna' } as const;
    const coverage = { ...card, links: 0, byCategory: {}, sources: [] };
    writer.add({
      card: { ...card, linkCount: 0 },
      coverage,
      answer: '{}',
      variantNames: [],
      prominence: 0,
      identifiers: [],
      relations: [],
    });
  }
  await writer.finish({
    ...SNAPSHOT,
    builtAt: '2026-10-14T05:12:09.000Z',
    apiVersion: API_VERSION,
    fingerprint: 'f'.repeat(64),
    sources: SOURCES,
    categories: CATEGORIES,
    collections: [],
  });
  const store = await openSqliteStore(join(root, 'snapshot'), { identify: () => [] });
  return {
    store,
    async remove() {
      await store.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}
