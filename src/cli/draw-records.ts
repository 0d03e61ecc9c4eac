/** Draws records at random from the current snapshot, for the audit. */
import { randomInt } from 'node:crypto';
import { type GndId, packGndId, unpackGndId } from '../model/gnd-id.ts';
import { openSqliteStore } from '../engines/sqlite/open.ts';
import { locateSnapshot } from '../snapshot/directory.ts';
import { UnusableSnapshot } from '../snapshot/header.ts';
import type { Store } from '../snapshot/store.ts';
import { readAnswer } from '../snapshot/stored-answer.ts';
import type { ServedRecord } from '../sources/harvest/compare-sample.ts';

/** Number of neighbouring identifiers from which one is drawn: otherwise an identifier behind a gap would be drawn more often. */
const NEIGHBOURS = 5_000;
/** Key beyond all identifiers. */
const LAST = packGndId('9999999999' as GndId);

/** @param folder of snapshots @returns nothing where there is no snapshot yet */
export async function drawRecords(folder: string, count: number): Promise<readonly ServedRecord[]> {
  let store: Store;
  try {
    store = await openSqliteStore(await locateSnapshot(folder));
  } catch (error) {
    if (error instanceof UnusableSnapshot || (error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  try {
    const [first] = await store.entityIds(undefined, 1);
    const drawn = new Map<GndId, ServedRecord>();
    for (let turn = 0; first !== undefined && turn < 3 * count && drawn.size < count; turn += 1) {
      const gnd = await drawIdentifier(store, packGndId(first));
      const found = gnd === undefined ? undefined : await store.entity(gnd);
      if (gnd !== undefined && found?.kind === 'found')
        drawn.set(gnd, { gnd, modified: readAnswer(found.answer).entity.modified });
    }
    return [...drawn.values()];
  } finally {
    await store.close();
  }
}

async function drawIdentifier(store: Store, first: number): Promise<GndId | undefined> {
  const from = unpackGndId(randomInt(first, LAST));
  const ids = await store.entityIds(from, NEIGHBOURS);
  return ids.length === 0 ? undefined : ids[randomInt(ids.length)];
}
