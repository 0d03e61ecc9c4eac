/** Dates as Entity Facts shows them to people, turned back into ISO 8601 where that is certain. */

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

const MONTH_NUMBERS: ReadonlyMap<string, string> = new Map(
  MONTHS.flatMap((names, index) => names.map((name) => [name, String(index + 1).padStart(2, '0')] as const)),
);

/** "26. Januar 1772", "30 November 1835", "Januar 1772". */
const DAY_FIRST = /^(?:(\d{1,2})\.? )?(\p{L}+) (\d{4})$/u;

/** "November 30, 1835". */
const MONTH_FIRST = /^(\p{L}+) (\d{1,2}), (\d{4})$/u;

/** The date in ISO 8601 when the text names a day or month of the calendar in German or English; else the text itself. */
export function readDisplayDate(text: string): string {
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst !== null) return toIso(dayFirst[3], dayFirst[2], dayFirst[1]) ?? text;
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst !== null) return toIso(monthFirst[3], monthFirst[1], monthFirst[2]) ?? text;
  return text;
}

function toIso(year: string | undefined, monthName: string | undefined, day: string | undefined): string | undefined {
  const month = MONTH_NUMBERS.get(monthName?.toLowerCase() ?? '');
  if (year === undefined || month === undefined) return undefined;
  if (day === undefined) return `${year}-${month}`;
  const iso = `${year}-${month}-${day.padStart(2, '0')}`;
  // A day that the month does not have comes back as another one.
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(iso) ? iso : undefined;
}
