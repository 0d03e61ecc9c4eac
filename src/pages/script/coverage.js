/** Checks a list of any length in the browser: takes it from the form, asks the API in portions, shows what comes back. */
import { createInput } from './coverage-input.js';
import { batchesOf, queryOf } from './coverage-list.js';
import { byId, language, names, t } from './coverage-page.js';
import { createProgress } from './coverage-progress.js';
import { createQueue } from './coverage-queue.js';
import { correct, rowsOf, suggestionOf, takeAnswer, undoCorrection } from './coverage-results.js';
import { createView } from './coverage-view.js';

/** @import { Job, List, Row, Snapshot } from './types.d.ts' */
/** @typedef {{ key: string, label: Record<string, string> }} Category */
/** @typedef {{ key: string, title: Record<string, string> }} Source */

/** Keys in the order of the API, filled by its register. @type {string[]} */
const categories = [];
/** @type {ReturnType<typeof createQueue> | undefined} */
let queue;
/** @type {Snapshot[]} */
let snapshots = [];
/** @type {readonly Row[]} */
let rows = [];
/** Preferred names of what is suggested, and empty ones until they are known. @type {Map<string, string>} */
let suggested = new Map();

const view = createView({
  accept(rows) {
    for (const row of rows) {
      const suggestion = suggestionOf(row);
      if (suggestion !== undefined) correct(row, suggestion);
    }
    ask(rows);
    view.draw();
    progress.announce(t('accepted', { n: rows.length }));
  },
  undo(row) {
    undoCorrection(row);
    view.draw();
  },
});
const progress = createProgress({
  pause: () => queue?.pause(),
  resume: () => queue?.resume(),
  cancel: () => queue?.cancel(),
});

for (const part of document.querySelectorAll('[data-with-script]')) part.toggleAttribute('hidden', false);
for (const part of document.querySelectorAll('[data-without-script]')) part.remove();
createInput(begin);
globalThis.addEventListener('online', () => queue?.state().phase === 'failed' && queue.resume());
globalThis.addEventListener('beforeunload', (event) => {
  const phase = queue?.state().phase;
  if (phase === 'running' || phase === 'waiting') event.preventDefault();
});

/** @param {List} list */
function begin(list) {
  queue?.cancel();
  queue = undefined;
  rows = rowsOf(list);
  snapshots = [];
  suggested = new Map();
  byId('coverage-answer').replaceChildren();
  progress.reset();
  view.begin({ list, rows, suggested, categories, snapshots });
  ask(rows);
  byId('job-title').focus({ preventScroll: true });
  byId('job').scrollIntoView({ block: 'start' });
}

/** @param {readonly Row[]} rows */
function ask(rows) {
  const jobs = batchesOf(rows, askedOf).map(jobOf);
  if (queue === undefined || queue.state().phase === 'cancelled') {
    const mine = createQueue((state) => {
      // A list that was replaced reports nothing any more.
      if (queue !== undefined && queue !== mine) return;
      const more = state.phase === 'done' ? nameJobs() : [];
      if (more.length > 0) {
        mine.add(more);
        return;
      }
      progress.changed(state);
      if (state.phase === 'done') view.draw();
    });
    queue = mine;
  }
  queue.add(categories.length === 0 ? [registerJob(), ...jobs] : jobs);
}

/** @param {Row} row */
function askedOf({ input, corrected }) {
  return corrected ?? input;
}

/** @param {readonly Row[]} rows @returns {Job} */
function jobOf(rows) {
  const middle = Math.ceil(rows.length / 2);
  return {
    path: `/api/v1/coverage?${queryOf(rows.map(askedOf))}`,
    size: rows.length,
    take(body) {
      const snapshot = takeAnswer(rows, body);
      if (!snapshots.some(({ id }) => id === snapshot.id)) snapshots.push(snapshot);
      view.plan();
    },
    halves: () => (rows.length < 2 ? [] : [jobOf(rows.slice(0, middle)), jobOf(rows.slice(middle))]),
  };
}

/** Names of what is suggested, so that nobody has to accept a number unseen. @returns {Job[]} */
function nameJobs() {
  const unknown = new Set(rows.flatMap((row) => suggestionOf(row) ?? []).filter((id) => !suggested.has(id)));
  for (const id of unknown) suggested.set(id, '');
  return batchesOf([...unknown], (id) => id).map((ids) => ({
    path: `/api/v1/coverage?${queryOf(ids)}`,
    size: 0,
    take(body) {
      const { items } = /** @type {{ items: { preferredName?: string }[] }} */ (body);
      for (const [index, id] of ids.entries()) suggested.set(id, items[index]?.preferredName ?? '');
      view.plan();
    },
  }));
}

/** What categories and sources are called. @returns {Job} */
function registerJob() {
  return {
    path: '/api/v1/sources',
    size: 0,
    take(body) {
      const register = /** @type {{ categories: Category[], sources: Source[] }} */ (body);
      for (const { key, title } of register.sources) names.sources.set(key, title[language] ?? key);
      for (const { key, label } of register.categories) {
        names.categories.set(key, label[language] ?? key);
        if (!categories.includes(key)) categories.push(key);
      }
      view.plan();
    },
  };
}
