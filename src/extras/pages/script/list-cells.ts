/** Cells that both pages of lists have: the entry with its place in the list, the finding, entities, suggestions. */
import { type GndId, hasValidCheckDigit } from '../../../core/model/gnd-id.ts';
import { abbreviated } from '../identifier-words.ts';
import { naturalName } from '../titles.ts';
import { element } from './element.ts';
import { differsFrom, suggestionsOf } from './list-suggestions.ts';
import { type EntryAnswer, findingOf, type Row } from './list-table.ts';
import { badge, entityLink, reasons, t, tag, types } from './page.ts';

export type Content = readonly (Node | string)[];
/** Takes a suggestion in the place of an entry. */
export type Accept<Item> = (row: Row<Item>, id: string) => void;

const alternatives = new Intl.ListFormat(tag, { type: 'disjunction' });

export function inputCell({ input, line, place, times, corrected }: Row<unknown>): Content {
  const where = place === 0 ? t('line', { line }) : t('place', { line, place });
  const repeated = times > 1 ? ` · ${t('times', { n: times })}` : '';
  return [
    element('code', {}, ...input.split(/(?<=\/)/).map((part) => element('span', { class: 'whole' }, part))),
    element('div', { class: 'soft' }, where + repeated),
    ...(corrected === undefined ? [] : [element('div', {}, `${t('correctedTo')} `, element('code', {}, corrected))]),
  ];
}

/** The finding, its reason, and remarks. */
export function findingCell(row: Row<EntryAnswer>, remarks: Content): Content {
  const { item } = row;
  if (item === undefined) return ['…'];
  const finding = findingOf(row) ?? '';
  const { verdict, gnd, reason = finding, successors = [], readings = [] } = item;
  // A web address has no register, and of some identifiers only the form is known.
  const registers = new Set(readings.flatMap(({ scheme }) => abbreviated(t(`scheme:${scheme}`)) || []));
  const foreign = registers.size === 0 ? [] : [alternatives.format(registers)];
  const named = successors.flatMap((id) => [' ', entityLink(id, id)]);
  const lines = [
    ...(verdict === 'redirected' && gnd !== undefined ? [element('span', {}, '→ ', entityLink(gnd, gnd))] : []),
    ...(finding === 'foreign' ? foreign : reason === finding ? [] : [reasonOf(row.input, reason, readings)]),
    ...(successors.length === 0 ? [] : [element('span', {}, t('successors', { n: successors.length }), ...named)]),
    ...remarks,
  ];
  return [badge(finding), ...lines.map((line) => element('div', {}, line))];
}

type Readable = NonNullable<EntryAnswer['readings']>[number];

/** Why an entry cannot be read; the two services name different reasons for one mistake, so they share these words. */
function reasonOf(input: string, reason: string, readings: readonly Readable[]): string {
  const isMistyped = reason === 'missing_hyphen' && !readings.some(isCorrectGnd);
  const isOdd = reason === 'no_identifier' && /\d/.test(input);
  return reasons[isMistyped ? 'bad_number' : isOdd ? 'bad_characters' : reason] ?? reason;
}

/** Whether a reading is a GND identifier with the right check digit: only then nothing but the hyphen is wrong. */
const isCorrectGnd = ({ scheme, value }: Readable) => scheme === 'gnd' && hasValidCheckDigit(value as GndId);

interface Named {
  readonly gnd: string;
  readonly preferredName: string;
  readonly type?: string | undefined;
}

/** The name of an entity and its type. */
export function entityParts({ gnd, preferredName, type }: Named): Content {
  const name = element('bdi', {}, entityLink(gnd, naturalName({ type, preferredName })));
  return [name, ...(type === undefined ? [] : [element('div', { class: 'soft' }, types[type] ?? type)])];
}

/** Suggestions that can be accepted, with the names of their entities. */
export function offersFor<Item extends EntryAnswer>(row: Row<Item>, accept: Accept<Item>): Content {
  return suggestionsOf(row).map((suggestion) => {
    const { id, name, type } = suggestion;
    const button = element('button', { type: 'button', class: 'quiet small', 'data-accept': '' }, t('accept', { id }));
    button.addEventListener('click', () => accept(row, id));
    // The entity of a former identifier is named already.
    if (name === '' || row.item?.verdict === 'redirected') return element('div', {}, button);
    const other = differsFrom(row, suggestion) ? [element('span', { class: 'badge warn' }, t('different')), ' '] : [];
    return element(
      'div',
      {},
      `${t('meant')} `,
      ...entityParts({ gnd: id, preferredName: name, type }),
      ...other,
      button,
    );
  });
}
