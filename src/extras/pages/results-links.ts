/** The filter for hits with links of one category, among as many hits as one list check takes. */
import type { CoverageAnswer } from '../../core/interface/coverage-schema.ts';
import type { SearchAnswer } from '../../core/interface/search-schema.ts';
import { html, type Html } from '../../core/http/html.ts';
import { entryOf, type Locale } from '../../core/http/locale.ts';
import { categoriesInReadingOrder } from '../../core/interface/lookup/reading-order.ts';
import type { Register } from './register.ts';
import { resultsPath, type ResultsQuery } from './results-query.ts';
import texts from './texts/results.json' with { type: 'json' };

const TEXT = texts.page;

type Covered = CoverageAnswer['items'];
type Hits = SearchAnswer['items'];

const linksIn = (category: string, { byCategory }: Covered[number]) => entryOf<number>(byCategory ?? {}, category) ?? 0;

/** @param covered rows of the list check for the hits */
export function withLinksIn(category: string, hits: Hits, covered: Covered): Hits {
  const chosen = new Set(covered.filter((row) => linksIn(category, row) > 0).map(({ gnd }) => gnd));
  return hits.filter(({ gnd }) => chosen.has(gnd));
}

/** Links that select a category, with the number of its hits if all hits are known. */
export function linksFilter(
  query: ResultsQuery,
  { items, total }: SearchAnswer,
  covered: Covered,
  categories: Register['categories'],
  locale: Locale,
): Html | false {
  const { t, link, number } = locale;
  const isCounted = query.links !== undefined || items.length === total.value;
  const ordered = categoriesInReadingOrder(categories.map((one) => ({ ...one, category: one.key })));
  const choices = ordered.flatMap(({ key, label }) => {
    const count = withLinksIn(key, items, covered).length;
    if (count === 0 && key !== query.links) return [];
    const counted = isCounted && html` <span class="count">${number(count)}</span>`;
    return choice(key, html`${t(label)}${counted}`);
  });
  if (choices.length === 0 || (items.length < 2 && query.links === undefined)) return false;
  return html`<nav class="filter" aria-label="${t(TEXT.linksFilter)}">
    <ul>
      ${choice(undefined, html`${t(TEXT.anyLinks)}`)} ${choices}
    </ul>
  </nav>`;

  function choice(links: string | undefined, label: Html): Html {
    const path = link(resultsPath({ ...query, links, page: 1 }));
    return html`<li><a href="${path}" ${links === query.links && html` aria-current="true"`}>${label}</a></li>`;
  }
}

/** The sentence with the number of hits with links of the category. @param shown number of these hits */
export function narrowedTotal(
  shown: number,
  { items, total }: SearchAnswer,
  category: string,
  categories: Register['categories'],
  { t, number }: Locale,
): string {
  const label = categories.find(({ key }) => key === category)?.label;
  const values = { n: number(shown), all: number(items.length), category: label === undefined ? category : t(label) };
  return t(items.length === total.value ? TEXT.narrowed : TEXT.narrowedFirst, values);
}
