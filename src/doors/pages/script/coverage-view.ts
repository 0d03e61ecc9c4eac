/** The result as it grows: summary, filter, a page of rows, suggestions, pictures, downloads. */
import { byId, element, number, saveAs, t, tag, verdicts } from './page.ts';
import { fileOf } from './coverage-files.ts';
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
  VERDICTS,
} from './coverage-results.ts';
import { PAGE, resultTable } from './coverage-rows.ts';

/** At most so often it is drawn anew while answers come in, in milliseconds. */
const PAUSE_MS = 400;

const enumeration = new Intl.ListFormat(tag);
const day = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' });

/** What of the list is to be corrected: what a reader came for. */
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
  let filter = 'all';
  let page = 0;
  let planned: ReturnType<typeof setTimeout> | undefined;

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
    drawFilter(counts);
    byId('suggestions').hidden = n === 0;
    byId('suggestions').querySelector('p')?.replaceChildren(t('suggestions', { n }));
    drawRows();
    drawOverview();
  }

  function drawFilter(counts: Readonly<Record<string, number>>) {
    const box = byId('filter');
    for (const [key, n] of Object.entries(counts)) {
      const id = `filter-${key}`;
      let input = document.getElementById(id) as HTMLInputElement | null;
      if (input === null) {
        input = element('input', { type: 'radio', name: 'filter', id, value: key });
        input.addEventListener('change', () => choose(key));
        const swatch = element('span', { class: `swatch ${key}`, 'aria-hidden': 'true' });
        const name = verdicts[key] ?? t(key === 'suggestion' ? 'withSuggestion' : key);
        const label = element('label', { for: id }, swatch, `${name} `, element('span'));
        box.append(element('span', { class: 'chip' }, input, label));
      }
      input.checked = key === filter;
      const chip = input.closest('.chip') as HTMLElement;
      chip.hidden = n === 0 && key !== filter;
      chip.querySelector('label > span:last-child')?.replaceChildren(number(n));
    }
  }

  function choose(key: string) {
    filter = key;
    page = 0;
    drawRows();
  }

  function shownRows() {
    const all = check.rows.filter(FILTERS[filter] ?? (() => true));
    page = Math.max(0, Math.min(page, Math.ceil(all.length / PAGE) - 1));
    return { all, shown: all.slice(page * PAGE, (page + 1) * PAGE) };
  }

  function drawRows() {
    const { all, shown } = shownRows();
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
    // A list that somebody has opened stays as it is although more answers came in.
    if (!(opened && planned !== undefined)) byId('rows').replaceChildren(table);
    const from = page * PAGE;
    byId('range').textContent = t('range', { from: from + 1, to: from + shown.length, total: all.length });
    byId('pager').hidden = all.length <= PAGE;
    setDisabled('previous', page === 0);
    setDisabled('next', from + shown.length >= all.length);
  }

  /** Not by the attribute `disabled`, which takes the focus away. */
  function setDisabled(id: string, isDisabled: boolean) {
    byId(id).setAttribute('aria-disabled', String(isDisabled));
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

  async function save(form: 'csv' | 'semicolon' | 'xlsx') {
    const date = check.snapshots.at(-1)?.date ?? '';
    saveAs(await fileOf(check, form), `gnd-list-${date}.${form === 'xlsx' ? form : 'csv'}`);
  }

  function turn(step: number) {
    page += step;
    drawRows();
    byId('rows-title').scrollIntoView({ block: 'start' });
  }

  for (const [id, step] of [
    ['previous', -1],
    ['next', 1],
  ] as const) {
    byId(id).addEventListener('click', () => byId(id).getAttribute('aria-disabled') === 'true' || turn(step));
  }
  byId('accept-all').addEventListener('click', () => {
    actions.accept(check.rows.filter((row) => suggestionOf(row) !== undefined));
    byId('job-title').focus();
  });
  for (const form of ['csv', 'semicolon', 'xlsx'] as const) {
    byId(form).addEventListener('click', () => void save(form));
  }

  return {
    begin(begun: Check) {
      check = begun;
      filter = 'all';
      page = 0;
      draw();
    },
    draw,
    /** Soon, together with what comes in until then. */
    plan() {
      planned ??= setTimeout(draw, PAUSE_MS);
    },
  };
}
