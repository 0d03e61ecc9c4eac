/** The register as a table: a row per source, its columns sortable where scripts run. */
import type { Label } from '../model/entity.ts';
import { externalLink } from './external-link.ts';
import { html, type Html, type Part } from './html.ts';
import { inLanguage, type Language, linkTo, numberIn, type Speech } from './language.ts';
import {
  CADENCE_LABELS,
  cadenceLabel,
  KINDS,
  type RegisteredSource,
  rejectedShare,
  stateBadge,
  STATES,
} from './source-words.ts';
import { TEXT } from './sources-text.ts';

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

const COLLATORS: Readonly<Record<Language, Intl.Collator>> = {
  de: new Intl.Collator('de', { numeric: true }),
  en: new Intl.Collator('en', { numeric: true }),
};

export function ordered(
  sources: readonly RegisteredSource[],
  order: OrderName,
  { language }: Speech,
): readonly RegisteredSource[] {
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
  { label: TEXT.cadence, sort: Object.values(CADENCE_LABELS) },
  { label: TEXT.entities, sort: 'number' },
  { label: TEXT.links, sort: 'number', order: { name: 'links', direction: 'descending' } },
  { label: TEXT.licence, sort: 'text' },
  { label: TEXT.rejected, sort: 'number', order: { name: 'rejected', direction: 'descending' } },
];

export function sourcesTable(sources: readonly RegisteredSource[], order: OrderName, speech: Speech): Html {
  const head = COLUMNS.map((column) => headOf(column, order, speech));
  return html`<div class="table-scroll" role="region" tabindex="0" aria-label="${inLanguage(TEXT.scroll, speech)}">
    <table class="register" data-sortable>
      <thead>
        <tr>
          ${head}
        </tr>
      </thead>
      <tbody>
        ${sources.map((source) => rowOf(source, speech))}
      </tbody>
    </table>
  </div>`;
}

function headOf({ label, sort, order: own }: Column, order: OrderName, speech: Speech): Html {
  const how = typeof sort === 'string' ? sort : sort.map((value) => inLanguage(value, speech)).join('|');
  const direction = own?.name === order && own.direction;
  return html`<th scope="col" data-sort="${how}" ${direction && html`aria-sort="${direction}"`}>
    ${inLanguage(label, speech)}
  </th>`;
}

/** On one line each: there may be hundreds. */
function rowOf(source: RegisteredSource, speech: Speech): Html {
  const { key, title, kind, origin, freshness, scope } = source;
  const say = (label: Label) => inLanguage(label, speech);
  const name = html`<a href="${linkTo(`/sources/${encodeURIComponent(key)}`, speech)}">${say(title)}</a>`;
  const reason = freshness.reason !== undefined && html` <small lang="en">${freshness.reason}</small>`;
  const cells: readonly Part[] = [
    say(KINDS[kind]),
    [stateBadge(freshness.state, say), reason],
    freshness.ageDays === undefined ? '' : numberIn(freshness.ageDays, speech),
    say(cadenceLabel(freshness.cadence)),
    numberIn(scope.entities, speech),
    numberIn(scope.links, speech),
    licenceOf(source, say),
    shareIn(rejectedShare(source.import), speech),
  ];
  // Many lists are called like those who keep them.
  const publisher = !say(title).includes(origin.publisher) && html` <small>${origin.publisher}</small>`;
  const head = html`<th scope="row">${name}${publisher}</th>`;
  return html`<tr>
    ${[head, cells.map((cell) => html`<td>${cell}</td>`)]}
  </tr>`;
}

/** @param say speaks the language of the page */
export function licenceOf({ licence }: RegisteredSource, say: (label: Label) => string): Part {
  const { spdx, url } = licence;
  const name = spdx ?? (licence.statement === 'not stated' ? undefined : licence.statement);
  if (name === undefined) return say(TEXT.notStated);
  return url === undefined ? html`<bdi>${name}</bdi>` : externalLink(url, name);
}

/** With one decimal, always: so the digits alone put shares into their order. */
export function shareIn(share: number | undefined, { language }: Speech): string {
  if (share === undefined) return '–';
  return SHARES[language].format(share);
}
const share = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
const SHARES: Readonly<Record<Language, Intl.NumberFormat>> = {
  de: new Intl.NumberFormat('de-DE', share),
  en: new Intl.NumberFormat('en-GB', share),
};
