/** The script of the page that resolves lists: requests its answers, and makes the cells of its rows. */
import type { ResolvedItem, Target } from '../../client/client.js';
import { readGndId } from '../../../core/model/read-identifiers.ts';
import { ANY_IDENTIFIER } from '../coverage-list.ts';
import { naturalName } from '../titles.ts';
import { element } from './element.ts';
import { type Content, findingCell, inputCell } from './list-cells.ts';
import { createListPage } from './list-page.ts';
import type { Row } from './list-table.ts';
import { entityLink, t, types } from './page.ts';
import { conflictsOf, entitiesOf, FINDINGS, isLacking, tableOf, textOf } from './resolve-results.ts';

/** Names of the requested targets, as chosen when the list was sent. */
let wanted: readonly string[] = [];

createListPage<ResolvedItem>({
  ...FINDINGS,
  identifiers: ANY_IDENTIFIER,
  begun() {
    const boxes = document.querySelectorAll<HTMLInputElement>('#targets input:checked');
    wanted = Array.from(boxes, ({ value }) => value);
  },
  counted: { invalid: 'mistyped', unreadable: 'withoutNumber' },
  atEnd: 'all',
  heads: ['value', 'finding', 'entity', 'targets'],
  cellsOf: (row, accept) => [
    inputCell(row),
    findingCell(row, remarksOn(row), accept),
    entityCell(row.item),
    targetsOf(row),
  ],
  tableOf: (list, rows) => tableOf(list, rows, wanted),
  fileName: 'gnd-resolve',
  async request({ client, signal, inputs, answered, onSnapshot }) {
    for await (const item of client.resolve(inputs, { to: wanted, signal, onSnapshot })) answered(item);
  },
});

const disputed = () => element('span', { class: 'badge warn' }, t('conflict'));

function remarksOn({ input, item }: Row<ResolvedItem>): Content {
  const remarks: (Node | string)[] = [];
  if (item?.verdict === 'unknown' && item.reason === undefined && lacksHyphen(input)) remarks.push(t('withoutHyphen'));
  if (item?.verdict === 'found' && item.redirectedFrom !== undefined) remarks.push(t('merged', { gnd: item.redirectedFrom })); // prettier-ignore
  if (conflictsOf(item).length > 0) remarks.push(disputed());
  return remarks;
}

/** Whether the number would be a GND identifier with a hyphen. */
function lacksHyphen(text: string): boolean {
  const read = readGndId(text);
  return !read.ok && read.reason === 'missing_hyphen';
}

function entityCell(item: ResolvedItem | undefined): Content {
  const parts = entitiesOf(item).map(({ gnd, preferredName, type }) => {
    const name = element('bdi', {}, entityLink(gnd, naturalName({ type, preferredName })));
    return element('div', {}, name, ' ', element('span', { class: 'soft' }, types[type] ?? type));
  });
  return item?.verdict === 'ambiguous' && item.more === true ? [...parts, element('div', {}, t('moreCandidates'))] : parts; // prettier-ignore
}

/** One line for each scheme. Contradictory identifiers are marked; none of them is preferred. */
function targetsOf(row: Row<ResolvedItem>): Content {
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
