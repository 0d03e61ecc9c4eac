/** The sources that assert the links of an entity: who they are, how old they are, whom to tell of a mistake. */
import type { LinksAnswer } from '../../snapshot/links-answer.ts';
import { externalLink, foldedList } from './elements.ts';
import { html, type Html } from '../../http/html.ts';
import type { Locale } from '../../http/locale.ts';
import { ageIn, type RegisteredSource } from './source-words.ts';
import texts from './texts/entity.json' with { type: 'json' };

/** By key; empty while the register cannot be read. */
export type Sources = ReadonlyMap<string, RegisteredSource>;

const TEXT = texts.sources.page;

const LINKS = texts.sources.links;
const MORE = texts.sources.more;
/** Sources that are shown before the fold. */
const VISIBLE = 6;

/** `Kalliope, Stand 13.10.2026`: by whom a link is asserted. */
export type Attribution = (keys: readonly string[]) => Html;

export function createAttribution(sources: Sources, locale: Locale): Attribution {
  const known = new Map<string, Html>();
  const one = (key: string) => {
    const made = known.get(key) ?? attribution(key, sources.get(key), locale);
    known.set(key, made);
    return made;
  };
  return (keys) => html`${keys.map((key, index) => html`${index > 0 && ' · '}${one(key)}`)}`;
}

function attribution(key: string, source: RegisteredSource | undefined, locale: Locale): Html {
  const title = source === undefined ? key : locale.t(source.title);
  const link = html`<a href="${locale.link(`/sources/${encodeURIComponent(key)}`)}">${title}</a>`;
  const { declaredDate, observedSince } = source?.freshness ?? {};
  const date = declaredDate ?? observedSince;
  if (date === undefined) return link;
  const text = declaredDate === undefined ? TEXT.observed : TEXT.stated;
  return html`${link}, ${locale.t(text, { date: locale.day(date) })}`;
}

/** Every source of the page once, the busiest first. */
export function sourceList(categories: LinksAnswer['links']['categories'], sources: Sources, locale: Locale): Html {
  const counts = new Map<string, number>();
  for (const { items } of categories) {
    for (const key of items.flatMap(({ assertedBy }) => assertedBy)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a);
  return html`<p class="soft">${locale.t(TEXT.explain)}</p>
    ${foldedList(
      sorted.map(([key, count]) => sourceItem(key, sources.get(key), count, locale)),
      { visible: VISIBLE, className: 'source-list', summary: (n) => locale.count(n, MORE) },
    )}`;
}

function sourceItem(key: string, source: RegisteredSource | undefined, count: number, locale: Locale): Html {
  const { state = 'fresh', ageDays } = source?.freshness ?? {};
  const homepage = source?.origin.homepage;
  return html`${attribution(key, source, locale)}
    ${ageDays !== undefined && html`<span class="soft">(${ageIn(ageDays, locale)})</span>`}
    ${state !== 'fresh' && html` <span class="badge warn">${locale.t(TEXT[state])}</span>`}
    <div class="soft">
      ${locale.count(count, LINKS)}
      ${homepage !== undefined && html` · ${externalLink(homepage, locale.t(TEXT.report))}`}
    </div>`;
}
