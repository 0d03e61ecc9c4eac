/** The cells of a row of a resolved list: value, finding, entities, targets. */
import type { ResolvedItem, Target } from '../../client/client.js';
import { element } from './element.ts';
import { acceptButton, type Content, inputCell, wrongInputReason } from './list-cells.ts';
import { findingOf } from './list-table.ts';
import { badge, entityLink, t, types } from './page.ts';
import {
  candidatesOf,
  conflictsOf,
  entitiesOf,
  isLacking,
  type ResolvedRow,
  suggestionOf,
  textOf,
} from './resolve-results.ts';
import { naturalName } from '../titles.ts';
import { readGndId } from '../../../core/model/read-identifiers.ts';

type Accept = (row: ResolvedRow, id: string) => void;
type Names = ReadonlyMap<string, string>;

/** @param names of suggested entities @param accept takes a suggestion in the place of an entry */
export function cellsOf(row: ResolvedRow, names: Names, accept: Accept): readonly Content[] {
  return [inputCell(row), findingCell(row, names, accept), entityCell(row.item), targetsOf(row)];
}

/** Whether the number would be a GND identifier with a hyphen. */
function lacksHyphen(text: string): boolean {
  const read = readGndId(text);
  return !read.ok && read.reason === 'missing_hyphen';
}

const disputed = () => element('span', { class: 'badge warn' }, t('conflict'));

function findingCell(row: ResolvedRow, names: Names, accept: Accept): Content {
  const { item } = row;
  if (item === undefined) return ['…'];
  const finding = findingOf(item);
  const lines: (Node | string)[] = [];
  const reason = 'reason' in item ? item.reason : undefined;
  if (reason !== undefined && reason !== finding) lines.push(wrongInputReason(row.input, reason));
  if (item.verdict === 'unknown' && reason === undefined && lacksHyphen(row.input)) lines.push(t('withoutHyphen'));
  for (const id of candidatesOf(row)) {
    const name = names.get(id) ?? '';
    if (name !== '') lines.push(element('bdi', {}, entityLink(id, name)));
    if (name !== '' || id === suggestionOf(row)) lines.push(acceptButton(id, () => accept(row, id)));
  }
  if (item.verdict === 'found' && item.redirectedFrom !== undefined) lines.push(t('merged', { gnd: item.redirectedFrom })); // prettier-ignore
  if (conflictsOf(item).length > 0) lines.push(disputed());
  return [badge(finding), ...lines.map((line) => element('div', {}, line))];
}

function entityCell(item: ResolvedItem | undefined): Content {
  const parts = entitiesOf(item).map(({ gnd, preferredName, type }) => {
    const name = element('bdi', {}, entityLink(gnd, naturalName({ type, preferredName })));
    return element('div', {}, name, ' ', element('span', { class: 'soft' }, types[type] ?? type));
  });
  return item?.verdict === 'ambiguous' && item.more === true ? [...parts, element('div', {}, t('moreCandidates'))] : parts; // prettier-ignore
}

/** One line for each scheme. Contradictory identifiers are marked; none of them is preferred. */
function targetsOf(row: ResolvedRow): Content {
  const { item } = row;
  if (item?.verdict !== 'found') return [];
  if (isLacking(row)) return [element('span', { class: 'soft' }, t('noneWanted'))];
  const lines = Object.entries(item.targets ?? {}).filter(([, list]) => list.length > 0);
  return lines.map(([name, list]) => {
    const label = document.querySelector(`#targets input[value="${CSS.escape(name)}"]`)?.nextElementSibling;
    const values = list.flatMap((target) => [' ', valueOf(target)]);
    return element('div', {}, element('span', { class: 'soft' }, label?.textContent ?? name), ...values);
  });
}

function valueOf(target: Target): Node {
  const text = textOf(target);
  const title = t('source', { sources: target.assertedBy.join(', ') });
  const linked = /^https?:\/\//i.test(target.url)
    ? element('a', { href: target.url, rel: 'noopener noreferrer external', title }, text)
    : element('span', { title }, text);
  return target.conflict === true ? element('span', { class: 'nowrap' }, linked, ' ', disputed()) : linked;
}
