/** Generates link lists in BEACON format, with the flaws of real ones. */
import { createPermutation, hash } from '../random.ts';
import type { Corpus } from './corpus.ts';
import type { Kind } from './kinds.ts';
import { fillAddress, LINK_LISTS, type LinkList } from './links.ts';

/** Counts of the lines of a list; a test compares them with what a reader finds. */
export interface ListTally {
  lines: number;
  /** Lines whose identifier belongs to no entity. */
  strangers: number;
  merged: number;
  malformed: number;
}

/** Lines per piece of output. */
const BATCH = 5_000;
const USUAL_HEADER = ['#PREFIX: http://d-nb.info/gnd/', '#TARGET: {target}', '#TIMESTAMP: 2026-02-09'];

/** @returns the list in pieces; its lines are counted in `tally` */
export function* printList(corpus: Corpus, number: number, tally: ListTally): Generator<Buffer> {
  const list = LINK_LISTS[number] as LinkList;
  const { lineEnd = '\n', header = USUAL_HEADER, encoding } = list;
  const target = list.address.replace(/\{\w+\}/, '{ID}');
  const first = ['#FORMAT: BEACON', `#NAME: ${list.title}`, ...header].map((line) => line.replace('{target}', target));
  let text = (list.byteOrderMark === true ? '\uFEFF' : '') + first.join(lineEnd);
  for (const line of list.empty === true ? [] : listLines(corpus, number, list, tally)) {
    text += lineEnd + line;
    tally.lines += 1;
    if (tally.lines % BATCH > 0) continue;
    yield encode(text, encoding);
    text = '';
  }
  yield encode(text + (list.finalNewline === false ? '' : lineEnd), encoding);
}

function* listLines(corpus: Corpus, number: number, list: LinkList, tally: ListTally): Generator<string> {
  /** Share of lines with an unknown identifier: 0.5 % in the longest list to 5 % in the shortest. */
  const strangers = 0.005 + (0.045 * number) / LINK_LISTS.length;
  for (const kind of list.kinds) {
    const count = corpus.counts[kind];
    const at = createPermutation(Math.max(1, count), hash(corpus.seed, number));
    for (let i = 0; i < count; i += 1) {
      const index = at(i);
      if (!corpus.isMember(number, kind, index)) continue;
      const lot = hash(corpus.seed, 8, number, index) / 2 ** 32;
      let id = corpus.ids.of(kind, index);
      if (lot < strangers) {
        id = corpus.ids.stranger(number * 150_000 + (index % 150_000));
        tally.strangers += 1;
      } else if (lot > 0.8) {
        // A fifth of the entities that absorbed another record are listed under its identifier.
        const [former] = corpus.ids.former(kind, index);
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

function fillLine(corpus: Corpus, { form, address }: LinkList, kind: Kind, index: number, id: string): string {
  return form.replace(/\{(\w+)\}/g, (_, what: string) => {
    if (what === 'id') return id;
    if (what === 'count') return String(1 + (index % 60));
    if (what === 'label') return corpus.naming(kind, index).name.text.replaceAll('|', ' ');
    return fillAddress(what === 'url' ? address : '{serial}', corpus.subject(kind, index));
  });
}

/** Malformed lines, as real lists have them. */
function malformed(id: string, index: number): string {
  const forms = [
    `${id.replace('-', '')}0`.padStart(12, '5'),
    '|ohne Nummer|https://example.org/',
    `https://d-nb.info/gnd/${id}/https://d-nb.info/gnd/${id}/`,
    'NULL',
    id.replace('-', '').slice(0, 4),
  ];
  return forms[index % forms.length] as string;
}

function encode(text: string, encoding: LinkList['encoding']): Buffer {
  if (encoding === undefined) return Buffer.from(text, 'utf8');
  return Buffer.from(text.replace(/[^\r\n -~\u00A0-\u00FF]/gu, '?'), 'latin1');
}
