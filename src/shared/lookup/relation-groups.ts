/** Groups the references of an entity by attribute, and those of other entities to it by inbound group. */
import { type Static, Type } from 'typebox';
import { ATTRIBUTES, referenceOf } from '../../core/model/entity.ts';
import type { GndId } from '../../core/model/gnd-id.ts';
import { closedSet, count, described, gndId, type Immutable, text } from '../../core/model/schema.ts';
import { INBOUND_GROUPS, type InboundGroup } from '../../core/search/inbound.ts';
import { EntityTypeName, type LinksAnswer } from '../../core/snapshot/links-answer.ts';
import type { EntityCard } from '../../core/search/engine.ts';
import type { Store } from '../../core/snapshot/store.ts';

/** Most items of a requested group, and of each group when no group is requested. */
export const MAX_ITEMS = { ofOne: 100, ofEach: 20 } as const;

export const INCOMING = Object.keys(INBOUND_GROUPS) as readonly InboundGroup[];
const OUTGOING: ReadonlySet<string> = new Set(Object.values(ATTRIBUTES).flat());

export const RelationGroupSchema = described(
  'RelationGroup',
  'References of one kind. Among incoming references, the best-known entity comes first.',
  {
    group: text('Key of the group.', ['works']),
    direction: closedSet(['outgoing', 'incoming'], {
      description: '`outgoing`: the entity refers to the items. `incoming`: the items refer to the entity.',
    }),
    total: count('Number of entities in the group.'),
    items: Type.Array(
      Type.Object({
        gnd: gndId('GND identifier.'),
        type: Type.Optional(EntityTypeName),
        preferredName: Type.Optional(
          text(
            'Preferred name of the entity. If the entity is not in the data, the type is absent, and so is the name, unless the referring record gives it.',
          ),
        ),
        displayName: Type.Optional(
          text('Name in natural order. The field is absent if it would be the same as the preferred name.'),
        ),
        description: Type.Optional(text('One line that distinguishes the entity from namesakes.')),
        role: Type.Optional(text('Role in the relation, in the words of the record.', ['Ehefrau'])),
      }),
    ),
  },
);
export type RelationGroup = Immutable<Static<typeof RelationGroupSchema>>;
type RelationItem = RelationGroup['items'][number];

export interface RelationQuery {
  /** Key of the group; undefined for all groups that are not empty. */
  readonly group: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

export function isRelationGroup(key: string): boolean {
  return OUTGOING.has(key) || isIncoming(key);
}

/** A page of the group, or of each group. Reads only the items of the page, and the size of each group. */
export async function groupsOf(
  entity: LinksAnswer['entity'],
  { group: wanted, limit, offset }: RelationQuery,
  store: Store,
): Promise<readonly RelationGroup[]> {
  const attributes = Object.keys(entity.attributes).filter((key) => wanted === undefined || key === wanted);
  const outgoing = attributes.map((key) => {
    return { key, references: (entity.attributes[key] ?? []).flatMap((value) => referenceOf(value) ?? []) };
  });
  const shown = outgoing.map(({ references }) => references.slice(offset, offset + limit));
  const keys = wanted === undefined ? INCOMING : INCOMING.filter((key) => key === wanted);
  const [cards, incoming] = await Promise.all([
    store.cards([...new Set(shown.flat().map(({ gnd }) => gnd))]),
    keys.length === 0 ? [] : store.relations(entity.gnd as GndId, keys, { limit, offset }),
  ]);
  const groups: RelationGroup[] = [
    ...outgoing.map(({ key, references }, place) => ({
      group: key,
      direction: 'outgoing' as const,
      total: references.length,
      items: (shown[place] ?? []).map(({ gnd, label, role }) => ({ ...itemOf(gnd, label, cards.get(gnd)), role })),
    })),
    ...incoming.map((page) => ({
      group: page.group,
      direction: 'incoming' as const,
      total: page.total,
      items: page.cards.map((card) => itemOf(card.gnd, undefined, card)),
    })),
  ];
  const [only] = groups;
  if (wanted === undefined) return groups.filter(({ total }) => total > 0);
  return [only ?? { group: wanted, direction: isIncoming(wanted) ? 'incoming' : 'outgoing', total: 0, items: [] }];
}

function itemOf(gnd: GndId, label: string | undefined, card: EntityCard | undefined): RelationItem {
  const { type, preferredName = label, displayName, description } = card ?? {};
  return { gnd, type, preferredName, displayName, description };
}

function isIncoming(key: string): key is InboundGroup {
  return Object.hasOwn(INBOUND_GROUPS, key);
}
