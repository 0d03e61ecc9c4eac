/** The GND ontology as far as the dumps use it: classes and their top class, properties and what they are for. */
import { ALL_ATTRIBUTES, ENTITY_TYPES, type EntityType } from '../model/entity.ts';

export const GNDO = 'https://d-nb.info/standards/elementset/gnd#';

/** Leaf classes by top class (ontology 1.18). Gods and spirits are persons, though their names are subject headings. */
const LEAVES: Readonly<Record<Exclude<EntityType, 'AuthorityResource'>, string>> = {
  Person: `DifferentiatedPerson UndifferentiatedPerson Pseudonym CollectivePseudonym Gods Spirits
    LiteraryOrLegendaryCharacter RoyalOrMemberOfARoyalHouse`,
  Family: '',
  CorporateBody: `Company OrganOfCorporateBody MusicalCorporateBody ReligiousCorporateBody ReligiousAdministrativeUnit
    ProjectOrProgram FictiveCorporateBody`,
  ConferenceOrEvent: 'SeriesOfConferenceOrEvent',
  PlaceOrGeographicName: `TerritorialCorporateBodyOrAdministrativeUnit AdministrativeUnit BuildingOrMemorial
    NaturalGeographicUnit WayBorderOrLine MemberState Country ReligiousTerritory FictivePlace ExtraterrestrialTerritory
    NameOfSmallGeographicUnitLyingWithinAnotherGeographicUnit`,
  SubjectHeading: `SubjectHeadingSensoStricto Language EthnographicName HistoricSingleEventOrEra
    NomenclatureInBiologyOrChemistry ProductNameOrBrandName SoftwareProduct MeansOfTransportWithIndividualName
    GroupOfPersons CharactersOrMorphemes FictiveTerm`,
  Work: `MusicalWork VersionOfAMusicalWork Manuscript CollectiveManuscript Collection Expression
    ProvenanceCharacteristic`,
};

/** Spellings that old data still have. */
const DEPRECATED_CLASSES: Readonly<Record<string, string>> = {
  Fictive_term: 'FictiveTerm',
  MeansOfTransportWithIndividual_name: 'MeansOfTransportWithIndividualName',
};

export interface GndClass {
  readonly type: EntityType;
  /** The name of the leaf class in its present spelling; absent for a top class. */
  readonly subtype?: string;
}

/** Classes by local name, deprecated spellings included. */
export const CLASSES: ReadonlyMap<string, GndClass> = buildClasses();

/** The endings of `preferredNameForThe…` and `variantNameForThe…`. */
const NAMED = ENTITY_TYPES.filter((type) => type !== 'AuthorityResource');

/** What a property of an entity is for. */
export type PropertyRole =
  | { readonly role: 'identifier' }
  /** `type` is absent for the generic property of old data. */
  | { readonly role: 'preferredName'; readonly type?: EntityType }
  | { readonly role: 'variantName' }
  /** Abbreviations are variant names too, says the ontology. */
  | { readonly role: 'abbreviation'; readonly key: string }
  | { readonly role: 'nameEntity' }
  | { readonly role: 'attribute'; readonly key: string }
  | { readonly role: 'homepage' }
  | { readonly role: 'geometry' }
  | { readonly role: 'sameAs' }
  | { readonly role: 'link'; readonly relation: 'sameAs' | 'about' }
  | { readonly role: 'deprecatedUri' }
  | { readonly role: 'oldAuthorityNumber' }
  | { readonly role: 'describedBy' };

/** Properties of entity nodes by full IRI, with http and https for what is published at d-nb.info. */
export const PROPERTIES: ReadonlyMap<string, PropertyRole> = buildProperties();

/** The local name of an IRI in the GND element set, spelled with http or https. */
export function gndLocalName(iri: string): string | undefined {
  if (iri.startsWith(GNDO)) return iri.slice(GNDO.length);
  const insecure = `http${GNDO.slice('https'.length)}`;
  return iri.startsWith(insecure) ? iri.slice(insecure.length) : undefined;
}

function buildClasses(): ReadonlyMap<string, GndClass> {
  const classes = new Map<string, GndClass>([['AuthorityResource', { type: 'AuthorityResource' }]]);
  for (const [type, leaves] of Object.entries(LEAVES) as [EntityType, string][]) {
    classes.set(type, { type });
    for (const subtype of leaves.split(/\s+/).filter(Boolean)) classes.set(subtype, { type, subtype });
  }
  for (const [old, current] of Object.entries(DEPRECATED_CLASSES)) {
    const known = classes.get(current);
    if (known !== undefined) classes.set(old, known);
  }
  return classes;
}

function buildProperties(): ReadonlyMap<string, PropertyRole> {
  const properties = new Map<string, PropertyRole>();
  const gndo = (name: string, role: PropertyRole): void => {
    properties.set(GNDO + name, role);
    properties.set(`http${GNDO.slice('https'.length)}${name}`, role);
  };
  for (const key of ALL_ATTRIBUTES) {
    if (key === 'coordinates') continue;
    gndo(key, { role: 'attribute', key });
    gndo(`${key}AsLiteral`, { role: 'attribute', key });
  }
  for (const degree of [1, 2, 3, 4]) {
    gndo(`relatedDdcWithDegreeOfDeterminacy${degree}`, { role: 'attribute', key: 'relatedDdcWithDegreeOfDeterminacy' });
  }
  gndo('broderTermGeneral', { role: 'attribute', key: 'broaderTermGeneral' });
  gndo('homepage', { role: 'homepage' });
  gndo('preferredName', { role: 'preferredName' });
  gndo('variantName', { role: 'variantName' });
  for (const type of NAMED) {
    gndo(`preferredNameForThe${type}`, { role: 'preferredName', type });
    gndo(`variantNameForThe${type}`, { role: 'variantName' });
    gndo(`abbreviatedNameForThe${type}`, { role: 'abbreviation', key: `abbreviatedNameForThe${type}` });
  }
  gndo('originalScriptNameOfThePerson', { role: 'variantName' });
  gndo('preferredNameEntityForThePerson', { role: 'nameEntity' });
  gndo('gndIdentifier', { role: 'identifier' });
  gndo('oldAuthorityNumber', { role: 'oldAuthorityNumber' });
  for (const scheme of ['http', 'https']) {
    for (const separator of ['#', '/']) {
      properties.set(`${scheme}://d-nb.info/standards/elementset/dnb${separator}deprecatedUri`, {
        role: 'deprecatedUri',
      });
    }
  }
  properties.set('http://www.w3.org/2002/07/owl#sameAs', { role: 'sameAs' });
  properties.set('http://xmlns.com/foaf/0.1/page', { role: 'link', relation: 'about' });
  const skos = 'http://www.w3.org/2004/02/skos/core#';
  properties.set(`${skos}exactMatch`, { role: 'link', relation: 'sameAs' });
  for (const match of ['closeMatch', 'relatedMatch', 'broadMatch', 'narrowMatch']) {
    properties.set(skos + match, { role: 'link', relation: 'about' });
  }
  properties.set('http://www.w3.org/2007/05/powder-s#describedby', { role: 'describedBy' });
  properties.set('http://www.opengis.net/ont/geosparql#hasGeometry', { role: 'geometry' });
  return properties;
}
