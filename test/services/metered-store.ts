/** A store that meters what is asked of it: work in units that are the same on every machine. */
import type { Store } from '../../src/snapshot/store.ts';

export interface Work {
  /** Searches, each within the budget of docs/search.md. */
  readonly searches: number;
  /** Names matched: milliseconds each. */
  readonly matches: number;
  /** Identifiers and addresses looked up. */
  readonly values: number;
  /** Identifiers read one after the other. */
  readonly listed: number;
  /** Whole records read. */
  readonly records: number;
}

export interface Meter {
  readonly store: Store;
  /** All that was done, from the beginning. */
  readonly total: () => Work;
  /** The most searches and matches that were begun within one turn of the event loop. */
  readonly mostAtOnce: () => number;
}

/** What relates to an entity takes some hundred reads. */
const READS_OF_RELATIONS = 300;

export function meter(store: Store): Meter {
  const work = { searches: 0, matches: 0, values: 0, listed: 0, records: 0 };
  let atOnce = 0;
  let most = 0;
  const count = (kind: keyof Work, units: number) => {
    work[kind] += units;
    if (kind !== 'searches' && kind !== 'matches') return;
    if (atOnce === 0) setImmediate(() => (atOnce = 0));
    atOnce += units;
    most = Math.max(most, atOnce);
  };
  return {
    store: {
      ...store,
      entity(id) {
        count('records', 1);
        return store.entity(id);
      },
      search(query) {
        count('searches', 1);
        return store.search(query);
      },
      match(queries) {
        count('matches', queries.length);
        return store.match(queries);
      },
      coverage(ids) {
        count('values', ids.length);
        return store.coverage(ids);
      },
      resolve(texts) {
        count('values', texts.length);
        return store.resolve(texts);
      },
      sharedKeys(keys) {
        count('values', keys.length);
        return store.sharedKeys(keys);
      },
      inbound(id, limit) {
        count('values', READS_OF_RELATIONS);
        return store.inbound(id, limit);
      },
      entityIds(from, limit) {
        count('listed', limit);
        return store.entityIds(from, limit);
      },
    },
    total: () => ({ ...work }),
    mostAtOnce: () => most,
  };
}
