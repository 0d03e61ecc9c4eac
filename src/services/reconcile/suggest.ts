/** Suggestions while somebody types: entities, properties, types; and the properties that are offered for a type. */
import type { PageAnswer } from '../../http/page.ts';
import type { ServiceRequest } from '../../http/service.ts';
import type { Problem } from '../../api/problems.ts';
import { entryOf, type Locale } from '../../pages/locale.ts';
import { jsonAnswer, localeFor } from './answer.ts';
import { propertiesOf } from './properties.ts';
import { entityTypes, TYPE_IDS, typeIdsOf, typeLabel } from './types.ts';

const ITEMS = { fallback: 10, maximum: 50 } as const;
const MAX_OFFSET = 1000;
const MAX_PREFIX = 200;

interface Suggestion {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly notable?: readonly { readonly id: string; readonly name: string }[];
}

/** @param kind `entity`, `property` or `type` */
export async function suggest(kind: string, request: ServiceRequest): Promise<PageAnswer | Problem | undefined> {
  const values = new URLSearchParams(request.query);
  const asked = {
    prefix: (values.get('prefix') ?? '').normalize('NFC').trim().slice(0, MAX_PREFIX),
    limit: numberIn(values, 'limit', ITEMS.fallback, ITEMS.maximum),
    offset: numberIn(values, values.has('cursor') ? 'cursor' : 'offset', 0, MAX_OFFSET),
  };
  const find = entryOf({ entity: entities, property: properties, type: types }, kind);
  return find && jsonAnswer({ result: await find(request, values, asked, localeFor(request)) }, request);
}

interface Asked {
  readonly prefix: string;
  readonly limit: number;
  readonly offset: number;
}

async function entities(
  { store }: ServiceRequest,
  values: URLSearchParams,
  { prefix, limit, offset }: Asked,
  { t }: Locale,
): Promise<Suggestion[]> {
  if (prefix === '') return [];
  const types = entityTypes(values.getAll('type'));
  const { items } = await store.search({ q: prefix, limit, offset, ...(types && { types }) });
  return items.map((card) => ({
    id: card.gnd,
    name: card.preferredName,
    ...(card.description !== undefined && { description: card.description }),
    notable: typeIdsOf(card).map((id) => ({ id, name: t(typeLabel(id)) })),
  }));
}

async function properties(
  { store }: ServiceRequest,
  values: URLSearchParams,
  asked: Asked,
  { t }: Locale,
): Promise<Suggestion[]> {
  const [type] = entityTypes(values.getAll('type')) ?? [];
  return among(
    propertiesOf(store.snapshot, type).map(({ id, label }) => ({ id, name: t(label) })),
    asked,
  );
}

async function types(_: ServiceRequest, __: URLSearchParams, asked: Asked, { t }: Locale): Promise<Suggestion[]> {
  return among(
    TYPE_IDS.map((id) => ({ id, name: t(typeLabel(id)) })),
    asked,
  );
}

/** Those whose name or identifier holds the text; those that begin with it first. */
function among(all: readonly Suggestion[], { prefix, limit, offset }: Asked): Suggestion[] {
  const sought = prefix.toLowerCase();
  const at = ({ id, name }: Suggestion) =>
    Math.min(
      ...[id, name].map((text) => text.toLowerCase().indexOf(sought)).map((place) => (place < 0 ? Infinity : place)),
    );
  const found = all.filter((one) => at(one) < Infinity).toSorted((a, b) => Math.min(at(a), 1) - Math.min(at(b), 1));
  return found.slice(offset, offset + limit);
}

/** For data extension: `{type, properties}`. */
export function proposeProperties(request: ServiceRequest): PageAnswer | Problem {
  const values = new URLSearchParams(request.query);
  const { t } = localeFor(request);
  const type = values.get('type') ?? 'AuthorityResource';
  const [known] = entityTypes(type) ?? [];
  const all = propertiesOf(request.store.snapshot, known).map(({ id, label }) => ({ id, name: t(label) }));
  const limit = numberIn(values, 'limit', 0, all.length);
  return jsonAnswer({ type, properties: limit > 0 ? all.slice(0, limit) : all, ...(limit > 0 && { limit }) }, request);
}

function numberIn(values: URLSearchParams, name: string, fallback: number, maximum: number): number {
  const value = values.get(name) ?? '';
  return /^\d{1,6}$/.test(value) ? Math.min(Number(value), maximum) : fallback;
}
