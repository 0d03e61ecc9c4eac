/** Hits by type: their numbers, and links that narrow a search to one type. */
import type { SearchAnswer } from '../../core/interface/search-schema.ts';
import { ENTITY_TYPES } from '../../core/model/entity.ts';
import { html, type Html, type Part } from '../../shared/http/html.ts';
import type { Locale } from '../../shared/http/locale.ts';
import type { SearchPage } from '../../core/search/search.ts';
import type { Store } from '../../core/snapshot/store.ts';
import { typeWord } from './elements.ts';
import { resultsPath, type ResultsQuery } from './results-query.ts';
import texts from './texts/results.json' with { type: 'json' };

const TEXT = texts.page;

type Total = SearchAnswer['total'];

interface Types {
  /** Number of hits of all types; undefined where it is unknown. */
  readonly all: Total | undefined;
  /** The types that have hits, with their numbers where these are known. */
  readonly byType: ReadonlyMap<string, number | undefined>;
  /** The first hits of all types. */
  readonly first: SearchPage['items'];
}

/** Number of first hits, among which is the person whom the words name. */
const FIRST = 10;

/**
 * The types of the hits, whichever types are chosen. Hits of another spelling are no reason to offer their types beside
 * none of the chosen ones. @param answer that of the query
 */
export async function readTypes(answer: SearchAnswer, store: Pick<Store, 'search'>): Promise<Types> {
  const { query, items, total } = answer;
  if (query.type === undefined && items.length === total.value) {
    const groups = Map.groupBy(items, ({ type }) => type);
    return { all: total, byType: new Map([...groups].map(([type, { length }]) => [type, length])), first: [] };
  }
  const whole = await store.search({ q: query.q, limit: FIRST, offset: 0, countTypes: true });
  if (whole.approximate === true && total.value === 0) return { all: undefined, byType: new Map(), first: [] };
  return { all: whole.total, byType: whole.byType ?? new Map(), first: whole.items };
}

/**
 * Links that select one type; an address may name several. A chosen type is shown also without hits, so that it can be
 * taken off. Where none is chosen and all hits have the same, there is nothing to choose.
 */
export function typeFilter(query: ResultsQuery, { all, byType }: Types, { t, link, number }: Locale): Html | false {
  const types = query.type;
  const offered = ENTITY_TYPES.filter((type) => types.includes(type) || byType.has(type));
  const addressOf = (type: readonly string[]) => link(resultsPath({ ...query, type, page: 1 }));
  if (types.length === 0 && offered.length < 2) return false;
  const choice = (type: readonly string[], label: Part, n: number | undefined, isChosen: boolean) => {
    const count = n !== undefined && html` <span class="count">${number(n)}</span>`;
    return html`<li><a href="${addressOf(type)}" ${isChosen && html` aria-current="true"`}>${label}${count}</a></li>`;
  };
  const isCounted = all !== undefined && ![...byType.values()].includes(undefined);
  const numberOf = (type: string) => byType.get(type) ?? (isCounted ? 0 : undefined);
  return html`<nav class="filter" aria-label="${t(TEXT.filter)}">
    <ul>
      ${choice([], t(TEXT.all), all?.relation === 'exact' ? all.value : undefined, types.length === 0)}
      ${offered.map((type) => choice([type], t(typeWord(type)), numberOf(type), types.includes(type)))}
    </ul>
  </nav>`;
}

/** Boxes of the search form that choose types. */
export const typeChoice = ({ type: types }: ResultsQuery, { t }: Locale): Html =>
  html`<fieldset class="check-boxes">
    <legend>${t(TEXT.filter)}</legend>
    <div class="row">
      ${Object.keys(texts.none).map(
        (type) =>
          html`<label
            ><input
              type="checkbox"
              form="search"
              name="type"
              value="${type}"
              ${types.includes(type) && html`checked`}
            />
            ${t(typeWord(type))}</label
          >`,
      )}
    </div>
  </fieldset>`;
