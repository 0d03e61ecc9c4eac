/** What the coverage page keeps, counts, writes, draws and says; its files are those of the interface. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverageCsv } from '../../src/api/coverage-csv.ts';
import { type CoverageRowValue, VERDICTS } from '../../src/api/coverage-schema.ts';
import { CATEGORY_KEYS, REASONS } from '../../src/api/schemas.ts';
import { levelOf, matrixPaths, shortened } from '../../src/pages/script/coverage-picture.js';
import { announcementOf, sentencesOf } from '../../src/pages/script/coverage-progress.js';
import {
  categoriesOf,
  correct,
  createIntake,
  csvLines,
  entitiesOf,
  jsonPieces,
  rowsOf,
  sharesOf,
  sourcesOf,
  summaryOf,
  undoCorrection,
} from '../../src/pages/script/coverage-results.js';
import type { Row, State } from '../../src/pages/script/types.d.ts';

const SNAPSHOT = { id: '20261120-aaaaaaaa', date: '2026-11-20' };
const CATEGORIES = CATEGORY_KEYS.map((key) => ({ key }));
const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.string({ unit: fc.constantFrom('=', '+', '"', "'", ',', ';', '|', '\t', ' ', 'a', '\u200B', '＝', '\n') }),
);

/** A row as the interface may answer it. */
const answered = fc
  .record(
    {
      verdict: fc.constantFrom(...VERDICTS),
      reason: fc.constantFrom(...REASONS),
      suggestion: fc.constant('118540238'),
      gnd: fc.constantFrom('118540238', '4018118-2', '11850553X'),
      preferredName: text,
      links: fc.nat(2000),
      byCategory: fc.dictionary(fc.constantFrom(...CATEGORY_KEYS), fc.integer({ min: 1, max: 300 })),
      sources: fc.array(fc.constantFrom('a', 'b', 'c')),
    },
    { requiredKeys: ['verdict'] },
  )
  .map((row): Omit<CoverageRowValue, 'input'> => ({
    ...row,
    ...(row.gnd && { uri: `https://d-nb.info/gnd/${row.gnd}`, type: 'Person' }),
    ...(row.byCategory && {
      missingCategories: CATEGORY_KEYS.filter((key) => row.byCategory?.[key] === undefined),
    }),
  }));
const list = fc.array(fc.tuple(text, answered), { minLength: 1, maxLength: 30 });

/** Rows as the page has them when these answers have come in. */
function taken(items: readonly CoverageRowValue[], times = 1): { rows: Row[]; positions: number[] } {
  const once = items.map((_, index) => index);
  const positions = Array.from({ length: times }, () => once).flat();
  const rows = rowsOf(
    items.map(({ input }) => input),
    positions,
  );
  createIntake()(rows, JSON.parse(JSON.stringify({ snapshot: SNAPSHOT, items })));
  return { rows, positions };
}
const itemsOf = (pairs: readonly (readonly [string, Omit<CoverageRowValue, 'input'>])[]) =>
  pairs.map(([input, row]) => ({ input, ...row }));

describe('the CSV', () => {
  it('is that of the interface, byte by byte', () => {
    fc.assert(
      fc.property(list, (pairs) => {
        const items = itemsOf(pairs);
        const { rows, positions } = taken(items, 2);
        expect(csvLines(rows, positions, CATEGORY_KEYS).join('')).toBe(coverageCsv([...items, ...items], CATEGORIES));
      }),
    );
  });

  it('leaves out what is not answered yet', () => {
    const rows = rowsOf(['118540238'], [0]);
    expect(csvLines(rows, [0], []).join('')).toBe(
      'input,verdict,reason,suggestion,gnd,uri,type,preferredName,links,sources\r\n',
    );
  });

  it('says what was replaced in a column of its own', () => {
    const { rows, positions } = taken([{ input: '118540239', verdict: 'unknown', suggestion: '118540238' }]);
    const [row] = rows;
    if (row === undefined) throw new Error('no row');
    correct(row, '118540238');
    createIntake()([row], {
      snapshot: SNAPSHOT,
      items: [{ input: '118540238', verdict: 'covered', gnd: '118540238' }],
    });
    expect(csvLines(rows, positions, []).join('')).toBe(
      'input,verdict,reason,suggestion,gnd,uri,type,preferredName,links,sources,corrected\r\n' +
        '118540239,covered,,,118540238,,,,,,118540238\r\n',
    );
    undoCorrection(row);
    expect(csvLines(rows, positions, []).join('')).toContain('118540239,unknown,,118540238');
  });
});

describe('the JSON', () => {
  it('has the items of the interface', () => {
    fc.assert(
      fc.property(list, (pairs) => {
        const items = itemsOf(pairs);
        const { rows, positions } = taken(items);
        const report = JSON.parse(jsonPieces(rows, positions, CATEGORY_KEYS, [SNAPSHOT]).join('')) as unknown;
        const tally = (verdict: string) => items.filter((row) => row.verdict === verdict).length;
        expect(report).toEqual({
          apiVersion: '1.0.0',
          snapshot: SNAPSHOT,
          summary: {
            requested: items.length,
            distinct: items.length,
            covered: tally('covered'),
            noLinks: tally('no_links'),
            redirected: tally('redirected'),
            deleted: tally('deleted'),
            unknown: tally('unknown'),
            invalid: tally('invalid'),
          },
          items: JSON.parse(JSON.stringify(items)) as unknown,
        });
      }),
    );
  });
});

describe('answers', () => {
  it('to another question are refused', () => {
    const rows = rowsOf(['a', 'b'], [0, 1]);
    expect(() => createIntake()(rows, { snapshot: SNAPSHOT, items: [] })).toThrow(TypeError);
    expect(() => createIntake()(rows, {})).toThrow(TypeError);
  });
});

describe('the summary', () => {
  const entity = { gnd: '118540238', links: 5, byCategory: { authority: 3, place: 2 }, sources: ['a', 'b'] };
  const { rows } = taken([
    { input: '118540238', verdict: 'covered', ...entity },
    { input: '1012979499', verdict: 'redirected', ...entity },
    { input: '4018118-2', verdict: 'no_links', gnd: '4018118-2', links: 0, byCategory: {}, sources: [] },
    { input: '118540239', verdict: 'unknown', suggestion: '118540238' },
  ]);

  it('counts an entity and its links once', () => {
    expect(summaryOf(rows)).toEqual({
      inputs: 4,
      distinct: 4,
      answered: 4,
      verdicts: { covered: 1, no_links: 1, redirected: 1, deleted: 0, unknown: 1, invalid: 0 },
      suggestions: 1,
      corrected: 0,
      entities: 2,
      links: 5,
    });
  });

  it('has shares by category, all of them in their order, and by source, most first', () => {
    const entities = entitiesOf(rows);
    expect(sharesOf(entities, categoriesOf, ['authority', 'image', 'place'])).toEqual([
      { key: 'authority', entities: 1, share: 0.5 },
      { key: 'image', entities: 0, share: 0 },
      { key: 'place', entities: 1, share: 0.5 },
    ]);
    expect(sharesOf(entities, sourcesOf).map(({ key }) => key)).toEqual(['a', 'b']);
    expect(sharesOf([], sourcesOf)).toEqual([]);
  });
});

describe('the matrix', () => {
  it('draws a square for every cell with links, the larger the more', () => {
    expect([0, 1, 2, 4, 5, 9, 10, 500].map(levelOf)).toEqual([0, 1, 2, 2, 3, 3, 4, 4]);
    const cell = fc.nat(20);
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 13, maxLength: 13 })), (matrix) => {
        const squares = matrixPaths(matrix).map((path) => path.split('M').length - 1);
        for (const level of [1, 2, 3, 4]) {
          const cells = matrix.flat().filter((links) => levelOf(links) === level);
          expect(squares[level - 1]).toBe(cells.length);
        }
      }),
    );
  });

  it('has names that fit, cut between characters', () => {
    expect(shortened('Goethe, Johann Wolfgang von')).toBe('Goethe, Johann Wolfgang von');
    expect(shortened('Gastroenterology Symposium Highlights')).toBe('Gastroenterology Symposium H…');
    expect(shortened('司馬遷'.repeat(9))).toHaveLength(15);
    expect(shortened(`${'a'.repeat(27)}👨‍👩‍👧bc`).isWellFormed()).toBe(true);
  });
});

describe('what a screen reader is told', () => {
  const state = (phase: State['phase'], done = 0, more: Partial<State> = {}): State => ({
    phase,
    done,
    total: 1000,
    ...more,
  });
  const told = (states: readonly State[]) =>
    states.flatMap((now, index) => announcementOf(states[index - 1], now)?.key ?? []);

  it('is the start, every tenth part, and the end', () => {
    const running = Array.from({ length: 1000 }, (_, done) => state('running', done));
    expect(told([...running, state('done', 1000)])).toEqual([
      'started',
      ...Array.from({ length: 9 }, () => 'percent'),
      'done',
    ]);
  });

  it('is every wait once, and why', () => {
    const until = Date.now() + 30_000;
    const quota = state('waiting', 100, { reason: 'quota', until });
    const busy = state('waiting', 100, { reason: 'busy', until: until + 1 });
    expect(told([state('running'), quota, quota, quota, busy])).toEqual(['started', 'waitingQuota', 'waitingBusy']);
    expect(announcementOf(undefined, quota)?.n).toBe(30);
  });

  it('is what went wrong', () => {
    expect(told([state('running'), state('failed'), state('failed'), state('running')])).toEqual(['started', 'gaveUp']);
    expect(announcementOf(state('running'), state('failed', 0, { status: 403 }))).toEqual({ key: 'refused' });
  });

  it('is less than what is to be read', () => {
    expect(sentencesOf(state('running', 500)).map(({ key }) => key)).toEqual(['running']);
    expect(sentencesOf(state('paused', 500)).map(({ key }) => key)).toEqual(['running', 'paused']);
    expect(sentencesOf(state('waiting', 5, { reason: 'network', until: 0 })).map(({ key }) => key)).toEqual([
      'running',
      'waitingNetwork',
    ]);
    expect(sentencesOf(state('cancelled', 5)).map(({ key }) => key)).toEqual(['cancelled']);
  });
});
