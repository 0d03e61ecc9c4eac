/** Formats dates of GND records for people; texts that are not plain dates stay unchanged. */
import type { Locale } from '../../shared/http/locale.ts';
import { type Described, subtitleOf } from './titles.ts';
import WORDS from './texts/dates.json' with { type: 'json' };

/**
 * Notations of a date, month and day only if they are stated: `1749-08-28`, `1850-08`, `1805`, `-0160`; `28.08.1749`,
 * `XX.12.1981`, `XX.XX.1998`; `v294`, before the common era.
 */
const NOTATIONS = [
  /^(?<year>-?\d{4}|\d{3})(?:-(?<month>\d\d)(?:-(?<day>\d\d))?)?$/,
  /^(?:XX|(?<day>\d{1,2}))\.(?:XX|(?<month>\d{1,2}))\.(?<year>\d{3,4})$/,
  /^(?<year>v\d{1,4})$/,
];

/** A date, or a span of dates, in words. */
export const dateIn = (text: string, locale: Locale): string =>
  plainDateIn(text, locale) ?? periodIn(text, locale) ?? remarkIn(text, locale);

/** Undefined for another text, and for a date with an impossible part. A day without a month is dropped. */
function plainDateIn(text: string, { language }: Locale): string | undefined {
  const groups = NOTATIONS.map((notation) => notation.exec(text)?.groups).find((found) => found !== undefined);
  const { year = '', month, day }: Readonly<Record<string, string | undefined>> = groups ?? {};
  // A negative year is the one in the record.
  const n = Number(year.replace('v', '-'));
  if (n === 0) return undefined;
  const stated = n < 0 ? `${-n} ${WORDS.before[language]}` : String(n);
  if (month === undefined) return stated;
  const [nthMonth, nthDay] = [Number(month), Number(day ?? 1)];
  if (nthMonth < 1 || nthMonth > 12 || nthDay < 1 || nthDay > 31) return undefined;
  const names = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  const inMonth = `${names.format(Date.UTC(2000, nthMonth - 1))} ${stated}`;
  if (day === undefined) return inMonth;
  return language === 'de' ? `${nthDay}. ${inMonth}` : `${nthDay} ${inMonth}`;
}

/** `1900-1926`, `1877-`, `-1931`, `03.07.2015-10.07.2015`, `v294-v281`; undefined for another text. */
function periodIn(text: string, locale: Locale): string | undefined {
  const match = /^([^-–/]*)\s*[-–/]\s*([^-–/]*)$/u.exec(text) ?? /^(.{8,10})\s*[-–/]\s*(.{8,10})$/u.exec(text);
  if (match === null) return undefined;
  const [first, last] = match.slice(1).map((part) => part.trim() && plainDateIn(part.trim(), locale));
  if (first === undefined || last === undefined || first + last === '') return undefined;
  if (first === '') return `${WORDS.until[locale.language]} ${last}`;
  if (last === '') return `${WORDS.since[locale.language]} ${first}`;
  const dash = /\s/.test(first + last) ? ' – ' : '–';
  return first === last ? first : `${first}${dash}${last}`;
}

/** Replaces the notation of cataloguers for centuries, decades and spans of years in a text: `[14XX]`, `192X`, `1808-1832`, `1919–, Bayern`, `1930,3.Juli`. */
export function remarkIn(text: string, { language }: Pick<Locale, 'language'>): string {
  // Behind a comma and a blank, only a day is part of the date: `1808, Roman` is none.
  return text
    .replace(/(?<=^|^tätig )\[?v(\d{1,3})(?: ?- ?v(\d{1,3}))?\]?(?=,|$)/, (_, begin: string, end?: string) => {
      const years = end === undefined ? Number(begin) : `${Number(begin)}–${Number(end)}`;
      return `${years} ${WORDS.before[language]}`;
    })
    .replace(
      /^(tätig )?((?:ca\. )?\d[^,]*?)[-–](?=,|$)/,
      (_, isActive?: string, begin = '') => `${(isActive ? WORDS.activeFrom : WORDS.since)[language]} ${begin}`,
    )
    .replace(/^[-–](?=\d{3,4}(?:,|$))/, `${WORDS.until[language]} `)
    .replace(/^tätig(?= \d)/, WORDS.active[language])
    .replace(/\bseit (?=\d{1,2}\. Jh\.)/, 'seit dem ')
    .replace(/^(\d{4}),(?: ?(\d{1,2}\.) ?)?(\p{L}+)$/u, (_, year, day = '', month) => `${day} ${month} ${year}`.trim())
    .replace(/(?<![\d-])(\d{3,4})-(\d{3,4})(?![\d-])/g, '$1–$2')
    .replace(/(?<=^(?:\p{L}+ )?(?:\d{1,3}–)?\d{1,3}) v\. Chr\.(?=,|$)/u, ` ${WORDS.before[language]}`)
    .replace(/\[v(\d{1,2})\. Jh\.\]|\bv(\d{1,2})\. Jh\./g, (_, alone?: string, within?: string) => {
      const n = Number(alone ?? within);
      return language === 'de' ? `${n}. Jh. v. Chr.` : `${ordinal(n)} century BC`;
    })
    .replace(/\[((?:\d{1,2}\.\/)?\d{1,2}\.) Jh\.( v\. Chr\.)?\]/g, (_, centuries: string, before = '') => {
      if (language === 'de') return `${centuries} Jh.${before}`;
      const nth = centuries.replace(/(\d+)\./g, (_, n: string) => ordinal(Number(n)));
      return `${nth} century${before && ` ${WORDS.before.en}`}`;
    })
    .replace(/\[?\b(\d\d)(\d|X)X\b\]?/g, (_, hundreds: string, tens: string) => {
      if (tens !== 'X') return language === 'de' ? `${hundreds}${tens}0er Jahre` : `${hundreds}${tens}0s`;
      const century = Number(hundreds) + 1;
      return language === 'de' ? `${century}. Jahrhundert` : `${ordinal(century)} century`;
    });
}

/** The line below the title of an entity, in words; undefined where there is nothing to say. */
export function subtitleIn(entity: Described, locale: Pick<Locale, 'language'>): string | undefined {
  const subtitle = subtitleOf(entity);
  const activeIn = WORDS.activeIn[locale.language];
  return subtitle && remarkIn(subtitle, locale).replace(/(?<=^|, )([^,()]+) \(Wirkungsort\)/u, `${activeIn} $1`);
}

function ordinal(n: number): string {
  const ending = { one: 'st', two: 'nd', few: 'rd' } as Readonly<Record<string, string>>;
  return `${n}${ending[ORDINALS.select(n)] ?? 'th'}`;
}
const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });

/** A time of activity in words. `1877-` has no end, `-1931` no beginning; it is not a negative year. */
export const activityIn = (text: string, locale: Locale) => dateIn(text.replace(/^-/, '–'), locale);
