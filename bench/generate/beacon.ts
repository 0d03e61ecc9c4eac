/** The link lists in BEACON format, with the flaws that real ones have. */
import type { Corpus } from './entity.ts';
import type { Kind } from './kinds.ts';
import { DEFAULT_HEADER, LINK_LISTS, type LinkList } from './link-lists.ts';
import { createPermutation, hash } from './random.ts';

/** What was written, for whoever checks what was read. */
export interface ListTally {
  lines: number;
  /** Lines with an identifier that belongs to no entity, and with that of a record since merged. */
  strangers: number;
  merged: number;
  malformed: number;
}

/** Lines that are handed on together. */
const BATCH = 5_000;

/** The list in pieces. */
export function* printList(corpus: Corpus, number: number, tally: ListTally): Generator<Buffer> {
  const list = LINK_LISTS[number] as LinkList;
  const lineEnd = list.lineEnd ?? '\n';
  const header = (list.header ?? DEFAULT_HEADER).map((line) => fillHeader(line, list));
  let text = (list.byteOrderMark === true ? '\uFEFF' : '') + header.join(lineEnd);
  let lines = 0;
  for (const line of list.empty === true ? [] : listLines(corpus, number, list, tally)) {
    text += lineEnd + line;
    tally.lines += 1;
    lines += 1;
    if (lines < BATCH) continue;
    yield encode(text, list);
    [lines, text] = [0, ''];
  }
  yield encode(text + (list.finalNewline === false ? '' : lineEnd), list);
}

function fillHeader(line: string, list: LinkList): string {
  return line
    .replace('{target}', list.address.replace('{gnd}', '{ID}').replace('{key}', '{ID}'))
    .replace('{title}', list.title);
}

function* listLines(corpus: Corpus, number: number, list: LinkList, tally: ListTally): Generator<string> {
  /** Longer lists are kept better: from one stranger in two hundred lines to one in twenty. */
  const strangers = 0.005 + (0.045 * number) / LINK_LISTS.length;
  for (const kind of list.kinds) {
    const count = corpus.counts[kind];
    const order = createPermutation(Math.max(1, count), hash(corpus.seed, number, 7));
    for (let i = 0; i < count; i += 1) {
      const index = order.at(i);
      if (!corpus.membership.has(number, kind, index, corpus.prominence(kind, index))) continue;
      const lot = hash(corpus.seed + number, index, 8) / 4_294_967_296;
      let id = corpus.ids.of(kind, index);
      if (lot < strangers) {
        id = corpus.ids.stranger(number * 150_000 + (index % 150_000));
        tally.strangers += 1;
      } else if (lot > 0.8) {
        // A fifth of those that absorbed another record is listed under its identifier.
        const former = corpus.former(kind, index)[0];
        if (former !== undefined) tally.merged += 1;
        id = former ?? id;
      } else if (lot > 0.799) {
        tally.malformed += 1;
        yield malformed(id, index);
        continue;
      }
      yield fillLine(corpus, list, kind, index, id);
    }
  }
}

function fillLine(corpus: Corpus, list: LinkList, kind: Kind, index: number, id: string): string {
  switch (list.form) {
    case '{id}':
      return id;
    case '{id}|{count}':
      return `${id}|${1 + (hash(index, list.key.length, 1) % 60)}`;
    default: {
      const { key, url } = corpus.address(list, kind, index);
      const label = list.form.includes('{label}') ? corpus.naming(kind, index).name.text.replaceAll('|', ' ') : '';
      return list.form
        .replace('{id}', id)
        .replace('{count}', String(1 + (index % 60)))
        .replace('{key}', key)
        .replace('{label}', () => label)
        .replace('{url}', () => url);
    }
  }
}

/** Lines of which nothing can be made, as real lists have them. */
function malformed(id: string, index: number): string {
  switch (index % 5) {
    case 0:
      return `${id.replace('-', '')}0`.padStart(12, '5');
    case 1:
      return '|ohne Nummer|https://example.org/';
    case 2:
      return `https://d-nb.info/gnd/${id}/https://d-nb.info/gnd/${id}/`;
    case 3:
      return 'NULL';
    default:
      return id.slice(0, 4);
  }
}

function encode(text: string, list: LinkList): Buffer {
  if (list.encoding !== 'windows-1252') return Buffer.from(text, 'utf8');
  return Buffer.from(text.replace(/[^\r\n -~\u00A0-\u00FF]/gu, '?'), 'latin1');
}
