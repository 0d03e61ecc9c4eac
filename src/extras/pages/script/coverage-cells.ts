/** The cells of a row of a list check: identifier, finding, entity, links, categories. */
import { categoriesInReadingOrder } from '../../../shared/lookup/reading-order.ts';
import { differsFrom, type Item, nameCheckOf, type CheckedRow, suggestionsOf } from './coverage-results.ts';
import { element } from './element.ts';
import { acceptButton, type Content, inputCell, wrongInputReason } from './list-cells.ts';
import { findingOf, hasFinding } from './list-table.ts';
import { badge, categoryNames, data, entityLink, number, t, types } from './page.ts';
import { naturalName } from '../titles.ts';
import { GND_URI_PREFIX } from '../../../core/model/gnd-id.ts';

type Accept = (row: CheckedRow, id: string) => void;

export function cellsOf(row: CheckedRow, accept: Accept): readonly Content[] {
  const { item } = row;
  return [
    inputCell(row),
    findingCell(row, accept),
    entityCell(row),
    item?.links === undefined ? [] : [number(item.links)],
    item === undefined ? [] : categoriesCell(item),
  ];
}

function findingCell(row: CheckedRow, accept: Accept): Content {
  const { item } = row;
  if (item === undefined) return ['…'];
  const { reason, successors = [] } = item;
  const others = successors.flatMap((id) => [' ', entityLink(id, id)]);
  const offers = suggestionsOf(row).map((suggestion) => {
    const { id, name } = suggestion;
    const other = differsFrom(row, suggestion) ? [element('span', { class: 'badge warn' }, t('different')), ' '] : [];
    // The entity of a former identifier has a column of its own.
    const named =
      name === '' || item.verdict === 'redirected' ? [] : [element('bdi', {}, entityLink(id, name)), ' ', ...other];
    return element(
      'div',
      {},
      ...named,
      acceptButton(id, () => accept(row, id)),
    );
  });
  return [
    badge(findingOf(item)),
    ...(reason === undefined ? [] : [element('div', {}, wrongInputReason(row.input, reason))]),
    ...recordAtDnb(row),
    ...(others.length === 0 ? [] : [element('div', {}, `${t('successors')}:`, ...others)]),
    ...offers,
  ];
}

/** In an excerpt of the GND, where to look up an identifier that is not in it. */
function recordAtDnb(row: CheckedRow): Content {
  const { gnd } = row.item ?? {};
  if (!data.isExcerpt || !hasFinding('unknown', row) || gnd === undefined) return [];
  const rel = 'noopener noreferrer external';
  return [element('div', {}, element('a', { href: GND_URI_PREFIX + encodeURIComponent(gnd), rel }, t('atDnb')))];
}

function entityCell(row: CheckedRow): Content {
  const { gnd, preferredName, type } = row.item ?? {};
  const parts: Node[] = [];
  if (gnd !== undefined && preferredName !== undefined) {
    parts.push(element('bdi', {}, entityLink(gnd, naturalName({ type, preferredName }))));
  }
  if (type !== undefined) parts.push(element('div', { class: 'soft' }, types[type] ?? type));
  const check = nameCheckOf(row);
  if (check === 'similar' || check === 'different') {
    const mark = element('span', { class: `badge${check === 'different' ? ' warn' : ''}` }, t(check));
    parts.push(element('div', {}, mark, ` ${t('inList')} `, element('bdi', {}, [...row.names].join(' · '))));
  }
  return parts;
}

function categoriesCell({ byCategory = {} }: Item): Content {
  const inOrder = categoriesInReadingOrder(Object.entries(byCategory).map(([category, n]) => ({ category, n })));
  return [inOrder.map(({ category, n }) => `${categoryNames.get(category) ?? category}\u00A0${n}`).join(' · ')];
}
