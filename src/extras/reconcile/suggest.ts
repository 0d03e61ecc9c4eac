/** Suggestions during typing: entities, properties, types; and the properties for a type. */
import { type Static, Type } from 'typebox';
import { door } from '../../core/http/door.ts';
import { languageParameter, type Locale, localeFor } from '../../shared/http/locale.ts';
import { type InputOf, lenient, type Parameter, textParameter } from '../../core/http/parameters.ts';
import { problem } from '../../core/http/problems.ts';
import { matchedVariant, suggest } from '../../shared/suggestions.ts';
import type { Store } from '../../core/snapshot/store.ts';
import { callback, jsonOrScript } from '../../shared/http/jsonp.ts';
import { propertiesOf } from './properties.ts';
import { COMMON, entityTypes, TYPE_IDS, typeIdsOf, typeLabel } from './types.ts';

const ITEMS = { fallback: 10, maximum: 50 } as const;
const MAX_OFFSET = 1000;
const MAX_PREFIX = 200;
/** Cost of a search: the quota allows as many searches in a minute as that of `/api/v1/search`. */
const SEARCH_COST = 10;

type Suggestion = Readonly<Static<typeof Suggested>>;

/** A number, at most the maximum; the fallback for other texts. */
function number<F>(description: string, fallback: F, maximum: number): Parameter<number | F> {
  return {
    in: 'query',
    description,
    schema: { type: 'integer' },
    read: ([value = '']) => (/^\d{1,6}$/.test(value) ? Math.min(Number(value), maximum) : fallback),
  };
}

const KINDS = ['entity', 'property', 'type'] as const;
type Kind = (typeof KINDS)[number];

const kind: Parameter<Kind> = {
  in: 'path',
  required: true,
  description: 'Kind of suggestions.',
  schema: { type: 'string', enum: [...KINDS] },
  example: 'entity',
  read: ([value]) => KINDS.find((one) => one === value) ?? problem('not_found'),
};

const parameters = lenient({
  kind,
  prefix: {
    ...textParameter('Beginning of a name, as typed so far.', 'goe'),
    read: ([value = '']) => value.normalize('NFC').trim().slice(0, MAX_PREFIX),
  },
  limit: number('Maximum number of suggestions.', ITEMS.fallback, ITEMS.maximum),
  offset: number('Number of suggestions to skip.', 0, MAX_OFFSET),
  // Version 0.2 calls the offset `cursor`.
  cursor: number('The same as `offset`.', undefined, MAX_OFFSET),
  type: {
    ...textParameter('Only entities of these types.', 'Person'),
    isList: true,
    read: (values: readonly string[]) => values,
  },
  callback,
  lang: languageParameter,
});
type Input = InputOf<typeof parameters>;

const Suggested = Type.Object({ id: Type.String(), name: Type.String() });

export const suggestDoor = door({
  ...COMMON,
  path: '/reconcile/suggest/{kind}',
  summary: 'Entities, properties or types that match the typed text',
  parameters,
  quota: {
    name: 'reconcile',
    cost: ({ kind, prefix }, { limits }) =>
      kind === 'entity' && prefix !== '' ? Math.min(SEARCH_COST, limits.reconcile.burst) : 1,
  },
  work: 'heavy',
  service: {
    id: 'reconcileSuggest',
    answers: { 'application/json': Type.Object({ result: Type.Array(Suggested) }), 'text/javascript': undefined },
  },
  examples: ['/reconcile/suggest/entity?prefix=goe&limit=3', '/reconcile/suggest/property?prefix=date&lang=en'],
  async answer(input, context) {
    const locale = localeFor(input.lang, context);
    return jsonOrScript({ result: await FIND[input.kind](context.store, input, locale) }, input.callback);
  },
});

const FIND: Readonly<
  Record<Kind, (store: Store, input: Input, locale: Locale) => readonly Suggestion[] | Promise<readonly Suggestion[]>>
> = {
  async entity(store, { prefix, limit, offset, cursor = offset, type: names }, { t }) {
    if (prefix === '') return [];
    const types = entityTypes(names);
    const query = { q: prefix, limit, offset: cursor, ...(types && { types }) };
    const items = await suggest((one) => store.search(one), query);
    return items.map((card) => ({
      id: card.gnd,
      name: card.preferredName,
      description: [matchedVariant(card), card.description].filter(Boolean).join(' · ') || undefined,
      notable: typeIdsOf(card).map((id) => ({ id, name: t(typeLabel(id)) })),
    }));
  },
  property(store, input, { t }) {
    const [first] = entityTypes(input.type) ?? [];
    return among(
      propertiesOf(store, first).map(({ id, label }) => ({ id, name: t(label) })),
      input,
    );
  },
  type: (_, input, { t }) =>
    among(
      TYPE_IDS.map((id) => ({ id, name: t(typeLabel(id)) })),
      input,
    ),
};

/** Suggestions whose name or identifier contains the text; those that begin with it come first. */
function among(all: readonly Suggestion[], { prefix, limit, offset, cursor = offset }: Input): Suggestion[] {
  const sought = prefix.toLowerCase();
  const at = ({ id, name }: Suggestion) =>
    Math.min(
      ...[id, name].map((text) => text.toLowerCase().indexOf(sought)).map((place) => (place < 0 ? Infinity : place)),
    );
  const matching = all.filter((one) => at(one) < Infinity).toSorted((a, b) => Math.min(at(a), 1) - Math.min(at(b), 1));
  return matching.slice(cursor, cursor + limit);
}

/** Proposes properties for data extension. */
export const propertiesDoor = door({
  ...COMMON,
  path: '/reconcile/properties',
  summary: 'The properties of a type',
  parameters: lenient({
    type: textParameter(
      'Type for which properties are returned. Without this parameter, all properties are returned.',
      'Person',
    ),
    limit: number('Maximum number of properties. Without this parameter, all properties are returned.', 0, Infinity),
    callback,
    lang: languageParameter,
  }),
  quota: { name: 'reconcile' },
  service: {
    id: 'reconcileProperties',
    answers: {
      'application/json': Type.Object({
        type: Type.String(),
        properties: Type.Array(Suggested),
        limit: Type.Optional(Type.Integer()),
      }),
      'text/javascript': undefined,
    },
  },
  examples: ['/reconcile/properties?type=Person&limit=5&lang=en'],
  answer({ type: sent, limit, callback: name, lang }, context) {
    const { t } = localeFor(lang, context);
    const id = sent === '' ? 'AuthorityResource' : sent;
    const [type] = entityTypes(id) ?? [];
    const all = propertiesOf(context.store, type).map((one) => ({ id: one.id, name: t(one.label) }));
    const properties = limit > 0 ? all.slice(0, limit) : all;
    return jsonOrScript({ type: id, properties, limit: limit > 0 ? Math.min(limit, all.length) : undefined }, name);
  },
});
