/** Resolves a list of any length in the browser: reads the form, requests answers in portions, and shows them. */
import type { Snapshot } from '../../client/client.js';
import { ANY_IDENTIFIER } from '../any-identifier.ts';
import { accept } from './list-cells.ts';
import { createInput } from './list-input.ts';
import { createJob } from './list-job.ts';
import { type List, rowsOf, wrongOf } from './list-table.ts';
import { createListView } from './list-view.ts';
import { data } from './page.ts';
import { cellsOf } from './resolve-cells.ts';
import { candidatesOf, filtersOf, type ResolvedRow, suggestionOf, tableOf, WRONG } from './resolve-results.ts';

/** Names of the requested targets, as chosen when the list was sent. */
let wanted: readonly string[] = [];
/** Names of suggested entities, because nobody can judge an identifier without a name. */
const names = new Map<string, string>();
/** Largest number of mistyped entries for which neighbours are looked up. */
const MAX_MISTYPED = 100;
let rows: readonly ResolvedRow[] = [];

const wrong = wrongOf(WRONG, data.isExcerpt);
const view = createListView<ResolvedRow>({
  filters: filtersOf(wrong),
  wrong: [...wrong, 'conflict'],
  counted: { invalid: 'mistyped', unreadable: 'withoutNumber' },
  atEnd: 'all',
  heads: ['value', 'finding', 'entity', 'targets'],
  cellsOf: (row) => cellsOf(row, names, (one, id) => accept({ job, view }, [[one, id]])),
  tableOf: (list, rows) => tableOf(list, rows, wanted),
  fileName: 'gnd-resolve',
});
const job = createJob<ResolvedRow>(
  async ({ signal, inputs, answered }) => {
    const values = inputs(({ input, corrected }) => corrected ?? input);
    const onSnapshot = (snapshot: Snapshot) => view.plan(snapshot);
    for await (const { input: _, ...item } of job.client.resolve(values, { to: wanted, signal, onSnapshot })) {
      const row = answered();
      row.item = { input: row.input, ...item };
      job.reportSoon();
    }
    await takeNames(signal);
  },
  () => view.finish(),
);

async function takeNames(signal: AbortSignal) {
  const suggested = rows.flatMap((row) => suggestionOf(row) ?? []);
  const mistyped = rows.filter((row) => suggestionOf(row) === undefined && candidatesOf(row).length > 0);
  const near = mistyped.slice(0, MAX_MISTYPED).flatMap(candidatesOf);
  const ids = new Set([...suggested, ...near].filter((id) => !names.has(id)));
  for await (const { input, preferredName } of job.client.coverage(ids, { signal })) {
    names.set(input, preferredName ?? '');
  }
}

function begin(list: List) {
  const boxes = document.querySelectorAll<HTMLInputElement>('#targets input:checked');
  wanted = Array.from(boxes, ({ value }) => value);
  rows = rowsOf(list);
  view.begin(list, rows);
  job.begin(rows);
}

createInput(ANY_IDENTIFIER, begin);
