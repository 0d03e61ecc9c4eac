/** A store that counts its work in units that are the same on every machine. */
import type { Store } from '../../../src/core/snapshot/store.ts';

export interface Work {
  /** Searches, each within the budget of docs/search.md. */
  readonly searches: number;
  /** Matched names, which take milliseconds each. */
  readonly matches: number;
  /** Resolved identifiers and addresses. */
  readonly values: number;
  /** Identifiers listed in order. */
  readonly listed: number;
  /** Complete records read. */
  readonly records: number;
}

export interface Meter {
  readonly store: Store;
  /** The total work since the beginning. */
  readonly total: () => Work;
  /** The maximum of searches and matches begun within one turn of the event loop. */
  readonly mostAtOnce: () => number;
}

/** Estimated reads for the inbound relations of an entity. */
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
      cards(ids) {
        count('values', ids.length);
        return store.cards(ids);
      },
      resolve(texts) {
        count('values', texts.length);
        return store.resolve(texts);
      },
      sharedKeys(keys) {
        count('values', keys.length);
        return store.sharedKeys(keys);
      },
      relations(id, groups, page) {
        count('values', READS_OF_RELATIONS);
        return store.relations(id, groups, page);
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
