/** The parts of the comparison: walking side by side, examples that are spread, answers told to be the same unread. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeJoin } from '../../src/diff/merge-join.ts';
import { createSpreadSample } from '../../src/diff/spread-sample.ts';
import { createAnswerEncoder } from '../../src/store/sqlite/answer-coding.ts';
import { createAnswerComparison } from '../../src/store/sqlite/answer-comparison.ts';

const ascending = fc.uniqueArray(fc.nat(60)).map((ids) => ids.toSorted((a, b) => a - b).map((id) => ({ id })));

describe('two sequences side by side', () => {
  it('meet where their identifiers are the same, and nothing is lost', () => {
    fc.assert(
      fc.property(ascending, ascending, (left, right) => {
        const pairs = [...mergeJoin(left, right)];
        expect(pairs.flatMap(([a]) => a ?? [])).toEqual(left);
        expect(pairs.flatMap(([, b]) => b ?? [])).toEqual(right);
        const ids = pairs.map(([a, b]) => (a ?? b)?.id ?? -1);
        expect(ids).toEqual([...new Set([...left, ...right].map(({ id }) => id))].toSorted((a, b) => a - b));
      }),
    );
  });

  it('are both closed when nobody reads on', () => {
    const closed: string[] = [];
    function* endless(name: string): Generator<{ id: number }> {
      try {
        for (let id = 0; ; id += 1) yield { id };
      } finally {
        closed.push(name);
      }
    }
    for (const [left] of mergeJoin(endless('left'), endless('right'))) if (left?.id === 3) break;
    expect(closed).toEqual(['left', 'right']);
  });
});

describe('a sample', () => {
  const taken = (ids: readonly number[], size: number) => {
    const sample = createSpreadSample<number>(size);
    for (const id of ids) sample.offer(id, () => id);
    return sample.taken();
  };

  it('is in order, and the same when there is more of what was not taken', () => {
    const ids = fc.uniqueArray(fc.nat(2 ** 31), { maxLength: 200 }).map((list) => list.toSorted((a, b) => a - b));
    fc.assert(
      fc.property(ids, fc.integer({ min: 0, max: 8 }), (list, size) => {
        const chosen = taken(list, size);
        expect(chosen).toHaveLength(Math.min(size, list.length));
        expect(chosen).toEqual(chosen.toSorted((a, b) => a - b));
        const rest = list.filter((id, index) => chosen.includes(id) || index % 2 === 0);
        expect(taken(rest, size)).toEqual(chosen);
      }),
    );
  });

  it('is spread over all identifiers, also over those of 36 bits', () => {
    for (const start of [0, 379_328_000, 2 ** 35]) {
      const ids = Array.from({ length: 10_000 }, (_, index) => start + index);
      const thirds = new Set(taken(ids, 30).map((id) => Math.floor((3 * (id - start)) / ids.length)));
      expect(thirds).toEqual(new Set([0, 1, 2]));
    }
  });

  it('takes the first of several items of one identifier', () => {
    const sample = createSpreadSample<string>(5);
    for (const [id, item] of [
      [1, 'a'],
      [1, 'b'],
      [2, 'c'],
    ] as const)
      sample.offer(id, () => item);
    expect(sample.taken()).toEqual(['a', 'c']);
  });
});

describe('stored answers', () => {
  const opening = (day: string, number = 1): string =>
    `{"apiVersion":"1.0.0","snapshot":{"id":"${day.replaceAll('-', '')}-0123abcd","date":"${day}"},"conflicts":[],"entity":{"type":"Type ${number}"`;
  const openings = (day: string): readonly string[] => ['', opening(day), opening(day, 2)];
  const days = fc.constantFrom('2026-11-20', '2027-02-01', '2026-11-21');
  const text = fc
    .array(fc.constantFrom('2026-11-20', '2027-02-01', '20261120', 'Goethe', 'Müller', '","', 'x'), { maxLength: 12 })
    .map((words) => words.join(' '));

  it('are told to be the same only if they are, but for the snapshot', () => {
    fc.assert(
      fc.property(
        days,
        days,
        text,
        text,
        fc.boolean(),
        fc.constantFrom(1, 2),
        (before, after, one, other, alike, number) => {
          const [left, right] = [one, alike ? one : other];
          const [a, b] = [openings(before), openings(after)];
          const stored = (all: readonly string[], rest: string) =>
            createAnswerEncoder(all)(`${all[number] ?? ''},"x":"${rest}"}`);
          if (createAnswerComparison(a, b)(stored(a, left), stored(b, right))) expect(left).toBe(right);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('that say the same are stored as the same bytes, whatever their snapshots are called', () => {
    const [a, b] = [openings('2026-11-20'), openings('2027-02-01')];
    const stored = (all: readonly string[], day: string) =>
      createAnswerEncoder(all)(`${all[1] ?? ''},"modified":"${day}"}`);
    const same = createAnswerComparison(a, b);
    const [left, right] = [stored(a, '2026-11-20'), stored(b, '2027-02-01')];
    expect(Buffer.compare(stored(a, 'Goethe').subarray(0, -8), stored(b, 'Goethe').subarray(0, -8))).toBe(0);
    expect(same(left, right)).toBe(false);
    expect(same(stored(a, 'Goethe'), stored(b, 'Goethe'))).toBe(true);
    expect(same(stored(a, 'Goethe'), stored(b, 'Goetha'))).toBe(false);
  });

  it('of different openings or without any are not compared unread', () => {
    const [a, b] = [openings('2026-11-20'), ['', opening('2027-02-01', 3), opening('2027-02-01', 2)]];
    const same = createAnswerComparison(a, b);
    const stored = (all: readonly string[], answer: string) => createAnswerEncoder(all)(answer);
    expect(same(stored(a, `${a[1] ?? ''}}`), stored(b, `${b[1] ?? ''}}`))).toBe(false);
    expect(same(stored(a, '{}'), stored(b, '{}'))).toBe(false);
    expect(same(stored(a, `${a[2] ?? ''}}`), stored(b, `${b[2] ?? ''}}`))).toBe(true);
  });
});
