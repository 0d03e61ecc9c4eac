/** `/search`: the results of a search. */
import type { ProblemDocument } from '../../core/http/problem-document.ts';
import type { SearchAnswer } from '../../core/interface/search-schema.ts';
import { TYPE_LABELS } from '../../core/model/type-labels.ts';
import { redirect } from '../../core/http/answer.ts';
import type { Answer, Door } from '../../core/http/door.ts';
import { ENTITY_TYPES, type EntityType, type Label } from '../../core/model/entity.ts';
import { gndIdIn, isAddress } from '../../core/model/read-identifiers.ts';
import { html, type Html } from '../../core/http/html.ts';
import { bodyIfAny, type Call, CallRefused, coverageOf, problemIn } from './internal-call.ts';
import { externalLink, pageHead } from './elements.ts';
import { documentAnswer, searchForm } from './layout.ts';
import { pageDoor } from './page-door.ts';
import { entryOf, type Locale } from '../../core/http/locale.ts';
import { type ReadRegister, registerIfAny } from './register.ts';
import { hitTable } from './results-hit.ts';
import { linksFilter, narrowedTotal, withLinksIn } from './results-links.ts';
import {
  MAX_PAGE,
  PAGE_SIZE,
  RESULTS_PARAMETERS,
  resultsPath,
  type ResultsQuery,
  searchAddress,
} from './results-query.ts';
import texts from './texts/results.json' with { type: 'json' };

const TEXT = texts.page;

export function resultsPage(readRegister: ReadRegister): Door {
  const totalsOf = createTypeTotals();
  return pageDoor({
    name: 'searchPage',
    path: '/search',
    summary: 'Results of a search',
    parameters: RESULTS_PARAMETERS,
    quota: { name: 'search' },
    dependsOn: 'snapshot',
    examples: ['/search', '/search?q=goethe', '/search?q=weimar&type=Work&lang=en', '/search?q=bach&links=edition'],
    async answer(asked, { call }, locale) {
      const query: ResultsQuery = { q: asked.q, types: asked.type, links: asked.links, page: asked.page };
      if (query.q === undefined) return documentAnswer(form(query, locale));
      if (query.page === undefined) return refused(query, 'page', locale);
      const { status, body } = await call(searchAddress(query));
      if (status === 400) return refused(query, mistakeOf(problemIn(body)), locale);
      if (status !== 200) throw new CallRefused({ status, body });
      const answer = body as SearchAnswer;
      const entity = entityMeant(query, answer);
      if (entity !== undefined) return redirect(302, locale.link(`/gnd/${entity}`));
      const gnds = answer.items.map(({ gnd }) => gnd);
      const [counted, covered, register] = await Promise.all([
        totalsOf(query, answer, call),
        coverageOf(gnds, call),
        registerIfAny(readRegister, call),
      ]);
      const categories = register?.categories ?? [];
      const shown = query.links === undefined ? answer.items : withLinksIn(query.links, answer.items, covered);
      const hits = hitTable(shown, covered, categories, locale, query.links);
      const narrowed =
        query.links === undefined ? undefined : narrowedTotal(shown.length, answer, query.links, categories, locale);
      return documentAnswer({
        ...documentOf(query, locale),
        ...((register === undefined || !counted.isComplete) && { cacheControl: 'no-store' }),
        main: html`${pageHead({ icon: 'search', title: html`${locale.t(TEXT.title)}: <bdi>${query.q}</bdi>` }, locale)}
        ${filter(query, counted.totals, locale)} ${linksFilter(query, answer, covered, categories, locale)}
        ${found(query, answer, hits, locale, narrowed)}`,
      });
    },
  });
}

/**
 * A GND identifier or its URI redirects to the page of the entity. Even an unknown identifier does, because that page
 * explains more than an empty list. Foreign identifiers remain a search, because several entities may carry one.
 */
function entityMeant({ q = '' }: ResultsQuery, { items }: SearchAnswer): string | undefined {
  const id = gndIdIn(q);
  if (id === undefined) return undefined;
  const [first] = items;
  if (first === undefined) return id;
  return first.matched.field === 'gnd' || first.matched.field === 'formerId' ? first.gnd : undefined;
}

function documentOf(query: ResultsQuery, locale: Locale) {
  const { q } = query;
  return {
    locale,
    title: q === undefined ? locale.t(TEXT.title) : locale.t(TEXT.titleOf, { q }),
    path: resultsPath(query),
    // Search engines should not index lists of hits.
    head: html`<meta name="robots" content="noindex" />`,
    ...(q !== undefined && { q, description: locale.t(TEXT.description, { q }) }),
  };
}

function form(query: ResultsQuery, locale: Locale, mistake?: Label) {
  const { t } = locale;
  const main = html`${pageHead({ icon: 'search', title: t(TEXT.title) }, locale)}
    ${mistake && html`<div class="notice bad" role="alert"><p>${t(mistake)}</p></div>`} ${searchForm(locale, query.q)}
    <p class="soft">${t(TEXT.intro)}</p>`;
  const description = t(TEXT.intro);
  return { ...documentOf({ ...query, q: undefined }, locale), description, main, hasSearch: false };
}

function refused(query: ResultsQuery, mistake: string, locale: Locale): Answer {
  const label =
    entryOf<Label>(texts.mistakes, mistake) ??
    entryOf<Label>(texts.mistakes, mistake.split(' ')[0] ?? '') ??
    texts.mistakes.other;
  return documentAnswer({ ...form(query, locale, label), status: 400 });
}

function mistakeOf({ errors: [error] = [] }: Partial<ProblemDocument>): string {
  return error === undefined ? 'other' : `${error.parameter} ${error.code}`;
}

type Total = SearchAnswer['total'];
type TypeTotals = ReadonlyMap<EntityType, Total>;

interface Counted {
  readonly totals: TypeTotals;
  /** Whether the API answered for every type. */
  readonly isComplete: boolean;
}

/** Number of queries whose totals are cached for the next page and for other types. */
const MAX_KEPT = 500;

/** Numbers of entities of each type that a query finds. */
function createTypeTotals() {
  const kept = new Map<string, Counted>();
  return async ({ q = '', types }: ResultsQuery, answer: SearchAnswer, call: Call): Promise<Counted> => {
    const key = `${answer.snapshot.id} ${q}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const { items, total } = answer;
    const totals = new Map<EntityType, Total>();
    let isComplete = true;
    if (types.length === 0 && items.length === total.value) {
      for (const [type, hits] of Map.groupBy(items, (item) => item.type)) {
        totals.set(type, { value: hits.length, relation: 'exact' });
      }
    } else {
      for (const type of ENTITY_TYPES) {
        const path = `/api/v1/search?${new URLSearchParams({ q, type, limit: '1' }).toString()}`;
        const own = await bodyIfAny<SearchAnswer>(call, path);
        if (own === undefined) isComplete = false;
        // Near spellings of another type are not hits of this query.
        else if (own.approximate === answer.approximate) totals.set(type, own.total);
      }
    }
    const counted = { totals, isComplete };
    if (!isComplete) return counted;
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(key, counted);
    return counted;
  };
}

/** Links that select one type, with the number of its entities; an address may name several types. */
function filter(query: ResultsQuery, totals: TypeTotals, locale: Locale): Html | false {
  const { t, link, number } = locale;
  const choice = (types: readonly string[], label: Html, isChosen: boolean) =>
    html`<li>
      <a href="${link(resultsPath({ ...query, types, page: 1 }))}" ${isChosen && html` aria-current="true"`}
        >${label}</a
      >
    </li>`;
  const found = ENTITY_TYPES.flatMap((type) => {
    const { value, relation } = totals.get(type) ?? { value: 0, relation: 'exact' };
    const isChosen = query.types.includes(type);
    if (value === 0 && !isChosen) return [];
    const n = `${relation === 'atLeast' ? '≥\u00A0' : ''}${number(value)}`;
    return choice([type], html`${t(TYPE_LABELS[type])} <span class="count">${n}</span>`, isChosen);
  });
  // With a single type, there is nothing to select.
  if (totals.size < 2 && query.types.length === 0) return false;
  return html`<nav class="filter" aria-label="${t(TEXT.filter)}">
    <ul>
      ${choice([], html`${t(TEXT.all)}`, query.types.length === 0)} ${found}
    </ul>
  </nav>`;
}

/** @param hits hits of the page @param narrowed number of hits with links of the requested category */
function found(query: ResultsQuery, answer: SearchAnswer, hits: Html, locale: Locale, narrowed?: string): Html {
  const { total, items, ignored } = answer;
  const { t, link, count } = locale;
  if (items.length === 0 && total.value === 0) return nothing(query, locale);
  if (items.length === 0) {
    return html`<p>${t(TEXT.beyond)}</p>
      <p><a href="${link(resultsPath({ ...query, page: 1 }))}">${t(TEXT.firstPage)}</a></p>`;
  }
  const { page = 1 } = query;
  const words = ignored?.join(' ') ?? '';
  const notice = noticeOf(answer, words, locale);
  const offset = (page - 1) * PAGE_SIZE;
  const pages = Math.min(Math.ceil(total.value / PAGE_SIZE), MAX_PAGE);
  const range = t(TEXT.range, { from: offset + 1, to: offset + items.length });
  const addressOf = (to: number) => link(resultsPath({ ...query, page: to }));
  const title = html`<h2 class="visually-hidden">${t(TEXT.results)}</h2>
    ${notice && html`<p class="notice">${notice}</p>`}`;
  if (narrowed !== undefined)
    return html`${title}
      <p class="total"><strong>${narrowed}</strong></p>
      ${hits}`;
  return html`${title}
    <p class="total">
      <strong>${count(total.value, texts.totals[total.relation])}</strong>
      ${pages > 1 && html`<span class="soft">${range}</span>`}
    </p>
    ${hits} ${pagination(page, Math.max(pages, page), addressOf, locale)}
    ${page === MAX_PAGE && html`<p class="soft">${t(TEXT.more)}</p>`}`;
}

/** Notice that the hits do not match the whole query. @param words words that were left out */
function noticeOf({ approximate, items }: SearchAnswer, words: string, { t }: Locale): string {
  if (approximate === true) return t(words === '' ? TEXT.approximate : TEXT.ignored, { words });
  if (words === '') return '';
  const isYear = /^\d{3,4}$/.test(words) && items.every(({ type }) => type === 'Person');
  return t(isYear ? TEXT.unmetYear : TEXT.unmetYears, { words });
}

function nothing({ q = '', types }: ResultsQuery, { t, link }: Locale): Html {
  return html`<h2>${t(TEXT.noHits)}</h2>
    <p>${isAddress(q) ? t(TEXT.addressOfNobody) : t(TEXT.noHitsFor, { q })}</p>
    <ul>
      ${types.length > 0 && html`<li><a href="${link(resultsPath({ q, types: [], page: 1 }))}">${t(TEXT.withoutFilter)}</a></li>`}
      ${texts.advice.map((advice) => html`<li>${t(advice)}</li>`)}
      <li>${t(TEXT.maybeNewer)} ${externalLink(dnbSearch(q), t(TEXT.atDnb))}</li>
    </ul>`;
}

const dnbSearch = (q: string) =>
  `https://portal.dnb.de/opac.htm?${new URLSearchParams({ method: 'simpleSearch', query: q }).toString()}`;

/** Links to the neighbouring pages, and the present position; undefined for a single page. */
export function pagination(page: number, pages: number, addressOf: (page: number) => string, { t }: Locale) {
  if (pages <= 1) return undefined;
  const step = (to: number, rel: 'prev' | 'next', label: Label) =>
    to >= 1 && to <= pages && html`<li><a href="${addressOf(to)}" rel="${rel}">${t(label)}</a></li>`;
  return html`<nav class="pagination" aria-label="${t(TEXT.pages)}">
    <ul>
      ${step(page - 1, 'prev', TEXT.previous)}
      <li>${t(TEXT.pageOf, { page, pages })}</li>
      ${step(page + 1, 'next', TEXT.next)}
    </ul>
  </nav>`;
}
