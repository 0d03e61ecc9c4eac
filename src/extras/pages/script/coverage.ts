/** Checks a list of any length in the browser: takes it from the form, requests the answers, and shows them. */
import type { Snapshot } from '../../client/client.js';
import { GND_IDENTIFIER } from '../coverage-list.ts';
import { cellsOf } from './coverage-cells.ts';
import {
  candidatesOf,
  type CheckedRow,
  filtersOf,
  suggestionOf,
  tableOf,
  takeItem,
  WRONG,
} from './coverage-results.ts';
import { accept } from './list-cells.ts';
import { createInput } from './list-input.ts';
import { createJob, type JobRun } from './list-job.ts';
import { type List, rowsOf, wrongOf } from './list-table.ts';
import { createListView } from './list-view.ts';
import { byId, categoryNames, data, language, t } from './page.ts';

/** Largest number of mistyped identifiers for which neighbours are looked up. */
const MAX_MISTYPED = 100;
/** Largest number of proposals for a mistyped identifier. */
const MAX_NEAR = 3;

let rows: readonly CheckedRow[] = [];

const wrong = wrongOf(WRONG, data.isExcerpt);
const view = createListView<CheckedRow>({
  filters: filtersOf(wrong),
  wrong: [...wrong, 'otherNames'],
  atEnd: 'attention',
  heads: ['number', 'finding', 'entity', 'links', 'categories'],
  cellsOf: (row) => cellsOf(row, (one, id) => accept({ job, view }, [[one, id]])),
  tableOf: (list, all) => tableOf(list, all, [...categoryNames.keys()]),
  fileName: 'gnd-list',
  drawMore: drawSuggestions,
});
const job = createJob<CheckedRow>(
  async (run) => {
    if (categoryNames.size === 0) await takeRegister(run.signal);
    await takeItems(run);
    await takeNear(run.signal);
  },
  () => view.finish(),
);

byId('accept-all').addEventListener('click', () => {
  const chosen = rows.flatMap((row) => [suggestionOf(row) ?? []].flat().map((id) => [row, id] as const));
  accept({ job, view }, chosen);
});

function begin(list: List) {
  rows = rowsOf(list);
  view.begin(list, rows);
  job.begin(rows);
}

function drawSuggestions() {
  const n = rows.filter((row) => suggestionOf(row) !== undefined).length;
  byId('foreign').hidden = !rows.some(({ item }) => item?.reason === 'foreign_identifier');
  byId('suggestions').hidden = n === 0;
  byId('suggestions').querySelector('p')?.replaceChildren(t('suggestions', { n }));
}

async function takeItems({ signal, inputs, answered }: JobRun<CheckedRow>) {
  const asked = inputs((row) => row.corrected ?? row.input);
  for await (const item of job.client.coverage(asked, { signal, onSnapshot })) takeItem(answered(), item);
}

function onSnapshot(snapshot: Snapshot) {
  view.plan(snapshot);
  job.reportSoon();
}

/** Looks up the entities that were perhaps meant, because nobody can judge an identifier without a name. */
async function takeNear(signal: AbortSignal) {
  let guesses = 0;
  const mistyped = rows.filter((row) => {
    if (row.near !== undefined || candidatesOf(row).length === 0) return false;
    return row.item?.suggestion !== undefined || (guesses += 1) <= MAX_MISTYPED;
  });
  const found = new Map<string, string>();
  const ids = new Set(mistyped.flatMap(candidatesOf));
  for await (const { input, preferredName } of job.client.coverage(ids, { signal })) {
    if (preferredName !== undefined) found.set(input, preferredName);
  }
  for (const row of mistyped) {
    const near = candidatesOf(row).map((id) => ({ id, name: found.get(id) ?? '' }));
    row.near = near.filter(({ name }) => name !== '').slice(0, MAX_NEAR);
  }
}

/** Loads names of categories. */
async function takeRegister(signal: AbortSignal) {
  const register = await job.client.sources({ signal });
  for (const { key, label } of register.categories) categoryNames.set(key, label[language]);
}

createInput(GND_IDENTIFIER, begin);
