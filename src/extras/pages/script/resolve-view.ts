/** Shows the growing result of a list that is resolved: summary, filter, a page of rows, downloads. */
import type { ResolvedItem, Snapshot, Target } from '../../client/client.js';
import { saveTables } from './coverage-files.ts';
import { createRows } from './list-rows.ts';
import type { List } from './list-table.ts';
import { byId, element, entityLink, reasons, t, tag, tones, types, verdicts } from './page.ts';
import { conflictsOf, countsOf, entitiesOf, FILTERS, type Row, tableOf, textOf } from './resolve-results.ts';

interface Resolving {
  readonly list: List;
  readonly rows: readonly Row[];
  /** Names of targets. */
  readonly wanted: readonly string[];
}

/** Shortest interval between two drawings while answers arrive, in milliseconds. */
const PAUSE_MS = 400;
const day = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' });

export function createView() {
  let resolving: Resolving = {
    list: { reading: { rows: [], header: undefined, columns: [], best: 0 }, ids: [], names: undefined },
    rows: [],
    wanted: [],
  };
  let snapshots: readonly Snapshot[] = [];
  let planned: ReturnType<typeof setTimeout> | undefined;
  const pages = createRows<Row>(FILTERS, (key) => verdicts[key] ?? t(key), drawRows);

  function draw() {
    clearTimeout(planned);
    planned = undefined;
    const { rows } = resolving;
    const counts = countsOf(rows);
    byId('result').hidden = rows.every(({ item }) => item === undefined);
    const date = snapshots.at(-1)?.date;
    byId('summary').textContent = t('resolved', {
      inputs: rows.reduce((sum, { times }) => sum + times, 0),
      distinct: rows.length,
      found: counts['found'] ?? 0,
      date: date === undefined ? '' : day.format(new Date(date)),
    });
    byId('changed').textContent = t('changed');
    byId('changed').hidden = snapshots.length < 2;
    pages.drawFilter(counts);
    drawRows();
  }

  function drawRows() {
    const { shown, updatePager } = pages.shownOf(resolving.rows);
    byId('rows').replaceChildren(shown.length === 0 ? element('p', {}, t('empty')) : resultTable(shown));
    updatePager();
  }

  saveTables(
    () => tableOf(resolving.list, resolving.rows, resolving.wanted),
    () => `gnd-resolve-${snapshots.at(-1)?.date ?? ''}`,
  );

  return {
    draw,
    begin(begun: Resolving) {
      resolving = begun;
      snapshots = [];
      pages.reset();
      draw();
    },
    answeredFrom(snapshot: Snapshot) {
      if (!snapshots.some(({ id }) => id === snapshot.id)) snapshots = [...snapshots, snapshot];
    },
    /** Draws soon, with the answers that arrive until then. */
    plan() {
      planned ??= setTimeout(draw, PAUSE_MS);
    },
  };
}

/** A table; its roles keep it one when a narrow screen shows the rows as blocks. */
function resultTable(rows: readonly Row[]) {
  const heads = ['value', 'finding', 'entity', 'targets'];
  const head = heads.map((key) => element('th', { scope: 'col', role: 'columnheader' }, t(key)));
  const body = rows.map((row) => {
    const cells = [[element('code', {}, row.input)], findingOf(row.item), entityOf(row.item), targetsOf(row.item)];
    const made = cells.map((children, column) => {
      const cell = element('td', { role: 'cell' }, ...children);
      if (children.length > 0) cell.dataset['label'] = t(heads[column] ?? '');
      return cell;
    });
    return element('tr', { role: 'row' }, ...made);
  });
  return element(
    'table',
    { class: 'coverage-table', role: 'table', 'aria-labelledby': 'rows-title' },
    element('thead', { role: 'rowgroup' }, element('tr', { role: 'row' }, ...head)),
    element('tbody', { role: 'rowgroup' }, ...body),
  );
}

function findingOf(item: ResolvedItem | undefined): (Node | string)[] {
  if (item === undefined) return ['…'];
  const { verdict } = item;
  const parts: Node[] = [element('span', { class: `badge ${tones[verdict] ?? ''}` }, verdicts[verdict] ?? verdict)];
  const line = (text: string) => parts.push(element('div', {}, text));
  if ('reason' in item && item.reason !== undefined) line(reasons[item.reason] ?? item.reason);
  if ('suggestion' in item && item.suggestion !== undefined) line(t('suggestion', { value: item.suggestion }));
  if (item.verdict === 'found' && item.redirectedFrom !== undefined) line(t('merged', { gnd: item.redirectedFrom }));
  if (conflictsOf(item).length > 0)
    parts.push(element('div', {}, element('span', { class: 'badge warn' }, t('conflict'))));
  return parts;
}

function entityOf(item: ResolvedItem | undefined): (Node | string)[] {
  const parts: Node[] = entitiesOf(item).map(({ gnd, preferredName, type }) =>
    element(
      'div',
      {},
      element('bdi', {}, entityLink(gnd, preferredName)),
      ' ',
      element('span', { class: 'soft' }, types[type] ?? type),
    ),
  );
  if (item?.verdict === 'ambiguous' && item.more === true) parts.push(element('div', {}, t('moreCandidates')));
  return parts;
}

/** One line for each scheme. Contradictory identifiers are marked; none of them is preferred. */
function targetsOf(item: ResolvedItem | undefined): (Node | string)[] {
  if (item?.verdict !== 'found') return [];
  const lines = Object.entries(item.targets ?? {}).filter(([, list]) => list.length > 0);
  return lines.map(([name, list]) => {
    const label = document.querySelector(`#targets input[value="${CSS.escape(name)}"]`)?.nextElementSibling;
    const values = list.flatMap((target) => [' ', valueOf(target)]);
    return element('div', {}, element('span', { class: 'soft' }, label?.textContent ?? name), ...values);
  });
}

function valueOf(target: Target): Node {
  const text = textOf(target);
  const title = t('source', { sources: target.assertedBy.join(', ') });
  const linked = /^https?:\/\//i.test(target.url)
    ? element('a', { href: target.url, rel: 'noopener noreferrer external', title }, text)
    : element('span', { title }, text);
  if (target.conflict !== true) return linked;
  return element('span', { class: 'nowrap' }, linked, ' ', element('span', { class: 'badge warn' }, t('conflict')));
}
