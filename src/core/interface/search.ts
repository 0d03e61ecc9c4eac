/** `GET /api/v1/search`: entities of all types by name or identifier. */
import { ENTITY_TYPES, type EntityType } from '../model/entity.ts';
import { gndUri } from '../model/gnd-id.ts';
import type { SearchHit, SearchPage, SearchQuery } from '../search/search.ts';
import type { Snapshot } from '../snapshot/store.ts';
import { neighbouringPages } from './neighbouring-pages.ts';
import { pageLink } from './page-link.ts';
import { json } from '../http/answer.ts';
import { door } from '../http/door.ts';
import type { DoorLink } from '../http/door-link.ts';
import { integer, type Parameter, strict } from '../http/parameters.ts';
import examples from './examples.json' with { type: 'json' };
import { parameterError } from '../http/query-string.ts';
import type { ParameterError } from '../http/problems.ts';
import { headOf } from '../model/schema.ts';
import { type SearchAnswer, SearchAnswerSchema } from './search-schema.ts';
import { TYPE_LABELS } from '../model/type-labels.ts';

export const Q_LENGTH = { minimum: 2, maximum: 200 } as const;
const LIMIT = { minimum: 1, maximum: 100, fallback: 20 } as const;
/** Largest `offset + limit`. */
const WINDOW = 1000;
const OFFSET = { minimum: 0, maximum: WINDOW - 1, fallback: 0 } as const;

const DESCRIPTION =
  'The search finds entities by their names in any word order, also together with words from their description. It also finds them by GND identifiers, current or former, and by the identifiers and addresses in their links. The last word also counts as the beginning of a longer word, and a single letter as an initial. A year in the query favours entities from that year. If nothing matches, the search tries similar spellings or leaves words out (`ignored`), and `approximate` is `true`.';

const q: Parameter<string> = {
  in: 'query',
  required: true,
  description:
    'Plain text in which no character has a special meaning; control characters count as spaces. Its length is counted in code points (NFC), without spaces at the beginning and end.',
  schema: { type: 'string', minLength: Q_LENGTH.minimum, maxLength: Q_LENGTH.maximum },
  example: 'goethe johann',
  read: ([value]) => readText(value),
};

const type: Parameter<readonly EntityType[] | undefined> = {
  in: 'query',
  isList: true,
  description: 'Types of the entities to find; separate them by commas, or repeat the parameter.',
  schema: { type: 'array', minItems: 1, items: { type: 'string', enum: [...ENTITY_TYPES] } },
  example: ['Person', 'Work'],
  read: readTypes,
};

export const searchDoor = door({
  name: 'search',
  path: '/api/v1/search',
  summary: 'Search across all entity types',
  parameters: strict(
    {
      q,
      type,
      limit: integer(LIMIT, 'Maximum number of results to return.', 20),
      offset: integer(OFFSET, `Number of results to skip; \`offset + limit\` is at most ${WINDOW}.`, 0),
    },
    'invalid_search',
    ({ limit, offset }) =>
      limit + offset > WINDOW
        ? parameterError('offset', 'out_of_range', `and “limit” together must not exceed ${WINDOW}`)
        : undefined,
  ),
  quota: { name: 'search' },
  work: 'heavy',
  dependsOn: 'snapshot',
  isCertain: true,
  cacheControl: 'public, max-age=60, stale-while-revalidate=600',
  examples: ['/api/v1/search?q=goethe', '/api/v1/search?q=weimar&type=PlaceOrGeographicName&type=Work&limit=3'],
  operation: {
    id: 'search',
    description: DESCRIPTION,
    answers: {
      'application/json': {
        schema: SearchAnswerSchema,
        examples: { names: { summary: 'Found by name', value: examples.search } },
      },
    },
    problems: ['invalid_search'],
  },
  async answer({ q: text, type: types, limit, offset }, context) {
    const { store, link } = context;
    const query: SearchQuery = { q: text, limit, offset, ...(types && { types }) };
    const page = await store.search(query);
    const people = pageLink(context, 'searchPage', { q: text, ...(types && { type: types.join(',') }) });
    return json(searchAnswer(store.snapshot, query, page), { links: [...people, ...pageLinks(link, query, page)] });
  },
});

function readText(value: string | undefined): string | ParameterError {
  if (value === undefined) return parameterError('q', 'missing', 'is required');
  const text = value
    .replace(/\p{Cc}/gu, ' ')
    .normalize('NFC')
    .trim();
  const length = Array.from(text).length;
  if (length >= Q_LENGTH.minimum && length <= Q_LENGTH.maximum) return text;
  const bounds = `must have ${Q_LENGTH.minimum} to ${Q_LENGTH.maximum} characters, not ${length}`;
  return parameterError('q', length < Q_LENGTH.minimum ? 'too_short' : 'too_long', bounds);
}

/** Types in the order of {@link ENTITY_TYPES}, without repetitions. */
function readTypes(values: readonly string[]): readonly EntityType[] | ParameterError | undefined {
  if (values.length === 0) return undefined;
  const names = new Set(values.flatMap((value) => value.split(',')));
  const types = ENTITY_TYPES.filter((type) => names.has(type));
  if (types.length === names.size) return types;
  return parameterError('type', 'unknown_value', `accepts ${ENTITY_TYPES.join(', ')}, separated by commas`);
}

function searchAnswer(snapshot: Snapshot, query: SearchQuery, page: SearchPage): SearchAnswer {
  const { q, types: type, limit, offset } = query;
  const { total, ignored, items } = page;
  const approximate = page.approximate || undefined;
  return {
    ...headOf(snapshot),
    query: { q, type, limit, offset },
    total,
    approximate,
    ignored,
    items: items.map(searchItem),
  };
}

function searchItem(hit: SearchHit): SearchAnswer['items'][number] {
  const { gnd, type, preferredName, displayName, description, years, differentiated, linkCount, score } = hit;
  const { field, value } = hit.matched;
  const names = { preferredName, displayName, description, years, differentiated };
  const match = { linkCount, matched: { field, value }, score };
  return { gnd, uri: gndUri(gnd), type, typeLabel: TYPE_LABELS[type], ...names, ...match };
}

/** Neighbouring pages of the same query. */
function pageLinks(link: DoorLink, query: SearchQuery, page: SearchPage): readonly string[] {
  const { q, types, limit, offset } = query;
  const wanted = { q, ...(types && { type: types.join(',') }) };
  const address = (size: number, start: number) => link('search', { ...wanted, limit: `${size}`, offset: `${start}` });
  const { items, total } = page;
  const hasMore = items.length === limit && (total.relation === 'atLeast' || total.value > offset + limit);
  return neighbouringPages(address, { limit, offset, hasMore, window: WINDOW });
}
