/** Reads the query of the page of results from its address, and makes addresses of other queries. */
import { textParameter, type ValuesOf } from '../../core/http/parameters.ts';
import { pathWith } from './path-with.ts';

/** Number of hits on a page. */
export const PAGE_SIZE = 20;
/** Last page that the API allows: `offset + limit` ≤ 1000. */
export const MAX_PAGE = 1000 / PAGE_SIZE;

/** The query as sent; without `q` before the first search, without `page` for an impossible number. The API checks types. */
export type ResultsQuery = ValuesOf<typeof RESULTS_PARAMETERS>;

export const RESULTS_PARAMETERS = {
  q: { ...textParameter('Name or identifier to search for.', 'goethe'), read: ([text]: readonly string[]) => text },
  type: {
    ...textParameter('Only entities of these types.', 'Person'),
    isList: true,
    read(values: readonly string[]): readonly string[] {
      const given = values.flatMap((value) => value.split(',')).map((type) => type.trim());
      return [...new Set(given)].filter((type) => type !== '').toSorted();
    },
  },
  page: {
    ...textParameter('Page number of the results, beginning with 1.', '1'),
    read: ([text]: readonly string[]) => readPage(text),
  },
} as const;

function readPage(text: string | undefined): number | undefined {
  if (text === undefined) return 1;
  const page = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return page >= 1 && page <= MAX_PAGE ? page : undefined;
}

/** Number of hits that are asked for: the largest of the API, so that the types of all of them are known if they are not more. */
const WINDOW = 100;

/** Target of the search in the API: the window with the page. */
export function searchAddress({ q, type, page = 1 }: ResultsQuery): string {
  const offset = (page - 1) * PAGE_SIZE;
  const window = { limit: String(WINDOW), offset: String(offset - (offset % WINDOW)) };
  return pathWith('/api/v1/search', { q, type: type.join(','), ...window });
}

/** The hits of a page among those of its window. */
export function itemsOfPage<T>({ page = 1 }: ResultsQuery, window: readonly T[]): readonly T[] {
  const start = ((page - 1) * PAGE_SIZE) % WINDOW;
  return window.slice(start, start + PAGE_SIZE);
}

/** Path of the page of results, without the language. */
export function resultsPath({ q, type, page = 1 }: ResultsQuery): string {
  return pathWith('/search', { q, type: type.join(','), page: page > 1 && String(page) });
}
