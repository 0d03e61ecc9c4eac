/** The register as a table: a row per source, its columns sortable where scripts run. */
import type { Label } from '../model/entity.ts';
import { scrollable } from './elements.ts';
import { html, type Html, type Part } from './html.ts';
import { labelOf, type Locale } from './locale.ts';
import {
  CADENCES,
  KINDS,
  licenceOf,
  type RegisteredSource,
  rejectedShare,
  shareIn,
  stateBadge,
  STATES,
} from './source-words.ts';
import texts from './texts/sources.json' with { type: 'json' };

const TEXT = texts.page;

interface Order {
  readonly label: Label;
  compare(a: RegisteredSource, b: RegisteredSource): number;
}

const STATE_ORDER = Object.keys(STATES);

/** Orders that can be asked for without scripts; equals stay in the order of their titles. */
export const ORDERS = {
  title: { label: { de: 'nach Namen', en: 'by name' }, compare: () => 0 },
  links: {
    label: { de: 'meiste Verweise zuerst', en: 'most links first' },
    compare: (a, b) => b.scope.links - a.scope.links,
  },
  age: {
    label: { de: 'älteste zuerst', en: 'oldest first' },
    compare: (a, b) => (b.freshness.ageDays ?? -1) - (a.freshness.ageDays ?? -1),
  },
  state: {
    label: { de: 'Störungen zuerst', en: 'troubled first' },
    compare: (a, b) => STATE_ORDER.indexOf(b.freshness.state) - STATE_ORDER.indexOf(a.freshness.state),
  },
  rejected: {
    label: { de: 'meiste Ablehnungen zuerst', en: 'most rejected first' },
    compare: (a, b) => (rejectedShare(b.import) ?? -1) - (rejectedShare(a.import) ?? -1),
  },
} as const satisfies Record<string, Order>;
export type OrderName = keyof typeof ORDERS;

const COLLATORS = { de: new Intl.Collator('de', { numeric: true }), en: new Intl.Collator('en', { numeric: true }) };

export function ordered(sources: readonly RegisteredSource[], order: OrderName, { language }: Locale) {
  const byTitle = sources.toSorted((a, b) => COLLATORS[language].compare(a.title[language], b.title[language]));
  return byTitle.toSorted(ORDERS[order].compare);
}

/** Sorted by scripts as text, as a number, or as the list that follows says. */
interface Column {
  readonly label: Label;
  readonly sort: 'text' | 'number' | readonly Label[];
  readonly order?: { readonly name: OrderName; readonly direction: 'ascending' | 'descending' };
}

const COLUMNS: readonly Column[] = [
  { label: TEXT.source, sort: 'text', order: { name: 'title', direction: 'ascending' } },
  { label: TEXT.kind, sort: 'text' },
  {
    label: TEXT.state,
    sort: Object.values(STATES).map(({ label }) => label),
    order: { name: 'state', direction: 'descending' },
  },
  { label: TEXT.age, sort: 'number', order: { name: 'age', direction: 'descending' } },
  { label: TEXT.cadence, sort: Object.values(CADENCES) },
  { label: TEXT.entities, sort: 'number' },
  { label: TEXT.links, sort: 'number', order: { name: 'links', direction: 'descending' } },
  { label: TEXT.licence, sort: 'text' },
  { label: TEXT.rejected, sort: 'number', order: { name: 'rejected', direction: 'descending' } },
];

export function sourcesTable(sources: readonly RegisteredSource[], order: OrderName, locale: Locale): Html {
  const rows = html`<table class="register" data-sortable>
    <thead>
      <tr>
        ${COLUMNS.map((column) => headOf(column, order, locale))}
      </tr>
    </thead>
    <tbody>
      ${sources.map((source) => rowOf(source, locale))}
    </tbody>
  </table>`;
  return scrollable(locale.t(TEXT.scroll), rows);
}

function headOf({ label, sort, order: own }: Column, order: OrderName, { t }: Locale): Html {
  const how = typeof sort === 'string' ? sort : sort.map((value) => t(value)).join('|');
  const direction = own?.name === order && own.direction;
  return html`<th scope="col" data-sort="${how}" ${direction && html`aria-sort="${direction}"`}>${t(label)}</th>`;
}

/** On one line each: there may be hundreds. */
function rowOf(source: RegisteredSource, locale: Locale): Html {
  const { t, link, number } = locale;
  const { key, title, kind, origin, freshness, scope } = source;
  const reason = freshness.reason !== undefined && html` <small lang="en">${freshness.reason}</small>`;
  const cells: readonly Part[] = [
    t(KINDS[kind]),
    [stateBadge(freshness.state, locale), reason],
    freshness.ageDays !== undefined && number(freshness.ageDays),
    t(labelOf(CADENCES, freshness.cadence)),
    number(scope.entities),
    number(scope.links),
    licenceOf(source, locale),
    shareIn(rejectedShare(source.import), locale),
  ];
  const name = html`<a href="${link(`/sources/${encodeURIComponent(key)}`)}">${t(title)}</a>`;
  // Many lists are called like those who keep them.
  const publisher = !t(title).includes(origin.publisher) && html` <small>${origin.publisher}</small>`;
  const head = html`<th scope="row">${name}${publisher}</th>`;
  return html`<tr>
    ${[head, cells.map((cell) => html`<td>${cell}</td>`)]}
  </tr>`;
}
