/** The properties of reconciliation: their names, and their values for an entity. */
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';
import { ATTRIBUTES, ENTITY_TYPES, type EntityType, type Label } from '../../core/model/entity.ts';
import { entryOf, labelOf } from '../../shared/http/locale.ts';
import labels from '../../core/model/entity-labels.json' with { type: 'json' };
import type { Store } from '../../core/snapshot/store.ts';
import { identifiersIn } from '../../shared/lookup/targets.ts';

/** An entity with its name, or a text with its identifier. */
type AttributeValue =
  | { readonly gnd: string; readonly name: string }
  | { readonly text: string; readonly id?: string | undefined };
export type PropertyValue = AttributeValue | { readonly number: number };

export interface Property {
  readonly id: string;
  readonly label: Label;
  /** Type of the entities that are its values. */
  readonly type?: EntityType | undefined;
  /** @param isIdWanted whether identifiers in addresses are read, which takes time */
  readonly valuesIn: (answer: LinksAnswer, isIdWanted: boolean) => readonly PropertyValue[];
}

/** A property of its own: names and numbers. */
function own(id: string, label: Label, read: (answer: LinksAnswer) => readonly (string | number)[]): Property {
  const valueOf = (value: string | number) => (typeof value === 'number' ? { number: value } : { text: value });
  return { id, label, valuesIn: (answer) => read(answer).map(valueOf) };
}

/** Properties other than attributes and links. */
const OWN: readonly Property[] = [
  own('preferredName', { de: 'Vorzugsname', en: 'Preferred name' }, ({ entity }) => [entity.preferredName]),
  own('displayName', { de: 'Name in natürlicher Reihenfolge', en: 'Name in natural order' }, ({ entity }) => [
    entity.displayName ?? entity.preferredName,
  ]),
  own('variantName', { de: 'Weitere Namen', en: 'Variant names' }, ({ entity }) => entity.variantNames),
  own('description', { de: 'Beschreibung', en: 'Description' }, ({ entity }) => [entity.description ?? []].flat()),
  own('formerIds', { de: 'Frühere GND-Nummern', en: 'Former GND identifiers' }, ({ entity }) => entity.formerIds),
  own('linkCount', { de: 'Anzahl der Verweise', en: 'Number of links' }, ({ links }) => [links.total]),
];

/** Types of the entities that attributes refer to. */
const REFERRED: readonly (readonly [RegExp, EntityType])[] = [
  [/place/i, 'PlaceOrGeographicName'],
  [/corporateBody|affiliation/i, 'CorporateBody'],
  [/conferenceOrEvent$/i, 'ConferenceOrEvent'],
  [/author|composer|artist|contributor|creator|relationship|friendship|pseudonym|realIdentity/i, 'Person'],
  [/^(?:literarySource|relatedWork)$/, 'Work'],
  [/^(?:profession|broader|related|formOfWork|topic|titleOf)/, 'SubjectHeading'],
];

/** Properties that an entity of the type may have; without a type, those of all types. */
export function propertiesOf(
  { snapshot, schemes, identify }: Pick<Store, 'snapshot' | 'schemes' | 'identify'>,
  type?: EntityType,
): readonly Property[] {
  const { categories, collections } = snapshot;
  const types = type === undefined || type === 'AuthorityResource' ? ENTITY_TYPES : [type];
  const attributes = new Set(types.flatMap((one) => ATTRIBUTES[one]));
  const links = (id: string, label: Label, isWanted: (category: string, collection: string) => boolean): Property => ({
    id,
    label,
    valuesIn: (answer, isIdWanted) =>
      answer.links.categories.flatMap(({ category, items }) =>
        items
          .filter(({ collection }) => isWanted(category, collection))
          .map(({ url }) => ({ text: url, id: isIdWanted ? identifierIn(identify(url)) : undefined })),
      ),
  });
  return [
    ...OWN,
    ...Array.from(attributes, attribute),
    ...categories.map(({ key, label: { de, en } }) =>
      links(`links:${key}`, { de: `Verweise: ${de}`, en: `Links: ${en}` }, (category) => category === key),
    ),
    ...collections.map(({ key, label }) => links(key, { de: label, en: label }, (_, collection) => collection === key)),
    ...schemes.map((scheme): Property => {
      const { de, en } = scheme.label;
      const label = { de: `Nummer: ${de}`, en: `Identifier: ${en}` };
      const valuesIn = (answer: LinksAnswer) => identifiersIn(answer, scheme, identify).map((text) => ({ text }));
      return { id: `id:${scheme.scheme}`, label, valuesIn };
    }),
  ];
}

/** The first key without its scheme; undefined for addresses without an identifier. */
function identifierIn([key = '']: readonly string[]): string | undefined {
  return /^(?!url:)[^:]+:(.+)$/.exec(key)?.[1];
}

function attribute(id: string): Property {
  const [, type] = REFERRED.find(([pattern]) => pattern.test(id) && !/^(?:date|period)/.test(id)) ?? [];
  return { id, label: labelOf(labels.attributes, id), type, valuesIn: (answer) => attributeValues(answer, id) };
}

export function attributeValues({ entity }: LinksAnswer, key: string): readonly AttributeValue[] {
  return (entryOf(entity.attributes, key) ?? []).map(valueOf);
}

function valueOf(value: LinksAnswer['entity']['attributes'][string][number]): AttributeValue {
  if (typeof value === 'string') return { text: value };
  if ('longitude' in value) return { text: `${value.latitude}, ${value.longitude}` };
  const { gnd, uri, label } = value;
  if (gnd !== undefined) return { gnd, name: label ?? gnd };
  return { text: label ?? uri ?? '', id: uri };
}
