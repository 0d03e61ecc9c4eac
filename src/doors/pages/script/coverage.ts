/** Checks a list of any length in the browser: takes it from the form, has it answered, shows what comes back. */
import { createClient, ProblemError } from '../../../client/client.js';
import { address } from './address.ts';
import { createInput } from './coverage-input.ts';
import { byId, language, names, t } from './page.ts';
import { createProgress } from './coverage-progress.ts';
import {
  correct,
  type List,
  type Row,
  rowsOf,
  type Snapshot,
  suggestionOf,
  takeItem,
  undoCorrection,
} from './coverage-results.ts';
import type { State } from './coverage-state.ts';
import { createView } from './coverage-view.ts';

/** Keys in the order of the API, filled by its register. */
const categories: string[] = [];
let snapshots: Snapshot[] = [];
let rows: readonly Row[] = [];
/** Preferred names of what is suggested, and empty ones until they are known. */
let suggested = new Map<string, string>();
/** Rows without an answer, in the order in which they are asked for: what is added meanwhile comes last. */
let open = new Set<Row>();
let phase: State['phase'] = 'done';
/** Numbers of rows, since the list began. */
let [done, total] = [0, 0];
/** Details of the last wait, or of a refusal. */
let more: Pick<State, 'reason' | 'until' | 'status'> = {};
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
createInput(begin);
globalThis.addEventListener('online', () => phase === 'failed' && resume());
globalThis.addEventListener('beforeunload', (event) => {
  if (phase === 'running') event.preventDefault();
});

function begin(list: List) {
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

function ask(rows: readonly Row[]) {
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
    // The check was stopped by hand: there is nothing to report.
    if (signal.aborted) return;
    const isRefused = error instanceof ProblemError && error.status < 500 && error.status !== 429;
    more = isRefused ? { status: error.status } : {};
    enter('failed');
  }
}

function enter(next: State['phase']) {
  phase = next;
  report();
}

function report() {
  const isWaiting = phase === 'running' && (more.until ?? 0) > Date.now();
  progress.changed({ ...more, phase: isWaiting ? 'waiting' : phase, done, total });
}

async function takeItems(signal: AbortSignal) {
  const asked: Row[] = [];
  async function* inputs() {
    for (const row of open) {
      await gate.promise;
      asked.push(row);
      yield row.corrected ?? row.input;
    }
  }
  for await (const item of client.coverage(inputs(), { signal, onSnapshot })) {
    const row = asked.shift() as Row;
    takeItem(row, item);
    open.delete(row);
    done += 1;
  }
}

function onSnapshot(snapshot: Snapshot) {
  if (!snapshots.some(({ id }) => id === snapshot.id)) snapshots.push(snapshot);
  view.plan();
  setTimeout(report);
}

/** Names of what is suggested, so that nobody has to accept a number unseen. */
async function takeNames(signal: AbortSignal) {
  const unknown = new Set(rows.flatMap((row) => suggestionOf(row) ?? []).filter((id) => !suggested.has(id)));
  for await (const { input, preferredName = '' } of client.coverage(unknown, { signal })) {
    suggested.set(input, preferredName);
  }
}

/** Names of categories and sources. */
async function takeRegister(signal: AbortSignal) {
  const register = await client.sources({ signal });
  for (const { key, title } of register.sources) names.sources.set(key, title[language]);
  for (const { key, label } of register.categories) {
    names.categories.set(key, label[language]);
    categories.push(key);
  }
}
