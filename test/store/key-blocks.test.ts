import fc from 'fast-check';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import {
  KEY_BLOCK_COLUMNS,
  openKeyBlocks,
  type Pair,
  readKeyBlocks,
  writeKeyBlocks,
} from '../../src/store/sqlite/key-blocks.ts';

function tableOf(pairs: Iterable<Pair>) {
  const database = new DatabaseSync(':memory:');
  database.exec(`CREATE TABLE pair (${KEY_BLOCK_COLUMNS})`);
  const keys = writeKeyBlocks(database, 'pair', pairs);
  return { database, keys, ranksOf: openKeyBlocks(database, 'pair') };
}

const blocksIn = (database: DatabaseSync) => database.prepare('SELECT count(*) AS n FROM pair').get()?.['n'];

describe('blocks of keys', () => {
  const key = fc.oneof(fc.integer({ min: 0, max: 2 ** 48 - 1 }), fc.integer({ min: 5_000, max: 5_200 }));
  const rank = fc.oneof(fc.integer({ min: 1, max: 2 ** 32 }), fc.integer({ min: 1, max: 200 }));
  const sorted = fc
    .uniqueArray(fc.tuple(key, rank), { maxLength: 1_000, selector: String, size: 'max' })
    .map((pairs) => pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1]));

  it('lead to what was put in, in order', () => {
    fc.assert(
      fc.property(sorted, fc.array(key), fc.integer({ min: 1, max: 50 }), (pairs, others, limit) => {
        const { database, keys, ranksOf } = tableOf(pairs);
        const expected = Map.groupBy(pairs, ([one]) => one);
        expect(keys).toBe(expected.size);
        expect([...readKeyBlocks(database, 'pair')]).toEqual(pairs);
        for (const one of [...expected.keys(), ...others, 0, 2 ** 48 - 1]) {
          const ranks = (expected.get(one) ?? []).map(([, found]) => found);
          expect(ranksOf(one, limit)).toEqual(ranks.slice(0, limit));
        }
        database.close();
      }),
      { numRuns: 60 },
    );
  });

  it('hold many pairs each, and never part those of one key', () => {
    const { database, ranksOf } = tableOf(
      Array.from({ length: 64 * 50 }, (_, index) => [index * 7_000_000, index + 1]),
    );
    expect(blocksIn(database)).toBe(50);
    expect(ranksOf(7_000_000 * 64, 9)).toEqual([65]);
    const one = tableOf(Array.from({ length: 10_000 }, (_, index) => [42, index + 1]));
    expect(blocksIn(one.database)).toBe(1);
    expect(one.ranksOf(42, 3)).toEqual([1, 2, 3]);
    expect(one.ranksOf(41, 3)).toEqual([]);
    expect(one.ranksOf(43, 3)).toEqual([]);
  });

  it('that are damaged end somewhere', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), (bytes) => {
        const { database, ranksOf } = tableOf([]);
        database.prepare('INSERT INTO pair VALUES (7, ?)').run(bytes);
        expect(ranksOf(7, 50).length).toBeLessThanOrEqual(50);
        expect([...readKeyBlocks(database, 'pair')].length).toBeLessThanOrEqual(bytes.length);
        database.close();
      }),
    );
  });
});
