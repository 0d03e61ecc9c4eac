/** What kinds, states and cadences of sources are called, for people. */
import type { SourcesAnswer } from '../api/register-schemas.ts';
import type { Label } from '../model/entity.ts';
import type { Cadence, FreshnessState, SourceKind } from '../model/source.ts';
import { externalLink } from './elements.ts';
import { html, type Html, type Part } from './html.ts';
import type { Locale, Plural } from './locale.ts';

export type RegisteredSource = SourcesAnswer['sources'][number];

const label = (de: string, en: string): Label => ({ de, en });

export const KINDS = {
  entities: label('Datensätze', 'Records'),
  links: label('Verweise', 'Links'),
  redirects: label('Umlenkungen', 'Redirects'),
} as const satisfies Record<SourceKind, Label>;

interface StateWords {
  readonly badge: 'good' | 'warn' | 'bad';
  readonly label: Label;
  readonly explanation: Label;
}

/** The best first. */
export const STATES = {
  fresh: {
    badge: 'good',
    label: label('aktuell', 'up to date'),
    explanation: label(
      'Nicht älter, als der Rhythmus der Quelle erwarten lässt; ohne festen Rhythmus veraltet eine Quelle nicht.',
      'Not older than its cadence; a source without a regular cadence does not grow out of date.',
    ),
  },
  stale: {
    badge: 'warn',
    label: label('veraltet', 'out of date'),
    explanation: label('Älter als der eigene Rhythmus der Quelle.', 'Older than the cadence of the source itself.'),
  },
  held: {
    badge: 'warn',
    label: label('zurückgehalten', 'held back'),
    explanation: label(
      'Die zuletzt geladene Fassung erschien nicht glaubwürdig; die bisherige gilt weiter.',
      'The copy that was fetched last seemed implausible; the one before it stays in use.',
    ),
  },
  failing: {
    badge: 'bad',
    label: label('gestört', 'failing'),
    explanation: label(
      'Der letzte Abruf ist gescheitert, oder das Geladene ist unbrauchbar. Eine ältere Fassung gilt weiter, wenn es eine gibt.',
      'The last attempt to fetch it failed, or what was fetched cannot be used. An older copy stays in use if there is one.',
    ),
  },
} as const satisfies Record<FreshnessState, StateWords>;

/** From the most frequent on; the set may grow, and what is not known is shown as it is. */
export const CADENCES: Readonly<Record<string, Label>> = {
  daily: label('täglich', 'daily'),
  weekly: label('wöchentlich', 'weekly'),
  monthly: label('monatlich', 'monthly'),
  quarterly: label('vierteljährlich', 'quarterly'),
  biannual: label('halbjährlich', 'twice a year'),
  annual: label('jährlich', 'yearly'),
  irregular: label('unregelmäßig', 'irregular'),
  never: label('abgeschlossen', 'completed'),
  unknown: label('unbekannt', 'unknown'),
} as const satisfies Record<Cadence, Label>;

export const AGE: Plural = {
  one: label('{n} Tag alt', '{n} day old'),
  many: label('{n} Tage alt', '{n} days old'),
};

export function stateBadge(state: FreshnessState, { t }: Locale): Html {
  const { badge, label: word } = STATES[state];
  return html`<span class="badge ${badge}">${t(word)}</span>`;
}

export function licenceOf({ licence }: RegisteredSource, { t }: Locale): Part {
  const { spdx, url, statement } = licence;
  const name = spdx ?? (statement === 'not stated' ? undefined : statement);
  if (name === undefined) return t(label('nicht angegeben', 'not stated'));
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
