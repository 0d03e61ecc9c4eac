/** One question of each kind to a snapshot just opened, so that it is known to answer before a client asks. */
import type { GndId } from '../model/gnd-id.ts';
import { UnusableSnapshot } from './header.ts';
import type { Store } from './store.ts';

const PROBE_WORD = 'a';
/** Where the word finds nothing, any identifier does: what counts is that the data can be read. */
const PROBE = '118540238' as GndId;

/** @throws UnusableSnapshot when it does not answer; it is closed again then */
export async function openProbed(directory: string, open: (directory: string) => Promise<Store>): Promise<Store> {
  const store = await open(directory);
  try {
    await probe(store);
    return store;
  } catch (cause) {
    await store.close();
    const why = (cause as Error).message;
    throw new UnusableSnapshot(`the snapshot in ${directory} does not answer: ${why}`, { cause });
  }
}

async function probe(store: Store): Promise<void> {
  const { items } = await store.search({ q: PROBE_WORD, limit: 1, offset: 0 });
  const gnd = items[0]?.gnd ?? PROBE;
  const entity = await store.entity(gnd);
  const [coverage] = await store.coverage([gnd]);
  if (items.length > 0 && (entity?.kind !== 'found' || coverage?.kind !== 'found')) {
    throw new Error(`${gnd} is found by search only`);
  }
}
