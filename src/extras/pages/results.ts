/** `/search`: the results of a search. */
import type { SearchAnswer } from '../../core/interface/search-schema.ts';
import { redirect } from '../../core/http/answer.ts';
import type { Label } from '../../core/model/entity.ts';
import { isAddress } from '../../core/model/identifier-text.ts';
import { gndIdIn } from '../../core/model/read-identifiers.ts';
import { html, type Html } from '../../shared/http/html.ts';
import { CallRefused, coverageOf, problemIn } from './internal-call.ts';
import { dnbSearch, externalLink, filled, gndSearch, typeWord } from './elements.ts';
import { searchExamples } from './home.ts';
import { searchForm } from './layout.ts';
import { withNaturalDescriptions } from './natural-names.ts';
import { pageDoor } from './page-door.ts';
import { pagination } from './pagination.ts';
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
import { meantQuery } from './results-meant.ts';
import { narrowerQuery } from './results-narrow.ts';
import { readTypes, typeChoice, typeFilter } from './results-types.ts';
import { worksOfPerson } from './results-works.ts';
import entityTexts from './texts/entity.json' with { type: 'json' };
import texts from './texts/results.json' with { type: 'json' };

const TEXT = texts.page;

export const resultsPage = pageDoor({
  name: 'searchPage',
  path: '/search',
  summary: 'Results of a search',
  parameters: RESULTS_PARAMETERS,
  // Unless all hits are in one answer, their types are counted by a search of its own.
  quota: { name: 'search', cost: ({ q }, { limits }) => (q === undefined ? 1 : Math.min(2, limits.search.burst)) },
  dependsOn: 'snapshot',
  examples: ['/search', '/search?q=goethe', '/search?q=weimar&type=Work&lang=en'],
  async answer(query, { call, store, target }, locale) {
    if (query.q === undefined) return form(query, locale, await searchExamples(call, locale));
    const { status, body } = await call(searchAddress(query));
    if (status === 400) {
      const parameter = query.q.trim() === '' ? 'empty' : (problemIn(body).errors?.[0]?.parameter ?? '');
      const text = entryOf<Label>(texts.mistakes, parameter) ?? texts.mistakes.other;
      const examples = await searchExamples(call, locale);
      return { ...form(query, locale, examples, { text, isInBox: parameter !== 'type' }), status: 400 };
    }
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
    const { entities } = store.snapshot.counts;
    const types = await readTypes(window, store);
    const works = await worksOfPerson(query, types.first, store, locale);
    const hits = hitTable(answer.items, covered, register.categories, locale);
    const spelling = spellingOf(query.q, answer);
    const examples = answer.total.value === 0 && (await searchExamples(call, locale));
    return {
      ...documentOf(query, locale),
      heading: { icon: 'search', title: html`${locale.t(TEXT.title)}: <bdi>${query.q}</bdi>${typesIn(query, locale)}` },
      main: html`${query.page === undefined && html`<p class="notice">${locale.t(TEXT.noSuchPage, { page: pageIn(target) })}</p>`}
      ${typeFilter(query, types, locale)}
      ${answer.total.value === 0 ? nothing(query, { all: types.all, works, examples }, entities, locale) : html`${works}${found(query, answer, spelling, hits, entities, locale)}`}`,
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

/** The number of a page as it was sent, cut where it is long. */
const pageIn = (target: string) => new URL(target, 'http://localhost').searchParams.get('page')?.slice(0, 20) ?? '';

/** The chosen types, behind the words of a title. */
const typesIn = ({ type }: ResultsQuery, { t }: Locale) => type.map((one) => ` · ${t(typeWord(one))}`).join('');

function documentOf(query: ResultsQuery, locale: Locale) {
  const { q } = query;
  return {
    title: q === undefined ? locale.t(TEXT.title) : locale.t(TEXT.titleOf, { q }) + typesIn(query, locale),
    path: resultsPath(query),
    // Search engines should not index lists of hits.
    head: html`<meta name="robots" content="noindex" />`,
    ...(q !== undefined && { q, description: locale.t(TEXT.description, { q }) }),
  };
}

interface Mistake {
  readonly text: Label;
  /** Whether it is in the search box, not in the choice of types. */
  readonly isInBox: boolean;
}

/** @param examples links to searches */
function form(query: ResultsQuery, locale: Locale, examples: Html | false, mistake?: Mistake) {
  const { t } = locale;
  const main = html`${mistake && html`<div class="notice bad" role="alert" id="mistake"><p>${t(mistake.text)}</p></div>`}
    ${searchForm(locale, query.q, mistake?.isInBox === true ? 'mistake' : undefined)} ${examples}
    ${typeChoice(query, locale)}
    <p class="soft">${t(TEXT.intro)}</p>
    <p class="soft" id="order">${t(TEXT.order)}</p>`;
  const document = documentOf({ ...query, q: undefined }, locale);
  return {
    ...document,
    ...(mistake && { title: t(TEXT.titleOfMistake, { title: document.title }) }),
    description: t(TEXT.intro),
    heading: { icon: 'search', title: document.title },
    main,
    hasSearch: false,
  };
}

interface Spelling {
  /** Whether no hit has the words in their spelling. */
  readonly isRespelled: boolean;
  /** The query in the spelling of the hits, where they agree in one. */
  readonly meant: string | undefined;
}

function spellingOf(q: string, { total, items, ignored, approximate }: SearchAnswer): Spelling {
  const isFound = items.length > 0 && (ignored ?? []).length === 0;
  const isRespelled = isFound && (approximate === true || !items.some((hit) => isLiteral(q, hit)));
  return { isRespelled, meant: isRespelled && total.value === items.length ? meantQuery(q, items) : undefined };
}

/** @param hits hits of the page @param entities number of them in the data */
function found(
  query: ResultsQuery,
  answer: SearchAnswer,
  { isRespelled, meant }: Spelling,
  hits: Html,
  entities: number,
  locale: Locale,
): Html {
  const { total, items, ignored } = answer;
  const { t, link, count, isExcerpt } = locale;
  if (items.length === 0) {
    return html`<p>${t(TEXT.beyond)}</p>
      <p><a href="${link(resultsPath({ ...query, page: 1 }))}">${t(TEXT.firstPage)}</a></p>`;
  }
  const { q = '', page = 1 } = query;
  const words = ignored?.join(' ') ?? '';
  const isApproximate = answer.approximate === true;
  const notice = words !== '' && t(isApproximate ? TEXT.ignored : TEXT.unmetYears, { words });
  const offset = (page - 1) * PAGE_SIZE;
  const pages = Math.min(Math.ceil(total.value / PAGE_SIZE), MAX_PAGE);
  const addressOf = (to: number) => link(resultsPath({ ...query, page: to }));
  const order =
    total.value > 1 &&
    !isRespelled &&
    html` <span class="soft"
      >${filled(t(TEXT.sorted), html`<a href="${link('/search')}#order">${t(TEXT.known)}</a>`)}
      ${pages > 1 && narrowing(query, items, locale)}</span
    >`;
  const isBare = items.some(({ description }) => description === undefined);
  const totals = (isRespelled ? texts.similar : texts.totals)[total.relation];
  const meantAddress = meant !== undefined && link(resultsPath({ ...query, q: meant, page: 1 }));
  return html`<h2 class="visually-hidden">${t(TEXT.results)}</h2>
    ${notice && html`<p class="notice">${notice}</p>`}
    <p class="total">
      ${isRespelled && html`${t(TEXT.noHitsFor, { q })}. `}<strong>${count(total.value, totals)}</strong>${pages > 1 && t(TEXT.range, { from: offset + 1, to: offset + items.length })}.${meantAddress && html` <a href="${meantAddress}">${t(TEXT.searchMeant, { q: meant })}</a>`}${order}
    </p>
    ${hits} ${(isExcerpt || isRespelled) && elsewhere(query, entities, locale, isBare)}
    ${pagination(page, Math.max(pages, page), addressOf, locale)}
    ${page === MAX_PAGE && html`<p class="soft">${t(TEXT.more)}</p>`}`;
}

/** How to narrow a search that has found persons of the same occupation. */
function narrowing(query: ResultsQuery, items: SearchAnswer['items'], { t, link }: Locale): Html | false {
  const q = narrowerQuery(query.q ?? '', items);
  if (q === undefined) return false;
  const example = html`<a href="${link(resultsPath({ ...query, q, page: 1 }))}">${t(TEXT.quoted, { q })}</a>`;
  return filled(t(TEXT.narrow), example);
}

interface Instead {
  /** Number of hits of all types. */
  readonly all: SearchAnswer['total'] | undefined;
  readonly works: Html | false;
  /** Links to searches. */
  readonly examples: Html | false;
}

/** @param entities number of them in the data */
function nothing(query: ResultsQuery, { all, works, examples }: Instead, entities: number, locale: Locale): Html {
  const { q = '', type: types } = query;
  const { t, link, count, isExcerpt } = locale;
  // The filter offers the types that have hits.
  if (types.length > 0 && all?.value !== 0) {
    const [type = '', ...more] = types;
    const ofType = more.length === 0 ? entryOf<Label>(texts.none, type) : undefined;
    return html`<h2>${t(ofType ?? TEXT.noneOfTypes, { q })}</h2>
      ${works} ${type === 'CorporateBody' && html`<p>${t(TEXT.names)}</p>`}
      <p>
        <a class="button" href="${link(resultsPath({ q, type: [], page: 1 }))}"
          >${all?.relation === 'exact' ? count(all.value, texts.showAll) : t(TEXT.showAll)}</a
        >
      </p>`;
  }
  const advice = texts.advice.slice(/\S\s+\S/.test(q) ? 0 : 1);
  return html`<h2>${t(isAddress(q) ? TEXT.addressOfNobody : TEXT.noHitsFor, { q })}</h2>
    ${isExcerpt && elsewhere(query, entities, locale)} ${advice.map((one) => html`<p>${t(one)}</p>`)}
    ${!isExcerpt && elsewhere(query, entities, locale)}
    ${
      examples &&
      html`<p>${t(TEXT.finding)}</p>
        ${examples}`
    }`;
}

/**
 * Links to a search elsewhere, because the data lack the newest records, or most of the GND.
 * @param n number of entities in the data
 * @param isBare whether some hits have no description
 */
function elsewhere({ q: name = '', type }: ResultsQuery, n: number, { t, isExcerpt }: Locale, isBare = false): Html {
  // A text of marks alone has no word to search for.
  const isWorded = /[\p{L}\p{N}]/u.test(name);
  const search = isExcerpt
    ? externalLink(gndSearch(name, type), t(TEXT.wholeGnd, { name }))
    : externalLink(dnbSearch(name), t(entityTexts.page.searchDnb, { name }));
  const searched = html`${t(TEXT.excerpt, { n })}${isBare && ` ${t(TEXT.bare)}`}`;
  return html`<p class="soft">${isExcerpt ? searched : t(TEXT.maybeNewer)} ${isWorded && search}</p>`;
}
