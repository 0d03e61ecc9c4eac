/** Translates queries from the protocol (version 0.2), and candidates into it. */
import type { Locale } from '../../shared/http/locale.ts';
import type { MatchCandidate, MatchQuery } from '../../core/search/match.ts';
import { constraintsOf } from '../../shared/lookup/match-constraints.ts';
import type { SentQuery } from './shapes.ts';
import { entityTypes, typeIdsOf, typeLabel } from './types.ts';

const LIMIT = { fallback: 5, maximum: 50 } as const;

export function queryOf({
  query,
  type,
  type_strict: strict,
  limit = LIMIT.fallback,
  properties = [],
}: SentQuery): MatchQuery {
  const { name, ...constraints } = constraintsOf(properties);
  return {
    name: query ?? name,
    types: entityTypes(type),
    onlyTypes: strict === 'any' || strict === 'all',
    ...constraints,
    limit: Math.max(1, Math.min(LIMIT.maximum, Math.trunc(limit))),
  };
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
    description: card.description,
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
