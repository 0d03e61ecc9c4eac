/** What kinds, states and cadences of sources are called, for people. */
import type { SourcesAnswer } from '../api/register-schemas.ts';
import { TYPE_LABELS } from '../api/type-labels.ts';
import type { EntityType, Label } from '../model/entity.ts';
import type { Cadence, FreshnessState, SourceKind } from '../model/source.ts';
import { html, type Html } from './html.ts';

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

const CADENCES = {
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

/** Cadences from the most frequent on; the set may grow, and what is not known is shown as it is. */
export const CADENCE_LABELS: Readonly<Record<string, Label>> = CADENCES;

export function cadenceLabel(cadence: string): Label {
  return CADENCE_LABELS[cadence] ?? label(cadence, cadence);
}

export function typeLabel(type: string): Label {
  return Object.hasOwn(TYPE_LABELS, type) ? TYPE_LABELS[type as EntityType] : label(type, type);
}

export function stateBadge(state: FreshnessState, say: (label: Label) => string): Html {
  const { badge, label: word } = STATES[state];
  return html`<span class="badge ${badge}">${say(word)}</span>`;
}

/** What of the source was not used, from 0 to 1; undefined when nothing was read. */
export function rejectedShare({ read, rejected }: RegisteredSource['import']): number | undefined {
  if (read === 0) return undefined;
  const refused = Object.values(rejected).reduce((sum, count) => sum + count, 0);
  return Math.min(1, refused / read);
}
