/** Words for states and cadences of sources. */
import type { SourcesAnswer } from '../../core/interface/register-schemas.ts';
import type { Label } from '../../core/model/entity.ts';
import type { Cadence, FreshnessState } from '../../core/model/source.ts';
import { externalLink } from './elements.ts';
import type { Snapshot } from '../../core/snapshot/store.ts';
import { reasonIn, type Wording } from '../keeper/news.ts';
import { html, type Html, type Part } from '../../shared/http/html.ts';
import type { Locale } from '../../shared/http/locale.ts';
import texts from './texts/source-words.json' with { type: 'json' };

export type ListedSource = SourcesAnswer['sources'][number];

/** States, the best first. */
export const STATES: Readonly<Record<FreshnessState, { readonly label: Label; readonly explanation: Label }>> =
  texts.states;
export const STATE_KEYS = Object.keys(STATES) as FreshnessState[];
const BADGES: Readonly<Record<FreshnessState, string>> = {
  fresh: 'good',
  unscheduled: '',
  stale: 'warn',
  held: 'warn',
  failing: 'bad',
};
/** Cadences, the most frequent first; unknown ones are shown by their keys. */
export const CADENCES: Readonly<Record<string, Label>> = texts.cadences satisfies Record<Cadence, Label>;

export function stateBadge(state: FreshnessState, { t }: Locale): Html {
  return html`<span class="badge ${BADGES[state]}">${t(STATES[state].label)}</span>`;
}

/** An age in the usual unit: `12 Tage alt`, `5 Monate alt`, `14 Jahre alt`. */
export function ageIn(days: number, { t, count }: Locale): string {
  if (days === 0) return t(texts.age.today);
  if (days < 60) return count(days, texts.age.days);
  return days < 730
    ? count(Math.floor(days / 30.44), texts.age.months)
    : count(Math.floor(days / 365.25), texts.age.years);
}

/** Why a source is held or failing; undefined in other states. */
export function troubleOf({ key, freshness }: ListedSource, { sources }: Snapshot, locale: Locale): Part | undefined {
  const problem = sources.find((source) => source.key === key)?.observation.problem;
  if (problem !== undefined) return wordingIn(reasonIn(problem, locale), locale);
  const { state, reason } = freshness;
  return state === 'stale' || reason === undefined ? undefined : wordingIn({ text: reason, language: 'en' }, locale);
}

/** A sentence that says so when it is in another language than the page. */
export function wordingIn({ text, language }: Wording, locale: Locale): Part {
  return language === locale.language ? text : html`<span lang="${language}">${text}</span>`;
}

export function licenceOf({ licence }: ListedSource, { t }: Locale): Part {
  const { spdx, url, statement } = licence;
  const name = spdx ?? (statement === 'not stated' ? undefined : statement);
  if (name === undefined) return t(texts.notStated);
  return url === undefined ? html`<bdi>${name}</bdi>` : externalLink(url, name);
}
