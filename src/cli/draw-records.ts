/** Draws records at random from the current snapshot, for the audit. */
import { randomInt } from 'node:crypto';
import type { GndId } from '../core/model/gnd-id.ts';
import { openSqliteStore } from '../core/sqlite/open.ts';
import { SITEMAP_ENTRIES } from '../core/snapshot/build-notes.ts';
import { locateSnapshot } from '../core/snapshot/directory.ts';
import { UnusableSnapshot } from '../core/snapshot/header.ts';
import { MAX_ENTITY_IDS, type Store } from '../core/snapshot/store.ts';
import { readAnswer } from '../core/snapshot/stored-answer.ts';
import type { ServedRecord } from '../build/sources/harvest/compare-sample.ts';

/** Each record is equally likely. @param folder of snapshots @returns an empty list where there is no snapshot yet */
export async function drawRecords(folder: string, count: number): Promise<readonly ServedRecord[]> {
  let store: Store;
  try {
    store = await openSqliteStore(await locateSnapshot(folder));
  } catch (error) {
    if (error instanceof UnusableSnapshot || (error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  try {
    // Files of the sitemap have equally many entities, so a place is found without reading all entities before it.
    const starts = (await store.notes())?.sitemap ?? (await store.entityIds(undefined, 1));
    const entities = Math.min(store.snapshot.counts.entities, starts.length * SITEMAP_ENTRIES);
    const drawn: ServedRecord[] = [];
    for (const place of drawPlaces(entities, count)) {
      const start = starts[Math.floor(place / SITEMAP_ENTRIES)];
      const gnd = await identifierAt(store, start, place % SITEMAP_ENTRIES);
      const found = gnd === undefined ? undefined : await store.entity(gnd);
      if (gnd !== undefined && found?.kind === 'found')
        drawn.push({ gnd, modified: readAnswer(found.answer).entity.modified });
    }
    return drawn;
  } finally {
    await store.close();
  }
}

/** The identifier `offset` places after another one; undefined beyond the last. */
async function identifierAt(store: Store, from: GndId | undefined, offset: number): Promise<GndId | undefined> {
  let [first, rest] = [from, offset];
  for (const step = MAX_ENTITY_IDS - 1; rest > step; rest -= step) {
    first = (await store.entityIds(first, MAX_ENTITY_IDS))[step];
    if (first === undefined) return undefined;
  }
  return (await store.entityIds(first, rest + 1))[rest];
}

function drawPlaces(entities: number, count: number): ReadonlySet<number> {
  const places = new Set<number>();
  while (places.size < Math.min(count, entities)) places.add(randomInt(entities));
  return places;
}
