/** The result as it grows: summary, filter, a page of rows, suggestions, pictures, downloads. */

/** @typedef {import('./coverage-results.js').Row} Row */
/** @typedef {import('./coverage-results.js').Snapshot} Snapshot */

/**
 * A list that is being checked.
 * @typedef {object} Check
 * @property {readonly Row[]} rows
 * @property {readonly number[]} positions
 * @property {readonly string[]} categories
 * @property {readonly Snapshot[]} snapshots
 */

/** At most so often it is drawn anew while answers come in, in milliseconds. */
const PAUSE_MS = 400;
/** A matrix of one entity says nothing. */
const MATRIX_FROM = 2;

/**
 * @param {object} parts
 * @param {typeof import('./coverage-results.js')} parts.results
 * @param {typeof import('./coverage-table.js')} parts.tools
 * @param {typeof import('./coverage-picture.js')} parts.picture
 * @param {import('./coverage-table.js').Speech} parts.speech
 * @param {import('./coverage-table.js').Names} parts.names
 * @param {<T extends HTMLElement>(id: string) => T} parts.byId
 * @param {{ accept: (rows: readonly Row[]) => void, undo: (row: Row) => void }} parts.actions
 */
export function createView({ results, tools, picture, speech, names, byId, actions }) {
  const { text, language } = speech;
  const { element, fill } = tools;
  const number = new Intl.NumberFormat(language);
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const pictures = picture.createPictures(tools, speech, names);
  /** @type {Check} */
  let check = { rows: [], positions: [], categories: [], snapshots: [] };
  let filter = 'all';
  let page = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let planned;

  /** @type {Readonly<Record<string, (row: Row) => boolean>>} */
  const filters = {
    all: () => true,
    ...Object.fromEntries(
      results.VERDICTS.map((verdict) => [verdict, (/** @type {Row} */ row) => row.item?.verdict === verdict]),
    ),
    suggestion: (row) => results.suggestionOf(row) !== undefined,
    corrected: (row) => row.corrected !== undefined,
  };

  function draw() {
    clearTimeout(planned);
    planned = undefined;
    const summary = results.summaryOf(check.rows);
    byId('result').hidden = summary.answered === 0;
    const date = check.snapshots.at(-1)?.date;
    const values = Object.fromEntries(
      Object.entries(summary).flatMap(([key, n]) => (typeof n === 'number' ? [[key, number.format(n)]] : [])),
    );
    byId('summary').textContent = fill(text['summary'] ?? '', {
      ...values,
      date: date ? day.format(new Date(date)) : '',
    });
    byId('changed').textContent = text['changed'] ?? '';
    byId('changed').hidden = check.snapshots.length < 2;
    byId('verdict-bar').replaceChildren(
      pictures.bar(results.VERDICTS.map((verdict) => ({ tone: verdict, n: summary.verdicts[verdict] }))),
    );
    drawFilter({
      ...summary.verdicts,
      all: summary.distinct,
      suggestion: summary.suggestions,
      corrected: summary.corrected,
    });
    byId('suggestions').hidden = summary.suggestions === 0;
    byId('suggestions')
      .querySelector('p')
      ?.replaceChildren(fill(text['suggestions'] ?? '', { n: number.format(summary.suggestions) }));
    drawRows();
    drawOverview();
  }

  /** @param {Readonly<Record<string, number>>} counts */
  function drawFilter(counts) {
    const box = byId('filter');
    const said = {
      all: text['all'],
      suggestion: text['withSuggestion'],
      corrected: text['corrected'],
      ...speech.verdicts,
    };
    for (const key of Object.keys(filters)) {
      const id = `filter-${key}`;
      let input = /** @type {HTMLInputElement | null} */ (document.getElementById(id));
      if (input === null) {
        input = element('input', { type: 'radio', name: 'filter', id, value: key });
        input.addEventListener('change', () => choose(key));
        const swatch = element('span', { class: `swatch ${key}`, 'aria-hidden': 'true' });
        const label = element('label', { for: id }, [
          swatch,
          `${said[/** @type {'all'} */ (key)] ?? key} `,
          element('span'),
        ]);
        box.append(element('span', { class: 'chip' }, [input, label]));
      }
      const n = counts[key] ?? 0;
      input.checked = key === filter;
      const chip = /** @type {HTMLElement} */ (input.closest('.chip'));
      chip.hidden = n === 0 && key !== filter;
      chip.querySelector('label > span:last-child')?.replaceChildren(number.format(n));
    }
  }

  /** @param {string} key */
  function choose(key) {
    filter = key;
    page = 0;
    drawRows();
    drawOverview();
  }

  function shownRows() {
    const all = check.rows.filter(filters[filter] ?? (() => true));
    page = Math.max(0, Math.min(page, Math.ceil(all.length / tools.PAGE) - 1));
    return { all, shown: all.slice(page * tools.PAGE, (page + 1) * tools.PAGE) };
  }

  function drawRows() {
    const { all, shown } = shownRows();
    const table = tools.resultTable(shown, speech, names, {
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
    // Whoever reads in an opened list is not to lose it because more answers came in.
    if (!(opened && planned !== undefined)) byId('rows').replaceChildren(table);
    const from = page * tools.PAGE;
    const values = { from: from + 1, to: from + shown.length, total: all.length };
    const formatted = Object.fromEntries(Object.entries(values).map(([key, n]) => [key, number.format(n)]));
    byId('range').textContent = fill(text['range'] ?? '', formatted);
    byId('pager').hidden = all.length <= tools.PAGE;
    setDisabled('previous', page === 0);
    setDisabled('next', from + shown.length >= all.length);
  }

  /**
   * Not the attribute `disabled`, which would take the focus away from whoever has just pressed it.
   * @param {string} id
   * @param {boolean} isDisabled
   */
  function setDisabled(id, isDisabled) {
    byId(id).setAttribute('aria-disabled', String(isDisabled));
  }

  function focusNext() {
    const next = /** @type {HTMLElement | null} */ (byId('rows').querySelector('[data-accept]'));
    (next ?? byId('rows-title')).focus();
  }

  function drawOverview() {
    const entities = results.entitiesOf(check.rows);
    if (entities.length === 0) {
      byId('overview').replaceChildren();
      return;
    }
    const shares = element('div', { class: 'coverage-overview' }, [
      element('div', {}, pictures.categories(results.sharesOf(entities, results.categoriesOf, check.categories))),
      element('div', {}, pictures.sources(results.sharesOf(entities, results.sourcesOf))),
    ]);
    /** @type {HTMLElement[]} */
    const parts = [shares];
    const inView = results.entitiesOf(shownRows().shown);
    const title = inView.length === entities.length ? text['matrix'] : text['matrixPage'];
    if (inView.length >= MATRIX_FROM) parts.push(pictures.matrix(inView, check.categories, title ?? ''));
    byId('overview').replaceChildren(...parts);
  }

  /**
   * @param {string} extension
   * @param {string} type
   * @param {readonly string[]} pieces
   */
  function save(extension, type, pieces) {
    const address = URL.createObjectURL(new Blob([...pieces], { type }));
    const date = check.snapshots.at(-1)?.date ?? '';
    const link = element('a', { href: address, download: `gnd-coverage-${date}.${extension}` });
    link.click();
    // The browser reads it after the click.
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }

  /** @param {number} step */
  function turn(step) {
    page += step;
    drawRows();
    drawOverview();
    byId('rows-title').scrollIntoView({ block: 'start' });
  }

  for (const [id, step] of /** @type {const} */ ([
    ['previous', -1],
    ['next', 1],
  ])) {
    byId(id).addEventListener('click', () => byId(id).getAttribute('aria-disabled') === 'true' || turn(step));
  }
  byId('accept-all').addEventListener('click', () => {
    actions.accept(check.rows.filter((row) => results.suggestionOf(row) !== undefined));
    byId('job-title').focus();
  });
  byId('csv').addEventListener('click', () =>
    save('csv', 'text/csv;charset=utf-8', results.csvLines(check.rows, check.positions, check.categories)),
  );
  byId('json').addEventListener('click', () => {
    const { rows, positions, categories, snapshots } = check;
    save('json', 'application/json', results.jsonPieces(rows, positions, categories, snapshots));
  });

  return {
    /** @param {Check} begun */
    begin(begun) {
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
