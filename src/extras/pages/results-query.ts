/** Reads the query of the page of results from its address, and makes addresses of other queries. */
import { textParameter } from '../../core/http/parameters.ts';
import { parameterError } from '../../core/http/query-string.ts';
import { ENTITY_TYPES } from '../../core/model/entity.ts';
import { CATEGORY_KEYS } from '../../core/snapshot/links-answer.ts';

/** Number of hits on a page. */
export const PAGE_SIZE = 20;
/** Most hits that are filtered by category: as many as one list check takes. */
const MAX_NARROWED = 100;
/** Last page that the API allows: `offset + limit` ≤ 1000. */
export const MAX_PAGE = 1000 / PAGE_SIZE;

export interface ResultsQuery {
  /** Query; undefined before the first search. */
  readonly q: string | undefined;
  /** Types as sent; the API checks them. */
  readonly types: readonly string[];
  /** Key of the category in which hits must have links; undefined for all hits. */
  readonly links?: string | undefined;
  /** Number of the page, from 1; undefined for an impossible number. */
  readonly page: number | undefined;
}

export const RESULTS_PARAMETERS = {
  q: { ...textParameter('Name or identifier to search for.', 'goethe'), read: ([text]: readonly string[]) => text },
  type: {
    ...textParameter('Only entities of these types.', 'Person'),
    isList: true,
    read(values: readonly string[]) {
      const given = values
        .flatMap((value) => value.split(','))
        .map((type) => type.trim())
        .filter((type) => type !== '');
      const known = ENTITY_TYPES.filter((type) => given.includes(type));
      const unknown = given.filter((type) => !ENTITY_TYPES.some((one) => one === type));
      return [...known, ...new Set(unknown)];
    },
  },
  links: {
    ...textParameter('Only entities with links in this category, among the first 100 results.', 'biography'),
    read([text = '']: readonly string[], name: string) {
      if (text === '') return undefined;
      return CATEGORY_KEYS.some((key) => key === text)
        ? text
        : parameterError(name, 'unknown_value', 'is no key of a category');
    },
  },
  page: { ...textParameter('Page of the results, from 1.', '1'), read: ([text]: readonly string[]) => readPage(text) },
} as const;

function readPage(text: string | undefined): number | undefined {
  if (text === undefined) return 1;
  const page = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return page >= 1 && page <= MAX_PAGE ? page : undefined;
}

/** Target of the search in the API. */
export function searchAddress({ q = '', types, links, page = 1 }: ResultsQuery): string {
  const values = new URLSearchParams({ q });
  if (types.length > 0) values.set('type', types.join(','));
  const size = links === undefined ? PAGE_SIZE : MAX_NARROWED;
  values.set('limit', String(size));
  values.set('offset', String(links === undefined ? (page - 1) * PAGE_SIZE : 0));
  return `/api/v1/search?${values.toString()}`;
}

/** Path of the page of results, without the language. */
export function resultsPath({ q, types, links, page = 1 }: ResultsQuery): string {
  const values = new URLSearchParams(q === undefined ? {} : { q });
  if (types.length > 0) values.set('type', types.join(','));
  if (links !== undefined) values.set('links', links);
  if (page > 1) values.set('page', String(page));
  const query = values.toString();
  return query === '' ? '/search' : `/search?${query}`;
}
