/** The properties of reconciliation: what a query may compare, what can be fetched of an entity, and what they are called. */
import type { LinksAnswer } from '../../api/schemas.ts';
import { ATTRIBUTES, ENTITY_TYPES, type EntityType, type Label } from '../../model/entity.ts';
import { entryOf, labelOf } from '../../pages/locale.ts';
import labels from '../../pages/texts/entity-labels.json' with { type: 'json' };
import type { MatchQuery, PropertyQuestion, Snapshot, Store } from '../../store/store.ts';
import type { SentValues } from './shapes.ts';

export interface Property {
  readonly id: string;
  readonly label: Label;
  /** Of the entities that are its values. */
  readonly type?: EntityType;
}

/** A value: an entity with its name, or a text with what identifies it. */
export type PropertyValue =
  | { readonly gnd: string; readonly name: string }
  | { readonly text: string; readonly id?: string }
  | { readonly number: number };

/** What a record is called and counts, beside its attributes and links. */
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

/** Types of what attributes refer to. */
const REFERRED: readonly (readonly [RegExp, EntityType])[] = [
  [/place/i, 'PlaceOrGeographicName'],
  [/corporateBody|affiliation/i, 'CorporateBody'],
  [/conferenceOrEvent$/i, 'ConferenceOrEvent'],
  [/author|composer|artist|contributor|creator|relationship|friendship|pseudonym|realIdentity/i, 'Person'],
  [/^(?:literarySource|relatedWork)$/, 'Work'],
  [/^(?:profession|broader|related|formOfWork|topic|titleOf)/, 'SubjectHeading'],
];
const CATEGORY = 'links:';

/** Those that an entity of the type may have; of all types without one. */
export function propertiesOf({ categories, collections }: Snapshot, type?: EntityType): readonly Property[] {
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
  ];
}

/** What is known of a property by its identifier; anything else is a property without values. */
export function propertyOf(snapshot: Snapshot, id: string): Property {
  return propertiesOf(snapshot).find((one) => one.id === id) ?? { id, label: { de: id, en: id } };
}

function attribute(id: string): Property {
  const [, type] = REFERRED.find(([pattern]) => pattern.test(id) && !/^(?:date|period)/.test(id)) ?? [];
  return { id, label: labelOf(labels.attributes, id), ...(type && { type }) };
}

/** @param identify of the store that the answer comes from */
export function valuesOf(id: string, answer: LinksAnswer, identify: Store['identify']): readonly PropertyValue[] {
  const own = entryOf(OWN, id);
  if (own !== undefined)
    return own.read(answer).map((value) => (typeof value === 'number' ? { number: value } : { text: value }));
  const values = entryOf(answer.entity.attributes, id);
  if (values !== undefined) return values.map(valueOf);
  const links = answer.links.categories.flatMap(({ category, items }) =>
    items.filter(({ collection }) => collection === id || CATEGORY + category === id),
  );
  return links.map(({ url }) => {
    const [, identifier] = /^(?!url:)[^:]+:(.+)$/.exec(identify(url)[0] ?? '') ?? [];
    return { text: url, ...(identifier !== undefined && { id: identifier }) };
  });
}

function valueOf(value: LinksAnswer['entity']['attributes'][string][number]): PropertyValue {
  if (typeof value === 'string') return { text: value };
  if ('longitude' in value) return { text: `${value.latitude}, ${value.longitude}` };
  const { gnd, uri, label } = value;
  if (gnd !== undefined) return { gnd, name: label ?? gnd };
  return { text: label ?? uri ?? '', ...(uri !== undefined && { id: uri }) };
}

/** Attributes that people mean by a plain word. */
const GROUPS: Readonly<Record<string, RegExp>> = {
  place: /^place|SuperiorOfPlace|^geographicAreaCode/,
  profession: /^professionOrOccupation/,
  author: /^(?:first)?(?:author|composer)|^(?:artist|creator|contributor)/i,
};
const STARTS = /^(?:dateOfBirth|dateOfEstablishment|dateOfP\w+|dateOfConferenceOrEvent|birth|start)/i;
const ENDS = /^(?:dateOfDeath|dateOfTermination|death|end)$/i;
const NAMES = /^(?:preferred|variant|display)?name$/i;
/** Of properties, of the values of each, and of identifiers so many are looked at: each costs. */
const MOST = 10;
const ALL_KEYS = [...new Set(Object.values(ATTRIBUTES).flat())];

type Circumstances = Required<Pick<MatchQuery, 'name' | 'years' | 'properties' | 'identifiers'>>;

/** What properties of a query say: names, years, values of attributes; what is none of these may be an identifier. */
export function circumstancesOf(sent: readonly { readonly pid: string; readonly v: SentValues }[]): Circumstances {
  const found = {
    name: '',
    years: [] as (number | undefined)[],
    properties: [] as PropertyQuestion[],
    identifiers: [] as string[],
  };
  for (const { pid, v } of sent.slice(0, MOST)) {
    const all = [v]
      .flat()
      .slice(0, MOST)
      .map((one) => (typeof one === 'object' ? one : { id: String(one) }));
    const values = all.flatMap(({ id, name = id }) => [...new Set([id, name])]).map((value) => value.slice(0, 300));
    const years = yearsIn(values.join(' '));
    const attributes = ALL_KEYS.filter((key) => key === pid || entryOf(GROUPS, pid)?.test(key));
    if (NAMES.test(pid)) found.name ||= values[0] ?? '';
    else if (/AndDeath$|^years$/i.test(pid)) found.years = [...years];
    else if (STARTS.test(pid)) found.years[0] = years[0];
    else if (ENDS.test(pid)) found.years[1] = years[0];
    else if (attributes.length > 0) found.properties.push({ attributes, values });
    else found.identifiers.push(...values, ...values.map((value) => `${pid}: ${value}`));
  }
  const identifiers = found.identifiers.slice(0, MOST);
  return { ...found, identifiers, years: [found.years[0], found.years[1]] };
}

/** "1749-08-28", "1749-1832", "-0428": what is behind a digit is no sign. */
function yearsIn(text: string): readonly number[] {
  return [...text.matchAll(/(?<!\d)(?<sign>(?<!\d\s?)-)?(?<year>\d{3,4})(?!\d)/gu)].map(({ groups = {} }) =>
    Number(`${groups['sign'] ?? ''}${groups['year']}`),
  );
}
