/** The results of the coverage page: comparison, counts, downloads, and messages. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idsByRow, parseTable, readPasted } from '../../../src/extras/pages/coverage-list.ts';
import type { ResolvedItem } from '../../../src/extras/client/client.js';
import { compareNames } from '../../../src/extras/pages/script/compare-names.ts';
import { FINDINGS, type Item, nameCheckOf, tableOf } from '../../../src/extras/pages/script/coverage-results.ts';
import { filtersOf } from '../../../src/extras/pages/script/list-filters.ts';
import * as resolving from '../../../src/extras/pages/script/resolve-results.ts';
import { announcementOf, type State } from '../../../src/extras/pages/script/list-state.ts';
import { isGuessed, takeNear, validIdOf } from '../../../src/extras/pages/script/list-suggestions.ts';
import { csvLines, type Row, rowsOf } from '../../../src/extras/pages/script/list-table.ts';

type CheckedRow = Row<Item>;

/** A check of a pasted text, with these answers to its distinct identifiers in order. */
function checked(text: string, items: readonly Item[]) {
  const reading = readPasted(text);
  const list = { reading, ids: idsByRow(reading, reading.best), names: reading.names };
  const rows: CheckedRow[] = rowsOf(list);
  for (const [index, item] of items.entries()) if (rows[index]) rows[index].item = item;
  const table = () => tableOf(list, rows, ['authority']);
  return { rows, table };
}

describe('the table of results', () => {
  const TEXT = 'Name;GND;Notiz\nGoethe;118540238 | 118540239;=A1\n;;\n Bach ;11850553X;"x;y"\n';
  const GOETHE = { gnd: '118540238', preferredName: 'Goethe, Johann', links: 5, byCategory: { authority: 5 } };
  const ITEMS: Item[] = [
    { verdict: 'covered', ...GOETHE },
    { verdict: 'unknown', reason: 'check_digit', suggestion: '118540238' },
    { verdict: 'redirected', gnd: '11850553X', preferredName: 'Bach, J. S.', links: 0 },
  ];

  it('has all given rows and cells, followed by the columns of results', () => {
    const { rows: entries, table } = checked(TEXT, ITEMS);
    if (entries[1]) entries[1].near = [{ id: '118540238', name: 'Goethe, Johann' }];
    const [header = [], ...rows] = table();
    expect(rows.map((row) => row.slice(0, 3))).toEqual([
      ['Goethe', '118540238 | 118540239', '=A1'],
      ['', '', ''],
      [' Bach ', '11850553X', 'x;y'],
    ]);
    const of = (row: number, column: string) => rows[row]?.[header.indexOf(`gnd_${column}`)];
    // The lines of the given text: the first one is the header.
    expect([0, 1, 2].map((row) => of(row, 'row'))).toEqual([2, 3, 4]);
    expect([0, 1, 2].map((row) => of(row, 'verdict'))).toEqual(['covered | unknown', '', 'redirected']);
    expect([of(0, 'suggestion_name'), of(2, 'merged_into'), of(2, 'name_check')]).toEqual([
      ' | Goethe, Johann',
      '11850553X',
      'similar',
    ]);
    expect([of(0, 'authority'), of(2, 'links')]).toEqual(['5 | ', 0]);
  });

  it('has neighbours of a mistyped identifier as guesses, which are not accepted unseen', () => {
    const { rows, table } = checked('11854023Y', [{ verdict: 'invalid', reason: 'bad_characters' }]);
    const [row] = rows;
    if (row === undefined) throw new Error('no row');
    row.near = [
      { id: '118540238', name: 'Goethe' },
      { id: '118540230', name: 'Other' },
    ];
    expect([isGuessed(row), table()[1]?.includes('Goethe | Other')]).toEqual([true, true]);
    row.near = row.near.slice(0, 1);
    expect([isGuessed(row), validIdOf(row)]).toEqual([true, undefined]);
  });

  it('has the valid identifier of a merged one, accepted unseen unless the list has another name', () => {
    const [row] = checked('1012979490', [{ verdict: 'redirected', gnd: '118540238', preferredName: 'Goethe' }]).rows;
    if (row === undefined) throw new Error('no row');
    expect([isGuessed(row), validIdOf(row)]).toEqual([false, '118540238']);
    expect(validIdOf({ ...row, names: new Set(['Schiller']) })).toBeUndefined();
    expect(validIdOf({ ...row, names: new Set(['J. Goethe']) })).toBe('118540238');
  });

  it('is CSV that reads back to the same cells, without formulas in the added ones', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ';', ',', '\n', '\r', ' ', '=', 'ß') });
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
        const table = [['a', 'b', 'gnd_row'], ...rows.map((row) => [...row, ''])];
        expect(parseTable(csvLines(table).join(''), ',')).toEqual(table);
      }),
    );
    expect(csvLines([['a', 'gnd_row', 'b', 'c'], ['=A1', '=A1', '|a', '%a']])[1]).toBe("=A1,'=A1,'|a,'%a\r\n"); // prettier-ignore
  });
});

/** Data with one entity. */
async function* coverage(ids: Iterable<string> | AsyncIterable<string>) {
  for await (const input of ids) yield { input, preferredName: input === '118540238' ? 'Goethe' : undefined } as never;
}

it.each<[string, string, ResolvedItem, string[] | undefined]>([
  ['an unknown GND identifier', '118540239', { input: '', verdict: 'unknown', scheme: 'gnd' }, ['118540238']],
  ['a mistyped one', '11854023Y', { input: '', verdict: 'unreadable', reason: 'no_identifier' }, ['118540238']],
  ['a mistyped ISNI', '1', { input: '', verdict: 'unknown', scheme: 'isni', suggestion: '0000000120999104' }, ['0000000120999104']], // prettier-ignore
  ['a deleted one', '118540239', { input: '', verdict: 'unknown', reason: 'deleted', scheme: 'gnd' }, undefined],
  ['an unknown number of another scheme', '118540239', { input: '', verdict: 'unknown', scheme: 'viaf' }, undefined],
  ['a number with several readings', '118540239', { input: '', verdict: 'unknown', readings: [] }, undefined],
])('suggestions for %s are existing neighbours, or that of the service', async (_, input, item, near) => {
  const row: Row<ResolvedItem> = { input, line: 1, place: 0, times: 1, names: new Set(), item };
  await takeNear([row], { coverage }, new AbortController().signal);
  expect(row.near?.map(({ id }) => id)).toEqual(near);
});

describe('names', () => {
  it.each([
    ['Johann Wolfgang von Goethe', 'Goethe, Johann Wolfgang von', 'same'],
    ['GOETHE, JOHANN WOLFGANG VON', 'Goethe, Johann Wolfgang von', 'same'],
    ['Goethe, J. W. von', 'Goethe, Johann Wolfgang von', 'similar'],
    ['Goethe', 'Goethe, Johann Wolfgang von', 'similar'],
    ['Müller, Jorg', 'Muller, Jörg', 'same'],
    ['Schiller, Friedrich', 'Goethe, Johann Wolfgang von', 'different'],
    ['Bach, Carl', 'Bach, Johann', 'different'],
    ['J.', 'Johann', 'different'],
  ])('like %s and %s are %s', (given, preferred, check) => {
    expect(compareNames(given, preferred)).toBe(check);
  });

  it('of one identifier are reported by the worst comparison', () => {
    const item = { verdict: 'covered', preferredName: 'Bach, Johann' } as const;
    const row = { input: '1', line: 1, place: 0, times: 2, item, names: new Set(['Bach, Johann', 'Händel']) };
    expect(nameCheckOf(row)).toBe('different');
    expect(nameCheckOf({ ...row, names: new Set() })).toBeUndefined();
  });
});

describe('the rows', () => {
  const { rows } = checked('118540238\n1012979490 4018118-2\n118540239\n118540238\n11854023Y\n118999990', [
    { verdict: 'covered', gnd: '118540238', links: 5 },
    { verdict: 'redirected', gnd: '118540238', links: 5 },
    { verdict: 'no_links', gnd: '4018118-2', links: 0 },
    { verdict: 'unknown', reason: 'check_digit', suggestion: '118540238' },
    { verdict: 'invalid', reason: 'bad_characters' },
    { verdict: 'unknown', gnd: '118999990' },
  ]);

  it('are distinct, with line and place of their first occurrence', () => {
    expect(rows.map(({ line, place, times }) => [line, place, times])).toEqual([
      [1, 0, 2],
      [2, 1, 1],
      [2, 2, 1],
      [3, 0, 1],
      [5, 0, 1],
      [6, 0, 1],
    ]);
    const beacon = checked('#FORMAT: BEACON\n\n118540238|1\n# a remark\n4065105-8\n', []).rows;
    expect(beacon.map(({ line }) => line)).toEqual([3, 5]);
  });

  it.each([
    ['all of the GND', false, 3],
    ['an excerpt, where an unknown identifier may be right', true, 2],
  ])('are counted by finding in %s; a wrong check digit makes an identifier invalid', (_, isExcerpt, attention) => {
    const filters = Object.entries(filtersOf(FINDINGS, isExcerpt).filters);
    const counts = filters.map(([key, passes]) => [key, rows.filter(passes).length]);
    expect(Object.fromEntries(counts.filter(([, n]) => n !== 0))).toEqual({
      all: 6,
      attention,
      covered: 1,
      no_links: 1,
      redirected: 1,
      unknown: 1,
      invalid: 2,
    });
    const unknown = { ...(rows[5] as CheckedRow), item: { input: '118999990', verdict: 'unknown' } as const };
    const { attention: needs } = filtersOf(resolving.FINDINGS, isExcerpt).filters;
    expect(needs?.(unknown)).toBe(!isExcerpt);
  });
});

describe('the message to a screen reader', () => {
  const state = (phase: State['phase'], done = 0, more = {}): State => ({ phase, done, total: 1000, ...more });
  const told = (states: readonly State[]) =>
    states.flatMap((now, index) => announcementOf(states[index - 1], now)?.key ?? []);

  it('is sent at the start, at every tenth part, and at the end', () => {
    const running = Array.from({ length: 1000 }, (_, done) => state('running', done));
    expect(told([...running, state('done', 1000)])).toEqual([
      'started',
      ...Array.from({ length: 9 }, () => 'percent'),
      'done',
    ]);
  });

  it('is sent once for every wait, with the reason', () => {
    const until = Date.now() + 30_000;
    const quota = state('waiting', 100, { reason: 'quota', until });
    const busy = state('waiting', 100, { reason: 'busy', until: until + 1 });
    expect(told([state('running'), quota, quota, quota, busy])).toEqual(['started', 'waitingQuota', 'waitingBusy']);
    expect(announcementOf(undefined, quota)?.n).toBe(30);
  });
});
