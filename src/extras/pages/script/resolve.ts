/** Resolves a list of any length in the browser: reads the form, requests answers in portions, and shows them. */
import type { Snapshot } from '../../client/client.js';
import { ANY_IDENTIFIER } from '../any-identifier.ts';
import { createInput } from './coverage-input.ts';
import { createJob } from './list-job.ts';
import type { List } from './list-table.ts';
import { byId } from './page.ts';
import { type Row, rowsOf } from './resolve-results.ts';
import { createView } from './resolve-view.ts';

/** Names of the requested targets, as chosen when the list was sent. */
let wanted: readonly string[] = [];
const view = createView();
const job = createJob<Row>(
  async ({ signal, inputs, answered }) => {
    const values = inputs(({ input }) => input);
    const onSnapshot = (snapshot: Snapshot) => view.answeredFrom(snapshot);
    for await (const { input: _, ...item } of job.client.resolve(values, { to: wanted, signal, onSnapshot })) {
      const row = answered();
      row.item = { input: row.input, ...item };
      view.plan();
      job.reportSoon();
    }
  },
  () => view.draw(),
);

for (const part of document.querySelectorAll('[data-with-script]')) part.toggleAttribute('hidden', false);
createInput({ kind: ANY_IDENTIFIER, submitted: begin });

function begin(list: List) {
  const boxes = document.querySelectorAll<HTMLInputElement>('#targets input:checked');
  wanted = Array.from(boxes, ({ value }) => value);
  const rows = rowsOf(list);
  byId('resolve-answer').replaceChildren();
  view.begin({ list, rows, wanted });
  job.begin(rows);
  byId('job-title').focus({ preventScroll: true });
  byId('job').scrollIntoView({ block: 'start' });
}
