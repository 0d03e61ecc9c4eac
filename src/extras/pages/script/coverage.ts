/** Checks a list of any length in the browser: takes it from the form, requests the answers, and shows them. */
import type { Snapshot } from '../../client/client.js';
import { GND_IDENTIFIER } from '../coverage-list.ts';
import { nearIds } from '../entity-near.ts';
import { cellsOf } from './coverage-cells.ts';
import { FILTERS, isMistyped, type CheckedRow, suggestionOf, tableOf, takeItem, WRONG } from './coverage-results.ts';
import { accept } from './list-cells.ts';
import { createInput } from './list-input.ts';
import { createJob, type JobRun } from './list-job.ts';
import { type List, rowsOf } from './list-table.ts';
import { createListView } from './list-view.ts';
import { byId, language, names, t } from './page.ts';

/** Largest number of mistyped identifiers for which neighbours are looked up. */
const MAX_MISTYPED = 100;
/** Largest number of proposals for a mistyped identifier. */
const MAX_NEAR = 3;

/** Keys in the order of the API, filled by its register. */
let categories: readonly string[] = [];
let rows: readonly CheckedRow[] = [];
/** Preferred names of suggested entities; empty texts until the names are known. */
const suggested = new Map<string, string>();

const view = createListView<CheckedRow>({
  filters: FILTERS,
  wrong: [...WRONG, 'otherNames'],
  heads: ['number', 'finding', 'entity', 'links', 'categories'],
  cellsOf: (row) => cellsOf(row, { suggested, accept: (one, id) => accept({ job, view }, [[one, id]]) }),
  tableOf: (list, all) => tableOf(list, all, categories, suggested),
  fileName: 'gnd-list',
  drawMore: drawSuggestions,
});
const job = createJob<CheckedRow>(
  async (run) => {
    if (categories.length === 0) await takeRegister(run.signal);
    await takeItems(run);
    await takeNames(run.signal);
    await takeNear(run.signal);
  },
  () => view.finish(),
);

byId('accept-all').addEventListener('click', () => {
  const chosen = rows.flatMap((row) => [suggestionOf(row, suggested) ?? []].flat().map((id) => [row, id] as const));
  accept({ job, view }, chosen);
});

function begin(list: List) {
  rows = rowsOf(list);
  view.begin(list, rows);
  job.begin(rows);
}

function drawSuggestions() {
  const n = rows.filter((row) => suggestionOf(row, suggested) !== undefined).length;
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

/** Loads names of suggested entities, so that nobody has to accept an identifier without a name. */
async function takeNames(signal: AbortSignal) {
  const unknown = new Set(rows.flatMap(({ item }) => item?.suggestion ?? []).filter((id) => !suggested.has(id)));
  for await (const { input, preferredName = '' } of job.client.coverage(unknown, { signal })) {
    suggested.set(input, preferredName);
  }
}

/** Looks for existing entities whose identifiers are one step from a mistyped one. */
async function takeNear(signal: AbortSignal) {
  const mistyped = rows.filter((row) => row.near === undefined && isMistyped(row)).slice(0, MAX_MISTYPED);
  const ids = new Set(mistyped.flatMap(({ input }) => nearIds(input)));
  const found = new Map<string, string>();
  for await (const { gnd, preferredName } of job.client.coverage(ids, { signal })) {
    if (gnd !== undefined && preferredName !== undefined) found.set(gnd, preferredName);
  }
  for (const row of mistyped) {
    const near = nearIds(row.input).flatMap((id) => (found.has(id) ? [{ id, name: found.get(id) ?? '' }] : []));
    row.near = near.slice(0, MAX_NEAR);
  }
}

/** Loads names of categories and sources. */
async function takeRegister(signal: AbortSignal) {
  const register = await job.client.sources({ signal });
  for (const { key, title } of register.sources) names.sources.set(key, title[language]);
  for (const { key, label } of register.categories) names.categories.set(key, label[language]);
  categories = register.categories.map(({ key }) => key);
}

createInput(GND_IDENTIFIER, begin);
