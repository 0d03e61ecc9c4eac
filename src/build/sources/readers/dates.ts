/** Reads days in the many forms of the headers of lists and of Entity Facts. */
import { dayOf } from '../../../core/model/days.ts';

/** Names in German and English; beginnings of a name, such as its first three letters, are abbreviations. */
const MONTHS: readonly (readonly string[])[] = [
  ['januar', 'jänner', 'january'],
  ['februar', 'feber', 'february'],
  ['märz', 'march'],
  ['april'],
  ['mai', 'may'],
  ['juni', 'june'],
  ['juli', 'july'],
  ['august'],
  ['september'],
  ['oktober', 'october'],
  ['november'],
  ['dezember', 'december'],
];

/** "26. Januar 1772", "30 November 1835", "Januar 1772"; "November 30, 1835". */
const DISPLAYED: readonly RegExp[] = [
  /^(?:(?<day>\d{1,2})\.? )?(?<name>\p{L}+) (?<year>\d{4})$/u,
  /^(?<name>\p{L}+) (?<day>\d{1,2}), (?<year>\d{4})$/u,
];

/** The date in ISO 8601 if the text is a day or month in German or English; else the text itself. */
export function readDisplayDate(text: string): string {
  const groups = firstMatch(DISPLAYED, text);
  if (groups === undefined) return text;
  const { day, name = '', year = '' } = groups;
  const month = 1 + MONTHS.findIndex((names) => names.includes(name.toLowerCase()));
  if (month === 0) return text;
  const iso = calendarDay(Number(year), month, Number(day ?? 1));
  return (day === undefined ? iso?.slice(0, 7) : iso) ?? text;
}

const DECLARED: readonly RegExp[] = [
  // RFC 3339; also with a blank instead of T, without a zone, with slashes or dots, or without leading zeros
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?!\d)/,
  // 20260209, 20260209_025311, 20260209T025311Z
  /^(?<year>(?:19|20)\d{2})(?<month>\d{2})(?<day>\d{2})(?:[_T ]?\d{4,6}(?:\D|$)|[_T\s]|$)/,
  // 09.02.2026
  /^(?<day>\d{1,2})\.\s*(?<month>\d{1,2})\.\s*(?<year>\d{4})(?!\d)/,
  // RFC 2822: Fri, 30 Jan 2026 01:43:27 +0000
  /^(?:[a-z]{2,9},?\s+)?(?<day>\d{1,2})\s+(?<name>[a-z]{3})[a-z]*\.?\s+(?<year>\d{4})(?!\d)/i,
  // C: Tue Mar  4 15:47:28 2014; also with AM and a zone before the year
  /^[a-z]{3}\s+(?<name>[a-z]{3})\s+(?<day>\d{1,2})\s+\d{1,2}:\d{2}(?::\d{2})?(?:\s+[a-z]{2,5}){0,2}\s+(?<year>\d{4})$/i,
];

/**
 * The day that a list declares, `YYYY-MM-DD`, whatever the time zone; the UTC day for Unix seconds and milliseconds.
 * Undefined for unreadable texts, days that do not exist (month 13), and days before 1990 or after 2199. The day may be
 * in the future.
 */
export function readDeclaredDate(text: string): string | undefined {
  const trimmed = text.trim();
  const day = /^(?:\d{9,10}|\d{12,13})$/.test(trimmed) ? dayOfUnixTime(trimmed) : dayOfText(trimmed);
  return day !== undefined && day >= '1990' && day < '2200' ? day : undefined;
}

function dayOfUnixTime(digits: string): string {
  return dayOf(Number(digits) * (digits.length > 10 ? 1 : 1000));
}

function dayOfText(text: string): string | undefined {
  const groups = firstMatch(DECLARED, text);
  const name = groups?.['name']?.toLowerCase();
  const named = name === undefined ? -1 : MONTHS.findIndex((names) => names.some((full) => full.startsWith(name)));
  return calendarDay(Number(groups?.['year']), Number(groups?.['month'] ?? named + 1), Number(groups?.['day']));
}

function firstMatch(forms: readonly RegExp[], text: string): Readonly<Record<string, string | undefined>> | undefined {
  for (const form of forms) {
    const match = form.exec(text);
    if (match !== null) return match.groups;
  }
  return undefined;
}

/** `YYYY-MM-DD`; undefined for a day that does not exist, which `Date` would turn into another one. */
function calendarDay(year: number, month: number, day: number): string | undefined {
  const [years = '', months, days] = [year, month, day].map((part) => String(part).padStart(2, '0'));
  const iso = `${years.padStart(4, '0')}-${months}-${days}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(iso) ? iso : undefined;
}
