/** Describes an entity with schema.org, for search engines and other programs that read pages. */
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';
import type { EntityType } from '../../core/model/entity.ts';
import { type Entity, coordinatesOf } from './entity-facts.ts';
import { dataBlock, type Html } from '../../shared/http/html.ts';
import { entryOf } from '../../shared/http/locale.ts';

const TYPES: Readonly<Record<EntityType, string>> = {
  Person: 'Person',
  // schema.org has no families.
  Family: 'Thing',
  CorporateBody: 'Organization',
  ConferenceOrEvent: 'Event',
  PlaceOrGeographicName: 'Place',
  SubjectHeading: 'DefinedTerm',
  Work: 'CreativeWork',
  AuthorityResource: 'Thing',
};

const SUBTYPES: Readonly<Record<string, string>> = {
  MusicalWork: 'MusicComposition',
  MusicalCorporateBody: 'MusicGroup',
  Manuscript: 'Manuscript',
  Company: 'Corporation',
  SeriesOfConferenceOrEvent: 'EventSeries',
  BuildingOrMemorial: 'LandmarksOrHistoricalBuildings',
  AdministrativeUnit: 'AdministrativeArea',
  TerritorialCorporateBodyOrAdministrativeUnit: 'AdministrativeArea',
  Country: 'Country',
};

/** Attributes with a date, and their properties in schema.org. */
const DATES: Readonly<Record<string, string>> = {
  dateOfBirth: 'birthDate',
  dateOfDeath: 'deathDate',
  dateOfEstablishment: 'foundingDate',
  dateOfTermination: 'dissolutionDate',
  dateOfProduction: 'dateCreated',
  dateOfPublication: 'datePublished',
};

/** Most names and most addresses; the API has all. */
const MAX_VALUES = 50;

/** @param url address of the entity's page */
export function entityJsonLd({ entity, links }: LinksAnswer, url: string): Html {
  const { gnd, uri, preferredName, displayName, description, variantNames } = entity;
  const names = [...(displayName === undefined ? [] : [preferredName]), ...variantNames].slice(0, MAX_VALUES);
  const sameAs = links.categories
    .flatMap(({ items }) => items.filter(({ relation }) => relation === 'sameAs'))
    .map((link) => link.url)
    .slice(0, MAX_VALUES);
  const type = typeOf(entity);
  return dataBlock('application/ld+json', {
    '@context': 'https://schema.org',
    '@type': type,
    '@id': uri,
    url,
    name: displayName ?? preferredName,
    ...(names.length > 0 && { alternateName: names }),
    ...(description !== undefined && { description }),
    identifier: { '@type': 'PropertyValue', propertyID: 'GND', value: gnd, url: uri },
    ...(type === 'DefinedTerm' && { termCode: gnd, inDefinedTermSet: 'https://d-nb.info/gnd/' }),
    ...datesOf(entity, type),
    ...geoOf(entity, type),
    ...(sameAs.length > 0 && { sameAs }),
  });
}

function typeOf({ type, subtypes, differentiated }: Entity): string {
  // A record that stands for several persons is not a person.
  if (differentiated === false) return 'Thing';
  return subtypes.map((subtype) => entryOf(SUBTYPES, subtype)).find((known) => known !== undefined) ?? TYPES[type];
}

/** Dates in ISO 8601, for the types that can have them. */
function datesOf({ type, attributes }: Entity, schemaType: string): Record<string, string> {
  if (schemaType === 'Thing' || type === 'PlaceOrGeographicName') return {};
  return Object.fromEntries(
    Object.entries(DATES).flatMap(([key, name]) => {
      const value = attributes[key]?.[0];
      return typeof value === 'string' && /^\d{4}(?:-\d\d(?:-\d\d)?)?$/.test(value) ? [[name, value]] : [];
    }),
  );
}

function geoOf(entity: Entity, schemaType: string): Record<string, unknown> {
  const coordinates = coordinatesOf(entity);
  if (coordinates === undefined || schemaType === 'Thing') return {};
  const { latitude, longitude } = coordinates;
  return { geo: { '@type': 'GeoCoordinates', latitude, longitude } };
}
