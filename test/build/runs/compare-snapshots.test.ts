/** Rows of two snapshots are paired by identifier. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeJoin } from '../../../src/build/runs/compare-snapshots.ts';

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
