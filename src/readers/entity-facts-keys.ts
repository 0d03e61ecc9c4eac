/** Names that Entity Facts has for types and attributes, and what the GND ontology calls the same thing. */
import type { EntityType } from '../model/entity.ts';

export const ENTITY_FACTS_TYPES: ReadonlyMap<string, EntityType> = new Map([
  ['person', 'Person'],
  ['family', 'Family'],
  ['organisation', 'CorporateBody'],
  ['event', 'ConferenceOrEvent'],
  ['place', 'PlaceOrGeographicName'],
]);

/** How the value of a key is read. */
export type Shape = 'text' | 'date' | 'references' | 'addresses' | 'position';

export interface Mapping {
  /** Property of the GND ontology. */
  readonly key: string;
  readonly shape: Shape;
}

const COMMON = {
  associatedCountry: { key: 'geographicAreaCode', shape: 'references' },
  biographicalOrHistoricalInformation: { key: 'biographicalOrHistoricalInformation', shape: 'text' },
  homepage: { key: 'homepage', shape: 'addresses' },
} as const satisfies Record<string, Mapping>;

const LIFE = {
  dateOfBirth: { key: 'dateOfBirth', shape: 'date' },
  dateOfDeath: { key: 'dateOfDeath', shape: 'date' },
  periodOfActivity: { key: 'periodOfActivity', shape: 'text' },
  placeOfActivity: { key: 'placeOfActivity', shape: 'references' },
  titleOfNobility: { key: 'titleOfNobility', shape: 'references' },
} as const satisfies Record<string, Mapping>;

const EXISTENCE = {
  dateOfEstablishment: { key: 'dateOfEstablishment', shape: 'date' },
  dateOfTermination: { key: 'dateOfTermination', shape: 'date' },
} as const satisfies Record<string, Mapping>;

/**
 * Per type; keys whose meaning is wider than that of a selected attribute (`relatedPerson`, `isA`, `associatedPlace` …)
 * are left out.
 */
export const ENTITY_FACTS_KEYS: Readonly<Partial<Record<EntityType, ReadonlyMap<string, Mapping>>>> = {
  Person: table({
    ...COMMON,
    ...LIFE,
    placeOfBirth: { key: 'placeOfBirth', shape: 'references' },
    placeOfDeath: { key: 'placeOfDeath', shape: 'references' },
    professionOrOccupation: { key: 'professionOrOccupation', shape: 'references' },
    gender: { key: 'gender', shape: 'references' },
    academicDegree: { key: 'academicDegree', shape: 'references' },
    affiliation: { key: 'affiliation', shape: 'references' },
    familialRelationship: { key: 'familialRelationship', shape: 'references' },
    pseudonym: { key: 'pseudonym', shape: 'references' },
    realIdentity: { key: 'realIdentity', shape: 'references' },
  }),
  Family: table({ ...COMMON, ...LIFE }),
  CorporateBody: table({
    ...COMMON,
    ...EXISTENCE,
    placeOfBusiness: { key: 'placeOfBusiness', shape: 'references' },
    predecessor: { key: 'precedingCorporateBody', shape: 'references' },
    successor: { key: 'succeedingCorporateBody', shape: 'references' },
    isPartOf: { key: 'hierarchicalSuperiorOfTheCorporateBody', shape: 'references' },
  }),
  ConferenceOrEvent: table({
    ...COMMON,
    dateOfEvent: { key: 'dateOfConferenceOrEvent', shape: 'date' },
    placeOfEvent: { key: 'placeOfConferenceOrEvent', shape: 'references' },
    topic: { key: 'topic', shape: 'references' },
    predecessor: { key: 'precedingConferenceOrEvent', shape: 'references' },
    successor: { key: 'succeedingConferenceOrEvent', shape: 'references' },
  }),
  PlaceOrGeographicName: table({
    ...COMMON,
    ...EXISTENCE,
    location: { key: 'coordinates', shape: 'position' },
    predecessor: { key: 'precedingPlaceOrGeographicName', shape: 'references' },
    successor: { key: 'succeedingPlaceOrGeographicName', shape: 'references' },
    isPartOf: { key: 'hierarchicalSuperiorOfPlaceOrGeographicName', shape: 'references' },
  }),
};

function table(entries: Readonly<Record<string, Mapping>>): ReadonlyMap<string, Mapping> {
  return new Map(Object.entries(entries));
}
