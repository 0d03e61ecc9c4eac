/** The card of an entity in its search row: a list of values without names. */
import { ENTITY_TYPES } from '../../model/entity.ts';
import type { GndId } from '../../model/gnd-id.ts';
import type { EntityCard } from '../../search/engine.ts';

/** Null stands for an absent value. */
type StoredCard = readonly [
  type: number,
  linkCount: number,
  preferredName: string,
  displayName: string | null,
  description: string | null,
  start: number | null,
  end: number | null,
  differentiated: 0 | 1 | null,
  /** 1 for a reference record. */
  isReferenceRecord?: 1,
];

export function encodeCard(card: EntityCard): string {
  const { type, linkCount, preferredName, displayName = null, description = null, years = {}, differentiated } = card;
  const { start = null, end = null } = years;
  const isDifferentiated = differentiated === undefined ? null : differentiated ? 1 : 0;
  const typeIndex = ENTITY_TYPES.indexOf(type);
  const values = [typeIndex, linkCount, preferredName, displayName, description, start, end, isDifferentiated] as const;
  const stored: StoredCard = card.isReferenceRecord === true ? [...values, 1] : values;
  return JSON.stringify(stored);
}

export function decodeCard(gnd: GndId, stored: string): EntityCard {
  const [type, linkCount, preferredName, displayName, description, start, end, isDifferentiated, isReferenceRecord] =
    JSON.parse(stored) as StoredCard;
  // A page decodes dozens of cards, and assigning takes a third of the time of spreading.
  const card: Assignable<EntityCard> = {
    gnd,
    type: ENTITY_TYPES[type] ?? 'AuthorityResource',
    preferredName,
  } as EntityCard;
  if (displayName !== null) card.displayName = displayName;
  if (description !== null) card.description = description;
  if (start !== null || end !== null) card.years = yearsOf(start, end);
  if (isDifferentiated !== null) card.differentiated = isDifferentiated === 1;
  if (isReferenceRecord === 1) card.isReferenceRecord = true;
  card.linkCount = linkCount;
  return card;
}

type Assignable<T> = { -readonly [Field in keyof T]: T[Field] };

/** Leaves unknown years out. */
export function yearsOf(start: number | null, end: number | null): { readonly start?: number; readonly end?: number } {
  if (start === null) return end === null ? {} : { end };
  return end === null ? { start } : { start, end };
}
