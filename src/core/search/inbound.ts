/** Inbound relations: the entities that refer to an entity as their birthplace, author, or superior body. */
import { type Attributes, referenceOf } from '../model/entity.ts';
import { type GndId, packGndId } from '../model/gnd-id.ts';
import type { EntityCard, SearchEngine } from './engine.ts';

/** Groups of properties with the same meaning for the entity that they refer to. The position of a group is part of its keys, so new ones come last. */
export const INBOUND_GROUPS = {
  born: ['placeOfBirth'],
  died: ['placeOfDeath'],
  active: ['placeOfActivity'],
  seated: ['placeOfBusiness'],
  held: ['placeOfConferenceOrEvent'],
  subordinate: ['hierarchicalSuperiorOfTheCorporateBody', 'hierarchicalSuperiorOfPlaceOrGeographicName'],
  predecessors: ['succeedingCorporateBody', 'succeedingConferenceOrEvent', 'succeedingPlaceOrGeographicName'],
  successors: ['precedingCorporateBody', 'precedingConferenceOrEvent', 'precedingPlaceOrGeographicName'],
  members: ['affiliation'],
  relatives: ['familialRelationship'],
  acquaintances: ['acquaintanceshipOrFriendship'],
  identities: ['pseudonym', 'realIdentity'],
  works: ['firstAuthor', 'author', 'firstComposer', 'composer', 'artist', 'creator', 'contributor'],
  derived: ['literarySource', 'relatedWork'],
  practised: ['professionOrOccupation'],
  narrower: ['broaderTermGeneral', 'broaderTermGeneric', 'broaderTermInstantial', 'broaderTermPartitive'],
  related: ['relatedTerm'],
  about: ['topic'],
  form: ['formOfWorkAndExpression'],
  colleagues: ['professionalRelationship'],
  family: ['memberOfTheFamily'],
  associated: ['relatedCorporateBody'],
  studied: ['fieldOfStudy', 'fieldOfActivity'],
  operating: ['spatialAreaOfActivity'],
  combined: ['complexSeeReferenceSubject'],
} as const;

/** Number of entities of a group that can be paged through; a cluster gives no more. */
export const RELATION_WINDOW = 100_000;

export type InboundGroup = keyof typeof INBOUND_GROUPS;
const GROUPS = Object.keys(INBOUND_GROUPS) as InboundGroup[];

/** A page of a group. */
export interface RelationPage {
  readonly group: InboundGroup;
  /** Entities of the whole group. */
  readonly total: number;
  /** The best known first. */
  readonly cards: readonly EntityCard[];
}

/** Key of a relation: the position of the group, from 1, times 2^36, plus the packed identifier; negative, so that it differs from keys of identifiers. */
function keyOf(place: number, target: GndId): number {
  return -((place + 1) * 2 ** 36 + packGndId(target));
}

/** Keys by which an entity is found from the entities that it refers to. @param attributes attributes with resolved references */
export function inboundKeys(attributes: Attributes): number[] {
  const keys = GROUPS.flatMap((group, place) =>
    INBOUND_GROUPS[group].flatMap((property) =>
      (attributes[property] ?? []).flatMap((value) => {
        const gnd = referenceOf(value)?.gnd;
        return gnd === undefined ? [] : keyOf(place, gnd);
      }),
    ),
  );
  return [...new Set(keys)];
}

/** Cards of the entities with each key, the best known first. */
async function cardsWith(engine: SearchEngine, keys: readonly number[], limit: number, offset = 0) {
  const results = await engine.find(keys.map((key) => ({ by: 'identifier', key, limit, offset })));
  const ranks = results.map(({ candidates }) => candidates.map(({ rank }) => rank));
  const hits = await engine.hits([...new Set(ranks.flat())]);
  return ranks.map((own) => own.flatMap((rank) => hits.get(rank)?.card ?? []));
}

/** One page of each group, in the order of the groups. @param page limit and offset together ≤ {@link RELATION_WINDOW} */
export async function relationPages(
  engine: SearchEngine,
  target: GndId,
  groups: readonly InboundGroup[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly RelationPage[]> {
  const keys = groups.map((group) => keyOf(GROUPS.indexOf(group), target));
  const [totals, cards] = await Promise.all([engine.countByIdentifier(keys), cardsWith(engine, keys, limit, offset)]);
  return groups.map((group, place) => ({ group, total: totals[place] ?? 0, cards: cards[place] ?? [] }));
}

/** Cards of entities by their identifiers; those that the snapshot lacks are left out. */
export async function cardsOf(engine: SearchEngine, ids: readonly GndId[]): Promise<ReadonlyMap<GndId, EntityCard>> {
  const results = await engine.find(ids.map((id) => ({ by: 'gnd', id, limit: 1 })));
  const ranks = results.map(({ candidates }) => candidates[0]?.rank);
  const hits = await engine.hits(ranks.filter((rank) => rank !== undefined));
  return new Map(
    ids.flatMap((id, place) => {
      const card = hits.get(ranks[place] ?? -1)?.card;
      return card === undefined ? [] : [[id, card] as const];
    }),
  );
}
