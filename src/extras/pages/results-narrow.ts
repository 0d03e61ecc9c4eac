/** A narrower query: the query and the most frequent occupation among the persons that it finds, `johann Drucker` for `johann`. */
import { Q_LENGTH } from '../../core/interface/search.ts';
import type { SearchAnswer } from '../../core/interface/search-schema.ts';
import { searchWords } from '../../core/search/names/search-text.ts';

type Hit = Pick<SearchAnswer['items'][number], 'type' | 'description'>;

/** @returns undefined where no two persons have the same occupation, or the query would be too long */
export function narrowerQuery(q: string, hits: readonly Hit[]): string | undefined {
  const asked = new Set(searchWords(q));
  const occupations = hits.flatMap(({ type, description = '' }) => {
    const [, ...parts] = description.split(', ');
    // A single part behind the dates may also be a place.
    if (type !== 'Person' || parts.length < 2) return [];
    return parts.filter((part) => /^\p{Lu}\p{Ll}+$/u.test(part) && searchWords(part).every((word) => !asked.has(word)));
  });
  const [most = []] = [...Map.groupBy(occupations, (one) => one).values()].toSorted((a, b) => b.length - a.length);
  const narrower = `${q} ${most[0]}`;
  return most.length < 2 || Array.from(narrower).length > Q_LENGTH.maximum ? undefined : narrower;
}
