/** Cells that both pages of lists have: the entry with its place in the list, and suggestions that can be accepted. */
import { element } from './element.ts';
import type { createJob } from './list-job.ts';
import { correct, type Row } from './list-table.ts';
import { byId, reasons, t, verdicts } from './page.ts';

export type Content = readonly (Node | string)[];

export function inputCell({ input, line, place, times, corrected }: Row<unknown>): Content {
  const where = place === 0 ? t('line', { line }) : t('place', { line, place });
  const repeated = times > 1 ? ` · ${t('times', { n: times })}` : '';
  return [
    element('code', {}, input),
    element('div', { class: 'soft' }, where + repeated),
    ...(corrected === undefined ? [] : [element('div', {}, `${t('correctedTo')} `, element('code', {}, corrected))]),
  ];
}

/** Why an entry cannot be read; the two services name different reasons for one mistake, so they share these words. */
export function wrongInputReason(input: string, reason: string): string {
  const isNumber = /\d/.test(input);
  if (reason === 'bad_characters' && !isNumber) return verdicts['unreadable'] ?? reason;
  return reasons[reason === 'no_identifier' && isNumber ? 'bad_characters' : reason] ?? reason;
}

export function acceptButton(id: string, accepted: () => void): HTMLElement {
  const button = element('button', { type: 'button', class: 'small', 'data-accept': '' }, t('accept', { id }));
  button.addEventListener('click', accepted);
  return button;
}

/** Requests suggestions in the place of entries. */
export function accept<R extends Row<unknown>>(
  { job, view }: { job: ReturnType<typeof createJob<R>>; view: { draw(): void } },
  chosen: readonly (readonly [R, id: string])[],
) {
  for (const [row, id] of chosen) correct(row, id);
  job.ask(chosen.map(([row]) => row));
  view.draw();
  job.announce(t('accepted', { n: chosen.length }));
  (byId('rows').querySelector<HTMLElement>('[data-accept]') ?? byId('rows-title')).focus();
}
