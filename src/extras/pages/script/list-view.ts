/** Shows the growing result of a list: summary, filter, a page of rows, downloads. */
import type { Snapshot } from '../../client/client.js';
import { element } from './element.ts';
import type { Accept, Content } from './list-cells.ts';
import { type Findings, filtersOf } from './list-filters.ts';
import { type Cell, csvLines, type EntryAnswer, type List, type Row } from './list-table.ts';
import { summaryOf, verdictOf } from './list-verdict.ts';
import { byId, data, number, saveAs, t, tones, verdicts } from './page.ts';

/** Rows of a page. */
const PAGE = 100;
/** Shortest interval between two drawings while answers arrive, in milliseconds. */
const PAUSE_MS = 400;
/** Largest number of characters of a cell in a spreadsheet. */
const MAX_CELL = 32_767;

/** A column of the shown rows. */
interface ViewColumn<Item> {
  readonly head: string;
  readonly isNumber?: boolean;
  readonly cellOf: (row: Row<Item>, accept: Accept<Item>) => Content;
}

/** The look of the rows of a page of lists. */
export interface Presentation<Item> extends Findings<Item> {
  /** Filter that is chosen at the end, if any row passes it. */
  readonly atEnd: 'all' | 'attention';
  readonly columns: () => readonly ViewColumn<Item>[];
  readonly tableOf: (list: List, rows: readonly Row<Item>[]) => Cell[][];
  /** Beginning of the names of files. */
  readonly fileName: string;
}

/** @param drawn called after each drawing of the rows */
export function createListView<Item extends EntryAnswer>(
  presentation: Presentation<Item>,
  accept: Accept<Item>,
  drawn: () => void,
) {
  const { atEnd, columns, tableOf, fileName } = presentation;
  const { filters, faults } = filtersOf(presentation, data.isExcerpt);
  const passes = (key: string, row: Row<Item>) => filters[key]?.(row) ?? true;
  let list: List | undefined;
  let rows: readonly Row<Item>[] = [];
  /** Snapshots of the answers, the newest last. */
  let snapshots: Snapshot[] = [];
  let [filter, page] = ['all', 0];
  let planned: ReturnType<typeof setTimeout> | undefined;

  /** @param isPassing whether more answers are expected */
  function draw(isPassing = false) {
    clearTimeout(planned);
    planned = undefined;
    const counts = new Map(Object.keys(filters).map((key) => [key, rows.filter((row) => passes(key, row)).length]));
    const isRepeated = rows.every((row) => passes('guessed', row) === passes('attention', row));
    if (isRepeated) counts.set('guessed', 0);
    const answered = rows.filter(({ item }) => item !== undefined).length;
    byId('result').hidden = answered === 0;
    byId('verdict').textContent = verdictOf(counts, faults, answered === rows.length);
    byId('summary').textContent = summaryOf(rows, snapshots.at(-1)?.date);
    byId('changed').hidden = snapshots.length < 2;
    document.getElementById('outside')?.toggleAttribute('hidden', (counts.get('unknown') ?? 0) === 0);
    for (const [key, n] of counts) drawChip(key, n, key === filter, choose);
    // While more answers arrive, rows that somebody uses stay: a press on a replaced button would be lost.
    if (!(isPassing && byId('rows').matches(':active, :focus-within'))) drawRows();
    drawn();
  }

  /** Draws a page of the table, in the order of the list. */
  function drawRows() {
    const all = rows.filter((row) => passes(filter, row));
    page = Math.max(0, Math.min(page, Math.ceil(all.length / PAGE) - 1));
    const from = page * PAGE;
    const shown = all.slice(from, from + PAGE);
    const filled = columns()
      .map(({ cellOf, ...column }) => ({ ...column, cells: shown.map((row) => cellOf(row, accept)) }))
      .filter(({ cells }) => filter === 'all' || cells.some(({ length }) => length > 0));
    byId('rows').replaceChildren(shown.length === 0 ? element('p', {}, t('empty')) : resultTable(filled, shown.length));
    drawPager(from, from + shown.length, all.length);
  }

  function choose(key: string) {
    [filter, page] = [key, 0];
    draw();
  }

  onTurn((step) => {
    page += step;
    drawRows();
  });
  const save = async (form: keyof typeof FORMS) => {
    const content = await FORMS[form](list === undefined ? [] : tableOf(list, rows));
    saveAs(content, `${fileName}-${snapshots.at(-1)?.date ?? ''}.${form}`);
  };
  for (const form of ['csv', 'xlsx'] as const) byId(form).addEventListener('click', () => void save(form));

  return {
    draw: () => draw(),
    begin(begun: List, its: readonly Row<Item>[]) {
      [list, rows, snapshots, filter, page] = [begun, its, [], 'all', 0];
      draw();
    },
    /** Draws soon, with the answers that arrive until then. */
    plan(snapshot: Snapshot) {
      if (!snapshots.some(({ id }) => id === snapshot.id)) snapshots.push(snapshot);
      planned ??= setTimeout(() => draw(true), PAUSE_MS);
    },
    /** Shows the whole result, with its verdict in view; the form is folded into a line. */
    finish() {
      if (filter === 'all' && rows.some((row) => passes(atEnd, row))) filter = atEnd;
      draw();
      const form = byId<HTMLDetailsElement>('list');
      const summary = form.querySelector('summary');
      const isExample = data.examples.includes(rows.map(({ input }) => input).join('\n'));
      const [name, change] = isExample ? ['exampleOf', 'ownList'] : ['distinct', 'change'];
      summary?.replaceChildren(`${t(name, { n: rows.length })} · ${t(change)}`);
      summary?.toggleAttribute('hidden', false);
      form.open = false;
      byId('result').scrollIntoView({ block: 'start' });
    },
  };
}

const FORMS = {
  csv: (table: Cell[][]) => new Blob(csvLines(table), { type: 'text/csv;charset=utf-8' }),
  xlsx: workbookOf,
};

/** @param from number of rows before the page @param to number of rows up to its end */
function drawPager(from: number, to: number, total: number) {
  byId('range').textContent = t('range', { from: from + 1, to, total });
  byId('pager').hidden = total <= PAGE;
  // `disabled` would take the focus away.
  byId('previous').ariaDisabled = String(from === 0);
  byId('next').ariaDisabled = String(to >= total);
}

/** @param turned called with the number of pages to go on */
function onTurn(turned: (step: number) => void) {
  for (const [id, step] of Object.entries({ previous: -1, next: 1 })) {
    const button = byId(id);
    button.addEventListener('click', () => {
      if (button.ariaDisabled === 'true') return;
      turned(step);
      byId('rows-title').scrollIntoView({ block: 'start' });
    });
  }
}

/** Draws the chip of a filter, and adds it if it is new. @param n number of its rows */
function drawChip(key: string, n: number, isChosen: boolean, choose: (key: string) => void) {
  const id = `filter-${key}`;
  let input = document.getElementById(id) as HTMLInputElement | null;
  if (input === null) {
    input = element('input', { type: 'radio', name: 'filter', id, value: key });
    input.addEventListener('change', () => choose(key));
    const tone = tones[key];
    const swatch = tone === undefined ? [] : [element('span', { class: `swatch ${tone}`, 'aria-hidden': 'true' })];
    const label = element('label', { for: id }, ...swatch, `${verdicts[key] ?? t(key)} `, element('span'));
    byId('filter').append(element('span', { class: 'chip' }, input, label));
  }
  input.checked = isChosen;
  const chip = input.closest('.chip') as HTMLElement;
  chip.hidden = n === 0 && !isChosen;
  chip.querySelector('label > span:last-child')?.replaceChildren(number(n));
}

/**
 * A table; its roles keep it one when a narrow screen shows the rows as blocks. The last cell with content has the room of
 * the empty ones behind it. @param length number of rows
 */
function resultTable(
  columns: readonly { head: string; isNumber?: boolean; cells: readonly Content[] }[],
  length: number,
) {
  const style = (isNumber = false) => (isNumber ? { class: 'number' } : {});
  const top = columns.map(({ head, isNumber }) =>
    element('th', { scope: 'col', role: 'columnheader', ...style(isNumber) }, head),
  );
  const body = Array.from({ length }, (_, row) => {
    const all = columns.map(({ cells, ...column }) => ({ ...column, children: cells[row] ?? [] }));
    const last = all.findLastIndex(({ children }) => children.length > 0);
    const cells = all.slice(0, last + 1).map(({ head, isNumber, children }, at) => {
      const label = children.length > 0 ? { 'data-label': head } : {};
      const room = at === last ? { colspan: String(columns.length - last) } : {};
      return element('td', { role: 'cell', ...style(isNumber), ...label, ...room }, ...children);
    });
    return element('tr', { role: 'row' }, ...cells);
  });
  return element(
    'table',
    { class: 'coverage-table', role: 'table', 'aria-labelledby': 'rows-title' },
    element('thead', { role: 'rowgroup' }, element('tr', { role: 'row' }, ...top)),
    element('tbody', { role: 'rowgroup' }, ...body),
  );
}

/** A workbook; its writer is loaded on demand. */
async function workbookOf(table: Cell[][]) {
  const { default: writeXlsxFile } = await import('write-excel-file/browser');
  const sheet = table.map((row, index) =>
    row.map((value) => {
      if (typeof value === 'number') return { value, type: Number };
      // XML cannot contain the removed characters.
      const text = value.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '').slice(0, MAX_CELL);
      if (text === '') return null;
      return { value: text, type: String, ...(index === 0 && { fontWeight: 'bold' as const }) };
    }),
  );
  return writeXlsxFile(sheet, { sheet: 'GND', stickyRowsCount: 1 }).toBlob();
}
