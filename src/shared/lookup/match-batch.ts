/** Matches a batch of names, a few at a time. */
import { setImmediate } from 'node:timers/promises';
import type { MatchCandidate, MatchQuery } from '../../core/search/match.ts';
import type { Store } from '../../core/snapshot/store.ts';

/** Number of queries between two turns of the event loop. */
const PORTION = 5;

/** Candidates for each query, in the order of the queries. */
export async function matchBatch(
  store: Store,
  queries: readonly MatchQuery[],
): Promise<readonly (readonly MatchCandidate[])[]> {
  const candidates: (readonly MatchCandidate[])[] = [];
  for (let from = 0; from < queries.length; from += PORTION) {
    if (from > 0) await setImmediate();
    candidates.push(...(await store.match(queries.slice(from, from + PORTION))));
  }
  return candidates;
}
