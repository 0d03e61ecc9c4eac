/** Cells that both pages of lists have: the entry with its place in the list, and the finding with suggestions. */
import { element } from './element.ts';
import { differsFrom, suggestionsOf } from './list-suggestions.ts';
import { type EntryAnswer, findingOf, type Row } from './list-table.ts';
import { badge, entityLink, reasons, t, verdicts } from './page.ts';

export type Content = readonly (Node | string)[];
/** Takes a suggestion in the place of an entry. */
export type Accept<Item> = (row: Row<Item>, id: string) => void;

export function inputCell({ input, line, place, times, corrected }: Row<unknown>): Content {
  const where = place === 0 ? t('line', { line }) : t('place', { line, place });
  const repeated = times > 1 ? ` · ${t('times', { n: times })}` : '';
  return [
    element('code', {}, input),
    element('div', { class: 'soft' }, where + repeated),
    ...(corrected === undefined ? [] : [element('div', {}, `${t('correctedTo')} `, element('code', {}, corrected))]),
  ];
}

/** The finding, its reason, remarks, and suggestions that can be accepted. */
export function findingCell<Item extends EntryAnswer>(row: Row<Item>, remarks: Content, accept: Accept<Item>): Content {
  const { item } = row;
  if (item === undefined) return ['…'];
  const finding = findingOf(row) ?? '';
  const { reason = finding, successors = [] } = item;
  const lines = [
    ...(reason === finding ? [] : [wrongInputReason(row.input, reason)]),
    ...(successors.length === 0 ? [] : [listOf(t('successors'), successors)]),
    ...remarks,
    ...offersFor(row, accept),
  ];
  return [badge(finding), ...lines.map((line) => element('div', {}, line))];
}

const listOf = (name: string, ids: readonly string[]) =>
  element('span', {}, `${name}:`, ...ids.flatMap((id) => [' ', entityLink(id, id)]));

/** Why an entry cannot be read; the two services name different reasons for one mistake, so they share these words. */
function wrongInputReason(input: string, reason: string): string {
  const isNumber = /\d/.test(input);
  if (reason === 'bad_characters' && !isNumber) return verdicts['unreadable'] ?? reason;
  return reasons[reason === 'no_identifier' && isNumber ? 'bad_characters' : reason] ?? reason;
}

function offersFor<Item extends EntryAnswer>(row: Row<Item>, accept: Accept<Item>): Content {
  return suggestionsOf(row).map((suggestion) => {
    const { id, name } = suggestion;
    const button = element('button', { type: 'button', class: 'small', 'data-accept': '' }, t('accept', { id }));
    button.addEventListener('click', () => accept(row, id));
    // The entity of a former identifier has a column of its own.
    if (name === '' || row.item?.verdict === 'redirected') return button;
    const other = differsFrom(row, suggestion) ? [element('span', { class: 'badge warn' }, t('different')), ' '] : [];
    return element('span', {}, element('bdi', {}, entityLink(id, name)), ' ', ...other, button);
  });
}
