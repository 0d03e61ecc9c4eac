/** The script of the page that resolves lists: requests its answers, and makes the cells of its rows. */
import type { ResolvedItem, Target } from '../../client/client.js';
import { hasValidCheckDigit } from '../../../core/model/gnd-id.ts';
import { readGndId } from '../../../core/model/read-identifiers.ts';
import { ANY_IDENTIFIER } from '../coverage-list.ts';
import { abbreviated, groupedIsni } from '../identifier-words.ts';
import { element } from './element.ts';
import { type Accept, type Content, entityParts, findingCell, inputCell, offersFor } from './list-cells.ts';
import { createListPage } from './list-page.ts';
import type { Row } from './list-table.ts';
import { t } from './page.ts';
import { conflictsOf, entitiesOf, FINDINGS, isLacking, tableOf, textOf } from './resolve-results.ts';

/** Names of the requested targets, as chosen when the list was sent, and the heads of their columns. */
let wanted: readonly string[] = [];
let labels: readonly string[] = [];

createListPage<ResolvedItem>({
  ...FINDINGS,
  identifiers: ANY_IDENTIFIER,
  begun() {
    const boxes = document.querySelectorAll<HTMLInputElement>('#coverage-form [name=to]:checked');
    wanted = Array.from(boxes, ({ value }) => value);
    labels = Array.from(boxes, (box) => abbreviated(box.nextElementSibling?.textContent ?? box.value));
  },
  atEnd: 'all',
  columns: () => [
    { head: t('value'), cellOf: inputCell },
    { head: t('finding'), cellOf: (row) => findingCell(row, remarksOn(row)) },
    { head: t('entity'), cellOf: entityCell },
    { head: 'GND', cellOf: gndCell },
    ...wanted.map((name, at) => ({ head: labels[at] ?? name, cellOf: targetCell(name) })),
  ],
  tableOf: (list, rows) => tableOf(list, rows, wanted),
  fileName: 'gnd-resolve',
  async request({ client, signal, inputs, answered, onSnapshot }) {
    for await (const item of client.resolve(inputs, { to: wanted, signal, onSnapshot })) answered(item);
  },
});

const OUTWARD = 'noopener noreferrer external';

const disputed = () => element('span', { class: 'badge warn' }, t('conflict'));

function remarksOn(row: Row<ResolvedItem>): Content {
  const { input, item } = row;
  const remarks: (Node | string)[] = [];
  if (item?.verdict === 'unknown' && item.reason === undefined && lacksHyphen(input)) remarks.push(t('withoutHyphen'));
  if (item?.verdict === 'unknown') remarks.push(...itemAtWikidata(item));
  if (item?.verdict === 'found' && item.redirectedFrom !== undefined) remarks.push(t('merged', { gnd: item.redirectedFrom })); // prettier-ignore
  if (isLacking(row)) remarks.push(t('noneWanted'));
  if (conflictsOf(item).length > 0) remarks.push(disputed());
  return remarks;
}

/** Where to look up an item that no record of the GND is linked with. */
function itemAtWikidata({ readings = [] }: ResolvedItem): Content {
  const items = readings.filter(({ scheme }) => scheme === 'wikidata').slice(0, 1);
  return items.map(({ value }) =>
    element('a', { href: `https://www.wikidata.org/wiki/${value}`, rel: OUTWARD }, t('atWikidata')),
  );
}

/** Whether the number would be a correct GND identifier with a hyphen. */
function lacksHyphen(text: string): boolean {
  const read = readGndId(text);
  return !read.ok && read.reason === 'missing_hyphen' && read.candidates.some(hasValidCheckDigit);
}

function entityCell(row: Row<ResolvedItem>, accept: Accept<ResolvedItem>): Content {
  const { item } = row;
  const parts = entitiesOf(item).map((entity) => element('div', {}, ...entityParts(entity)));
  const isCut = item?.verdict === 'ambiguous' && item.more === true;
  return [...parts, ...(isCut ? [element('div', {}, t('moreCandidates'))] : []), ...offersFor(row, accept)];
}

function gndCell({ item }: Row<ResolvedItem>): Content {
  return entitiesOf(item).map(({ gnd }) =>
    element('div', {}, element('a', { href: `https://d-nb.info/gnd/${gnd}`, rel: OUTWARD }, gnd)),
  );
}

/** Identifiers of a scheme. Contradictory ones are marked; none of them is preferred. */
function targetCell(name: string) {
  return ({ item }: Row<ResolvedItem>): Content => {
    const list = (item?.verdict === 'found' && item.targets?.[name]) || [];
    return list.map((target) => element('div', {}, valueOf(target)));
  };
}

function valueOf(target: Target): Node {
  const text = groupedIsni(textOf(target));
  const title = t('source', { sources: target.assertedBy.join(', ') });
  const linked = /^https?:\/\//i.test(target.url)
    ? element('a', { href: target.url, rel: OUTWARD, title }, text)
    : element('span', { title }, text);
  return target.conflict === true ? element('span', {}, linked, ' ', disputed()) : linked;
}
