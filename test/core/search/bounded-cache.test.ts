/** The bounded cache never exceeds its limit, and keeps recently used values. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBoundedCache, memoize } from '../../../src/core/search/bounded-cache.ts';

describe('a bounded cache', () => {
  it('has at least the latest half of its limit, at most its limit, and the last value of each key', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 40 }), fc.array(fc.nat({ max: 60 })), (limit, keys) => {
        const cache = createBoundedCache<number, number>(limit);
        keys.forEach((key, time) => cache.set(key, time));
        const latest = new Map(keys.map((key, time) => [key, time]));
        const had = [...latest].filter(([key]) => cache.get(key) !== undefined);
        expect(had.length).toBeLessThanOrEqual(limit);
        for (const [key, time] of had) expect(cache.get(key)).toBe(time);
        for (const key of keys.slice(-Math.floor(limit / 2)).slice(1)) expect(cache.get(key)).toBeDefined();
      }),
    );
  });

  it('reads a missing value once', () => {
    const read: string[] = [];
    const get = memoize(4, (key: string) => (read.push(key), key.toUpperCase()));
    expect([get('a'), get('b'), get('a'), get('b')]).toEqual(['A', 'B', 'A', 'B']);
    expect(read).toEqual(['a', 'b']);
    for (const key of 'cdefgh') get(key);
    expect(get('a')).toBe('A');
    expect(read.filter((key) => key === 'a')).toHaveLength(2);
  });
});
