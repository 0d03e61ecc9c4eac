/** Names of the entities that an entity refers to, as people write them, among its facts and in its description. */
import { type Reference, referenceOf } from '../../core/model/entity.ts';
import { GND_URI_PREFIX, type GndId } from '../../core/model/gnd-id.ts';
import type { EntityCard } from '../../core/search/engine.ts';
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';
import type { Store } from '../../core/snapshot/store.ts';
import { readAnswer } from '../../core/snapshot/stored-answer.ts';
import type { Vocabulary } from '../../core/model/vocabulary.ts';
import type { Locale } from '../../shared/http/locale.ts';
import type { EntityLine } from './entity-list.ts';
import { naturalName } from './titles.ts';

type Entity = LinksAnswer['entity'];
type Value = Entity['attributes'][string][number];

/** Largest number of names that are looked up. */
const MAX_NAMES = 100;
/** Signs of a name that cataloguers and readers write differently. */
const MAY_DIFFER = /, | : /;

/**
 * The entity with the natural names of the entities that it refers to, and with terms of vocabularies in the language of the
 * page; the API has the preferred names of the GND and German terms. The description stays German, unless it is only a region,
 * because most names of places in it are known in German only. In an excerpt of the GND, a reference to an entity outside has
 * the address of the record in the GND.
 */
export async function withNaturalNames(
  entity: Entity,
  store: Pick<Store, 'cards'>,
  { isExcerpt, language }: Pick<Locale, 'isExcerpt' | 'language'>,
  vocabulary?: Vocabulary,
): Promise<Entity> {
  const references = Object.values(entity.attributes).flat().flatMap(labelled);
  const asked = references.filter(({ label }) => isExcerpt || MAY_DIFFER.test(label)).slice(0, MAX_NAMES);
  const ids = new Set(asked.map(({ gnd }) => gnd));
  const cards = ids.size === 0 ? new Map<GndId, EntityCard>() : await store.cards([...ids]);
  let { description } = entity;
  const named = (key: string, value: Value): Value => {
    const [reference] = labelled(value);
    if (reference === undefined) {
      const term = typeof value === 'object' && 'uri' in value && value.uri && vocabulary?.term(value.uri);
      if (!term) return value;
      // A description that is only the region of an entity.
      if (key === 'geographicAreaCode' && description === (value as Reference).label) description = term[language];
      return { ...(value as Reference), label: term[language] };
    }
    const { gnd, ...rest } = reference;
    const card = cards.get(gnd);
    if (card !== undefined) {
      const label = naturalName(card);
      description = description && withName(description, reference.label, label);
      return { ...reference, label };
    }
    return isExcerpt && ids.has(gnd) ? { ...rest, uri: GND_URI_PREFIX + gnd } : value;
  };
  const attributes = Object.entries(entity.attributes).map(
    ([key, values]) => [key, values.map((value) => named(key, value))] as const,
  );
  return { ...entity, attributes: Object.fromEntries(attributes), ...(description !== undefined && { description }) };
}

/** A description with another form of a name that it has between its commas. */
const withName = (description: string, former: string, name: string) =>
  `, ${description}, `.replace(`, ${former}, `, () => `, ${name}, `).slice(2, -2);

/** Entities of a list, with the natural names of persons in their descriptions; only works have any there. */
export async function withNaturalDescriptions<T extends EntityLine>(
  entities: readonly T[],
  store: Pick<Store, 'cards' | 'entity'>,
): Promise<readonly T[]> {
  const named = await Promise.all(entities.map((one) => namedIn(one, store)));
  const ids = new Set(named.flat().map(({ gnd }) => gnd));
  if (ids.size === 0) return entities;
  const cards = await store.cards([...ids]);
  return entities.map((one, place) =>
    (named[place] ?? []).reduce((line, { gnd, label }) => {
      const card = cards.get(gnd);
      if (card === undefined || line.description === undefined) return line;
      return { ...line, description: withName(line.description, label, naturalName(card)) };
    }, one),
  );
}

/** The references that the description of a work names. One with a single part beside its date, as `1808, Drama`, names none. */
async function namedIn({ gnd, type, description = '' }: EntityLine, store: Pick<Store, 'entity'>) {
  if (type !== 'Work' || !MAY_DIFFER.test(description.replace(/^[^,]*\d[^,]*, /, ''))) return [];
  const record = await store.entity(gnd as GndId);
  if (record?.kind !== 'found') return [];
  const references = Object.values(readAnswer(record.answer).entity.attributes).flat().flatMap(labelled);
  return references.filter(({ label }) => MAY_DIFFER.test(label) && `, ${description}, `.includes(`, ${label}, `));
}

interface Labelled {
  readonly gnd: GndId;
  readonly label: string;
}

/** The reference, if it has a label. */
function labelled(value: Value): readonly Labelled[] {
  const { gnd, label } = referenceOf(value) ?? {};
  return label === undefined ? [] : [{ ...(value as Reference), gnd: gnd as GndId, label }];
}
