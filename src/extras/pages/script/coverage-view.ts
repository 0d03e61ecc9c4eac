/** Shows the growing result: summary, filter, a page of rows, suggestions, charts, downloads. */
import { byId, element, number, t, tag, verdicts } from './page.ts';
import { saveTables } from './coverage-files.ts';
import { shareTables, verdictBar } from './coverage-picture.ts';
import {
  categoriesOf,
  type Check,
  entitiesOf,
  FILTERS,
  type Item,
  type Row,
  sharesOf,
  sourcesOf,
  suggestionOf,
  summaryOf,
  tableOf,
  VERDICTS,
} from './coverage-results.ts';
import { resultTable } from './coverage-rows.ts';
import { createRows } from './list-rows.ts';

/** Shortest interval between two drawings while answers arrive, in milliseconds. */
const PAUSE_MS = 400;

const enumeration = new Intl.ListFormat(tag);
const day = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' });

/** The number of identifiers that need correction, by verdict: the result that a reader looks for. */
function verdictIn(counts: Readonly<Record<string, number>>, isWhole: boolean) {
  const wrong = VERDICTS.filter((verdict) => verdict !== 'covered' && verdict !== 'no_links')
    .map((verdict) => [verdicts[verdict] ?? verdict, counts[verdict] ?? 0] as const)
    .filter(([, n]) => n > 0)
    .map(([label, n]) => `${number(n)}\u00A0${label}`);
  if (wrong.length > 0) return t('attention', { list: enumeration.format(wrong) });
  return isWhole ? t('allCurrent') : '';
}

export function createView(actions: { accept: (rows: readonly Row[]) => void; undo: (row: Row) => void }) {
  let check: Check;
  let planned: ReturnType<typeof setTimeout> | undefined;
  const nameOf = (key: string) => verdicts[key] ?? t(key === 'suggestion' ? 'withSuggestion' : key);
  const pages = createRows(FILTERS, nameOf, drawRows);

  function draw() {
    clearTimeout(planned);
    planned = undefined;
    const summary = summaryOf(check.rows);
    byId('result').hidden = summary.answered === 0;
    const date = check.snapshots.at(-1)?.date;
    const { counts, ...numbers } = summary;
    const { suggestion: n = 0 } = counts;
    byId('summary').textContent = t('summary', { ...numbers, date: date ? day.format(new Date(date)) : '' });
    byId('verdict').textContent = verdictIn(counts, summary.answered === summary.distinct);
    byId('changed').textContent = t('changed');
    byId('changed').hidden = check.snapshots.length < 2;
    byId('verdict-bar').replaceChildren(verdictBar(VERDICTS.map((tone) => ({ tone, n: counts[tone] ?? 0 }))));
    pages.drawFilter(counts);
    byId('suggestions').hidden = n === 0;
    byId('suggestions').querySelector('p')?.replaceChildren(t('suggestions', { n }));
    drawRows();
    drawOverview();
  }

  function drawRows() {
    const { shown, updatePager } = pages.shownOf(check.rows);
    const table = resultTable(shown, {
      suggested: check.suggested,
      accept: (row) => {
        actions.accept([row]);
        focusNext();
      },
      undo: (row) => {
        actions.undo(row);
        byId('rows-title').focus();
      },
    });
    const opened = byId('rows').querySelector('details[open]') !== null;
    // An open list stays unchanged while more answers arrive.
    if (!(opened && planned !== undefined)) byId('rows').replaceChildren(table);
    updatePager();
  }

  function focusNext() {
    const next = byId('rows').querySelector<HTMLElement>('[data-accept]');
    (next ?? byId('rows-title')).focus();
  }

  function drawOverview() {
    const entities = entitiesOf(check.rows);
    const half = (what: 'category' | 'source', keysOf: (item: Item) => readonly string[]) =>
      element('div', {}, ...shareTables(what, sharesOf(entities, keysOf)));
    const halves = entities.length === 0 ? [] : [half('category', categoriesOf), half('source', sourcesOf)];
    byId('overview').replaceChildren(...halves);
    byId('shares').hidden = halves.length === 0;
  }

  byId('accept-all').addEventListener('click', () => {
    actions.accept(check.rows.filter((row) => suggestionOf(row) !== undefined));
    byId('job-title').focus();
  });
  saveTables(
    () => tableOf(check),
    () => `gnd-list-${check.snapshots.at(-1)?.date ?? ''}`,
  );

  return {
    begin(begun: Check) {
      check = begun;
      pages.reset();
      draw();
    },
    draw,
    /** Draws soon, with the answers that arrive until then. */
    plan() {
      planned ??= setTimeout(draw, PAUSE_MS);
    },
  };
}
