/** Formats dates of GND records for people; texts that are not plain dates stay unchanged. */
import type { Locale } from '../../shared/http/locale.ts';
import { type Described, subtitleOf } from './titles.ts';

/** A date, with month and day only if they are stated. */
interface PartialDate {
  /** Negative before the common era; the number is the one in the record. */
  readonly year: number;
  readonly month?: number;
  readonly day?: number;
}

/** `1749-08-28`, `1850-08`, `1805`, `-0160`. */
const ISO = /^(-?\d{4}|\d{3})(?:-(\d\d)(?:-(\d\d))?)?$/;
/** `28.08.1749`, `XX.12.1981`, `XX.XX.1998`. */
const DOTTED = /^(XX|\d{1,2})\.(XX|\d{1,2})\.(\d{3,4})$/;
/** `v294`: before the common era. */
const BEFORE_CHRIST = /^v(\d{1,4})$/;

function readDate(text: string): PartialDate | undefined {
  const iso = ISO.exec(text);
  if (iso) return checked(Number(iso[1]), number(iso[2]), number(iso[3]));
  const dotted = DOTTED.exec(text);
  if (dotted) return checked(Number(dotted[3]), number(dotted[2]), number(dotted[1]));
  const before = BEFORE_CHRIST.exec(text);
  return before ? { year: -Number(before[1]) } : undefined;
}

interface Period {
  readonly start?: PartialDate;
  readonly end?: PartialDate;
}

/** `1900-1926`, `1877-`, `-1931`, `03.07.2015-10.07.2015`, `v294-v281`. */
function readPeriod(text: string): Period | undefined {
  const match = /^([^-–/]*)\s*[-–/]\s*([^-–/]*)$/u.exec(text) ?? /^(.{8,10})\s*[-–/]\s*(.{8,10})$/u.exec(text);
  if (match === null) return undefined;
  const [from = '', to = ''] = match.slice(1).map((part) => part.trim());
  const start = readDate(from);
  const end = readDate(to);
  if ((from !== '' && start === undefined) || (to !== '' && end === undefined) || from + to === '') return undefined;
  return { ...(start && { start }), ...(end && { end }) };
}

/** A date, or a span of dates, in words. */
export function dateIn(text: string, locale: Locale): string {
  const date = readDate(text);
  if (date !== undefined) return partialDateIn(date, locale);
  const period = readPeriod(text);
  return period === undefined ? remarkIn(text, locale) : periodIn(period, locale);
}

/** Replaces the notation of cataloguers for centuries, decades and spans of years in a text: `[14XX]`, `192X`, `1808-1832`, `1919–, Bayern`. */
export function remarkIn(text: string, { language }: Pick<Locale, 'language'>): string {
  const { since, until, activeFrom, active } = WORDS[language];
  return text
    .replace(
      /^(tätig )?((?:ca\. )?\d[^,]*?)[-–](?=,|$)/,
      (_, isActive?: string, begin = '') => `${isActive ? activeFrom : since} ${begin}`,
    )
    .replace(/^[-–](?=\d{3,4}(?:,|$))/, `${until} `)
    .replace(/^tätig(?= \d)/, active)
    .replace(/(?<![\d-])(\d{3,4})-(\d{3,4})(?![\d-])/g, '$1–$2')
    .replace(/\[?\bv(\d{1,2})\. Jh\.\]?/g, (_, n: string) =>
      language === 'de' ? `${n}. Jh. v. Chr.` : `${ordinal(Number(n))} century BC`,
    )
    .replace(/\[?\b(\d\d)(\d|X)X\b\]?/g, (_, hundreds: string, tens: string) => {
      if (tens !== 'X') return language === 'de' ? `${hundreds}${tens}0er Jahre` : `${hundreds}${tens}0s`;
      const century = Number(hundreds) + 1;
      return language === 'de' ? `${century}. Jahrhundert` : `${ordinal(century)} century`;
    });
}

/** The line below the title of an entity, in words; undefined where there is nothing to say. */
export function subtitleIn(entity: Described, locale: Pick<Locale, 'language'>): string | undefined {
  const subtitle = subtitleOf(entity);
  const { activeIn } = WORDS[locale.language];
  return subtitle && remarkIn(subtitle, locale).replace(/(?<=^|, )([^,()]+) \(Wirkungsort\)/u, `${activeIn} $1`);
}

function ordinal(n: number): string {
  const ending = { one: 'st', two: 'nd', few: 'rd' } as Readonly<Record<string, string>>;
  return `${n}${ending[ORDINALS.select(n)] ?? 'th'}`;
}
const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });

/** A time of activity in words. `1877-` has no end, `-1931` no beginning; it is not a negative year. */
export const activityIn = (text: string, locale: Locale) => dateIn(text.replace(/^-/, '–'), locale);

const WORDS = {
  de: {
    since: 'seit',
    active: 'tätig',
    activeFrom: 'tätig ab',
    activeIn: 'tätig in',
    until: 'bis',
    before: 'v. Chr.',
    tag: 'de-DE',
  },
  en: {
    since: 'since',
    active: 'active',
    activeFrom: 'active from',
    activeIn: 'active in',
    until: 'until',
    before: 'BC',
    tag: 'en-GB',
  },
} as const;

function periodIn({ start, end }: Period, locale: Locale): string {
  const { since, until } = WORDS[locale.language];
  if (start === undefined) return end === undefined ? '' : `${until} ${partialDateIn(end, locale)}`;
  if (end === undefined) return `${since} ${partialDateIn(start, locale)}`;
  const [first, last] = [partialDateIn(start, locale), partialDateIn(end, locale)];
  const dash = /\s/.test(first + last) ? ' – ' : '–';
  return first === last ? first : `${first}${dash}${last}`;
}

function yearIn(year: number, { language }: Locale): string {
  return year < 0 ? `${-year} ${WORDS[language].before}` : String(year);
}

function partialDateIn({ year, month, day }: PartialDate, locale: Locale): string {
  const stated = yearIn(year, locale);
  if (month === undefined) return stated;
  const names = new Intl.DateTimeFormat(WORDS[locale.language].tag, { month: 'long', timeZone: 'UTC' });
  const inMonth = `${names.format(Date.UTC(2000, month - 1))} ${stated}`;
  if (day === undefined) return inMonth;
  return locale.language === 'de' ? `${day}. ${inMonth}` : `${day} ${inMonth}`;
}

function number(digits: string | undefined): number | undefined {
  return digits === undefined || digits === 'XX' ? undefined : Number(digits);
}

/** A date with valid parts. A day without a month is dropped; an impossible part makes the date undefined. */
function checked(year: number, month: number | undefined, day: number | undefined): PartialDate | undefined {
  if (year === 0) return undefined;
  if (month === undefined) return { year };
  if (month < 1 || month > 12) return undefined;
  if (day === undefined) return { year, month };
  return day < 1 || day > 31 ? undefined : { year, month, day };
}
