/** Parts of a GND entity: its type, names, selected attributes. Terms are those of the GND ontology. */
import type { GndId } from './gnd-id.ts';

/** The top classes of the GND ontology, in the order in which types are listed. */
export const ENTITY_TYPES = [
  'Person',
  'Family',
  'CorporateBody',
  'ConferenceOrEvent',
  'PlaceOrGeographicName',
  'SubjectHeading',
  'Work',
  'AuthorityResource',
] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

/** A text in both languages of the service. */
export interface Label {
  readonly de: string;
  readonly en: string;
}

/** A related thing: another GND entity or a term of a vocabulary. References in answers have a label where the data have one. */
export interface Reference {
  readonly gnd?: GndId | undefined;
  readonly uri?: string | undefined;
  readonly label?: string | undefined;
  /** Role of the related entity, in the words of the record: "Ehefrau", "VD-16 Mitverf.". */
  readonly role?: string | undefined;
}

/** WGS 84, degrees. */
export interface Coordinates {
  readonly longitude: number;
  readonly latitude: number;
}

export type AttributeValue = string | Reference | Coordinates;

/** A reference to another GND entity. */
type EntityReference = Reference & { readonly gnd: GndId };

/** @param value of an attribute @returns undefined for a text, coordinates or a term of a vocabulary */
export function referenceOf(value: string | object): EntityReference | undefined {
  const refers = typeof value === 'object' && 'gnd' in value && value.gnd !== undefined;
  return refers ? (value as EntityReference) : undefined;
}

/** Keys are property names of the GND ontology; {@link ATTRIBUTES} lists the properties in answers, by type. */
export type Attributes = Readonly<Record<string, readonly AttributeValue[]>>;

/** A picture of the entity, with its licence where that is known. */
export interface Depiction {
  readonly url: string;
  readonly thumbnail?: string | undefined;
  /** SPDX identifier where one exists, else the licence's URL. */
  readonly licence?: string | undefined;
  readonly credit?: string | undefined;
}

/** Kinds of names in order of precedence: a name of several kinds gets the first one. */
export const NAME_KINDS = [
  'preferred',
  'pseudonym',
  'real',
  'earlier',
  'later',
  'fuller',
  'abbreviation',
  'original',
  'variant',
] as const;
export type NameKind = (typeof NAME_KINDS)[number];

/** A name with its kind, language and script, as far as the record states them. */
export interface EntityName {
  readonly value: string;
  readonly kind: NameKind;
  /** BCP 47. */
  readonly lang?: string | undefined;
  /** ISO 15924. */
  readonly script?: string | undefined;
}

/** Prefix of the IRIs of libraries that maintain records; the ISIL follows. */
export const LIBRARY_IRI = 'https://ld.zdb-services.de/resource/organisations/';

/** Exact years only; -428 is the year that records write as -0428. */
export interface Years {
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

/** The attributes in answers, by type, in the order of the answer. */
export const ATTRIBUTES: Readonly<Record<EntityType, readonly string[]>> = {
  Person:
    words(`dateOfBirth dateOfDeath placeOfBirth placeOfDeath placeOfActivity periodOfActivity professionOrOccupation
    gender academicDegree titleOfNobility affiliation geographicAreaCode gndSubjectCategory
    biographicalOrHistoricalInformation familialRelationship acquaintanceshipOrFriendship pseudonym realIdentity homepage
    fieldOfStudy fieldOfActivity professionalRelationship memberOfTheFamily relatedCorporateBody publication`),
  Family: words(`dateOfBirth dateOfDeath periodOfActivity placeOfActivity geographicAreaCode
    biographicalOrHistoricalInformation titleOfNobility gndSubjectCategory relatedCorporateBody publication`),
  CorporateBody: words(`abbreviatedNameForTheCorporateBody dateOfEstablishment dateOfTermination placeOfBusiness
    precedingCorporateBody succeedingCorporateBody hierarchicalSuperiorOfTheCorporateBody geographicAreaCode
    gndSubjectCategory biographicalOrHistoricalInformation homepage relatedCorporateBody fieldOfActivity
    spatialAreaOfActivity`),
  ConferenceOrEvent: words(`dateOfConferenceOrEvent placeOfConferenceOrEvent topic precedingConferenceOrEvent
    succeedingConferenceOrEvent geographicAreaCode gndSubjectCategory biographicalOrHistoricalInformation homepage
    relatedCorporateBody fieldOfActivity spatialAreaOfActivity`),
  PlaceOrGeographicName: words(`coordinates dateOfEstablishment dateOfTermination
    hierarchicalSuperiorOfPlaceOrGeographicName precedingPlaceOrGeographicName succeedingPlaceOrGeographicName
    geographicAreaCode gndSubjectCategory biographicalOrHistoricalInformation homepage`),
  SubjectHeading: words(`broaderTermGeneral broaderTermGeneric broaderTermInstantial broaderTermPartitive relatedTerm
    definition gndSubjectCategory relatedDdcWithDegreeOfDeterminacy geographicAreaCode usingInstructions
    complexSeeReferenceSubject`),
  Work: words(`firstAuthor firstComposer author composer artist contributor creator dateOfPublication dateOfProduction
    formOfWorkAndExpression languageOfWork opusNumericDesignationOfMusicalWork literarySource relatedWork
    gndSubjectCategory geographicAreaCode biographicalOrHistoricalInformation`),
  AuthorityResource: words(`geographicAreaCode gndSubjectCategory biographicalOrHistoricalInformation homepage`),
};

/** Attributes that answers use only in the description, which tells namesakes apart. */
export const UNANSWERED_ATTRIBUTES: readonly string[] = ['dateOfBirthAndDeath'];

/** All attributes that the build uses; readers leave out others. */
export const ALL_ATTRIBUTES: ReadonlySet<string> = new Set([
  ...Object.values(ATTRIBUTES).flat(),
  ...UNANSWERED_ATTRIBUTES,
]);

function words(text: string): readonly string[] {
  return text.split(/\s+/);
}
