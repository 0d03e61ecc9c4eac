/** A store, and a service over it, that count their work in units that are the same on every machine. */
import { inject } from 'vitest';
import { openSnapshot } from '../../../src/cli/installation.ts';
import type { QuotaName } from '../../../src/core/quotas/quota-table.ts';
import type { Store } from '../../../src/core/snapshot/store.ts';
import { LIMITS, posted, serveForTest } from '../serving.ts';

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

const QUOTA = 100_000;

/**
 * A metered service over the sample, until the test ends; its answers come with their cost in units of a quota.
 * @param limit of the quota; the default refuses nothing @param withOwn the store to serve
 */
export async function serveMetered(
  name: QuotaName,
  limit: { readonly quota?: number; readonly burst?: number } = {},
  withOwn: (sample: Store) => Store | Promise<Store> = (sample) => sample,
) {
  const fixture = await openSnapshot(inject('sample'));
  const metered = meter(await withOwn(fixture));
  const limits = { ...LIMITS, [name]: { quota: QUOTA, windowSeconds: 60, burst: QUOTA, ...limit } };
  const service = await serveForTest({ fixture, store: metered.store, limits });
  const post = async (path: string, body: unknown, type?: string) => {
    const { status, text, headers } = await service.get(path, posted(body, type));
    const left = Number(new RegExp(`"${name}";r=(\\d+)`).exec(String(headers['ratelimit']))?.[1]);
    return { status, text, cost: QUOTA - left };
  };
  return { ...metered, post };
}
