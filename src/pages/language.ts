/** In which language a page speaks: as its address says, else as the browser wishes, else German. */
import Negotiator from 'negotiator';
import type { Label } from '../model/entity.ts';
import type { PageRequest } from '../http/page.ts';

export const LANGUAGES = ['de', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface Speech {
  readonly language: Language;
  /** The address says so, and links of the page will. */
  readonly isChosen: boolean;
}

export function speechOf({ query, acceptLanguage }: Pick<PageRequest, 'query' | 'acceptLanguage'>): Speech {
  const asked = new URLSearchParams(query).get('lang');
  const chosen = LANGUAGES.find((language) => language === asked);
  if (chosen !== undefined) return { language: chosen, isChosen: true };
  const wished =
    acceptLanguage && new Negotiator({ headers: { 'accept-language': acceptLanguage } }).language([...LANGUAGES]);
  return { language: LANGUAGES.find((language) => language === wished) ?? 'de', isChosen: false };
}

export function inLanguage(label: Label, { language }: Pick<Speech, 'language'>): string {
  return label[language];
}

/** A path of this site in the language that was chosen. @param path with or without query, without fragment */
export function linkTo(path: string, { language, isChosen }: Speech): string {
  if (!isChosen) return path;
  return `${path}${path.includes('?') ? '&' : '?'}lang=${language}`;
}

/** 1234567 as people write it. */
export function numberIn(value: number, { language }: Pick<Speech, 'language'>): string {
  return NUMBERS[language].format(value);
}
const NUMBERS = { de: new Intl.NumberFormat('de-DE'), en: new Intl.NumberFormat('en-GB') };

/** `2026-11-20` or an instant as people write a day. */
export function dayIn(date: string, { language }: Pick<Speech, 'language'>): string {
  const day = new Date(date);
  return Number.isNaN(day.getTime()) ? date : DAYS[language].format(day);
}
const DAYS = {
  de: new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeZone: 'UTC' }),
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }),
};
