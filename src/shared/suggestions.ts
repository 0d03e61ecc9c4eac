/** Suggestions while somebody types: names that begin with the text as it was typed come before names that begin with it when folded. */
import type { SearchHit, SearchQuery } from '../core/search/search.ts';

/** Hits among which suggestions are chosen: as many as are ranked. */
export const CHOSEN_AMONG = 32;

/** The parts of a hit that the order of suggestions depends on. */
type Suggested = Pick<SearchHit, 'preferredName' | 'displayName' | 'score'> & {
  readonly matched: { readonly field: string; readonly value: string };
};

/** @param search finds the hits of a query */
export async function suggest<T extends Suggested>(
  search: (query: SearchQuery) => Promise<{ readonly items: readonly T[] }>,
  query: SearchQuery,
): Promise<readonly T[]> {
  const end = query.offset + query.limit;
  const { items } = await search({ ...query, offset: 0, limit: Math.max(end, CHOSEN_AMONG) });
  return literalFirst(items, query.q).slice(query.offset, end);
}

/**
 * Whole names and identifiers first, then preferred names that begin with the text, letter by letter but for case, then
 * variants that do, then all others; within each of these the order stays. A name that a line shows and that begins so is what
 * matched, although a variant may fit better.
 */
export function literalFirst<T extends Suggested>(items: readonly T[], typed: string): readonly T[] {
  const plain = (text: string) => text.normalize('NFC').toLowerCase();
  const begins = (name: string) => plain(name).startsWith(plain(typed));
  const shownName = ({ preferredName, displayName = '' }: T) => {
    if (begins(preferredName)) return { field: 'preferredName', value: preferredName };
    return begins(displayName) ? { field: 'displayName', value: displayName } : undefined;
  };
  const place = ({ matched, score }: T, shown: object | undefined) =>
    score === 1 || shown !== undefined ? 0 : begins(matched.value) ? 1 : 2;
  return items
    .map((item) => ({ item, shown: shownName(item) }))
    .toSorted((a, b) => place(a.item, a.shown) - place(b.item, b.shown))
    .map(({ item, shown }) => (shown === undefined ? item : { ...item, matched: shown }));
}

/** The variant that matched, for a line that shows the preferred name only; undefined for other hits. */
export function matchedVariant({ matched: { field, value } }: Suggested): string | undefined {
  return field === 'variantName' ? value : undefined;
}
