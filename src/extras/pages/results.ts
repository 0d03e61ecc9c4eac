/** `/search`: the results of a search. */
import type { SearchAnswer } from '../../core/interface/search-schema.ts';
import { redirect } from '../../core/http/answer.ts';
import { ENTITY_TYPES, type EntityType, type Label } from '../../core/model/entity.ts';
import { isAddress } from '../../core/model/identifier-text.ts';
import { gndIdIn } from '../../core/model/read-identifiers.ts';
import { foldText } from '../../core/search/names/search-text.ts';
import { html, type Html, type Part } from '../../shared/http/html.ts';
import { bodyIfAny, CallRefused, coverageOf, problemIn } from './internal-call.ts';
import { dnbSearch, externalLink, typeWord } from './elements.ts';
import { searchForm } from './layout.ts';
import { withNaturalDescriptions } from './natural-names.ts';
import { type Page, pageDoor } from './page-door.ts';
import { entryOf, type Locale } from '../../shared/http/locale.ts';
import { readRegister } from './register.ts';
import { hitTable, isLiteral } from './results-hit.ts';
import {
  itemsOfPage,
  MAX_PAGE,
  PAGE_SIZE,
  RESULTS_PARAMETERS,
  resultsPath,
  type ResultsQuery,
  searchAddress,
} from './results-query.ts';
import texts from './texts/results.json' with { type: 'json' };

const TEXT = texts.page;

export const resultsPage = pageDoor({
  name: 'searchPage',
  path: '/search',
  summary: 'Results of a search',
  parameters: RESULTS_PARAMETERS,
  quota: { name: 'search' },
  dependsOn: 'snapshot',
  examples: ['/search', '/search?q=goethe', '/search?q=weimar&type=Work&lang=en'],
  async answer(query, { call, store }, locale) {
    if (query.q === undefined) return form(query, locale);
    if (query.page === undefined) return refused(query, 'page', locale);
    const { status, body } = await call(searchAddress(query));
    if (status === 400) return refused(query, problemIn(body).errors?.[0]?.parameter ?? 'other', locale);
    if (status !== 200) throw new CallRefused({ status, body });
    const window = body as SearchAnswer;
    const items = await withNaturalDescriptions(itemsOfPage(query, window.items), store);
    const answer = { ...window, items };
    const entity = entityMeant(query, answer);
    if (entity !== undefined) return redirect(302, locale.link(`/gnd/${entity}`));
    const [covered, register] = await Promise.all([
      coverageOf(answer.items.map(({ gnd }) => gnd), call), // prettier-ignore
      readRegister(call),
    ]);
    const ofAllTypes =
      query.type.length > 0 && answer.total.value === 0
        ? await bodyIfAny<SearchAnswer>(call, searchAddress({ ...query, type: [], page: 1 }))
        : undefined;
    const elsewhere = ofAllTypes?.approximate === true ? undefined : ofAllTypes;
    const { byType, entities } = store.snapshot.counts;
    const hits = hitTable(answer.items, covered, register.categories, locale);
    return {
      ...documentOf(query, locale),
      heading: { icon: 'search', title: html`${locale.t(TEXT.title)}: <bdi>${query.q}</bdi>` },
      main: html`${filter(query, elsewhere ?? window, byType, locale)}
      ${answer.total.value === 0 ? nothing(query, elsewhere, entities, locale) : found(query, answer, hits, entities, locale)}`,
    };
  },
});

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
    title: q === undefined ? locale.t(TEXT.title) : locale.t(TEXT.titleOf, { q }),
    path: resultsPath(query),
    // Search engines should not index lists of hits.
    head: html`<meta name="robots" content="noindex" />`,
    ...(q !== undefined && { q, description: locale.t(TEXT.description, { q }) }),
  };
}

function form(query: ResultsQuery, locale: Locale, mistake?: Label) {
  const { t } = locale;
  const main = html`${mistake && html`<div class="notice bad" role="alert"><p>${t(mistake)}</p></div>`}
    ${searchForm(locale, query.q)}
    <p class="soft">${t(TEXT.intro)}</p>`;
  return {
    ...documentOf({ ...query, q: undefined }, locale),
    description: t(TEXT.intro),
    heading: { icon: 'search' },
    main,
    hasSearch: false,
  };
}

function refused(query: ResultsQuery, mistake: string, locale: Locale): Page {
  const label = entryOf<Label>(texts.mistakes, mistake) ?? texts.mistakes.other;
  return { ...form(query, locale, label), status: 400 };
}

/**
 * Links that select one type; an address may name several. Numbers are shown only where all hits are known. With a
 * selection that has hits nothing is known of other types, so only the selected ones and “all” are offered. @param window
 * all hits, or a part of them; where the selected types have none, the hits of all types @param byType numbers of entities in the data
 */
function filter(
  query: ResultsQuery,
  { items, total }: SearchAnswer,
  byType: Readonly<Record<string, number>>,
  { t, link, number }: Locale,
): Html | false {
  const types = query.type;
  const isWhole = items.length === total.value;
  const counts = Map.groupBy(items, ({ type }) => type);
  const mayHaveHits = (type: EntityType) =>
    isWhole || types.length > 0 ? counts.has(type) : entryOf(byType, type) !== undefined;
  const offered = ENTITY_TYPES.filter((type) => types.includes(type) || mayHaveHits(type));
  if (types.length === 0 && offered.length < 2) return false;
  const choice = (type: readonly string[], label: Part, isChosen: boolean) =>
    html`<li>
      <a href="${link(resultsPath({ ...query, type, page: 1 }))}" ${isChosen && html` aria-current="true"`}>${label}</a>
    </li>`;
  const counted = (label: Label, n: number) =>
    html`${t(label)}${isWhole && html` <span class="count">${number(n)}</span>`}`;
  const choices = offered.map((type) =>
    choice([type], counted(typeWord(type), counts.get(type)?.length ?? 0), types.includes(type)),
  );
  const isOfAll = items.some(({ type }) => !types.includes(type));
  return html`<nav class="filter" aria-label="${t(TEXT.filter)}">
    <ul>
      ${choice([], isOfAll ? counted(TEXT.all, total.value) : t(TEXT.all), types.length === 0)} ${choices}
    </ul>
  </nav>`;
}

/** @param hits hits of the page @param entities number of them in the data */
function found(query: ResultsQuery, answer: SearchAnswer, hits: Html, entities: number, locale: Locale): Html {
  const { total, items, ignored } = answer;
  const { t, link, count, isExcerpt } = locale;
  if (items.length === 0) {
    return html`<p>${t(TEXT.beyond)}</p>
      <p><a href="${link(resultsPath({ ...query, page: 1 }))}">${t(TEXT.firstPage)}</a></p>`;
  }
  const { q = '', page = 1 } = query;
  const words = ignored?.join(' ') ?? '';
  const isApproximate = answer.approximate === true;
  const isRespelled = words === '' && (isApproximate || !items.some((hit) => isLiteral(q, hit)));
  const notice = words !== '' && t(isApproximate ? TEXT.ignored : TEXT.unmetYears, { words });
  const offset = (page - 1) * PAGE_SIZE;
  const pages = Math.min(Math.ceil(total.value / PAGE_SIZE), MAX_PAGE);
  const addressOf = (to: number) => link(resultsPath({ ...query, page: to }));
  const isEqual = foldText(items[0]?.matched.value ?? '') === foldText(q);
  const order = pages > 1 && !isRespelled && isEqual && html`. <span class="soft">${t(TEXT.sorted)}</span>`;
  const totals = (isRespelled ? texts.similarNames : texts.totals)[total.relation];
  return html`<h2 ${!isRespelled && html`class="visually-hidden"`}>
      ${isRespelled ? t(TEXT.noHitsFor, { q }) : t(TEXT.results)}
    </h2>
    ${notice && html`<p class="notice">${notice}</p>`}
    <p class="total">
      <strong>${count(total.value, totals)}</strong
      >${pages > 1 && t(TEXT.range, { from: offset + 1, to: offset + items.length })}${isRespelled ? ':' : order}
    </p>
    ${hits} ${pagination(page, Math.max(pages, page), addressOf, locale)}
    ${(isRespelled || (isExcerpt && pages === 1)) && atDnb(q, entities, locale)}
    ${page === MAX_PAGE && html`<p class="soft">${t(TEXT.more)}</p>`}`;
}

/** @param elsewhere the hits of all types, where only some types were searched @param entities number of them in the data */
function nothing(
  { q = '', type: types }: ResultsQuery,
  elsewhere: SearchAnswer | undefined,
  entities: number,
  locale: Locale,
): Html {
  const { t, link, count } = locale;
  // The filter offers the types that have hits.
  if (types.length > 0 && elsewhere?.total.value !== 0) {
    const [type = '', ...more] = types;
    const ofType = more.length === 0 ? entryOf<Label>(texts.none, type) : undefined;
    return html`<h2>${t(ofType ?? TEXT.noneOfTypes, { q })}</h2>
      <p>
        <a class="button" href="${link(resultsPath({ q, type: [], page: 1 }))}"
          >${elsewhere?.total.relation === 'exact' ? count(elsewhere.total.value, texts.showAll) : t(TEXT.showAll)}</a
        >
      </p>`;
  }
  const advice = [...texts.advice.slice(/\S\s+\S/.test(q) ? 0 : 1), ...(/\d/.test(q) ? [TEXT.wholeNumbers] : [])];
  return html`<h2>${t(isAddress(q) ? TEXT.addressOfNobody : TEXT.noHitsFor, { q })}</h2>
    ${atDnb(q, entities, locale)}
    <h3>${t(TEXT.advice)}</h3>
    <ul>
      ${advice.map((one) => html`<li>${t(one)}</li>`)}
    </ul>`;
}

/** Where to search on: the data lack what is new, or most of the GND. */
const atDnb = (q: string, n: number, { t, isExcerpt }: Locale) =>
  html`<p>${t(isExcerpt ? TEXT.excerpt : TEXT.maybeNewer, { n })} ${externalLink(dnbSearch(q), t(TEXT.atDnb))}.</p>`;

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
