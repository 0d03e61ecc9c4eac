/** The properties of reconciliation: their names, and their values for an entity. */
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';
import { ATTRIBUTES, ENTITY_TYPES, type EntityType, type Label } from '../../core/model/entity.ts';
import { entryOf, labelOf } from '../../shared/http/locale.ts';
import labels from '../../core/model/entity-labels.json' with { type: 'json' };
import type { Store } from '../../core/snapshot/store.ts';
import { identifiersIn } from '../../shared/lookup/targets.ts';

interface Property {
  readonly id: string;
  readonly label: Label;
  /** Type of the entities that are its values. */
  readonly type?: EntityType | undefined;
}

/** A value: an entity with its name, or a text with its identifier. */
export type PropertyValue =
  | { readonly gnd: string; readonly name: string }
  | { readonly text: string; readonly id?: string | undefined }
  | { readonly number: number };

/** Properties other than attributes and links: names and numbers. */
const OWN: Readonly<Record<string, { label: Label; read: (answer: LinksAnswer) => readonly (string | number)[] }>> = {
  preferredName: { label: { de: 'Vorzugsname', en: 'Preferred name' }, read: ({ entity }) => [entity.preferredName] },
  displayName: {
    label: { de: 'Name in natürlicher Folge', en: 'Name in natural order' },
    read: ({ entity }) => [entity.displayName ?? entity.preferredName],
  },
  variantName: { label: { de: 'Weitere Namen', en: 'Variant names' }, read: ({ entity }) => entity.variantNames },
  description: {
    label: { de: 'Beschreibung', en: 'Description' },
    read: ({ entity }) => (entity.description === undefined ? [] : [entity.description]),
  },
  formerIds: {
    label: { de: 'Frühere GND-Nummern', en: 'Former GND identifiers' },
    read: ({ entity }) => entity.formerIds,
  },
  linkCount: { label: { de: 'Anzahl der Verweise', en: 'Number of links' }, read: ({ links }) => [links.total] },
};

/** Types of the entities that attributes refer to. */
const REFERRED: readonly (readonly [RegExp, EntityType])[] = [
  [/place/i, 'PlaceOrGeographicName'],
  [/corporateBody|affiliation/i, 'CorporateBody'],
  [/conferenceOrEvent$/i, 'ConferenceOrEvent'],
  [/author|composer|artist|contributor|creator|relationship|friendship|pseudonym|realIdentity/i, 'Person'],
  [/^(?:literarySource|relatedWork)$/, 'Work'],
  [/^(?:profession|broader|related|formOfWork|topic|titleOf)/, 'SubjectHeading'],
];
const CATEGORY = 'links:';
const IDENTIFIER = 'id:';

/** The parts of a store that determine the properties. */
type Described = Pick<Store, 'snapshot' | 'schemes'>;

/** Properties that an entity of the type may have; without a type, those of all types. */
export function propertiesOf({ snapshot, schemes }: Described, type?: EntityType): readonly Property[] {
  const { categories, collections } = snapshot;
  const types = type === undefined || type === 'AuthorityResource' ? ENTITY_TYPES : [type];
  const attributes = new Set(types.flatMap((one) => ATTRIBUTES[one]));
  return [
    ...Object.entries(OWN).map(([id, { label }]) => ({ id, label })),
    ...[...attributes].map(attribute),
    ...categories.map(({ key, label }) => ({
      id: CATEGORY + key,
      label: { de: `Verweise: ${label.de}`, en: `Links: ${label.en}` },
    })),
    ...collections.map(({ key, label }) => ({ id: key, label: { de: label, en: label } })),
    ...schemes.map(({ scheme, label }) => ({
      id: IDENTIFIER + scheme,
      label: { de: `Nummer: ${label.de}`, en: `Identifier: ${label.en}` },
    })),
  ];
}

function attribute(id: string): Property {
  const [, type] = REFERRED.find(([pattern]) => pattern.test(id) && !/^(?:date|period)/.test(id)) ?? [];
  return { id, label: labelOf(labels.attributes, id), type };
}

/** Parts of the store that read identifiers. Those in addresses are read only on request, because it takes time. */
type PropertyReaders = Pick<Store, 'identify' | 'schemes'> & { readonly isIdWanted?: boolean };

/** @param limit largest number of values */
export function valuesOf(
  id: string,
  answer: LinksAnswer,
  { identify, schemes, isIdWanted = false }: PropertyReaders,
  limit = Infinity,
): readonly PropertyValue[] {
  const own = entryOf(OWN, id);
  if (own !== undefined) {
    const values = own.read(answer).slice(0, limit);
    return values.map((value) => (typeof value === 'number' ? { number: value } : { text: value }));
  }
  const values = entryOf(answer.entity.attributes, id);
  if (values !== undefined) return values.slice(0, limit).map(valueOf);
  const scheme = schemes.find((one) => IDENTIFIER + one.scheme === id);
  if (scheme !== undefined) {
    const ids = identifiersIn(answer, scheme, identify);
    return ids.slice(0, limit).map((value) => ({ text: value }));
  }
  const links = answer.links.categories.flatMap(({ category, items }) =>
    CATEGORY + category === id ? items : items.filter(({ collection }) => collection === id),
  );
  return links.slice(0, limit).map(({ url }) => {
    const [, identifier] = /^(?!url:)[^:]+:(.+)$/.exec((isIdWanted && identify(url)[0]) || '') ?? [];
    return { text: url, id: identifier };
  });
}

function valueOf(value: LinksAnswer['entity']['attributes'][string][number]): PropertyValue {
  if (typeof value === 'string') return { text: value };
  if ('longitude' in value) return { text: `${value.latitude}, ${value.longitude}` };
  const { gnd, uri, label } = value;
  if (gnd !== undefined) return { gnd, name: label ?? gnd };
  return { text: label ?? uri ?? '', id: uri };
}
