/** The card of an entity in its search row: a list of values without names. */
import { ENTITY_TYPES } from '../../model/entity.ts';
import type { GndId } from '../../model/gnd-id.ts';
import type { EntityCard } from '../store.ts';

/** Absent values are null. */
type StoredCard = readonly [
  type: number,
  linkCount: number,
  preferredName: string,
  displayName: string | null,
  description: string | null,
  start: number | null,
  end: number | null,
  differentiated: 0 | 1 | null,
  /** Only of a reference record. */
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
  const years = { ...(start !== null && { start }), ...(end !== null && { end }) };
  return {
    gnd,
    type: ENTITY_TYPES[type] ?? 'AuthorityResource',
    preferredName,
    ...(displayName !== null && { displayName }),
    ...(description !== null && { description }),
    ...((start !== null || end !== null) && { years }),
    ...(isDifferentiated !== null && { differentiated: isDifferentiated === 1 }),
    ...(isReferenceRecord === 1 && { isReferenceRecord: true }),
    linkCount,
  };
}
