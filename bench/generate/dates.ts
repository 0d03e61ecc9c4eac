/** Dates as catalogues have them: years, days, guesses, spans. */
import type { Random } from './random.ts';

/** What dates are written to. */
interface Draft {
  readonly random: Random;
  /** 0 for ordinary people. */
  readonly fame: number;
  text(property: string, value: string, more?: { readonly type: 'date' | 'gYear' }): void;
}

/** Birth for half of them, death for half of these; some free text, some only a period of activity. */
export function drawLife(draft: Draft): void {
  const { random } = draft;
  const year = 1995 - Math.floor(480 * random.unit() ** 2.4);
  const form = draft.fame > 0 ? random.unit() * 0.5 : random.unit();
  if (form < 0.005) {
    draft.text('dateOfBirth', gYear(-1 - random.below(700)), { type: 'gYear' });
  } else if (form < 0.025) {
    draft.text('dateOfBirth', random.pick([`[ca. ${year}]`, `ca. ${year}`, `[${String(year).slice(0, 2)}XX]`]));
  } else if (form < 0.5) {
    drawDate(draft, 'dateOfBirth', year);
    const age = 20 + Math.floor(70 * random.unit() ** 0.6);
    if (year + age < 2025 && random.chance(year < 1930 ? 0.78 : 0.3)) drawDate(draft, 'dateOfDeath', year + age);
  } else if (form < 0.6) {
    draft.text('periodOfActivity', random.pick([`um ${year}`, `${year}-${year + 12}`, `-${year}`, `${year}-`]));
  } else if (form < 0.605) {
    draft.text('dateOfBirthAndDeath', random.pick(['ca. 1.Jh.', '16./17. Jh.', `ca. ${year}`]));
  }
}

function drawDate(draft: Draft, property: string, year: number): void {
  if (draft.random.chance(0.58)) draft.text(property, gYear(year), { type: 'gYear' });
  else draft.text(property, day(year, draft.random), { type: 'date' });
}

function gYear(year: number): string {
  return `${year < 0 ? '-' : ''}${String(Math.abs(year)).padStart(4, '0')}`;
}

/** A day of the year, ISO 8601. */
export function day(year: number, random: Random): string {
  return `${gYear(year)}-${twoDigits(1 + random.below(12))}-${twoDigits(1 + random.below(28))}`;
}

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : String(number);
}

/** The year, or the days on which a meeting took place. */
export function meetingDate(year: number, random: Random): string {
  if (random.chance(0.5)) return String(year);
  const [month, first] = [twoDigits(1 + random.below(12)), 1 + random.below(24)];
  return `${twoDigits(first)}.${month}.${year}-${twoDigits(first + 1 + random.below(4))}.${month}.${year}`;
}
