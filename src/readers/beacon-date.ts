/** The day that a BEACON header declares, out of the many ways in which people write it. */

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const;

const FORMS: readonly RegExp[] = [
  // RFC 3339, also with blank for T, without zone, with slashes or without leading noughts
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?!\d)/,
  // 20260209, 20260209_025311, 20260209T025311Z
  /^(?<year>(?:19|20)\d{2})(?<month>\d{2})(?<day>\d{2})(?:[_T ]?\d{4,6}(?:\D|$)|[_T\s]|$)/,
  // 09.02.2026
  /^(?<day>\d{1,2})\.\s*(?<month>\d{1,2})\.\s*(?<year>\d{4})(?!\d)/,
  // RFC 2822: Fri, 30 Jan 2026 01:43:27 +0000
  /^(?:[a-z]{2,9},?\s+)?(?<day>\d{1,2})\s+(?<name>[a-z]{3})[a-z]*\.?\s+(?<year>\d{4})(?!\d)/i,
  // C: Tue Mar  4 15:47:28 2014, also with AM and zone before the year
  /^[a-z]{3}\s+(?<name>[a-z]{3})\s+(?<day>\d{1,2})\s+\d{1,2}:\d{2}(?::\d{2})?(?:\s+[a-z]{2,5}){0,2}\s+(?<year>\d{4})$/i,
];

/**
 * The day as the list's maker wrote it, `YYYY-MM-DD`, without regard to zones; Unix seconds and milliseconds are taken as UTC.
 * `undefined` for what cannot be read or is no day of the calendar (month 13). Whether it lies in the future is not judged here.
 */
export function readDeclaredDate(text: string): string | undefined {
  const trimmed = text.trim();
  if (/^(?:\d{9,10}|\d{12,13})$/.test(trimmed)) {
    const number = Number(trimmed);
    return toDay(new Date(trimmed.length > 10 ? number : number * 1000));
  }
  for (const form of FORMS) {
    const groups = form.exec(trimmed)?.groups;
    if (groups === undefined) continue;
    const name = groups['name']?.toLowerCase();
    const month = name === undefined ? Number(groups['month']) : MONTHS.findIndex((known) => known === name) + 1;
    return calendarDay(Number(groups['year']), month, Number(groups['day']));
  }
  return undefined;
}

/** How a declared day relates to the day of retrieval: one in the `future` is false, the `same_day` may only mean "now". */
export function judgeDeclaredDate(declared: string, retrievedAt: Date): 'past' | 'same_day' | 'future' {
  const today = retrievedAt.toISOString().slice(0, 10);
  if (declared === today) return 'same_day';
  return declared < today ? 'past' : 'future';
}

function calendarDay(year: number, month: number, day: number): string | undefined {
  if (year < 1990) return undefined; // Date.UTC would take 0 to 99 for years of the twentieth century
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return toDay(date);
}

/** Nothing of this kind is older than 1990. */
function toDay(date: Date): string | undefined {
  const year = date.getUTCFullYear();
  return year >= 1990 && year <= 2199 ? date.toISOString().slice(0, 10) : undefined;
}
