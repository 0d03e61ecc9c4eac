/** The script of the list check: requests its answers, and makes the cells of its rows. */
import { GND_URI_PREFIX } from '../../../core/model/gnd-id.ts';
import { categoriesInReadingOrder } from '../../../shared/lookup/reading-order.ts';
import { GND_IDENTIFIER } from '../coverage-list.ts';
import { FINDINGS, type Item, nameCheckOf, tableOf } from './coverage-results.ts';
import { element } from './element.ts';
import { type Accept, type Content, entityParts, findingCell, inputCell, offersFor } from './list-cells.ts';
import { createListPage } from './list-page.ts';
import { findingOf, type Row } from './list-table.ts';
import { data, number, t } from './page.ts';

createListPage<Item>({
  ...FINDINGS,
  identifiers: GND_IDENTIFIER,
  atEnd: 'attention',
  columns: () => [
    { head: t('number'), cellOf: inputCell },
    { head: t('finding'), cellOf: (row) => findingCell(row, recordAtDnb(row)) },
    { head: t('entity'), cellOf: entityCell },
    { head: t('links'), isNumber: true, cellOf: linksCell },
    { head: t('categories'), cellOf: categoriesCell },
  ],
  tableOf: (list, rows) => tableOf(list, rows, Object.keys(data.categories)),
  fileName: 'gnd-list',
  async request({ client, signal, inputs, answered, onSnapshot }) {
    for await (const answer of client.coverage(inputs, { signal, onSnapshot })) {
      const { input: _, missingCategories: __, ...item } = answer;
      answered(item);
    }
  },
});

/** Where to look up a deleted identifier, and in an excerpt of the GND one that is not in it. */
function recordAtDnb(row: Row<Item>): Content {
  const { gnd } = row.item ?? {};
  const isElsewhere = row.item?.verdict === 'deleted' || (data.isExcerpt && findingOf(row) === 'unknown');
  if (!isElsewhere || gnd === undefined) return [];
  const rel = 'noopener noreferrer external';
  return [element('a', { href: GND_URI_PREFIX + encodeURIComponent(gnd), rel }, t('atDnb'))];
}

function entityCell(row: Row<Item>, accept: Accept<Item>): Content {
  const { gnd, preferredName, type, verdict, successors = [] } = row.item ?? {};
  const isNamed = gnd !== undefined && preferredName !== undefined;
  const parts = [...(isNamed ? entityParts({ gnd, preferredName, type }) : []), ...offersFor(row, accept)];
  if (verdict === 'deleted' && successors.length === 0)
    parts.push(element('span', { class: 'soft' }, t('noSuccessor')));
  const check = nameCheckOf(row);
  if (check === 'similar' || check === 'different') {
    const mark = element('span', { class: `badge${check === 'different' ? ' warn' : ''}` }, t(check));
    parts.push(element('div', {}, mark, ` ${t('inList')} `, element('bdi', {}, [...row.names].join(' · '))));
  }
  return parts;
}

/** Number of links; those of a merged entry belong to its valid identifier. */
function linksCell({ item }: Row<Item>): Content {
  return item?.links === undefined || item.verdict === 'redirected' ? [] : [number(item.links)];
}

function categoriesCell({ item }: Row<Item>): Content {
  const counts = Object.entries(item?.byCategory ?? {}).map(([category, n]) => ({ category, n }));
  if (counts.length === 0 || item?.verdict === 'redirected') return [];
  const inOrder = categoriesInReadingOrder(counts);
  return [inOrder.map(({ category, n }) => `${data.categories[category] ?? category}\u00A0${n}`).join(', ')];
}
