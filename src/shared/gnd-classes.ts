/** The classes of the GND ontology (version 1.18): leaf classes by top class, with their MARC codes. */
import { ENTITY_TYPES, type EntityType } from '../core/model/entity.ts';

/** The types that have their own properties, such as `preferredNameForThePerson`. */
export type NamedType = Exclude<EntityType, 'AuthorityResource'>;
export const NAMED_TYPES = ENTITY_TYPES.filter((type) => type !== 'AuthorityResource');

/**
 * Leaf classes by top class, each after its MARC entity code (`marc21equivalent`). Codes without a leaf class have the
 * top class here. Gods and spirits are persons, although their names are subject headings.
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

/** Former names of classes, which old data still use. */
const DEPRECATED_CLASSES: Readonly<Record<string, string>> = {
  Fictive_term: 'FictiveTerm',
  MeansOfTransportWithIndividual_name: 'MeansOfTransportWithIndividualName',
};

interface GndClass {
  readonly type: EntityType;
  /** The name of the leaf class in its present spelling; absent for a top class. */
  readonly subtype?: string;
}

/** Classes by local name, deprecated spellings included. */
export const CLASSES: ReadonlyMap<string, GndClass> = buildClasses();

/** Names of classes by MARC entity code. */
export const MARC_CLASSES: ReadonlyMap<string, string> = new Map(classTable().map(({ code, name }) => [code, name]));

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
    const entry = classes.get(current);
    if (entry !== undefined) classes.set(old, entry);
  }
  return classes;
}
