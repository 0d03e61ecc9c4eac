/** What kinds, states and cadences of sources are called, for people. */
import type { SourcesAnswer } from '../api/register-schemas.ts';
import type { Label } from '../model/entity.ts';
import type { Cadence, FreshnessState, SourceKind } from '../model/source.ts';
import { externalLink } from './elements.ts';
import { html, type Html, type Part } from './html.ts';
import type { Locale } from './locale.ts';
import texts from './texts/source-words.json' with { type: 'json' };

export type RegisteredSource = SourcesAnswer['sources'][number];

export const KINDS: Readonly<Record<SourceKind, Label>> = texts.kinds;
/** The best first. */
export const STATES: Readonly<Record<FreshnessState, { readonly label: Label; readonly explanation: Label }>> =
  texts.states;
const BADGES: Readonly<Record<FreshnessState, string>> = { fresh: 'good', stale: 'warn', held: 'warn', failing: 'bad' };
/** From the most frequent on; the set may grow, and what is not known is shown as it is. */
export const CADENCES: Readonly<Record<string, Label>> = texts.cadences satisfies Record<Cadence, Label>;
export const AGE = texts.age;

export function stateBadge(state: FreshnessState, { t }: Locale): Html {
  return html`<span class="badge ${BADGES[state]}">${t(STATES[state].label)}</span>`;
}

export function licenceOf({ licence }: RegisteredSource, { t }: Locale): Part {
  const { spdx, url, statement } = licence;
  const name = spdx ?? (statement === 'not stated' ? undefined : statement);
  if (name === undefined) return t(texts.notStated);
  return url === undefined ? html`<bdi>${name}</bdi>` : externalLink(url, name);
}

/** What of the source was not used, from 0 to 1; undefined when nothing was read. */
export function rejectedShare({ read, rejected }: RegisteredSource['import']): number | undefined {
  if (read === 0) return undefined;
  const refused = Object.values(rejected).reduce((sum, count) => sum + count, 0);
  return Math.min(1, refused / read);
}

/** With one decimal, always: so the digits alone put shares into their order. */
export function shareIn(share: number | undefined, { language }: Locale): string {
  return share === undefined ? '–' : SHARES[language].format(share);
}
const share = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
const SHARES = { de: new Intl.NumberFormat('de-DE', share), en: new Intl.NumberFormat('en-GB', share) };
