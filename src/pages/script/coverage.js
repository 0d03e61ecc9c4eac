/** Checks a list of any length in the browser: takes it from the form, has it answered, shows what comes back. */
import { createClient, ProblemError } from '../../client/client.js';
import { address } from './address.js';
import { createInput } from './coverage-input.js';
import { byId, language, names, t } from './page.js';
import { createProgress } from './coverage-progress.js';
import { correct, rowsOf, suggestionOf, takeItem, undoCorrection } from './coverage-results.js';
import { createView } from './coverage-view.js';

/** @import { List, Row, Snapshot, State } from './types.d.ts' */

/** Keys in the order of the API, filled by its register. @type {string[]} */
const categories = [];
/** @type {Snapshot[]} */
let snapshots = [];
/** @type {readonly Row[]} */
let rows = [];
/** Preferred names of what is suggested, and empty ones until they are known. @type {Map<string, string>} */
let suggested = new Map();
/** Rows without an answer, in the order in which they are asked for: what is added meanwhile comes last. @type {Set<Row>} */
let open = new Set();
/** @type {State['phase']} */
let phase = 'done';
/** Of rows, since the list began. */
let [done, total] = [0, 0];
/** Of the last wait, or of a refusal. @type {Pick<State, 'reason' | 'until' | 'status'>} */
let more = {};
let stop = new AbortController();
/** Kept while it is paused. */
let gate = Promise.withResolvers();

const client = createClient({
  baseUrl: address(''),
  onWait({ reason, seconds }) {
    more = { reason, until: Date.now() + 1000 * seconds };
    // After what came with it is taken.
    setTimeout(report);
  },
});
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
  pause() {
    gate = Promise.withResolvers();
    enter('paused');
  },
  resume,
  cancel() {
    stop.abort();
    open.clear();
    enter('cancelled');
  },
});

for (const part of document.querySelectorAll('[data-with-script]')) part.toggleAttribute('hidden', false);
for (const part of document.querySelectorAll('[data-without-script]')) part.remove();
createInput(begin);
globalThis.addEventListener('online', () => phase === 'failed' && resume());
globalThis.addEventListener('beforeunload', (event) => {
  if (phase === 'running') event.preventDefault();
});

/** @param {List} list */
function begin(list) {
  stop.abort();
  rows = rowsOf(list);
  [snapshots, suggested, open, done, total, phase] = [[], new Map(), new Set(), 0, 0, 'done'];
  byId('coverage-answer').replaceChildren();
  progress.reset();
  view.begin({ list, rows, suggested, categories, snapshots });
  ask(rows);
  byId('job-title').focus({ preventScroll: true });
  byId('job').scrollIntoView({ block: 'start' });
}

/** @param {readonly Row[]} rows */
function ask(rows) {
  for (const row of rows) open.add(row);
  total += rows.length;
  if (phase === 'done' || phase === 'cancelled') void run();
  else report();
}

function resume() {
  if (phase === 'failed') void run();
  else enter('running');
  gate.resolve(undefined);
}

/** Until every row has its answer, or until it is told to stop, or until the service does not answer. */
async function run() {
  stop = new AbortController();
  const { signal } = stop;
  gate.resolve(undefined);
  enter('running');
  try {
    if (categories.length === 0) await takeRegister(signal);
    do {
      await takeItems(signal);
      await takeNames(signal);
    } while (open.size > 0);
    enter('done');
    view.draw();
  } catch (error) {
    // Whoever stopped it has said so.
    if (signal.aborted) return;
    more = error instanceof ProblemError && error.status < 500 ? { status: error.status } : {};
    enter('failed');
  }
}

/** @param {State['phase']} next */
function enter(next) {
  phase = next;
  report();
}

function report() {
  const isWaiting = phase === 'running' && (more.until ?? 0) > Date.now();
  progress.changed({ ...more, phase: isWaiting ? 'waiting' : phase, done, total });
}

/** @param {AbortSignal} signal */
async function takeItems(signal) {
  /** @type {Row[]} */
  const asked = [];
  async function* inputs() {
    for (const row of open) {
      await gate.promise;
      asked.push(row);
      yield row.corrected ?? row.input;
    }
  }
  for await (const item of client.coverage(inputs(), { signal, onSnapshot })) {
    const row = /** @type {Row} */ (asked.shift());
    takeItem(row, item);
    open.delete(row);
    done += 1;
  }
}

/** @param {Snapshot} snapshot */
function onSnapshot(snapshot) {
  if (!snapshots.some(({ id }) => id === snapshot.id)) snapshots.push(snapshot);
  view.plan();
  setTimeout(report);
}

/** Names of what is suggested, so that nobody has to accept a number unseen. @param {AbortSignal} signal */
async function takeNames(signal) {
  const unknown = new Set(rows.flatMap((row) => suggestionOf(row) ?? []).filter((id) => !suggested.has(id)));
  for await (const { input, preferredName = '' } of client.coverage(unknown, { signal })) {
    suggested.set(input, preferredName);
  }
}

/** What categories and sources are called. @param {AbortSignal} signal */
async function takeRegister(signal) {
  const register = await client.sources({ signal });
  for (const { key, title } of register.sources) names.sources.set(key, title[language]);
  for (const { key, label } of register.categories) {
    names.categories.set(key, label[language]);
    categories.push(key);
  }
}
