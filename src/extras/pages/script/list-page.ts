/** A page of lists: takes a list of any length from the form, requests the answers, and shows them. */
import type { Kind } from '../coverage-list.ts';
import { createInput } from './list-input.ts';
import { createJob, type JobRun } from './list-job.ts';
import { takeNear, validIdOf } from './list-suggestions.ts';
import { correct, type EntryAnswer, findingOf, type Row, rowsOf } from './list-table.ts';
import { createListView, type Presentation } from './list-view.ts';
import { byId, t } from './page.ts';

interface ListPage<Item> extends Presentation<Item> {
  readonly identifiers: Kind;
  /** Called after the form with a list is sent. */
  readonly begun?: () => void;
  /** Requests the answer of each row that has none. */
  readonly request: (run: JobRun<Item>) => Promise<void>;
}

export function createListPage<Item extends EntryAnswer>(page: ListPage<Item>) {
  let rows: readonly Row<Item>[] = [];
  const view = createListView(page, (row, id) => accept([[row, id]]), drawNotices);
  const job = createJob<Item>(
    async (run) => {
      await page.request(run);
      await takeNear(rows, run.client, run.signal);
    },
    (snapshot) => view.plan(snapshot),
    () => view.finish(),
  );

  /** Requests suggestions in the place of entries. */
  function accept(chosen: readonly (readonly [Row<Item>, id: string])[]) {
    for (const [row, id] of chosen) correct(row, id);
    job.ask(chosen.map(([row]) => row));
    view.draw();
    job.announce(t('accepted', { n: chosen.length }));
    (byId('rows').querySelector<HTMLElement>('[data-accept]') ?? byId('rows-title')).focus();
  }

  const merged = () =>
    rows.flatMap((row) => {
      const id = validIdOf(row);
      return id === undefined ? [] : [[row, id] as const];
    });

  function drawNotices() {
    const n = merged().length;
    byId('replace').hidden = n === 0;
    byId('replace').textContent = t('replace', { n });
    const isForeign = rows.some((row) => findingOf(row) === 'foreign');
    document.getElementById('foreign')?.toggleAttribute('hidden', !isForeign);
  }

  byId('replace').addEventListener('click', () => accept(merged()));
  createInput(page.identifiers, (list) => {
    page.begun?.();
    rows = rowsOf(list);
    view.begin(list, rows);
    job.begin(rows);
  });
}
