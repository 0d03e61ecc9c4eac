/** Checks a list of any length in the browser: takes it from the form, asks the interface in portions, shows what comes back. */

/** @typedef {import('./coverage-results.js').Row} Row */
/** @typedef {import('./coverage-queue.js').Job} Job */

/**
 * @typedef {object} Modules
 * @property {typeof import('./coverage-list.js')} list
 * @property {typeof import('./coverage-queue.js')} queue
 * @property {typeof import('./coverage-results.js')} results
 * @property {typeof import('./coverage-table.js')} table
 * @property {typeof import('./coverage-picture.js')} picture
 * @property {typeof import('./coverage-input.js')} input
 * @property {typeof import('./coverage-progress.js')} progress
 * @property {typeof import('./coverage-view.js')} view
 */

/** @typedef {{ key: string, label: Record<string, string> }} Category */
/** @typedef {{ key: string, title: Record<string, string> }} Source */

const data = JSON.parse(document.querySelector('main script[type="application/json"]')?.textContent ?? '{}');
/** @type {import('./coverage-table.js').Speech} */
const speech = data;
const paths = /** @type {Record<string, string>} */ (data.modules);
const loaded = await Promise.all(Object.entries(paths).map(async ([name, path]) => [name, await import(path)]));
const { list, queue, results, table, picture, input, progress, view } = /** @type {Modules} */ (
  Object.fromEntries(loaded)
);

/**
 * @template {HTMLElement} T
 * @param {string} id
 */
const byId = (id) => /** @type {T} */ (document.getElementById(id));

/** @type {Map<string, string>} */
const categoryNames = new Map();
/** @type {Map<string, string>} */
const sourceNames = new Map();
/** Keys in the order of the interface, filled by its register. @type {string[]} */
const categories = [];
/** @type {ReturnType<typeof queue.createQueue> | undefined} */
let asking;
/** @type {import('./coverage-results.js').Snapshot[]} */
let snapshots = [];
let take = results.createIntake();

const shown = view.createView({
  results,
  tools: table,
  picture,
  speech,
  names: { categories: categoryNames, sources: sourceNames },
  byId,
  actions: {
    accept(rows) {
      for (const row of rows) {
        const suggestion = results.suggestionOf(row);
        if (suggestion !== undefined) results.correct(row, suggestion);
      }
      ask(rows);
      shown.draw();
      const n = new Intl.NumberFormat(speech.language).format(rows.length);
      reported.announce(table.fill(speech.text['accepted'] ?? '', { n }));
    },
    undo(row) {
      results.undoCorrection(row);
      shown.draw();
    },
  },
});
const reported = progress.createProgress({
  tools: table,
  speech,
  byId,
  actions: {
    pause: () => asking?.pause(),
    resume: () => asking?.resume(),
    cancel: () => asking?.cancel(),
  },
});

for (const part of document.querySelectorAll('[data-with-script]')) part.toggleAttribute('hidden', false);
for (const part of document.querySelectorAll('[data-without-script]')) part.remove();
input.createInput({ list, tools: table, speech, byId }).onSubmit(begin);
globalThis.addEventListener('online', () => asking?.state().phase === 'failed' && asking.resume());
globalThis.addEventListener('beforeunload', (event) => {
  const phase = asking?.state().phase;
  if (phase === 'running' || phase === 'waiting') event.preventDefault();
});

/** @param {readonly string[]} ids */
function begin(ids) {
  asking?.cancel();
  asking = undefined;
  const { distinct, positions } = list.distinctOf(ids);
  const rows = results.rowsOf(distinct, positions);
  snapshots = [];
  take = results.createIntake();
  byId('coverage-answer').replaceChildren();
  reported.reset();
  shown.begin({ rows, positions, categories, snapshots });
  ask(rows);
  byId('job-title').focus({ preventScroll: true });
  byId('job').scrollIntoView({ block: 'start' });
}

/** @param {readonly Row[]} rows */
function ask(rows) {
  const jobs = list.batchesOf(rows, askedOf).map(jobOf);
  if (asking === undefined || asking.state().phase === 'cancelled') {
    const mine = queue.createQueue((state) => {
      // A list that was replaced has nothing to say any more.
      if (asking !== undefined && asking !== mine) return;
      reported.changed(state);
      if (state.phase === 'done') shown.draw();
    });
    asking = mine;
  }
  asking.add(categories.length === 0 ? [registerJob(), ...jobs] : jobs);
}

/** @param {Row} row */
function askedOf({ input: given, corrected }) {
  return corrected ?? given;
}

/**
 * @param {readonly Row[]} rows
 * @returns {Job}
 */
function jobOf(rows) {
  const middle = Math.ceil(rows.length / 2);
  return {
    path: `/api/v1/coverage?${list.queryOf(rows.map(askedOf))}`,
    size: rows.length,
    take(body) {
      const snapshot = take(rows, body);
      if (!snapshots.some(({ id }) => id === snapshot.id)) snapshots.push(snapshot);
      shown.plan();
    },
    halves: () => (rows.length < 2 ? [] : [jobOf(rows.slice(0, middle)), jobOf(rows.slice(middle))]),
  };
}

/**
 * What categories and sources are called.
 * @returns {Job}
 */
function registerJob() {
  return {
    path: '/api/v1/sources',
    size: 0,
    take(body) {
      const register = /** @type {{ categories: Category[], sources: Source[] }} */ (body);
      for (const { key, title } of register.sources) sourceNames.set(key, title[speech.language] ?? key);
      for (const { key, label } of register.categories) {
        categoryNames.set(key, label[speech.language] ?? key);
        if (!categories.includes(key)) categories.push(key);
      }
      shown.plan();
    },
  };
}
