/** The classes of an entity by the codes of its MARC record. */
import { subfield, subfields, valuesOf } from './marc-fields.ts';
import type { MarcRecord } from './marc-records.ts';

/** Kind of record: person, name, corporate body, conference, place, subject heading, work. */
export type GeneralType = keyof typeof DEFAULTS;

/** Class where the record has no entity code. */
const DEFAULTS = {
  p: 'DifferentiatedPerson',
  n: 'UndifferentiatedPerson',
  b: 'CorporateBody',
  f: 'ConferenceOrEvent',
  g: 'PlaceOrGeographicName',
  s: 'SubjectHeading',
  u: 'Work',
} as const;

/**
 * Entity codes, as the ontology names them for its classes (`marc21equivalent`); the last two it does not name, they are
 * subject headings of no special kind.
 */
const CLASSES: Readonly<Record<string, string>> = {
  piz: 'DifferentiatedPerson',
  pif: 'Family',
  pik: 'RoyalOrMemberOfARoyalHouse',
  pip: 'Pseudonym',
  pis: 'CollectivePseudonym',
  pxg: 'Gods',
  pxl: 'LiteraryOrLegendaryCharacter',
  pxs: 'Spirits',
  kiz: 'CorporateBody',
  kif: 'Company',
  kim: 'MusicalCorporateBody',
  kio: 'OrganOfCorporateBody',
  kip: 'ProjectOrProgram',
  kir: 'ReligiousCorporateBody',
  kiv: 'ReligiousAdministrativeUnit',
  kxz: 'FictiveCorporateBody',
  vie: 'ConferenceOrEvent',
  vif: 'SeriesOfConferenceOrEvent',
  giz: 'PlaceOrGeographicName',
  gib: 'BuildingOrMemorial',
  gif: 'MemberState',
  gik: 'TerritorialCorporateBodyOrAdministrativeUnit',
  gil: 'Country',
  gin: 'NaturalGeographicUnit',
  gio: 'NameOfSmallGeographicUnitLyingWithinAnotherGeographicUnit',
  gir: 'ReligiousTerritory',
  giv: 'AdministrativeUnit',
  giw: 'WayBorderOrLine',
  gix: 'ExtraterrestrialTerritory',
  gxz: 'FictivePlace',
  saz: 'SubjectHeadingSensoStricto',
  sie: 'EthnographicName',
  sif: 'MeansOfTransportWithIndividualName',
  sih: 'HistoricSingleEventOrEra',
  sip: 'ProductNameOrBrandName',
  sis: 'Language',
  siu: 'GroupOfPersons',
  siw: 'SoftwareProduct',
  slz: 'CharactersOrMorphemes',
  snz: 'NomenclatureInBiologyOrChemistry',
  sxz: 'FictiveTerm',
  szz: 'SubjectHeading',
  wit: 'Work',
  wie: 'Expression',
  wif: 'VersionOfAMusicalWork',
  wil: 'CollectiveManuscript',
  wim: 'MusicalWork',
  win: 'Collection',
  wip: 'ProvenanceCharacteristic',
  wis: 'Manuscript',
  sab: 'SubjectHeading',
  siz: 'SubjectHeading',
};

/** 075, in files of 2015 still 079. */
export function readGeneralType(record: MarcRecord): GeneralType | undefined {
  const code = codesOf(record, 'gndgen')[0] ?? valuesOf(record, '079', 'b')[0]?.trim();
  return code !== undefined && Object.hasOwn(DEFAULTS, code) ? (code as GeneralType) : undefined;
}

/** Names of classes; a code that is not known stands for itself. */
export function readClassNames(record: MarcRecord, general: GeneralType | undefined): readonly string[] {
  const special = [...codesOf(record, 'gndspec'), ...valuesOf(record, '079', 'v')].flatMap((text) => text.split(';'));
  const names = special.map((text) => text.trim()).filter((code) => /^[a-z]{3}$/.test(code));
  if (names.length > 0) return names.map((code) => (Object.hasOwn(CLASSES, code) ? (CLASSES[code] ?? code) : code));
  return general === undefined ? [] : [DEFAULTS[general]];
}

function codesOf({ fields }: MarcRecord, source: 'gndgen' | 'gndspec'): readonly string[] {
  return fields
    .filter((field) => field.tag === '075' && subfield(field, '2')?.trim() === source)
    .flatMap((field) => subfields(field, 'b'))
    .map((code) => code.trim());
}
