/** Checks a list of any length in the browser: takes it from the form, requests the answers, and shows them. */
import { GND_IDENTIFIER } from '../coverage-list.ts';
import { foreignNotice } from './coverage-foreign-notice.ts';
import { createInput } from './coverage-input.ts';
import {
  correct,
  type Row,
  rowsOf,
  type Snapshot,
  suggestionOf,
  takeItem,
  undoCorrection,
} from './coverage-results.ts';
import { createView } from './coverage-view.ts';
import { createJob, type JobRun } from './list-job.ts';
import type { List } from './list-table.ts';
import { byId, language, names, t } from './page.ts';

/** Keys in the order of the API, filled by its register. */
const categories: string[] = [];
let snapshots: Snapshot[] = [];
let rows: readonly Row[] = [];
/** Preferred names of suggested entities; empty texts until the names are known. */
let suggested = new Map<string, string>();

const view = createView({
  accept(rows) {
    for (const row of rows) {
      const suggestion = suggestionOf(row);
      if (suggestion !== undefined) correct(row, suggestion);
    }
    job.ask(rows);
    view.draw();
    job.announce(t('accepted', { n: rows.length }));
  },
  undo(row) {
    undoCorrection(row);
    view.draw();
  },
});
const job = createJob<Row>(
  async (run) => {
    if (categories.length === 0) await takeRegister(run.signal);
    do {
      await takeItems(run);
      await takeNames(run.signal);
    } while (run.open.size > 0);
  },
  () => view.draw(),
);

for (const part of document.querySelectorAll('[data-with-script]')) part.toggleAttribute('hidden', false);
createInput({ kind: GND_IDENTIFIER, submitted: begin, onRead: foreignNotice() });

function begin(list: List) {
  rows = rowsOf(list);
  [snapshots, suggested] = [[], new Map()];
  byId('coverage-answer').replaceChildren();
  view.begin({ list, rows, suggested, categories, snapshots });
  job.begin(rows);
  byId('job-title').focus({ preventScroll: true });
  byId('job').scrollIntoView({ block: 'start' });
}

async function takeItems({ signal, inputs, answered }: JobRun<Row>) {
  const asked = inputs((row) => row.corrected ?? row.input);
  for await (const item of job.client.coverage(asked, { signal, onSnapshot })) takeItem(answered(), item);
}

function onSnapshot(snapshot: Snapshot) {
  if (!snapshots.some(({ id }) => id === snapshot.id)) snapshots.push(snapshot);
  view.plan();
  job.reportSoon();
}

/** Loads names of suggested entities, so that nobody has to accept an identifier without a name. */
async function takeNames(signal: AbortSignal) {
  const unknown = new Set(rows.flatMap((row) => suggestionOf(row) ?? []).filter((id) => !suggested.has(id)));
  for await (const { input, preferredName = '' } of job.client.coverage(unknown, { signal })) {
    suggested.set(input, preferredName);
  }
}

/** Loads names of categories and sources. */
async function takeRegister(signal: AbortSignal) {
  const register = await job.client.sources({ signal });
  for (const { key, title } of register.sources) names.sources.set(key, title[language]);
  for (const { key, label } of register.categories) {
    names.categories.set(key, label[language]);
    categories.push(key);
  }
}
