/** Draws records at random from the current snapshot, for the audit. */
import { randomInt } from 'node:crypto';
import { openSqliteStore } from '../engines/sqlite/open.ts';
import { SITEMAP_ENTRIES } from '../snapshot/build-notes.ts';
import { locateSnapshot } from '../snapshot/directory.ts';
import { UnusableSnapshot } from '../snapshot/header.ts';
import type { Store } from '../snapshot/store.ts';
import { readAnswer } from '../snapshot/stored-answer.ts';
import type { ServedRecord } from '../sources/harvest/compare-sample.ts';

/** Each record is equally likely. @param folder of snapshots @returns nothing where there is no snapshot yet */
export async function drawRecords(folder: string, count: number): Promise<readonly ServedRecord[]> {
  let store: Store;
  try {
    store = await openSqliteStore(await locateSnapshot(folder));
  } catch (error) {
    if (error instanceof UnusableSnapshot || (error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  try {
    // Files of the sitemap have equal numbers of entities, so a place in the snapshot is found without reading all before it.
    const starts = (await store.notes())?.sitemap ?? (await store.entityIds(undefined, 1));
    const entities = Math.min(store.snapshot.counts.entities, starts.length * SITEMAP_ENTRIES);
    const drawn: ServedRecord[] = [];
    for (const [file, places] of Map.groupBy(drawPlaces(entities, count), (place) =>
      Math.floor(place / SITEMAP_ENTRIES),
    )) {
      const offsets = places.map((place) => place % SITEMAP_ENTRIES);
      const ids = await store.entityIds(starts[file], Math.max(...offsets) + 1);
      for (const offset of offsets) {
        const gnd = ids[offset];
        const found = gnd === undefined ? undefined : await store.entity(gnd);
        if (gnd !== undefined && found?.kind === 'found')
          drawn.push({ gnd, modified: readAnswer(found.answer).entity.modified });
      }
    }
    return drawn;
  } finally {
    await store.close();
  }
}

function drawPlaces(entities: number, count: number): ReadonlySet<number> {
  const places = new Set<number>();
  while (places.size < Math.min(count, entities)) places.add(randomInt(entities));
  return places;
}
