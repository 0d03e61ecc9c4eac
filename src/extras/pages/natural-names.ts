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
 * page; the API has the preferred names of the GND and German terms. In an excerpt of the GND, a reference to an entity
 * outside has the address of the record in the GND.
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
  const renamed = <T extends { readonly label?: string | undefined }>(value: T, label: string): T => {
    description = description && `, ${description}, `.replace(`, ${value.label}, `, () => `, ${label}, `).slice(2, -2);
    return { ...value, label };
  };
  const named = (value: Value): Value => {
    const [reference] = labelled(value);
    if (reference === undefined) {
      const term = typeof value === 'object' && 'uri' in value && value.uri && vocabulary?.term(value.uri);
      return term ? renamed(value as Reference, term[language]) : value;
    }
    const { gnd, ...rest } = reference;
    const card = cards.get(gnd);
    if (card !== undefined) return renamed(reference, naturalName(card));
    return isExcerpt && ids.has(gnd) ? { ...rest, uri: GND_URI_PREFIX + gnd } : value;
  };
  const attributes = Object.entries(entity.attributes).map(([key, values]) => [key, values.map(named)] as const);
  return { ...entity, attributes: Object.fromEntries(attributes), ...(description !== undefined && { description }) };
}

/** Entities of a list, with the natural names of persons in their descriptions; only works have any there. */
export function withNaturalDescriptions<T extends EntityLine>(
  entities: readonly T[],
  store: Pick<Store, 'cards' | 'entity'>,
  locale: Locale,
): Promise<readonly T[]> {
  const described = async (one: T): Promise<T> => {
    if (one.type !== 'Work' || !MAY_DIFFER.test(one.description ?? '')) return one;
    const record = await store.entity(one.gnd as GndId);
    if (record?.kind !== 'found') return one;
    const { description } = await withNaturalNames(readAnswer(record.answer).entity, store, locale);
    return { ...one, description };
  };
  return Promise.all(entities.map(described));
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
