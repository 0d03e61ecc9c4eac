/**
 * The shape of an entity with its links, as snapshots store it and the interface returns it.
 * Objects are open: within version 1 fields are only ever added, so clients ignore what they do not know.
 */
import { type Static, type TSchema, Type } from 'typebox';
import { ATTRIBUTES, ENTITY_TYPES, NAME_KINDS } from '../model/entity.ts';
import entityLabels from '../model/entity-labels.json' with { type: 'json' };
import { INVALID_REASONS } from '../model/read-identifiers.ts';
import { MATCHES, RELATIONS } from '../model/link.ts';
import {
  type Immutable,
  text,
  vocabulary,
  closedSet,
  count,
  day,
  address,
  described,
  list,
  Label,
  HEAD,
  gndId,
  gndUri,
  object,
} from '../model/schema.ts';

/** The link categories of version 1 in their order. New ones may be appended. */
export const CATEGORY_KEYS = [
  'authority',
  'knowledge_base',
  'encyclopedia',
  'biography',
  'archive',
  'catalogue',
  'collection',
  'edition',
  'image',
  'media',
  'place',
  'portal',
  'other',
] as const;

export const EntityTypeName = closedSet(ENTITY_TYPES, {
  title: 'EntityType',
  description: 'Class of the GND ontology; `AuthorityResource` for a record whose class is unknown.',
});

export const Years = described('Years', 'Years of life or existence; uncertain years are left out.', {
  start: Type.Optional(Type.Integer({ description: 'Year; negative before the common era, as in the record.' })),
  end: Type.Optional(Type.Integer({ description: 'Year; negative before the common era, as in the record.' })),
});

const AttributeReference = described('Reference', 'A related entity or a term of a vocabulary.', {
  gnd: Type.Optional(gndId('GND identifier of the related entity.')),
  uri: Type.Optional(text('URI of the term of a vocabulary.')),
  label: Type.Optional(text('Name of the entity or term; absent when the data do not have it.')),
  role: Type.Optional(text('Role in the relation, in the words of the record.', ['Ehefrau'])),
});

const CoordinatesValue = described('Coordinates', 'Coordinates in degrees (WGS 84).', {
  longitude: Type.Number({ minimum: -180, maximum: 180, description: 'Degrees, positive to the east.' }),
  latitude: Type.Number({ minimum: -90, maximum: 90, description: 'Degrees, positive to the north.' }),
});

const attribute = (key: string) => ({
  type: 'array',
  minItems: 1,
  items: valueOf(key),
  description: `${labels[key]?.en}: ${formOf(key)}; property \`${key}\` of the GND ontology.`,
});
const labels: Readonly<Record<string, { readonly en: string }>> = entityLabels.attributes;
const attributes = [...new Set(Object.values(ATTRIBUTES).flat())].toSorted();
/** Attributes that are always texts; the others may also be references. */
const TEXTS = /^(?:date|period|opus|abbreviated|biographical|definition|usingInstructions|homepage|publication)/;

function valueOf(key: string): TSchema {
  if (key === 'coordinates') return CoordinatesValue;
  return TEXTS.test(key) ? Type.String() : Type.Union([Type.String(), AttributeReference]);
}

function formOf(key: string): string {
  if (key === 'coordinates') return 'longitude and latitude in degrees (WGS 84)';
  if (key === 'homepage') return 'web addresses';
  if (key.startsWith('date')) return 'dates as in the record, ISO 8601 where they are exact';
  return TEXTS.test(key) ? 'texts of the record' : 'entities, terms of a vocabulary, or texts of the record';
}

const AttributesMap = Type.Unsafe<
  Record<string, (string | Static<typeof AttributeReference> | Static<typeof CoordinatesValue>)[]>
>({
  title: 'Attributes',
  type: 'object',
  properties: Object.fromEntries(attributes.map((key) => [key, attribute(key)])),
  additionalProperties: {
    type: 'array',
    minItems: 1,
    items: { anyOf: [Type.String(), AttributeReference, CoordinatesValue] },
  },
  description: 'Selected properties of the GND ontology under their own names; each value is a list.',
});

const DepictionValue = described('Depiction', 'A picture; only with a known licence.', {
  url: address('Address of the page that describes the picture.'),
  thumbnail: Type.Optional(address('Address of a small version of the picture.')),
  licence: text('SPDX identifier where there is one, else the address of the licence.', ['CC0-1.0']),
  credit: Type.Optional(text('Name of the author, to be shown with the picture.')),
  source: text('Key of the source that states the picture.'),
});

const NameValue = described('Name', 'A name, with its kind, language and script as the record states them.', {
  value: text('The name.'),
  kind: vocabulary('Kind of name. New kinds may be added.', NAME_KINDS),
  lang: Type.Optional(text('Language (BCP 47), where the record states it.', ['ru'])),
  script: Type.Optional(text('Script (ISO 15924).', ['Cyrl'])),
});

const Maintainer = described('Maintainer', 'The library that is responsible for the record and corrects it.', {
  name: text('Name of the library; its ISIL where the name is not known.', ['Bayerische Staatsbibliothek']),
  isil: Type.Optional(text('International Standard Identifier for Libraries.', ['DE-12'])),
  url: Type.Optional(address('Address of the entry in the directory of libraries, where its postal address is.')),
});

const EntityValue = described('Entity', 'A GND entity: identity, type, names and selected attributes.', {
  type: EntityTypeName,
  typeLabel: Label,
  subtypes: list('Subclasses of the GND ontology, sorted.', text('Subclass.', ['DifferentiatedPerson'])),
  differentiated: Type.Optional(
    Type.Boolean({ description: '`false` marks a record that stands for several persons of one name.' }),
  ),
  uri: gndUri,
  gnd: gndId('GND identifier.'),
  preferredName: text('Authorised form of the name; for persons the surname comes first.'),
  displayName: Type.Optional(text('The name in natural order; present where that differs from the preferred name.')),
  description: Type.Optional(text('One line that distinguishes the entity from namesakes.')),
  variantNames: list('The other names, as texts; `names` has them with their kind.', Type.String()),
  names: Type.Optional(
    list('The preferred name and the variants, each with its kind, language and script.', NameValue),
  ),
  years: Type.Optional(Years),
  attributes: AttributesMap,
  formerIds: list('Identifiers of records that were merged into this one.', gndId('Former identifier.')),
  depiction: Type.Optional(DepictionValue),
  modified: Type.Optional(day('Day of the last change of the record.')),
  level: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 7, description: 'Cataloguing level of the record; 1 is the best.' }),
  ),
  isReferenceRecord: Type.Optional(
    Type.Literal(true, {
      description:
        '`true` for a record that only refers to entities to be used instead, see `complexSeeReferenceSubject`; search by words does not find it.',
    }),
  ),
  maintainer: Type.Optional(Maintainer),
  describedBy: Type.Optional(
    list(
      'Sources of names, attributes and picture, sorted; sources of links are in `assertedBy`.',
      text('Key of a source that describes the entity, see `/sources`.'),
    ),
  ),
});

const LinkValue = described('Link', 'A curated connection from an entity to a page or record.', {
  url: address('Address of the target.'),
  collection: text('Key of the collection of the target, see `/sources`.', ['dewiki']),
  label: text('Name of the collection.'),
  relation: closedSet(RELATIONS, {
    description: '`sameAs`: the target describes the same entity. `about`: the target says something about the entity.',
  }),
  match: Type.Optional(
    closedSet(MATCHES, {
      description: 'Degree to which the target matches (SKOS mapping properties); only where a source states it.',
    }),
  ),
  hits: Type.Optional(count('Number of items at the target, where the source counts them.')),
  annotation: Type.Optional(text('Note of the source about the link.')),
  assertedBy: Type.Array(text('Key of a source.'), {
    minItems: 1,
    description: 'Keys of the sources that assert the link, sorted; see `/sources`.',
  }),
});

export const categoryKey = (description: string) => vocabulary(description, CATEGORY_KEYS);

const LinkCategory = described('LinkCategory', 'The links of one category. Categories without links are left out.', {
  category: categoryKey('Key of the category.'),
  label: Label,
  total: count('Number of links in the category.'),
  items: list('The links.', LinkValue),
});

const Conflict = described('Conflict', 'Several different identifiers of one collection where there can be only one.', {
  collection: text('Key of the collection.'),
  urls: Type.Array(address('Address of an identifier.'), {
    minItems: 2,
    description: 'Addresses of the different identifiers.',
  }),
});

/** Body of `/gnd/{gnd}/links`. Stored bodies have no `redirectedFrom`, and their `requested` is the entity's own identifier. */
export const LinksAnswerSchema = described('LinksAnswer', 'An entity and its links.', {
  ...HEAD,
  conflicts: list('Collections that allow only one identifier, but of which the entity has several.', Conflict),
  entity: EntityValue,
  requested: gndId('The requested identifier, in its canonical spelling.'),
  redirectedFrom: Type.Optional(
    Type.Array(gndId('The requested identifier, whose record was merged.'), {
      minItems: 1,
      description: 'Present only when the requested identifier belongs to a record that was merged into this one.',
    }),
  ),
  links: object('The links of the entity, by category.', {
    total: count('Number of links.'),
    categories: list('Categories with links, in the order of `/sources`.', LinkCategory),
  }),
});
export type LinksAnswer = Immutable<Static<typeof LinksAnswerSchema>>;
export type Link = Immutable<Static<typeof LinkValue>>;

/** Ways to read a text that is not one GND identifier. */
export const Readings = list(
  'All ways to read a text that is not a single GND identifier.',
  Type.Object({ scheme: text('The scheme.', ['wikidata']), value: text('The identifier in that scheme.', ['Q5879']) }),
);

export const Reason = vocabulary('Reason why the identifier is malformed, where it is known.', [
  'check_digit',
  ...INVALID_REASONS,
]);
