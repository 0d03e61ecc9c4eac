/** A batch of queries, matched a few at a time, and its candidates as clients of either version read them. */
import { setImmediate } from 'node:timers/promises';
import type { Locale } from '../../pages/locale.ts';
import type { MatchCandidate, MatchQuery, Store } from '../../store/store.ts';
import { circumstancesOf } from './properties.ts';
import type { SentDraftQuery, SentQuery, SentValues } from './shapes.ts';
import { entityTypes, typeIdsOf, typeLabel } from './types.ts';

const LIMIT = { fallback: 5, maximum: 50 } as const;
/** So many queries hold the event loop at a time. */
const AT_ONCE = 5;

export function queryOf({ query, type, type_strict: strict, limit, properties = [] }: SentQuery): MatchQuery {
  const { name, ...circumstances } = circumstancesOf(properties);
  return {
    name: query ?? name,
    types: entityTypes(type),
    onlyTypes: strict === 'any' || strict === 'all',
    ...circumstances,
    limit: limitOf(limit),
  };
}

/** Conditions of a kind are taken together. */
export function draftQueryOf({ type, limit, conditions }: SentDraftQuery) {
  const sent = conditions.map(({ matchType, required, propertyId, propertyValue, ...old }) => {
    return { matchType, required, pid: propertyId ?? old.pid ?? '', v: propertyValue ?? old.v ?? '' };
  });
  const textOf = (v: SentValues) => [v].flat().map((one) => (typeof one === 'object' ? one.id : String(one)));
  const valuesOf = (kind: string) => sent.filter(({ matchType }) => matchType === kind).flatMap(({ v }) => textOf(v));
  const properties = sent.filter(({ matchType }) => matchType === 'property');
  const query = queryOf({ ...(type !== undefined && { type, type_strict: 'should' as const }), properties });
  return {
    ...query,
    name: valuesOf('name')[0] ?? query.name,
    identifiers: [...(query.identifiers ?? []), ...valuesOf('id')],
    limit: limitOf(limit),
    mustConfirm: properties.some(({ required }) => required === true),
  };
}

function limitOf(limit: number = LIMIT.fallback): number {
  return Math.max(1, Math.min(LIMIT.maximum, Math.trunc(limit)));
}

/** In the order of the queries. */
export async function matchBatch(
  store: Store,
  queries: readonly MatchQuery[],
): Promise<readonly (readonly MatchCandidate[])[]> {
  const found: (readonly MatchCandidate[])[] = [];
  for (let from = 0; from < queries.length; from += AT_ONCE) {
    if (from > 0) await setImmediate();
    found.push(...(await store.match(queries.slice(from, from + AT_ONCE))));
  }
  return found;
}

const FEATURES = {
  name: { de: 'Name', en: 'Name' },
  type: { de: 'Typ', en: 'Type' },
  years: { de: 'Jahre', en: 'Years' },
  properties: { de: 'Eigenschaften', en: 'Properties' },
  differentiated: { de: 'Individualisiert', en: 'Differentiated' },
  prominence: { de: 'Bekanntheit', en: 'Prominence' },
} as const;

export function candidateOf({ card, score, match, features }: MatchCandidate, { t }: Locale) {
  return {
    id: card.gnd,
    name: card.preferredName,
    ...(card.description !== undefined && { description: card.description }),
    score,
    match,
    type: typeIdsOf(card).map((id) => ({ id, name: t(typeLabel(id)) })),
    features: Object.entries(FEATURES).map(([id, label]) => ({
      id,
      name: t(label),
      value: features[id as keyof typeof FEATURES],
    })),
  };
}
