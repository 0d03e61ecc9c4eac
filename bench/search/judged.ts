/** Queries with their right results, and how often search finds these. */
import { readFileSync } from 'node:fs';
import { isDispensable, searchWords } from '../../src/core/search/names/search-text.ts';
import { spellingDistance } from '../../src/core/search/query/near-spelling.ts';
import type { SearchHit, SearchPage } from '../../src/core/search/search.ts';
import type { Store } from '../../src/core/snapshot/store.ts';

export interface JudgedQuery {
  /** The difficulty that the query has, e.g. `misspelling`. */
  readonly kind: string;
  readonly q: string;
  /** Right identifiers, any of which will do; empty if nothing may be found. */
  readonly right: readonly string[];
  /** Whether all right identifiers must be the first results, in any order. */
  readonly areAll: boolean;
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

/** Reads columns: kind, query, right identifiers separated by blanks (any of them), or by `+` (all of them), or `-` for none, note. `#` begins a comment. */
export function readJudgedQueries(file: string): JudgedQuery[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [kind = '', q = '', right = ''] = line.split('\t');
      return { kind, q, right: right === '-' ? [] : right.split(/[ +]/u), areAll: right.includes('+') };
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
    const page = await store.search({ q: query.q.normalize('NFC').trim(), limit: 10, offset: 0 });
    const { items } = page;
    const place = placeOf(query, page);
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

/** Place of the first right result, from 1; 0 if there is none. Where all must come first, it is the number of results up to the last of them less the others. */
function placeOf({ kind, q, right, areAll }: JudgedQuery, { items, approximate = false }: SearchPage): number {
  if (right.length === 0) {
    const mayBeNear = kind !== 'address-of-nobody' && approximate && items.every((item) => hasSharedWord(q, item));
    return items.length === 0 || mayBeNear ? 1 : 0;
  }
  const places = right.map((gnd) => items.findIndex((item) => item.gnd === gnd) + 1);
  if (areAll) return places.includes(0) ? 0 : Math.max(...places) - right.length + 1;
  return items.findIndex(({ gnd }) => right.includes(gnd)) + 1;
}

/** Whether a result has a word of the query, or one with another letter, in the name that matched or in its description. */
function hasSharedWord(q: string, { preferredName, description = '', matched }: SearchHit): boolean {
  const own = searchWords(`${preferredName} ${matched.value} ${description}`);
  const asked = searchWords(q).filter((word) => word.length > 2 && !isDispensable(word));
  return asked.some((word) => own.some((other) => spellingDistance(word, other, 1) <= 1));
}
