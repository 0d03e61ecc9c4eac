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

const LEAVES = NAMED_TYPES.flatMap((type) =>
  CLASS_TABLE[type].split(/\s+/).map((entry) => {
    const [code = '', name = ''] = entry.split(':');
    return { type, code, name, entry: name === type ? { type } : { type, subtype: name } };
  }),
);

/** Former names of classes, by the present name; old data still use them. */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  FictiveTerm: 'Fictive_term',
  MeansOfTransportWithIndividualName: 'MeansOfTransportWithIndividual_name',
};

interface GndClass {
  readonly type: EntityType;
  /** The name of the leaf class in its present spelling; absent for a top class. */
  readonly subtype?: string;
}

/** Classes by local name, deprecated spellings included. */
export const CLASSES: ReadonlyMap<string, GndClass> = new Map<string, GndClass>([
  ...ENTITY_TYPES.map((type) => [type, { type }] as const),
  ...LEAVES.flatMap(({ name, entry }) => [name, FORMER_NAMES[name] ?? name].map((one) => [one, entry] as const)),
]);

/** Names of classes by MARC entity code. */
export const MARC_CLASSES: ReadonlyMap<string, string> = new Map(LEAVES.map(({ code, name }) => [code, name]));
