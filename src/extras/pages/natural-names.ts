/** Replaces the names of the entities that an entity refers to by their names in natural order. */
import { type Reference, referenceOf } from '../../core/model/entity.ts';
import { GND_URI_PREFIX, type GndId } from '../../core/model/gnd-id.ts';
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';
import type { Store } from '../../core/snapshot/store.ts';
import type { Locale } from '../../shared/http/locale.ts';
import { naturalName } from './titles.ts';

type Entity = LinksAnswer['entity'];
type Value = Entity['attributes'][string][number];

/** Largest number of names that are looked up. */
const MAX_NAMES = 100;
/** Signs of a name that cataloguers and readers write differently. */
const MAY_DIFFER = /, | : /;

/**
 * The entity with the natural names of the entities that it refers to; the API has the preferred names of the GND.
 * In an excerpt of the GND, a reference to an entity outside has the address of the record in the GND.
 */
export async function withNaturalNames(
  entity: Entity,
  store: Pick<Store, 'cards'>,
  { isExcerpt }: Pick<Locale, 'isExcerpt'>,
): Promise<Entity> {
  const references = Object.values(entity.attributes).flat().flatMap(labelled);
  const asked = references.filter(({ label }) => isExcerpt || MAY_DIFFER.test(label)).slice(0, MAX_NAMES);
  if (asked.length === 0) return entity;
  const ids = new Set(asked.map(({ gnd }) => gnd));
  const cards = await store.cards([...ids]);
  const nameOf = ({ gnd, label }: Labelled) => {
    const card = cards.get(gnd);
    return card === undefined ? label : naturalName(card);
  };
  const named = (value: Value): Value => {
    const [reference] = labelled(value);
    if (reference === undefined || !ids.has(reference.gnd)) return value;
    const { gnd, ...rest } = reference;
    if (isExcerpt && !cards.has(gnd)) return { ...rest, uri: GND_URI_PREFIX + gnd };
    return { ...reference, label: nameOf(reference) };
  };
  const attributes = Object.entries(entity.attributes).map(([key, values]) => [key, values.map(named)] as const);
  const description = asked.reduce((text, one) => text?.replace(one.label, () => nameOf(one)), entity.description);
  return { ...entity, attributes: Object.fromEntries(attributes), ...(description !== undefined && { description }) };
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
