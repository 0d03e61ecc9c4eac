/** The page of results: what a search found, by what, and how to go on. */
import type { ProblemDocument } from '../api/problem-schema.ts';
import type { SearchAnswer } from '../api/search-schema.ts';
import { TYPE_LABELS } from '../api/type-labels.ts';
import type { Page, PageAnswer } from '../http/page.ts';
import { ENTITY_TYPES, type Label } from '../model/entity.ts';
import { toGndId } from '../model/gnd-id.ts';
import { html, type Html } from './html.ts';
import { inLanguage, linkTo, numberIn, type Speech } from './language.ts';
import { documentAnswer, searchForm, speaking } from './layout.ts';
import { pagination } from './pagination.ts';
import { counted, entryOf, fill } from './phrase.ts';
import { problemAnswerOf } from './problem-answer.ts';
import { hitItem } from './results-hit.ts';
import {
  MAX_PAGE,
  PAGE_SIZE,
  readResultsQuery,
  resultsLink,
  resultsPath,
  type ResultsQuery,
  searchAddress,
} from './results-query.ts';
import { ADVICE, MISTAKES, TEXT, TOTALS } from './results-text.ts';

export function resultsPage(): Page {
  return {
    path: '/search',
    quota: 'search',
    async answer(request) {
      const { speech } = speaking(request);
      const query = readResultsQuery(request.query);
      if (query.q === undefined) return documentAnswer(form(query, speech));
      if (query.page === undefined) return refused(query, 'page', speech);
      const { status, body } = await request.ask(searchAddress(query));
      if (status === 400) return refused(query, mistakeOf(body as Partial<ProblemDocument>), speech);
      if (status !== 200) return problemAnswerOf({ status, body }, speech, resultsPath(query));
      const answer = body as SearchAnswer;
      const entity = entityMeant(query, answer);
      if (entity !== undefined) return seeOther(linkTo(`/gnd/${entity}`, speech));
      return documentAnswer({
        ...documentOf(query, speech),
        main: html`${title(query, speech)} ${filter(query, speech)} ${found(query, answer, speech)}`,
      });
    },
  };
}

/**
 * Who asks for a GND identifier or its URI wants that entity, not a list; the page of an identifier that finds nothing
 * says more than an empty list does. Identifiers of other registers stay a search: several entities may carry one.
 */
function entityMeant({ q = '' }: ResultsQuery, { items }: SearchAnswer): string | undefined {
  const id = toGndId(q);
  if (id === undefined) return undefined;
  const [first] = items;
  if (first === undefined) return id;
  return first.matched.field === 'gnd' || first.matched.field === 'formerId' ? first.gnd : undefined;
}

function seeOther(location: string): PageAnswer {
  return {
    status: 302,
    contentType: 'text/plain; charset=utf-8',
    body: Buffer.from(`${location}\n`),
    cacheControl: 'no-store',
    headers: { location },
  };
}

function documentOf(query: ResultsQuery, speech: Speech) {
  const { q } = query;
  return {
    speech,
    title: q === undefined ? inLanguage(TEXT.title, speech) : fill(TEXT.titleOf, { q }, speech),
    path: resultsPath(query),
    // Lists of hits are no pages for other search engines.
    head: html`<meta name="robots" content="noindex" />`,
    ...(q !== undefined && { q }),
  };
}

function title({ q = '' }: ResultsQuery, speech: Speech): Html {
  return html`<h1>${inLanguage(TEXT.title, speech)}: <bdi>${q}</bdi></h1>`;
}

function form(query: ResultsQuery, speech: Speech, mistake?: Label) {
  const main = html`<h1>${inLanguage(TEXT.title, speech)}</h1>
    ${mistake && html`<div class="notice bad" role="alert"><p>${inLanguage(mistake, speech)}</p></div>`}
    ${searchForm(
      speech,
      Array.from(query.q ?? '')
        .slice(0, 200)
        .join(''),
    )}
    <p class="soft">${inLanguage(TEXT.intro, speech)}</p>`;
  return { ...documentOf({ ...query, q: undefined }, speech), main, hasSearch: false };
}

function refused(query: ResultsQuery, mistake: string, speech: Speech): PageAnswer {
  const label = entryOf(MISTAKES, mistake) ?? entryOf(MISTAKES, mistake.split(' ')[0] ?? '') ?? MISTAKES['other'];
  return documentAnswer({ ...form(query, speech, label), status: 400 });
}

function mistakeOf({ errors: [error] = [] }: Partial<ProblemDocument>): string {
  return error === undefined ? 'other' : `${error.parameter} ${error.code}`;
}

/** One type at a time by a click; an address may hold several. */
function filter(query: ResultsQuery, speech: Speech): Html {
  const say = (label: Label) => inLanguage(label, speech);
  const choice = (types: readonly string[], label: Label, isChosen: boolean) =>
    html`<li>
      <a href="${resultsLink({ q: query.q, types, page: 1 }, speech)}" ${isChosen && html` aria-current="true"`}
        >${say(label)}</a
      >
    </li>`;
  return html`<nav class="filter" aria-label="${say(TEXT.filter)}">
    <ul>
      ${choice([], TEXT.all, query.types.length === 0)}
      ${ENTITY_TYPES.map((type) => choice([type], TYPE_LABELS[type], query.types.includes(type)))}
    </ul>
  </nav>`;
}

function found(query: ResultsQuery, answer: SearchAnswer, speech: Speech): Html {
  const say = (label: Label) => inLanguage(label, speech);
  const { total, items, approximate } = answer;
  if (items.length === 0) return total.value === 0 ? nothing(query, speech) : beyond(query, speech);
  const { page = 1 } = query;
  const offset = (page - 1) * PAGE_SIZE;
  const number = (value: number) => numberIn(value, speech);
  const pages = Math.min(Math.ceil(total.value / PAGE_SIZE), MAX_PAGE);
  return html`<h2 class="visually-hidden">${say(TEXT.results)}</h2>
    ${approximate === true && html`<div class="notice"><p>${say(TEXT.approximate)}</p></div>`}
    <p class="total">
      <strong>${counted(total.value, TOTALS[total.relation], speech)}</strong>
      ${pages > 1 && html`<span class="soft">${fill(TEXT.range, { from: number(offset + 1), to: number(offset + items.length) }, speech)}</span>`}
    </p>
    <ol class="hits plain-list" start="${offset + 1}">
      ${items.map((hit) => hitItem(hit, speech))}
    </ol>
    ${pagination({ page, pages: Math.max(pages, page), addressOf: (to) => resultsLink({ ...query, page: to }, speech) }, speech)}
    ${page === MAX_PAGE && html`<p class="soft">${say(TEXT.more)}</p>`}`;
}

function nothing(query: ResultsQuery, speech: Speech): Html {
  const say = (label: Label) => inLanguage(label, speech);
  const { q = '', types } = query;
  return html`<h2>${say(TEXT.noHits)}</h2>
    <p>${fill(TEXT.noHitsFor, { q }, speech)}</p>
    <ul>
      ${types.length > 0 && html`<li><a href="${resultsLink({ q, types: [], page: 1 }, speech)}">${say(TEXT.withoutFilter)}</a></li>`}
      ${ADVICE.map((advice) => html`<li>${say(advice)}</li>`)}
    </ul>`;
}

function beyond(query: ResultsQuery, speech: Speech): Html {
  return html`<p>${inLanguage(TEXT.beyond, speech)}</p>
    <p><a href="${resultsLink({ ...query, page: 1 }, speech)}">${inLanguage(TEXT.firstPage, speech)}</a></p>`;
}
