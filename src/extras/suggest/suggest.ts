/** `/suggest`: suggestions of names in the four arrays of OpenSearch, for input fields that read only these. */
import { Type } from 'typebox';
import { json } from '../../core/http/answer.ts';
import { type Context, type Door, door } from '../../core/http/door.ts';
import { type InputOf, lenient, type Parameter, textParameter } from '../../core/http/parameters.ts';
import { ENTITY_TYPES, type EntityType } from '../../core/model/entity.ts';
import { text } from '../../core/model/schema.ts';
import { matchedVariant, suggest } from '../../shared/suggestions.ts';
import { descriptionDoor } from './open-search.ts';

/** Number of suggestions, as many as a list below an input field shows. */
const MAX_ITEMS = 10;
/** Largest number of characters of a text. */
const MAX_LENGTH = 200;

const q: Parameter<string> = {
  ...textParameter('Beginning of a name, as typed so far, or an identifier.', 'goethe'),
  read([value = '']) {
    const text = value.replace(/\p{Cc}/gu, ' ').normalize('NFC');
    return Array.from(text.toWellFormed().trim()).slice(0, MAX_LENGTH).join('');
  },
};

const type: Parameter<readonly EntityType[]> = {
  in: 'query',
  isList: true,
  description: 'Only entities of these types, separated by commas. Types of other vocabularies are ignored.',
  schema: { type: 'array', items: { type: 'string', enum: [...ENTITY_TYPES] } },
  example: ['Person'],
  read(values) {
    const names = new Set(values.flatMap((value) => value.split(',')));
    return ENTITY_TYPES.filter((one) => names.has(one));
  },
};

const parameters = lenient({ q, type });

const texts = (description: string) => Type.Array(Type.String(), { maxItems: MAX_ITEMS, description });
const SuggestionsSchema = Type.Unsafe<readonly unknown[]>({
  title: 'Suggestions',
  type: 'array',
  prefixItems: [
    text('The text as it was sent.'),
    texts('Names.'),
    texts('Descriptions; each begins with the variant name that matched, if one did.'),
    texts('Addresses.'),
  ],
  minItems: 4,
  maxItems: 4,
});

const suggestDoor = door({
  path: '/suggest',
  summary: 'Suggestions in the four arrays of OpenSearch',
  parameters,
  use: {
    group: 'programs',
    name: { de: 'Vorschläge', en: 'Suggestions' },
    purpose: {
      de: 'Ein Suchfeld kann beim Tippen Namen vorschlagen. In Browsern lässt sich der Dienst als Suchmaschine hinzufügen.',
      en: 'A search field can suggest names as people type. The service can be added to a browser as a search engine.',
    },
    example: (baseUrl) => `curl '${baseUrl}/suggest?q=goeth&type=Person'`,
    pages: [{ door: 'document', values: { page: 'reconciliation' }, fragment: 'suggestions' }],
  },
  announcement: { document: 'reconciliation', placeholders: (baseUrl) => ({ suggest: `${baseUrl}/suggest` }) },
  quota: { name: 'search' },
  work: 'heavy',
  dependsOn: 'snapshot',
  isCertain: true,
  cacheControl: 'public, max-age=60, stale-while-revalidate=600',
  examples: ['/suggest?q=goethe', '/suggest?q=weim&type=PlaceOrGeographicName', '/suggest?q='],
  service: { id: 'suggest', answers: { 'application/json': SuggestionsSchema } },
  answer,
});

export const doors = (): readonly Door[] => [suggestDoor, descriptionDoor];

/** https://github.com/dewitt/opensearch/blob/master/mediawiki/Specifications/OpenSearch/Extensions/Suggestions/1.1/Draft%201.wiki */
async function answer({ q: typed, type: types }: InputOf<typeof parameters>, { store, link }: Context) {
  const query = { q: typed, limit: MAX_ITEMS, offset: 0, ...(types.length > 0 && { types }) };
  const items = typed === '' ? [] : await suggest((one) => store.search(one), query);
  return json([
    typed,
    items.map(({ preferredName }) => preferredName),
    items.map((item) => [matchedVariant(item), item.description].filter(Boolean).join(' · ')),
    items.map(({ gnd }) => link('entityPage', { gnd }) ?? link('links', { gnd })),
  ]);
}
