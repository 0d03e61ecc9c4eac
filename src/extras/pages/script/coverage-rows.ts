/** The rows of the result, a hundred at a time, and the actions for each row. */
import { element, entityLink, names, number, reasons, t, tones, types, verdicts } from './page.ts';
import { categoriesInReadingOrder } from '../../../core/interface/lookup/reading-order.ts';
import { type Item, nameCheckOf, type Row } from './coverage-results.ts';
type Actions = { accept: (row: Row) => void; undo: (row: Row) => void; suggested: ReadonlyMap<string, string> };

/** @param rows of one page */
export function resultTable(rows: readonly Row[], actions: Actions) {
  if (rows.length === 0) return element('p', {}, t('empty'));
  // Roles keep this a table when a narrow screen shows the rows as blocks.
  const head = ['number', 'finding', 'entity', 'links', 'categories'].map((key) =>
    element('th', { scope: 'col', role: 'columnheader', ...(key === 'links' && { class: 'number' }) }, t(key)),
  );
  return element(
    'table',
    { class: 'coverage-table', role: 'table', 'aria-labelledby': 'rows-title' },
    element('thead', { role: 'rowgroup' }, element('tr', { role: 'row' }, ...head)),
    element('tbody', { role: 'rowgroup' }, ...rows.map((row) => resultRow(row, actions))),
  );
}

function resultRow(row: Row, actions: Actions) {
  const { item } = row;
  const entity: (Node | string)[] = [];
  if (item?.gnd !== undefined && item.preferredName !== undefined) {
    entity.push(element('bdi', {}, entityLink(item.gnd, item.preferredName)));
  }
  if (item?.type !== undefined) entity.push(element('div', { class: 'soft' }, types[item.type] ?? item.type));
  const check = nameCheckOf(row);
  if (check === 'similar' || check === 'different') {
    const badge = element('span', { class: `badge${check === 'different' ? ' warn' : ''}` }, t(check));
    entity.push(element('div', {}, badge, ` ${t('inList')} `, element('bdi', {}, [...row.names].join(' · '))));
  }
  const cells: readonly [string, readonly (Node | string)[]][] = [
    ['number', inputCell(row, actions)],
    ['finding', findingCell(row, actions)],
    ['entity', entity],
    ['links', item?.links === undefined ? [] : [number(item.links)]],
    ['categories', item === undefined ? [] : categoriesCell(item)],
  ];
  const made = cells.map(([key, children]) => {
    const cell = element('td', { role: 'cell', ...(key === 'links' && { class: 'number' }) }, ...children);
    if (children.length > 0) cell.dataset['label'] = t(key);
    return cell;
  });
  return element('tr', { role: 'row' }, ...made);
}

function inputCell(row: Row, actions: Actions) {
  const parts: (Node | string)[] = [element('code', {}, row.input)];
  if (row.times > 1) parts.push(element('div', { class: 'soft' }, t('times', { n: row.times })));
  if (row.corrected !== undefined) {
    const undo = element('button', { type: 'button', class: 'quiet small' }, t('undo'));
    undo.addEventListener('click', () => actions.undo(row));
    parts.push(element('div', {}, `${t('correctedTo')} `, element('code', {}, row.corrected), ' '), undo);
  }
  return parts;
}

function findingCell(row: Row, { accept: take, suggested }: Actions) {
  const { item, corrected } = row;
  if (item === undefined) return ['…'];
  const { verdict, reason, suggestion, successors = [] } = item;
  const badge = element('span', { class: `badge ${tones[verdict] ?? ''}` }, verdicts[verdict] ?? verdict);
  const parts: (Node | string)[] = [badge];
  if (reason !== undefined) parts.push(element('div', {}, reasons[reason] ?? reason));
  if (successors.length > 0) {
    const all = successors.flatMap((id) => [' ', entityLink(id, id)]);
    parts.push(element('div', {}, `${t('successors')}:`, ...all));
  }
  if (suggestion !== undefined && corrected === undefined) {
    const text = t('accept', { id: suggestion });
    const name = suggested.get(suggestion) || undefined;
    const accept = element('button', { type: 'button', class: 'small', 'data-accept': '' }, text);
    accept.addEventListener('click', () => take(row));
    if (name !== undefined) parts.push(element('div', {}, element('bdi', {}, entityLink(suggestion, name))));
    parts.push(element('div', {}, accept));
  }
  return parts;
}

function categoriesCell({ byCategory = {}, sources = [] }: Item) {
  const inOrder = categoriesInReadingOrder(Object.entries(byCategory).map(([category, n]) => ({ category, n })));
  const counts = inOrder.map(({ category, n }) => `${names.categories.get(category) ?? category}\u00A0${n}`);
  const parts: (Node | string)[] = [counts.join(' · ')];
  if (sources.length === 0) return counts.length === 0 ? [] : parts;
  const details = element('details', {}, element('summary', {}, t('sourceCount', { n: sources.length })));
  const open = () => {
    const items = sources.map((key) => element('li', {}, names.sources.get(key) ?? key));
    details.append(element('ul', {}, ...items));
  };
  // Filled when it is opened: a page has thousands of such lists, and most stay closed.
  details.addEventListener('toggle', open, { once: true });
  parts.push(details);
  return parts;
}
