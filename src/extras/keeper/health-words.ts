/** The health of a collection in words: the results of the probe of its addresses. */
import type { SourcesAnswer } from '../../core/interface/register-schemas.ts';
import { countUnclear, isDead } from '../../core/model/source.ts';
import { html, type Html } from '../../shared/http/html.ts';
import { labelOf, type Locale } from '../../shared/http/locale.ts';
import texts from './texts/health.json' with { type: 'json' };

const TEXT = texts.page;

export type RegisteredCollection = SourcesAnswer['collections'][number];
type Health = RegisteredCollection['health'];

/** E.g. `führt seit 5.11.2026 ins Leere`; undefined for a collection that is not dead. */
export function deadSince(health: Health, { t, day }: Locale): string | undefined {
  return health !== undefined && isDead(health) ? t(TEXT.deadSince, { date: day(health.since) }) : undefined;
}

/** Badge next to links into a dead collection. */
export function deadBadge(health: Health, locale: Locale): Html | false {
  const words = deadSince(health, locale);
  return words !== undefined && html`<span class="badge bad">${words}</span>`;
}

/** The results of the probe as a sentence. */
export function healthSentence(health: NonNullable<Health>, { t, day }: Locale): string {
  const { sampled, ok, moved, gone, blocked, checkedAt } = health;
  const counts = Object.entries({ ok, moved, gone, blocked, unclear: countUnclear(health) })
    .filter(([, n]) => n > 0)
    .map(([verdict, n]) => t(labelOf(texts.found, verdict), { n }))
    .join(', ');
  return t(TEXT.counts, { sampled, found: counts, date: day(checkedAt) });
}

export function healthExplained({ t }: Locale): string {
  return t(TEXT.explain);
}
