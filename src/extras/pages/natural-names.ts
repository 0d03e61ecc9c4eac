/** Replaces names of persons in the facts of an entity by their names in natural order. */
import { referenceOf } from '../../core/model/entity.ts';
import type { GndId } from '../../core/model/gnd-id.ts';
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';
import type { Store } from '../../core/snapshot/store.ts';

type Entity = LinksAnswer['entity'];
type Value = Entity['attributes'][string][number];

/** Largest number of names that are looked up. */
const MAX_NAMES = 100;

/** The entity with persons in natural order, as on their own pages; the API has the preferred names of the GND. */
export async function withNaturalNames(entity: Entity, store: Pick<Store, 'cards'>): Promise<Entity> {
  const inverted = Object.values(entity.attributes).flat().flatMap(invertedReference).slice(0, MAX_NAMES);
  if (inverted.length === 0) return entity;
  const cards = await store.cards([...new Set(inverted.map(({ gnd }) => gnd))]);
  const natural = ({ gnd, label }: Inverted) => cards.get(gnd)?.displayName ?? label;
  const named = (value: Value) => {
    const [reference] = invertedReference(value);
    return reference === undefined ? value : { ...(value as object), label: natural(reference) };
  };
  const attributes = Object.entries(entity.attributes).map(([key, values]) => [key, values.map(named)] as const);
  const description = inverted.reduce((text, one) => text?.replace(one.label, () => natural(one)), entity.description);
  return { ...entity, attributes: Object.fromEntries(attributes), ...(description !== undefined && { description }) };
}

interface Inverted {
  readonly gnd: GndId;
  readonly label: string;
}

/** The reference, if its name may be in inverted order. */
function invertedReference(value: Value): readonly Inverted[] {
  const { gnd, label } = referenceOf(value) ?? {};
  return label?.includes(', ') === true ? [{ gnd: gnd as GndId, label }] : [];
}
