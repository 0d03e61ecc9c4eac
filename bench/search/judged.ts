/** Queries with their right results, and how often search finds these. */
import { readFileSync } from 'node:fs';
import type { SearchHit } from '../../src/core/search/search.ts';
import type { Store } from '../../src/core/snapshot/store.ts';

export interface JudgedQuery {
  /** The difficulty that the query has, e.g. `misspelling`. */
  readonly kind: string;
  readonly q: string;
  /** Right identifiers, any of which will do; empty if nothing may be found. */
  readonly right: readonly string[];
}

export interface Judgement {
  readonly kind: string;
  readonly queries: number;
  /** Share of queries whose first result is right. */
  readonly first: number;
  /** Share of queries with a right one among the first five. */
  readonly firstFive: number;
  /** Mean of 1 / rank of the first right result; 0 beyond the tenth. */
  readonly reciprocalRank: number;
}

/** Reads columns: kind, query, right identifiers separated by blanks (`-` for none), note. `#` begins a comment. */
export function readJudgedQueries(file: string): JudgedQuery[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [kind = '', q = '', right = ''] = line.split('\t');
      return { kind, q, right: right === '-' ? [] : right.split(' ') };
    });
}

/** One row per kind in order of appearance, and one for all. @param onMiss gets queries with a wrong first result */
export async function judge(
  store: Store,
  queries: readonly JudgedQuery[],
  onMiss: (query: JudgedQuery, items: readonly SearchHit[]) => void = () => undefined,
): Promise<Judgement[]> {
  const places = new Map<string, number[]>();
  for (const query of queries) {
    // The interface normalises and trims a query, too.
    const { items } = await store.search({ q: query.q.normalize('NFC').trim(), limit: 10, offset: 0 });
    const isNobody = query.right.length === 0 && items.length === 0;
    const place = isNobody ? 1 : items.findIndex(({ gnd }) => query.right.includes(gnd)) + 1;
    if (place !== 1) onMiss(query, items);
    places.set(query.kind, [...(places.get(query.kind) ?? []), place]);
  }
  return [...places, ['all', [...places.values()].flat()] as const].map(([kind, found]) => {
    const share = (isHit: (place: number) => boolean) => found.filter(isHit).length / found.length;
    return {
      kind,
      queries: found.length,
      first: share((place) => place === 1),
      firstFive: share((place) => place >= 1 && place <= 5),
      reciprocalRank: found.reduce((sum, place) => sum + (place > 0 ? 1 / place : 0), 0) / found.length,
    };
  });
}
