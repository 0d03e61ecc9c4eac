/** `/sources`: the register of sources as a table to search, filter and sort; its address contains all choices. */
import { textParameter } from '../../core/http/parameters.ts';
import { foldText } from '../../core/search/names/search-text.ts';
import type { Label } from '../../core/model/entity.ts';
import {
  definitionList,
  folded,
  hostOf,
  joined,
  languageField,
  plainList,
  readableAddress,
  sourceLink,
  table,
  typeWord,
} from './elements.ts';
import { dateIn } from './entity-dates.ts';
import { html, type Html, type Part } from '../../shared/http/html.ts';
import { pageDoor } from './page-door.ts';
import { pathWith } from './path-with.ts';
import type { Locale } from '../../shared/http/locale.ts';
import type { Snapshot } from '../../core/snapshot/store.ts';
import { readRegister, type Register } from './register.ts';
import {
  ageIn,
  ageOf,
  byTrouble,
  countByState,
  isOld,
  isMissing,
  isTrouble,
  licenceOf,
  type ListedSource,
  type ShownState,
  sinceOf,
  STATE_KEYS,
  stateBadge,
  stateOf,
  STATES,
  troubleOf,
  versionOf,
} from './source-words.ts';
import words from './texts/source-words.json' with { type: 'json' };
import texts from './texts/sources.json' with { type: 'json' };

const TEXT = texts.page;

/** Choices apart from the states: sources with and without a link here, with any problem, and without a version in use. */
const APART = {
  linked: ({ scope }: ListedSource) => scope.links > 0,
  empty: ({ scope }: ListedSource) => scope.links === 0,
  troubled: (source: ListedSource) => isTrouble(stateOf(source)),
  missing: isMissing,
} as const;
type ChosenState = ShownState | keyof typeof APART;
const CHOICES: Readonly<Record<ChosenState, unknown>> = { ...STATES, ...APART };

/** Filter and order of the register. */
interface Choice {
  /** Folded text of the search; empty for all sources. */
  readonly q: string;
  readonly state?: ChosenState | undefined;
  readonly order: OrderName;
}

/** Number of rows that the style sheet shows, until the link to the next one is followed. */
const VISIBLE = 30;
/** Longest text of the search, in characters. */
const MAX_TEXT = 100;

/** Values that the form does not offer are ignored, because this address is for people. */
const parameters = {
  q: {
    ...textParameter('Only sources with these words in name, publisher, licence, format or type.'),
    read: ([text = '']: readonly string[]) => text.trim().slice(0, MAX_TEXT),
  },
  state: { ...textParameter('Only sources in this state.'), read: ([text]: readonly string[]) => keyOf(CHOICES, text) },
  order: {
    ...textParameter('Order of the table.'),
    read: ([text]: readonly string[]) => keyOf(ORDERS, text) ?? 'links',
  },
} as const;

export const sourcesPage = pageDoor({
  name: 'sourcesPage',
  path: '/sources',
  summary: 'The register of sources',
  parameters,
  quota: { name: 'links' },
  dependsOn: 'day',
  examples: ['/sources', '/sources?q=wiki&order=title&lang=en'],
  async answer(choice, { call, store }, locale) {
    const register = await readRegister(call);
    return {
      title: locale.t(TEXT.title),
      description: locale.t(TEXT.description),
      path: pathOf(choice),
      heading: { icon: 'source', lead: locale.t(TEXT.lead) },
      main: mainOf(register, choice, store.snapshot, locale),
    };
  },
});

function keyOf<T extends string>(labels: Readonly<Record<T, unknown>>, asked = ''): T | undefined {
  return Object.hasOwn(labels, asked) ? (asked as T) : undefined;
}

function pathOf({ q, state, order }: Choice): string {
  return pathWith('/sources', { q, state, order: order !== 'links' && order });
}

/** Orders of the list; equal entries stay in the order of their titles. */
const ORDERS = {
  title: () => 0,
  state: byTrouble,
  age: (a, b) => (ageOf(b.freshness) ?? -1) - (ageOf(a.freshness) ?? -1),
  links: (a, b) => b.scope.links - a.scope.links,
} as const satisfies Record<string, (a: ListedSource, b: ListedSource) => number>;
type OrderName = keyof typeof ORDERS;

const COLUMNS: readonly (readonly [label: Label, order?: OrderName])[] = [
  [TEXT.source, 'title'],
  [TEXT.state, 'state'],
  [words.version, 'age'],
  [TEXT.links, 'links'],
  [TEXT.licence],
];

function mainOf(register: Register, choice: Choice, snapshot: Snapshot, locale: Locale): Html {
  const { t, link, address, count, number, compare } = locale;
  const { sources, entityDecisions } = register;
  const { withheld, without } = entityDecisions;
  const chosen = sources
    .filter((source) => isChosen(source, choice))
    .toSorted((a, b) => compare(t(a.title), t(b.title)))
    .toSorted(ORDERS[choice.order]);
  const rows = chosen.map((source, index) => cellsOf(source, index, register, snapshot, locale));
  const nothing = html`<p class="notice">
    ${t(TEXT.none)} <a href="${link('/sources')}#register">${t(TEXT.showAll)}</a>
  </p>`;
  const meanings = STATE_KEYS.map((key) => [stateBadge(key, locale), t(STATES[key].explanation)] as const);
  return html`${locale.isExcerpt && html`<p class="notice">${t(TEXT.excerpt)}</p>`}
    ${stateCounts(sources, choice, locale)} ${folded(t(TEXT.meanings), definitionList('fact-list', meanings, locale))}
    <section aria-labelledby="register">
      <h2 id="register" class="visually-hidden">${t(TEXT.register)}</h2>
      ${choiceForm(choice, locale)}
      ${
        chosen.length > VISIBLE
          ? html`<p class="soft further">${t(TEXT.first, { n: VISIBLE, all: chosen.length })}</p>`
          : chosen.length < sources.length && html`<p class="soft">${count(chosen.length, texts.shown)}</p>`
      }
      ${chosen.length === 0 ? nothing : tableOf(rows, choice, locale)}
      ${chosen.length > VISIBLE && html`<p class="further"><a href="#further">${t(TEXT.further)} (${number(chosen.length)})</a></p>`}
      <p class="soft">${t(TEXT.notes, { column: t(words.version), links: t(TEXT.links) })}</p>
      ${withheld + without > 0 && html`<p class="soft">${t(TEXT.withheld, { withheld, without })}</p>`}
    </section>
    ${retiredList(register, locale)}
    <p><a href="${address('/api/v1/sources')}">${t(TEXT.data)}</a></p>`;
}

/** The end of a former source is shown as a month, because the exact day is often unknown. */
function retiredList({ retired }: Register, locale: Locale): Html | false {
  const { t, compare } = locale;
  if (retired.length === 0) return false;
  const items = retired
    .toSorted((a, b) => compare(t(a.title), t(b.title)))
    .map(
      ({ title, since, reason }) => html`${t(title)} <small>${dateIn(since.slice(0, 7), locale)}: ${t(reason)}</small>`,
    );
  const text = html`<p class="soft">${t(TEXT.retiredText)}</p>`;
  return folded(`${t(TEXT.retired)} (${retired.length})`, text, plainList(items));
}

const isApart = (state: string): state is keyof typeof APART => Object.hasOwn(APART, state);
const isIn = (source: ListedSource, state: ChosenState) =>
  isApart(state) ? APART[state](source) : stateOf(source) === state;

function isChosen(source: ListedSource, { q, state }: Choice): boolean {
  if (state !== undefined && !isIn(source, state)) return false;
  const { key, title, description, origin, licence, scope } = source;
  const words = [key, origin.publisher, origin.format, licence.spdx, licence.statement];
  const labels = [title, description, ...scope.types.map(typeWord)].flatMap(({ de, en }) => [de, en]);
  const text = foldText([...words, ...labels].join(' '));
  return foldText(q)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** How many sources have links and how many a problem; below it the states with their numbers, which add up to all. */
function stateCounts(sources: readonly ListedSource[], choice: Choice, { t, link, count, number }: Locale): Html {
  const choose = (n: number, label: Label, state?: ChosenState) => {
    const current = choice.state === state && html`aria-current="true"`;
    return html`<a href="${link(pathOf({ ...choice, state }))}" ${current}><b>${number(n)}</b> ${t(label)}</a>`;
  };
  const tiles = countByState(sources).filter(([state, n]) => n > 0 || choice.state === state);
  const apart = Object.keys(APART)
    .filter(isApart)
    .flatMap((key) => {
      const n = sources.filter(APART[key]).length;
      return n > 0 || choice.state === key ? [choose(n, TEXT[key], key)] : [];
    });
  return html`<p>${count(sources.length, texts.among)} ${joined(apart)}</p>
    <ul class="states plain-list" aria-label="${t(TEXT.states)}">
      <li>${choose(sources.length, TEXT.all)}</li>
      ${tiles.map(([state, n]) => html`<li>${choose(n, STATES[state].label, state)}</li>`)}
    </ul>`;
}

function choiceForm({ q, state, order }: Choice, locale: Locale): Html {
  const { t, address } = locale;
  const hidden = Object.entries({ state, order });
  return html`<form class="choice row" action="${address('/sources')}" method="get" autocomplete="off">
    <label>${t(TEXT.search)} <input type="search" name="q" value="${q}" maxlength="${MAX_TEXT}" /></label>
    ${hidden.map(([name, value]) => value !== undefined && html`<input type="hidden" name="${name}" value="${value}" />`)}
    ${languageField(locale)}
    <button type="submit">${t(TEXT.show)}</button>
  </form>`;
}

function tableOf(rows: readonly (readonly Part[])[], choice: Choice, { t, link }: Locale): Html {
  const head = COLUMNS.map(([label, order], index) =>
    order === undefined
      ? t(label)
      : html`${index === 0 && html`<span class="sort">${t(TEXT.sort)} </span>`}<a
            href="${link(pathOf({ ...choice, order }))}"
            >${t(label)}</a
          >`,
  );
  const column = COLUMNS.findIndex(([, order]) => order === choice.order);
  const direction = choice.order === 'title' ? 'ascending' : 'descending';
  return table({
    className: 'register',
    name: t(TEXT.scroll),
    head,
    numbers: [3],
    sorted: { column, direction },
    rows,
  });
}

/** The publisher of a source, or the first of `TELLING` that its title lacks and no other source of the same title has. */
function originOf(source: ListedSource, register: Register, { t }: Locale): string {
  const title = t(source.title);
  const others = register.sources.filter((other) => other !== source && t(other.title) === title);
  const facts = others.length === 0 ? [] : TELLING.filter((of) => others.every((other) => of(other, register) !== of(source, register))); // prettier-ignore
  return facts.map((of) => of(source, register)).find((own = title) => !title.includes(own)) ?? source.origin.publisher;
}

/** Facts that tell sources of the same title apart: where the links lead, the host of the list, the publisher, the file. */
const TELLING: readonly ((source: ListedSource, register: Register) => string | undefined)[] = [
  ({ scope }, { collectionsByKey }) => collectionsByKey.get(scope.collections[0] ?? '')?.label,
  ({ origin }) => origin.downloadUrl && hostOf(origin.downloadUrl),
  ({ origin }) => origin.publisher,
  ({ origin }) => origin.downloadUrl && readableAddress(origin.downloadUrl).split('/').at(-1),
  ({ key }) => key,
];

/** @param index place of its row */
function cellsOf(source: ListedSource, index: number, register: Register, snapshot: Snapshot, locale: Locale) {
  const { t, number } = locale;
  const { key, title, freshness, scope } = source;
  const [since, trouble] = [sinceOf(source, locale), troubleOf(source, snapshot, locale)];
  const [state, age] = [stateOf(source), ageOf(freshness)];
  const ageWords = age === undefined ? t(TEXT.undated) : ageIn(age, locale);
  const origin = originOf(source, register, locale);
  return [
    // Many titles contain the publisher.
    html`${index === VISIBLE && html`<span id="further"></span>`}${sourceLink(key, title, locale)}${!t(title).includes(origin) && html` <small>· ${origin}</small>`}`,
    [
      stateBadge(state, locale),
      // Most sources have no known schedule; only their age tells them apart.
      state === 'unscheduled' &&
        html` <small class="age">${isOld(freshness) ? html`<strong>${ageWords}</strong>` : ageWords}</small>`,
      since !== undefined && html` <span class="soft">${since}</span>`,
      trouble !== undefined && html` <small>${state === 'held' && t(TEXT.newVersion)} ${trouble}</small>`,
    ],
    versionOf(source, locale),
    number(scope.links),
    licenceOf(source, locale),
  ];
}
