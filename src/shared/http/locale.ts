/** The language of a page, from its address, else from the browser, else German: texts, numbers, days and addresses. */
import type { IncomingHttpHeaders } from 'node:http';
import Negotiator from 'negotiator';
import type { Context } from '../../core/http/door.ts';
import { type DoorName, fillPath } from '../../core/http/door-link.ts';
import type { Parameter } from '../../core/http/parameters.ts';
import type { Label } from '../../core/model/entity.ts';
import { quotedWithin } from './quotation.ts';

export const LANGUAGES = ['de', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Singular and plural of a text; `{n}` is the number. */
export interface Plural {
  readonly one: Label;
  readonly many: Label;
}

/** Values for the placeholders `{name}` of a text; numbers are formatted by language. */
type Values = Readonly<Record<string, string | number>>;

export type Locale = ReturnType<typeof localeFor>;

const NUMBERS = { de: new Intl.NumberFormat('de-DE'), en: new Intl.NumberFormat('en-GB') };
const POINTS = { de: ',', en: '.' };
const COLLATORS = { de: new Intl.Collator('de', { numeric: true }), en: new Intl.Collator('en', { numeric: true }) };
const PLURALS = { de: new Intl.PluralRules('de'), en: new Intl.PluralRules('en') };
const DAYS = {
  de: new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeZone: 'UTC' }),
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }),
};

const MOMENTS = {
  de: new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
};

export function localeFor(
  { language, isChosen }: ChosenLanguage,
  { baseUrl, operator = {}, doors = [] }: Pick<Context, 'baseUrl'> & Partial<Pick<Context, 'operator' | 'doors'>>,
) {
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');
  const number = (value: number, decimals?: number) =>
    decimals === undefined ? NUMBERS[language].format(value) : value.toFixed(decimals).replace('.', POINTS[language]);
  const t = (label: Label, values: Values = {}) =>
    label[language].replace(/([„“]?)\{(\w+)\}/g, (gap, mark: string, name: string) => {
      const value = values[name];
      if (value === undefined) return gap;
      const text = typeof value === 'number' ? number(value) : value;
      return mark === '' ? text : mark + quotedWithin(text);
    });
  const link = (path: string, other?: Language) => {
    if (!isChosen && other === undefined) return basePath + path;
    return `${basePath}${path}${path.includes('?') ? '&' : '?'}lang=${other ?? language}`;
  };
  return {
    language,
    /** Unique key of the locale within a site. */
    key: `${language} ${isChosen}`,
    /** Whether the address names the language; then links of the page name it, too. */
    isChosen,
    t,
    count: (n: number, { one, many }: Plural, values: Readonly<Record<string, string>> = {}) =>
      t(PLURALS[language].select(n) === 'one' ? one : many, { n, ...values }),
    /** Compares texts by the dictionary order of the language, and numbers in texts by value. */
    compare: COLLATORS[language].compare,
    /** Formats a number, with digits grouped, or with this number of decimals. */
    number,
    /** Formats `2026-11-20` or an instant as a day; other texts are returned unchanged. */
    day: (date: string) => formatted(DAYS[language], date),
    /** Formats an instant as day, hour and minute. */
    moment: (at: string) => `${formatted(MOMENTS[language], at)} UTC`,
    /** The public address of a path without a language, such as those of the API and of assets. */
    address: (path: string) => basePath + path,
    /** The same with scheme and host, for use outside the site. */
    absolute: (path: string) => baseUrl + path,
    operator,
    /** Whether the data are an excerpt of the GND; false on pages that are made without a snapshot. */
    isExcerpt: false,
    /** The public address of a page in this language. @param path with or without query, without fragment */
    link,
    /** The public path of a door; that of a page names the language. Undefined where the door is not served. */
    to: (name: DoorName, values?: Readonly<Record<string, string>>) => {
      const door = doors.find((one) => one.name === name);
      if (door === undefined) return undefined;
      const path = fillPath(door.path, values);
      return door.audience === 'people' ? link(path) : basePath + path;
    },
  };
}

function formatted(format: Intl.DateTimeFormat, text: string): string {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : format.format(date);
}

/** Looks up a key that comes from data; only own properties of the table count. */
export function entryOf<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** The label of a key that comes from the data; the key itself where the table has none. */
export function labelOf(table: Readonly<Record<string, Label>>, key: string): Label {
  return entryOf(table, key) ?? { de: key, en: key };
}

export interface ChosenLanguage {
  readonly language: Language;
  /** Whether the address names the language. */
  readonly isChosen: boolean;
}

/** Parameter for the language: the one that the address names, else the client's, else German. */
export const languageParameter: Parameter<ChosenLanguage> = {
  in: 'query',
  description: 'Language of the answer. Without this parameter, `Accept-Language` decides; the default is German.',
  schema: { type: 'string', enum: [...LANGUAGES] },
  example: 'en',
  varies: 'Accept-Language',
  read: (_, __, { query, headers }) => languageOf(query, headers),
};

/** @param query still percent-encoded */
export function languageOf(query: string, headers: IncomingHttpHeaders): ChosenLanguage {
  const given = query.includes('lang') ? new URLSearchParams(query).get('lang') : undefined;
  const chosen = LANGUAGES.find((language) => language === given);
  if (chosen !== undefined) return { language: chosen, isChosen: true };
  const acceptLanguage = headers['accept-language'];
  const preferred =
    acceptLanguage && new Negotiator({ headers: { 'accept-language': acceptLanguage } }).language([...LANGUAGES]);
  return { language: LANGUAGES.find((language) => language === preferred) ?? 'de', isChosen: false };
}
