/** The GND ontology (version 1.18) as far as the dumps use it: classes with their MARC codes, and properties that are answered. */
import { ALL_ATTRIBUTES, ENTITY_TYPES, type EntityType } from '../model/entity.ts';
import { defect, type Report } from './defects.ts';

export const GNDO = 'https://d-nb.info/standards/elementset/gnd#';
const INSECURE_GNDO = GNDO.replace('https:', 'http:');

/** The types for which there are properties of their own, such as `preferredNameForThePerson`. */
export type NamedType = Exclude<EntityType, 'AuthorityResource'>;
export const NAMED_TYPES = ENTITY_TYPES.filter((type) => type !== 'AuthorityResource');

/**
 * Leaf classes by top class, each behind its MARC entity code (`marc21equivalent`); the top class behind the codes that
 * say nothing closer. Gods and spirits are persons, though their names are subject headings.
 */
const CLASS_TABLE: Readonly<Record<NamedType, string>> = {
  Person: `piz:DifferentiatedPerson :UndifferentiatedPerson pip:Pseudonym pis:CollectivePseudonym pxg:Gods pxs:Spirits
    pxl:LiteraryOrLegendaryCharacter pik:RoyalOrMemberOfARoyalHouse`,
  Family: 'pif:Family',
  CorporateBody: `kiz:CorporateBody kif:Company kio:OrganOfCorporateBody kim:MusicalCorporateBody
    kir:ReligiousCorporateBody kiv:ReligiousAdministrativeUnit kip:ProjectOrProgram kxz:FictiveCorporateBody`,
  ConferenceOrEvent: 'vie:ConferenceOrEvent vif:SeriesOfConferenceOrEvent',
  PlaceOrGeographicName: `giz:PlaceOrGeographicName gik:TerritorialCorporateBodyOrAdministrativeUnit
    giv:AdministrativeUnit gib:BuildingOrMemorial gin:NaturalGeographicUnit giw:WayBorderOrLine gif:MemberState
    gil:Country gir:ReligiousTerritory gxz:FictivePlace gix:ExtraterrestrialTerritory
    gio:NameOfSmallGeographicUnitLyingWithinAnotherGeographicUnit`,
  SubjectHeading: `szz:SubjectHeading sab:SubjectHeading siz:SubjectHeading saz:SubjectHeadingSensoStricto sis:Language
    sie:EthnographicName sih:HistoricSingleEventOrEra snz:NomenclatureInBiologyOrChemistry sip:ProductNameOrBrandName
    siw:SoftwareProduct sif:MeansOfTransportWithIndividualName siu:GroupOfPersons slz:CharactersOrMorphemes
    sxz:FictiveTerm`,
  Work: `wit:Work wim:MusicalWork wif:VersionOfAMusicalWork wis:Manuscript wil:CollectiveManuscript win:Collection
    wie:Expression wip:ProvenanceCharacteristic`,
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

/** Names of classes by MARC entity code. */
export const MARC_CLASSES: ReadonlyMap<string, string> = new Map(classTable().map(({ code, name }) => [code, name]));

/** Kinds of relatives, of which a record may name one without saying that it is a `familialRelationship`. */
const KIN = `hasParent hasChild hasSibling hasSpouse hasGrandParent hasGrandChild hasAuntUncle hasNieceNephew hasCousin
  hasAncestor hasDescendant hasParentInLaw hasChildInLaw hasSiblingInLaw hasStepParent hasStepChild hasFosterParent
  hasFosterChild`.split(/\s+/);

/** The attribute as which the values of a property are answered, by the property's IRI. */
export const ATTRIBUTE_PROPERTIES: ReadonlyMap<string, string> = buildAttributeProperties();

/** The local name of an IRI in the GND element set, spelled with http or https. */
export function gndLocalName(iri: string): string | undefined {
  if (iri.startsWith(GNDO)) return iri.slice(GNDO.length);
  return iri.startsWith(INSECURE_GNDO) ? iri.slice(INSECURE_GNDO.length) : undefined;
}

/** Both spellings of a property's IRI. */
export function gndIris(localName: string): readonly string[] {
  return [GNDO + localName, INSECURE_GNDO + localName];
}

/**
 * The type of an entity by the names of its classes and, where these disagree, by the property that holds its name. A
 * family comes before a person (old data state both); unknown names are reported as `unknown_class`.
 */
export function classify(names: Iterable<string>, named: EntityType | undefined, report: Report) {
  const found = new Set<EntityType>();
  const ofLeaves = new Set<EntityType>();
  const subtypes = new Set<string>();
  for (const name of names) {
    const known = CLASSES.get(name);
    if (known === undefined) {
      report(defect('unknown_class', 'notice', name));
      continue;
    }
    found.add(known.type);
    if (known.subtype === undefined) continue;
    subtypes.add(known.subtype);
    ofLeaves.add(known.type);
  }
  return { type: chooseType(found, ofLeaves.size > 0 ? ofLeaves : found, named), subtypes: [...subtypes].sort() };
}

function chooseType(
  found: ReadonlySet<EntityType>,
  likely: ReadonlySet<EntityType>,
  named: EntityType | undefined,
): EntityType {
  if (found.has('Family')) return 'Family';
  const known = NAMED_TYPES.filter((type) => likely.has(type));
  if (known.length > 1 && named !== undefined && likely.has(named)) return named;
  return known[0] ?? named ?? 'AuthorityResource';
}

function classTable(): { type: EntityType; code: string; name: string }[] {
  return NAMED_TYPES.flatMap((type) =>
    CLASS_TABLE[type].split(/\s+/).map((entry) => {
      const [code = '', name = ''] = entry.split(':');
      return { type, code, name };
    }),
  );
}

function buildClasses(): ReadonlyMap<string, GndClass> {
  const classes = new Map<string, GndClass>([['AuthorityResource', { type: 'AuthorityResource' }]]);
  for (const type of NAMED_TYPES) classes.set(type, { type });
  for (const { type, name } of classTable()) if (name !== type) classes.set(name, { type, subtype: name });
  for (const [old, current] of Object.entries(DEPRECATED_CLASSES)) {
    const known = classes.get(current);
    if (known !== undefined) classes.set(old, known);
  }
  return classes;
}

function buildAttributeProperties(): ReadonlyMap<string, string> {
  const degrees = [1, 2, 3, 4].map((degree) => `relatedDdcWithDegreeOfDeterminacy${degree}`);
  const properties: [localName: string, attribute: string][] = [
    ...[...ALL_ATTRIBUTES]
      // These two are no plain values: an address, and a position in a geometry.
      .filter((key) => key !== 'homepage' && key !== 'coordinates')
      .flatMap((key): [string, string][] => [
        [key, key],
        [`${key}AsLiteral`, key],
      ]),
    ...degrees.map((name): [string, string] => [name, 'relatedDdcWithDegreeOfDeterminacy']),
    ['broderTermGeneral', 'broaderTermGeneral'],
  ];
  const agrelon = gndIris('').map((iri) => iri.replace('/gnd#', '/agrelon#'));
  return new Map([
    ...properties.flatMap(([name, key]) => gndIris(name).map((iri): [string, string] => [iri, key])),
    ...agrelon.flatMap((start) => KIN.map((name): [string, string] => [start + name, 'familialRelationship'])),
  ]);
}
