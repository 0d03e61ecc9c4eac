/** The certain years of an entity, and the line that distinguishes it from namesakes. */
import type { Attributes, AttributeValue, EntityType, Years } from '../../../core/model/entity.ts';
import { spelledWords } from '../../../core/search/names/search-text.ts';
import { renamingsOf } from '../../../shared/renaming.ts';

/** Attributes of the beginning and the end. An attribute that is both has spans such as `1814-1815`. */
const DATES: Readonly<Partial<Record<EntityType, readonly [start: string, end: string]>>> = {
  Person: ['dateOfBirth', 'dateOfDeath'],
  Family: ['dateOfBirth', 'dateOfDeath'],
  CorporateBody: ['dateOfEstablishment', 'dateOfTermination'],
  PlaceOrGeographicName: ['dateOfEstablishment', 'dateOfTermination'],
  ConferenceOrEvent: ['dateOfConferenceOrEvent', 'dateOfConferenceOrEvent'],
  Work: ['dateOfPublication', 'dateOfProduction'],
};

/** The certain years; undefined where dates are missing, uncertain or contradictory. */
export function yearsOf(type: EntityType, attributes: Attributes): Years | undefined {
  const keys = DATES[type];
  if (keys === undefined) return undefined;
  if (type === 'Work') {
    const year = agreed(attributes[keys[0]] ?? attributes[keys[1]], yearOf);
    return year === undefined ? undefined : { start: year };
  }
  const start = agreed(attributes[keys[0]], keys[0] === keys[1] ? (text) => spanOf(text)?.[0] : yearOf);
  const end = agreed(attributes[keys[1]], keys[0] === keys[1] ? (text) => spanOf(text)?.[1] : yearOf);
  if (start === undefined && end === undefined) return undefined;
  if (start !== undefined && end !== undefined && end < start) return undefined;
  return { ...(start !== undefined && { start }), ...(end !== undefined && { end }) };
}

function agreed(
  values: readonly AttributeValue[] | undefined,
  read: (text: string) => number | undefined,
): number | undefined {
  const years = new Set((values ?? []).map((value) => (typeof value === 'string' ? read(value) : undefined)));
  const [year] = years;
  return years.size === 1 ? year : undefined;
}

/**
 * Reads `1749-08-28`, `1749-08`, `1749`, `578`, `-0428`, `28.08.1749`, `08.1749`, `1749,28.August`, and `XX.XX.1749`, where only the year is known;
 * undefined for texts with a question mark, a ca. or an X in the year.
 */
function yearOf(text: string): number | undefined {
  const match =
    /^(-?\d{4}|\d{3})(?:-\d\d(?:-\d\d)?)?$/.exec(text) ??
    /^(?:(?:XX|\d{1,2})\.)?(?:XX|\d{1,2})\.(\d{4})$/.exec(text) ??
    /^(\d{4}), ?(?:\d{1,2}\. ?)?(?:Jan|Jän|Feb|Mär|Mrz|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)\p{L}*\.?$/u.exec(text);
  const year = Number(match?.[1] ?? Number.NaN);
  return Number.isNaN(year) || year === 0 || year > 2100 ? undefined : year;
}

/** `2019`, `1814-1815`, `18.09.1814-09.06.1815`, `2019-03-01/2019-03-04`. */
function spanOf(text: string): readonly [number, number] | undefined {
  const single = yearOf(text);
  if (single !== undefined) return [single, single];
  const match = /^(.{4,10}?)\s*[-–/]\s*(.{4,10})$/u.exec(text);
  const start = yearOf(match?.[1] ?? '');
  const end = yearOf(match?.[2] ?? '');
  return start === undefined || end === undefined ? undefined : [start, end];
}

/** Largest number of code points; a longer line is cut behind a whole part, or else behind a word. */
const MAX_DESCRIPTION_LENGTH = 160;

/** Attributes of the description by type, each with its largest number of values; the first that exist follow the dates. */
const PARTS: Readonly<Record<EntityType, string>> = {
  Person: 'professionOrOccupation:3 biographicalOrHistoricalInformation:1 placeOfActivity:1 geographicAreaCode:1',
  Family: 'biographicalOrHistoricalInformation:1 titleOfNobility:1 placeOfActivity:1 geographicAreaCode:1',
  CorporateBody: 'placeOfBusiness:1 biographicalOrHistoricalInformation:1 geographicAreaCode:1',
  ConferenceOrEvent: 'placeOfConferenceOrEvent:1 topic:1 biographicalOrHistoricalInformation:1',
  PlaceOrGeographicName: `geographicAreaCode:1 biographicalOrHistoricalInformation:1
    hierarchicalSuperiorOfPlaceOrGeographicName:1`,
  SubjectHeading: `definition:1 broaderTermGeneral:2 broaderTermGeneric:2 broaderTermInstantial:2
    gndSubjectCategory:2`,
  Work: `firstAuthor:1 firstComposer:1 author:1 composer:1 artist:1 creator:1 formOfWorkAndExpression:1
    biographicalOrHistoricalInformation:1`,
  AuthorityResource: 'biographicalOrHistoricalInformation:1 geographicAreaCode:1',
};
const DESCRIBED_ATTRIBUTES: ReadonlyMap<string, readonly [string, string][]> = new Map(
  Object.entries(PARTS).map(([type, text]) => [
    type,
    text.split(/\s+/).map((part) => part.split(':') as [string, string]),
  ]),
);

/** Types of which one attribute follows the dates; of the others, two do. */
const BRIEF: ReadonlySet<EntityType> = new Set(['Person', 'SubjectHeading']);

/** Longest text of a date; a longer one is a remark. */
const MAX_DATE_LENGTH = 40;

/** The end of a remark about a person, after which a year was sought in vain: `Arzt. Todesjahr nicht ermittelbar`. */
const UNKNOWN_YEAR = /(?:^|[.,;] )(?:Geburts|Todes|Sterbe)[^.,;]* nicht (?:zu )?erm[^.,;]*\.?$/u;
/** Remarks about the legal form of a corporate body, its fate, or the work of cataloguers; they do not say what it is. */
const NO_DESCRIPTIONS = [
  /^(?:(?:e\. ?V\.|CIP|GmbH|AG|Ltd)(?:, |$))+$/u,
  /^(?:aufgegangen|aufgelöst|eingegangen|hervorgegangen|vereinigt) /iu,
  /(?<!\p{L})(?:n\. erm\.|nicht (?:zu )?erm|noch nicht redigiert|Keine Dublette)/u,
];
const isDescription = (label: string) => label !== '' && !NO_DESCRIPTIONS.some((pattern) => pattern.test(label));

/** @param attributes attributes with resolved references; references without a label are skipped */
export function describe(type: EntityType, attributes: Attributes, years: Years | undefined): string | undefined {
  const when = datesOf(type, attributes, years);
  const isOfLife = when !== undefined && /^[*†]/u.test(when);
  const renamings = renamingsOf(attributes);
  const what: string[] = [];
  for (const [key, values] of DESCRIBED_ATTRIBUTES.get(type) ?? []) {
    // In an excerpt of the GND most occupations have no name. The others alone would misdescribe a person, so the biographical note follows.
    const isNoteOnFew =
      key === 'biographicalOrHistoricalInformation' && isMostlyNameless(attributes['professionOrOccupation'] ?? []);
    if (what.length >= (BRIEF.has(type) ? 1 : 2) && !isNoteOnFew) continue;
    // Behind a single date of a life, a country would seem to be where it began or ended.
    if (isOfLife && key === 'geographicAreaCode') continue;
    const given = key === 'professionOrOccupation' ? professionsIn(attributes) : (attributes[key] ?? []);
    const labels = given.flatMap((value) => labelOf(value)?.replace(UNKNOWN_YEAR, '') ?? []);
    const descriptions = new Set(labels.filter((label) => !renamings.includes(label) && isDescription(label)));
    const text = [...descriptions].slice(0, Number(values)).join(', ');
    // A note that names one of them says more alone: “Griech. Schriftsteller”.
    if (isNoteOnFew && haveCommonWord(text, what.join(' '))) what.pop();
    // A city and a state may have the same name, such as Berlin, which is not repeated.
    if (text !== '' && !what.includes(text))
      what.push(isOfLife && key === 'placeOfActivity' ? `tätig in ${text}` : text);
  }
  const line = [...(when === undefined ? [] : [when]), ...what].join(', ');
  return line === '' ? undefined : shorten(line);
}

/** The professions, first those that the first subject category names in the plural: `Politologin`, if it is `Personen (Politologen, Staatstheoretiker)`. */
function professionsIn({ professionOrOccupation = [], gndSubjectCategory: [category = ''] = [] }: Attributes) {
  // In other brackets, such as `(ohne Architektur, Bautechnik)`, there are no professions.
  const [, named = ''] = /\((\p{Lu}[^)]*)\)/u.exec(labelOf(category) ?? '') ?? [];
  const stems = named.match(/\p{Lu}\p{L}+?(?=(?:en)?(?!\p{L}))/gu) ?? [];
  const isMain = (value: AttributeValue) => stems.some((stem) => labelOf(value)?.startsWith(stem) === true);
  return professionOrOccupation.toSorted((a, b) => Number(isMain(b)) - Number(isMain(a)));
}

const haveCommonWord = (one: string, other: string) =>
  !new Set(spelledWords(one)).isDisjointFrom(new Set(spelledWords(other)));

/** Whether fewer than half of the values have a label. */
const isMostlyNameless = (values: readonly AttributeValue[]) =>
  values.filter((value) => labelOf(value) !== undefined).length < values.length / 2;

/** Certain years, else dates as stated: without a stated date of death, a dead person would seem to be alive. */
function datesOf(type: EntityType, attributes: Attributes, years: Years = {}): string | undefined {
  if (type === 'Work') return years.start?.toString() ?? stated(attributes, 'dateOfPublication', 'dateOfProduction');
  const [startKey, endKey] = DATES[type] ?? [];
  if (startKey === undefined || endKey === undefined) return undefined;
  const { start, end } = years;
  if (startKey === endKey) return start === undefined ? stated(attributes, startKey) : bothYears(start, end ?? start);
  if (start !== undefined && end !== undefined) return bothYears(start, end);
  const from = start === undefined ? stated(attributes, startKey) : yearText(start);
  const until = end === undefined ? stated(attributes, endKey) : yearText(end);
  if (from !== undefined && until !== undefined) return `${from}–${until}`;
  const lives = type === 'Person' || type === 'Family';
  if (!lives && from !== undefined && isSuccessor(attributes)) return undefined;
  if (from !== undefined) return lives ? `* ${from}` : from + (HAS_END.test(from) ? '' : '–');
  if (until !== undefined) return lives ? `† ${until}` : (HAS_END.test(until) ? '' : '–') + until;
  const activity = lives ? stated(attributes, 'periodOfActivity') : undefined;
  const active = activity !== undefined && type === 'Person' ? `tätig ${activity}` : activity;
  return stated(attributes, 'dateOfBirthAndDeath') ?? active;
}

/** Whether a corporate body existed before under another name, so that the beginning of the present one would mislead. */
const isSuccessor = (attributes: Attributes) =>
  attributes['precedingCorporateBody'] !== undefined || renamingsOf(attributes).length > 0;

/** The words or dashes of a text that states a period itself: `ca. 1996/1997 bis 2008`. */
const HAS_END = /\bbis\b|[-–]/u;

/** The first short text in the attributes. */
function stated(attributes: Attributes, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const text = attributes[key]?.find((value) => typeof value === 'string');
    if (text !== undefined && text.length <= MAX_DATE_LENGTH) return text;
  }
  return undefined;
}

function bothYears(start: number, end: number): string {
  if (start === end) return yearText(start);
  return end < 0 ? `${-start}–${-end} v. Chr.` : `${yearText(start)}–${yearText(end)}`;
}

function yearText(year: number): string {
  return year < 0 ? `${-year} v. Chr.` : String(year);
}

/** Area code of an unknown country, which is left out. */
const UNKNOWN_AREA = /geographic-area-code#ZZ$/;

function labelOf(value: AttributeValue): string | undefined {
  if (typeof value === 'string') return value;
  if (!('label' in value) || UNKNOWN_AREA.test(value.uri ?? '')) return undefined;
  return value.label;
}

/** The ends of parts, among them the place before brackets that do not close. */
const PART_ENDS = /[,;] | \((?=[^)]*$)/g;
const IN_BRACKETS = /\([^)]*$/;

function shorten(line: string): string {
  const characters = Array.from(line);
  if (characters.length <= MAX_DESCRIPTION_LENGTH) return line;
  const cut = characters.slice(0, MAX_DESCRIPTION_LENGTH).join('');
  const least = MAX_DESCRIPTION_LENGTH / 2;
  const parts = Array.from(cut.matchAll(PART_ENDS), ({ index }) => index).filter(
    (end) => !IN_BRACKETS.test(cut.slice(0, end)),
  );
  const end = [parts.at(-1) ?? 0, cut.lastIndexOf(' ')].find((place) => place >= least) ?? cut.length;
  return `${cut.slice(0, end).replace(/[\s,;:.]+$/u, '')} …`;
}
