/** The card of an entity as search keeps it: values without names, and nothing behind the last. */
import { ENTITY_TYPES } from '../../model/entity.ts';
import type { GndId } from '../../model/gnd-id.ts';
import type { EntityCard } from '../store.ts';

type Value<T> = T | null | undefined;
type StoredCard = readonly [
  type: number,
  linkCount: number,
  preferredName: string,
  displayName?: Value<string>,
  description?: Value<string>,
  start?: Value<number>,
  end?: Value<number>,
  differentiated?: Value<0 | 1>,
];

export function encodeCard({
  type,
  linkCount,
  preferredName,
  displayName,
  description,
  years,
  differentiated,
}: EntityCard): string {
  const values = [
    ENTITY_TYPES.indexOf(type),
    linkCount,
    preferredName,
    displayName,
    description,
    years?.start,
    years?.end,
    differentiated === undefined ? undefined : Number(differentiated),
  ];
  return JSON.stringify(values.slice(0, values.findLastIndex((value) => value !== undefined) + 1));
}

export function decodeCard(gnd: GndId, stored: string): EntityCard {
  const [type, linkCount, preferredName, displayName, description, start, end, differentiated] = JSON.parse(
    stored,
  ) as StoredCard;
  const years = { ...(isValue(start) && { start }), ...(isValue(end) && { end }) };
  return {
    gnd,
    type: ENTITY_TYPES[type] ?? 'AuthorityResource',
    preferredName,
    ...(isValue(displayName) && { displayName }),
    ...(isValue(description) && { description }),
    ...((isValue(start) || isValue(end)) && { years }),
    ...(isValue(differentiated) && { differentiated: differentiated === 1 }),
    linkCount,
  };
}

function isValue<T>(value: Value<T>): value is T {
  return value !== null && value !== undefined;
}
