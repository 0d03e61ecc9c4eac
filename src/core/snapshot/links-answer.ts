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
  description: 'Class of the GND ontology, or `AuthorityResource` if the class of the record is unknown.',
});

export const Years = described('Years', 'First and last year of life or existence. Uncertain years are left out.', {
  start: Type.Optional(
    Type.Integer({ description: 'Year that the record states. Years before the common era are negative.' }),
  ),
  end: Type.Optional(
    Type.Integer({ description: 'Year that the record states. Years before the common era are negative.' }),
  ),
});

const AttributeReference = described('Reference', 'A related entity or a term from a vocabulary.', {
  gnd: Type.Optional(gndId('GND identifier of the related entity.')),
  uri: Type.Optional(text('URI of the term in its vocabulary.')),
  label: Type.Optional(text('Name of the entity or term. The field is absent if the name is not in the data.')),
  role: Type.Optional(text('Role in the relation, in the words of the record.', ['Ehefrau'])),
});

const CoordinatesValue = described('Coordinates', 'Coordinates in degrees (WGS 84).', {
  longitude: Type.Number({
    minimum: -180,
    maximum: 180,
    description: 'Degrees of longitude. Values to the east are positive.',
  }),
  latitude: Type.Number({
    minimum: -90,
    maximum: 90,
    description: 'Degrees of latitude. Values to the north are positive.',
  }),
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
  if (key.startsWith('date')) return 'dates as the record states them, in ISO 8601 form if they are exact';
  return TEXTS.test(key) ? 'texts from the record' : 'entities, terms from a vocabulary, or texts from the record';
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
  description: 'Selected properties of the GND ontology under their own names. Each value is a list.',
});

const DepictionValue = described('Depiction', 'A picture with a known licence.', {
  url: address('Address of the page that describes the picture.'),
  thumbnail: Type.Optional(address('Address of a small version of the picture.')),
  licence: text('SPDX identifier of the licence, if there is one, or else the address of the licence.', ['CC0-1.0']),
  credit: Type.Optional(text('Name of the author, which must be shown with the picture.')),
  source: text('Key of the source that names the picture.'),
});

const NameValue = described('Name', 'A name with the kind, language and script that the record states.', {
  value: text('The name.'),
  kind: vocabulary('Kind of name. New kinds may be added.', NAME_KINDS),
  lang: Type.Optional(text('Language (BCP 47), if the record states it.', ['ru'])),
  script: Type.Optional(text('Script (ISO 15924).', ['Cyrl'])),
});

const Maintainer = described('Maintainer', 'Library that is responsible for the record and corrects it.', {
  name: text('Name of the library, or its ISIL if the name is not known.', ['Bayerische Staatsbibliothek']),
  isil: Type.Optional(text('International Standard Identifier for Libraries.', ['DE-12'])),
  url: Type.Optional(
    address(
      'Address of the entry for the library in the directory of libraries. The entry contains the postal address.',
    ),
  ),
});

const EntityValue = described('Entity', 'A GND entity with its identifier, type, names and selected attributes.', {
  type: EntityTypeName,
  typeLabel: Label,
  subtypes: list('Subclasses of the GND ontology, sorted.', text('Subclass.', ['DifferentiatedPerson'])),
  differentiated: Type.Optional(
    Type.Boolean({ description: '`false` marks a record that stands for several persons of the same name.' }),
  ),
  uri: gndUri,
  gnd: gndId('GND identifier.'),
  preferredName: text('Authorised form of the name. For persons, the surname comes first.'),
  displayName: Type.Optional(
    text('Name in natural order. The field is absent if it would be the same as the preferred name.'),
  ),
  description: Type.Optional(text('One line that distinguishes the entity from namesakes.')),
  variantNames: list('The other names as texts. The field `names` contains them with their kinds.', Type.String()),
  names: Type.Optional(
    list('The preferred name and the other names, each with its kind, language and script.', NameValue),
  ),
  years: Type.Optional(Years),
  attributes: AttributesMap,
  formerIds: list('Identifiers of records that were merged into this one.', gndId('Former identifier.')),
  depiction: Type.Optional(DepictionValue),
  modified: Type.Optional(day('Day on which the record was last changed.')),
  level: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 7, description: 'Cataloguing level of the record. The best level is 1.' }),
  ),
  isReferenceRecord: Type.Optional(
    Type.Literal(true, {
      description:
        '`true` if the record only names entities that are used instead of it (see `complexSeeReferenceSubject`). A search for words does not find such a record.',
    }),
  ),
  maintainer: Type.Optional(Maintainer),
  describedBy: Type.Optional(
    list(
      'Sources of the names, the attributes and the picture, sorted. The sources of links are in `assertedBy`.',
      text('Key of a source that describes the entity; it is explained in `/sources`.'),
    ),
  ),
});

const LinkValue = described('Link', 'A link from an entity to a page or record on the web.', {
  url: address('Address of the target.'),
  collection: text('Key of the collection to which the target belongs; it is explained in `/sources`.', ['dewiki']),
  label: text('Name of the collection.'),
  relation: closedSet(RELATIONS, {
    description: '`sameAs`: the target describes the same entity. `about`: the target says something about the entity.',
  }),
  match: Type.Optional(
    closedSet(MATCHES, {
      description:
        'How well the target matches the entity, as a SKOS mapping property. The field is absent if no source states it.',
    }),
  ),
  hits: Type.Optional(count('Number of items on the target page, if the source counts them.')),
  annotation: Type.Optional(text('Note from the source about the link.')),
  assertedBy: Type.Array(text('Key of a source.'), {
    minItems: 1,
    description: 'Keys of the sources that contain the link, sorted; they are explained in `/sources`.',
  }),
});

export const categoryKey = (description: string) => vocabulary(description, CATEGORY_KEYS);

const LinkCategory = described('LinkCategory', 'The links of one category. Categories without links are left out.', {
  category: categoryKey('Key of the category.'),
  label: Label,
  total: count('Number of links in the category.'),
  items: list('The links.', LinkValue),
});

const Conflict = described(
  'Conflict',
  'Several different identifiers in a collection in which an entity can have only one.',
  {
    collection: text('Key of the collection.'),
    urls: Type.Array(address('Address of an identifier.'), {
      minItems: 2,
      description: 'Addresses of the different identifiers.',
    }),
  },
);

/** Body of `/gnd/{gnd}/links`. Stored bodies have no `redirectedFrom`, and their `requested` is the entity's own identifier. */
export const LinksAnswerSchema = described('LinksAnswer', 'An entity and its links.', {
  ...HEAD,
  conflicts: list('Collections in which the entity has several identifiers, although only one is possible.', Conflict),
  entity: EntityValue,
  requested: gndId('The requested identifier, in its canonical form.'),
  redirectedFrom: Type.Optional(
    Type.Array(gndId('The requested identifier, which belongs to a merged record.'), {
      minItems: 1,
      description:
        'The field is present only if the requested identifier belongs to a record that was merged into this one.',
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
  'All readings of a text that is not exactly one GND identifier.',
  Type.Object({
    scheme: text('Register to which the identifier belongs.', ['wikidata']),
    value: text('The identifier in the form of that register.', ['Q5879']),
  }),
);

export const Reason = vocabulary('The reason why the identifier is wrong, if it is known.', [
  'check_digit',
  ...INVALID_REASONS,
]);
