/** Names in the form in which people read them, of an entity and of those that it refers to. */
import { type Reference, referenceOf } from '../../core/model/entity.ts';
import { GND_URI_PREFIX, type GndId } from '../../core/model/gnd-id.ts';
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';
import type { Store } from '../../core/snapshot/store.ts';
import { isExcerpt } from './excerpt.ts';

type Entity = LinksAnswer['entity'];
type Value = Entity['attributes'][string][number];

/** Largest number of names that are looked up. */
const MAX_NAMES = 100;

/** Families as cataloguers write them: `Rothschild, Familie : 1500- : Frankfurt am Main`. */
const FAMILY = /^([^,:]+), (Familie|Dynastie|Haus|Clan)$/u;

interface Named {
  readonly type?: string | undefined;
  readonly preferredName: string;
  readonly displayName?: string | undefined;
}

/** The name as a title: `Rothschild (Familie)`, `London Book Fair (2007, London)`; persons in natural order. */
export function naturalName({ type, preferredName, displayName }: Named): string {
  if (displayName !== undefined) return displayName;
  if (type === 'Family') return (preferredName.split(' : ')[0] ?? preferredName).replace(FAMILY, '$1 ($2)');
  if (type !== 'ConferenceOrEvent') return preferredName;
  return preferredName.replace(/\([^()]* : [^()]*\)$/u, (place) => place.replaceAll(' : ', ', '));
}

/**
 * The entity with the natural names of those that it refers to; the API has the preferred names of the GND. In an
 * excerpt of the GND, a reference to an entity outside has the address of the record in the GND.
 */
export async function withNaturalNames(entity: Entity, store: Pick<Store, 'cards' | 'snapshot'>): Promise<Entity> {
  const isPart = isExcerpt(store.snapshot);
  const references = Object.values(entity.attributes).flat().flatMap(labelled);
  const asked = references.filter(({ label }) => isPart || label.includes(', ')).slice(0, MAX_NAMES);
  if (asked.length === 0) return entity;
  const ids = new Set(asked.map(({ gnd }) => gnd));
  const cards = await store.cards([...ids]);
  const nameOf = ({ gnd, label }: Labelled) => cards.get(gnd)?.displayName ?? label;
  const named = (value: Value): Value => {
    const [reference] = labelled(value);
    if (reference === undefined || !ids.has(reference.gnd)) return value;
    const { gnd, ...rest } = reference;
    if (isPart && !cards.has(gnd)) return { ...rest, uri: GND_URI_PREFIX + gnd };
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
