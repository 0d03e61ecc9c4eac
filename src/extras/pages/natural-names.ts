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
  const naturalName = (value: Value) => {
    const [reference] = invertedReference(value);
    return reference && cards.get(reference.gnd)?.displayName;
  };
  const attributes = Object.entries(entity.attributes).map(
    ([key, values]) =>
      [
        key,
        values.map((value) => {
          const label = naturalName(value);
          return label === undefined ? value : { ...(value as object), label };
        }),
      ] as const,
  );
  const { description } = entity;
  const described = inverted.reduce(
    (text, { gnd, label }) => text?.replace(label, () => cards.get(gnd)?.displayName ?? label),
    description,
  );
  return {
    ...entity,
    attributes: Object.fromEntries(attributes),
    ...(described !== undefined && { description: described }),
  };
}

/** The reference, if its name may be in inverted order. */
function invertedReference(value: Value): readonly { readonly gnd: GndId; readonly label: string }[] {
  const reference = referenceOf(value);
  if (reference === undefined) return [];
  const { gnd, label } = reference;
  return label?.includes(', ') === true ? [{ gnd: gnd as GndId, label }] : [];
}
