/** The parts of the comparison: the merge join of two sequences, and evenly spread samples. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGroup } from '../../../src/build/ingest/compare/diff-counter.ts';
import { mergeJoin } from '../../../src/build/ingest/compare/diff-snapshots.ts';

const ascending = fc.uniqueArray(fc.nat(60)).map((ids) => ids.toSorted((a, b) => a - b).map((id) => ({ id })));

describe('two joined sequences', () => {
  it('meet at equal identifiers, and lose nothing', () => {
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

  it('are both closed when the reader stops', () => {
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
    const group = createGroup<number>(size);
    for (const id of ids) group.add(id, 'Person', () => id);
    return group.group().sample;
  };

  it('is in order, and does not depend on the other items', () => {
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

  it('is spread over all identifiers, also over 36-bit ones', () => {
    for (const start of [0, 379_328_000, 2 ** 35]) {
      const ids = Array.from({ length: 10_000 }, (_, index) => start + index);
      const thirds = new Set(taken(ids, 30).map((id) => Math.floor((3 * (id - start)) / ids.length)));
      expect(thirds).toEqual(new Set([0, 1, 2]));
    }
  });

  it('has the first of several items of one identifier', () => {
    const group = createGroup<string>(5);
    for (const [id, item] of [
      [1, 'a'],
      [1, 'b'],
      [2, 'c'],
    ] as const)
      group.add(id, item, () => item);
    expect(group.group()).toEqual({ total: 3, byType: { a: 1, b: 1, c: 1 }, sample: ['a', 'c'] });
  });
});
