/** The one line that tells namesakes apart: years, then what kind of person, place, body or work it is. */
import type { Attributes, AttributeValue, EntityType, Years } from '../model/entity.ts';

/** Code points; a longer line is cut at a word. */
const MAX_LENGTH = 160;

/** For each type what is shown, in order; of each attribute so many values; only the first two that exist, after the dates. */
const PARTS: Readonly<Record<EntityType, readonly (readonly [key: string, values: number])[]>> = {
  Person: [
    ['professionOrOccupation', 3],
    ['biographicalOrHistoricalInformation', 1],
    ['placeOfActivity', 1],
    ['geographicAreaCode', 1],
  ],
  Family: [
    ['biographicalOrHistoricalInformation', 1],
    ['titleOfNobility', 1],
    ['placeOfActivity', 1],
    ['geographicAreaCode', 1],
  ],
  CorporateBody: [
    ['placeOfBusiness', 1],
    ['biographicalOrHistoricalInformation', 1],
    ['geographicAreaCode', 1],
  ],
  ConferenceOrEvent: [
    ['placeOfConferenceOrEvent', 1],
    ['topic', 1],
    ['biographicalOrHistoricalInformation', 1],
  ],
  PlaceOrGeographicName: [
    ['geographicAreaCode', 1],
    ['biographicalOrHistoricalInformation', 1],
    ['hierarchicalSuperiorOfPlaceOrGeographicName', 1],
  ],
  SubjectHeading: [
    ['definition', 1],
    ['broaderTermGeneral', 2],
    ['broaderTermGeneric', 2],
    ['broaderTermInstantial', 2],
    ['gndSubjectCategory', 2],
  ],
  Work: [
    ['firstAuthor', 1],
    ['firstComposer', 1],
    ['author', 1],
    ['composer', 1],
    ['artist', 1],
    ['creator', 1],
    ['formOfWorkAndExpression', 1],
    ['biographicalOrHistoricalInformation', 1],
  ],
  AuthorityResource: [
    ['biographicalOrHistoricalInformation', 1],
    ['geographicAreaCode', 1],
  ],
};

/** Dates as they stand, for records without certain years. */
const DATES: Readonly<Partial<Record<EntityType, readonly string[]>>> = {
  Person: ['dateOfBirth', 'dateOfDeath', 'periodOfActivity'],
  Family: ['dateOfBirth', 'dateOfDeath', 'periodOfActivity'],
  CorporateBody: ['dateOfEstablishment', 'dateOfTermination'],
  ConferenceOrEvent: ['dateOfConferenceOrEvent'],
  PlaceOrGeographicName: ['dateOfEstablishment', 'dateOfTermination'],
  Work: ['dateOfPublication', 'dateOfProduction'],
};

/** @param attributes with references resolved; those without a label are passed over */
export function describe(type: EntityType, attributes: Attributes, years: Years | undefined): string | undefined {
  const when = years === undefined ? statedDates(type, attributes) : span(type, years);
  const what: string[] = [];
  for (const [key, values] of PARTS[type]) {
    if (what.length >= 2) break;
    const texts = (attributes[key] ?? []).flatMap((value) => labelOf(value) ?? []).slice(0, values);
    if (texts.length > 0) what.push(texts.join(', '));
  }
  const line = [...(when === undefined ? [] : [when]), ...what.slice(0, type === 'Person' ? 1 : 2)].join(', ');
  return line === '' ? undefined : shorten(line);
}

function span(type: EntityType, { start, end }: Years): string {
  if (start !== undefined && end !== undefined) return start === end ? yearText(start) : bothYears(start, end);
  const lives = type === 'Person' || type === 'Family';
  if (start !== undefined)
    return lives ? `* ${yearText(start)}` : type === 'Work' ? yearText(start) : `${yearText(start)}–`;
  return lives ? `† ${yearText(end ?? 0)}` : `–${yearText(end ?? 0)}`;
}

function bothYears(start: number, end: number): string {
  return end < 0 ? `${-start}–${-end} v. Chr.` : `${yearText(start)}–${yearText(end)}`;
}

function yearText(year: number): string {
  return year < 0 ? `${-year} v. Chr.` : String(year);
}

function statedDates(type: EntityType, attributes: Attributes): string | undefined {
  const [first, last, activity] = (DATES[type] ?? []).map((key) => attributes[key]?.find((v) => typeof v === 'string'));
  const dates = first !== undefined && last !== undefined ? `${first}–${last}` : (first ?? last ?? activity);
  return dates !== undefined && dates.length <= 40 ? dates : undefined;
}

function labelOf(value: AttributeValue): string | undefined {
  if (typeof value === 'string') return value;
  return 'label' in value && value.label !== value.gnd ? value.label : undefined;
}

function shorten(line: string): string {
  const characters = Array.from(line);
  if (characters.length <= MAX_LENGTH) return line;
  const cut = characters.slice(0, MAX_LENGTH).join('');
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), MAX_LENGTH / 2)).replace(/[\s,;:.]+$/u, '')} …`;
}
