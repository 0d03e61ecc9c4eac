/** Describes an entity with schema.org, for search engines and other programs that read pages. */
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';
import type { EntityType } from '../../core/model/entity.ts';
import { type Entity, coordinatesOf } from './entity-facts.ts';
import { dataBlock, type Html } from '../../shared/http/html.ts';

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
  // A record that stands for several persons is not a person.
  const type = entity.differentiated === false ? 'Thing' : TYPES[entity.type];
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
