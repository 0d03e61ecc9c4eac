/** The years of an entity, taken from its dates where they leave no doubt. */
import type { Attributes, AttributeValue, EntityType, Years } from '../model/entity.ts';

/** Attributes that state the beginning and the end; one attribute for both means a span such as `1814-1815`. */
export const DATES: Readonly<Partial<Record<EntityType, readonly [start: string, end: string]>>> = {
  Person: ['dateOfBirth', 'dateOfDeath'],
  Family: ['dateOfBirth', 'dateOfDeath'],
  CorporateBody: ['dateOfEstablishment', 'dateOfTermination'],
  PlaceOrGeographicName: ['dateOfEstablishment', 'dateOfTermination'],
  ConferenceOrEvent: ['dateOfConferenceOrEvent', 'dateOfConferenceOrEvent'],
  Work: ['dateOfPublication', 'dateOfProduction'],
};

/** Undefined when nothing is certain: no date, several that disagree, placeholders, an end before the beginning. */
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
 * `1749-08-28`, `1749-08`, `1749`, `578`, `-0428`, `28.08.1749`, and `XX.XX.1749`, which leaves only day and month open;
 * nothing with a question mark, a ca. or an X in the year.
 */
function yearOf(text: string): number | undefined {
  const match =
    /^(-?\d{4}|\d{3})(?:-\d\d(?:-\d\d)?)?$/.exec(text) ?? /^(?:XX|\d{1,2})\.(?:XX|\d{1,2})\.(\d{4})$/.exec(text);
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
