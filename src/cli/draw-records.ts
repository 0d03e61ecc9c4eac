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
/** Number beyond those of all identifiers, without their check characters. */
const BEYOND = 1_000_000_000;

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
    if (first === undefined) return [];
    const range = await numbersOf(store, first);
    const drawn = new Map<GndId, ServedRecord>();
    for (let turn = 0; turn < 3 * count && drawn.size < count; turn += 1) {
      const gnd = await drawIdentifier(store, range);
      const found = gnd === undefined ? undefined : await store.entity(gnd);
      if (gnd !== undefined && found?.kind === 'found')
        drawn.set(gnd, { gnd, modified: readAnswer(found.answer).entity.modified });
    }
    return [...drawn.values()];
  } finally {
    await store.close();
  }
}

/** Numbers of the first and the last identifier, without their check characters: most numbers below BEYOND are not in use. */
interface Range {
  readonly first: number;
  readonly last: number;
}

async function numbersOf(store: Store, firstId: GndId): Promise<Range> {
  const first = numberOf(firstId);
  let [last, beyond] = [first, BEYOND];
  while (beyond - last > 1) {
    const middle = Math.floor((last + beyond) / 2);
    const [next] = await store.entityIds(smallestId(middle), 1);
    if (next === undefined) beyond = middle;
    else last = numberOf(next);
  }
  return { first, last };
}

/** {@link packGndId} has the hyphen and the check character in the last five bits. */
const numberOf = (gnd: GndId): number => Math.floor(packGndId(gnd) / 32);
const smallestId = (number: number): GndId => unpackGndId(number * 32);

async function drawIdentifier(store: Store, { first, last }: Range): Promise<GndId | undefined> {
  const from = smallestId(randomInt(first - 1, last));
  const ids = await store.entityIds(from, NEIGHBOURS);
  return ids.length === 0 ? undefined : ids[randomInt(ids.length)];
}
