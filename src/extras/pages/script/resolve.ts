/** Resolves a list of any length in the browser: reads the form, requests answers in portions, and shows them. */
import type { Snapshot } from '../../client/client.js';
import { ANY_IDENTIFIER } from '../any-identifier.ts';
import { accept } from './list-cells.ts';
import { createInput } from './list-input.ts';
import { createJob } from './list-job.ts';
import { type List, rowsOf } from './list-table.ts';
import { createListView } from './list-view.ts';
import { cellsOf } from './resolve-cells.ts';
import { FILTERS, type ResolvedRow, tableOf, WRONG } from './resolve-results.ts';

/** Names of the requested targets, as chosen when the list was sent. */
let wanted: readonly string[] = [];
const view = createListView<ResolvedRow>({
  filters: FILTERS,
  wrong: [...WRONG, 'conflict'],
  heads: ['value', 'finding', 'entity', 'targets'],
  cellsOf: (row) => cellsOf(row, (one, id) => accept({ job, view }, [[one, id]])),
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
  },
  () => view.finish(),
);

function begin(list: List) {
  const boxes = document.querySelectorAll<HTMLInputElement>('#targets input:checked');
  wanted = Array.from(boxes, ({ value }) => value);
  const rows: ResolvedRow[] = rowsOf(list);
  view.begin(list, rows);
  job.begin(rows);
}

createInput(ANY_IDENTIFIER, begin);
