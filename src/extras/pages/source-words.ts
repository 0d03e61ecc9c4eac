/** Words for states and cadences of sources. */
import type { SourcesAnswer } from '../../core/interface/register-schemas.ts';
import type { Label } from '../../core/model/entity.ts';
import type { Cadence, FreshnessState } from '../../core/model/source.ts';
import { externalLink } from './elements.ts';
import type { Snapshot } from '../../core/snapshot/store.ts';
import { reasonIn, type Wording } from '../keeper/news.ts';
import { html, type Html, type Part } from '../../shared/http/html.ts';
import { labelOf, type Locale } from '../../shared/http/locale.ts';
import texts from './texts/source-words.json' with { type: 'json' };

export type ListedSource = SourcesAnswer['sources'][number];

/**
 * A state as pages name it: that of the interface, but a source that no longer appears is not called up to date, and
 * one that this service has not looked for is not called out of date.
 */
export type ShownState = FreshnessState | 'completed' | 'unchecked';
/** States, the best first. */
export const STATES: Readonly<Record<ShownState, { readonly label: Label; readonly explanation: Label }>> =
  texts.states;
export const STATE_KEYS = Object.keys(STATES) as ShownState[];
/** Style of the badge of a state. States that need no attention have no badge. */
const BADGES: Readonly<Record<ShownState, string>> = {
  fresh: 'badge good',
  completed: 'badge',
  unscheduled: 'soft',
  unchecked: 'badge warn',
  stale: 'badge warn',
  held: 'badge warn',
  failing: 'badge bad',
};
/** Cadences, the most frequent first; unknown ones are shown by their keys. */
export const CADENCES: Readonly<Record<string, Label>> = texts.cadences satisfies Record<Cadence, Label>;

export function stateOf({ freshness }: Pick<ListedSource, 'freshness'>): ShownState {
  const { state, cadence, since = '', checkedAt = since } = freshness;
  if (state === 'fresh' && cadence === 'never') return 'completed';
  return state === 'stale' && checkedAt < since ? 'unchecked' : state;
}

/** Whether a version may be too old, is not used, or is not to be had. */
export const isTrouble = (state: ShownState): boolean =>
  state === 'unchecked' || state === 'stale' || state === 'held' || state === 'failing';

/** The order in which sources need attention: those without a version, then the worst states. */
export const byTrouble = (a: ListedSource, b: ListedSource): number =>
  Number(isMissing(b)) - Number(isMissing(a)) || STATE_KEYS.indexOf(stateOf(b)) - STATE_KEYS.indexOf(stateOf(a));

/** The number of sources in each state, the best state first. */
export const countByState = (sources: readonly ListedSource[]): readonly (readonly [ShownState, number])[] =>
  STATE_KEYS.map((state) => [state, sources.filter((source) => stateOf(source) === state).length]);

export function stateBadge(state: ShownState, { t }: Locale): Html {
  return html`<span class="${BADGES[state]}">${t(STATES[state].label)}</span>`;
}

/** First day of a state, where it has one. */
export const firstDayOf = (source: ListedSource): string | undefined =>
  stateOf(source) === 'unchecked' ? source.freshness.checkedAt : source.freshness.since;

export function sinceOf(source: ListedSource, { t, day }: Locale): string | undefined {
  const first = firstDayOf(source);
  return first && t(texts.since, { date: day(first) });
}

/** In days. 730 are a little less than two mean years. */
const TWO_YEARS = 731;

/** An age in the usual unit: `gestern`, `12 Tage alt`, `5 Monate alt`, `14 Jahre alt`. */
export function ageIn(days: number, { language, count }: Locale): string {
  if (days < 2) return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-days, 'day');
  if (days < 60) return count(days, texts.age.days);
  return days < TWO_YEARS
    ? count(Math.floor(days / 30.44), texts.age.months)
    : count(Math.floor(days / 365.25), texts.age.years);
}

type Freshness = ListedSource['freshness'];

/** Why a source is in its state, as far as its dates and its rhythm say. */
export function explanationOf(source: ListedSource, { t }: Locale): string {
  const { cadence } = source.freshness;
  const state = stateOf(source);
  if (state === 'stale') return t(texts.overdue);
  if (state === 'unchecked') return t(texts.unchecked, { often: t(labelOf(CADENCES, cadence)) });
  return t(STATES[state].explanation);
}

/** The date that a source declares, or else the day on which its content was first seen. */
export const dateOf = ({ declaredDate, observedSince }: Partial<Freshness>) => declaredDate ?? observedSince;

/** The same in words; empty where neither is known. @param declared text for a declared date */
export function datedIn(freshness: Partial<Freshness>, declared: Label, { t, day }: Locale): readonly string[] {
  const date = dateOf(freshness);
  if (date === undefined) return [];
  return [t(freshness.declaredDate === undefined ? texts.seen : declared, { date: day(date) })];
}

/** Whether no version of a source is in use, although it should be. */
export const isMissing = ({ freshness: { state }, import: { sha256 } }: ListedSource) =>
  sha256 === undefined && (state === 'held' || state === 'failing');

/** The date of the version in use, in the tables of sources. */
export function versionOf(source: ListedSource, { t, day }: Locale): Part {
  if (isMissing(source)) return html`<span class="badge bad">${t(texts.missing)}</span>`;
  const { declaredDate, observedSince } = source.freshness;
  if (declaredDate !== undefined) return day(declaredDate);
  return observedSince && t(texts.seen, { date: day(observedSince) });
}

/** Age in days; undefined for a source without a declared date, which may be older than its first sight. */
export const ageOf = ({ declaredDate, ageDays }: Freshness) => (declaredDate === undefined ? undefined : ageDays);

/** Whether the date of a source is so old that readers should notice it. */
export const isOld = (freshness: Freshness): boolean => (ageOf(freshness) ?? 0) >= TWO_YEARS;

/** Why a source is held or failing; undefined in other states. */
export function troubleOf({ key }: ListedSource, { sources }: Snapshot, locale: Locale): Part | undefined {
  const problem = sources.find((source) => source.key === key)?.observation.problem;
  return problem && wordingIn(reasonIn(problem, locale), locale);
}

/** A sentence that says so when it is in another language than the page. */
export function wordingIn({ text, language }: Wording, locale: Locale): Part {
  return language === locale.language ? text : html`<span lang="${language}">${text}</span>`;
}

/** A licence by its shortest name. */
export function licenceOf({ licence }: ListedSource, { t }: Locale): Part {
  const { spdx, statement } = licence;
  const name = spdx ?? (statement === 'not stated' ? undefined : statement);
  return name === undefined ? html`<span class="unstated">${t(texts.notStated)}</span>` : licenceLink(licence, name);
}

/** A licence with the address of its text, where it has one. */
export function licenceLink({ spdx, url }: ListedSource['licence'], name: string): Part {
  // A licence that SPDX does not list (`LicenseRef-…`) has no page there.
  const isListed = spdx !== undefined && /^(?!LicenseRef-)[\w.+-]+$/.test(spdx);
  const address = url ?? (isListed ? `https://spdx.org/licenses/${spdx}` : undefined);
  return address === undefined ? html`<bdi>${name}</bdi>` : externalLink(address, name);
}
