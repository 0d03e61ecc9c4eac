/** Caches: the bounded one never exceeds its limit and keeps recent values; a value derived from an object is made once. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBoundedCache, memo, memoize } from '../../../src/core/model/memo.ts';

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

describe('a value derived from an object', () => {
  it('is made once for each owner and key, and again when its state changes', () => {
    const made: string[] = [];
    const [one, other] = [{}, {}];
    const read = (owner: object, key: string, ...state: unknown[]) =>
      memo(owner, key, () => made.push(key) && key.toUpperCase(), state);
    expect([read(one, 'a', 1), read(one, 'a', 1), read(one, 'b'), read(other, 'a', 1)]).toEqual(['A', 'A', 'B', 'A']);
    expect(made).toEqual(['a', 'b', 'a']);
    read(one, 'a', 2);
    read(one, 'a', 2);
    read(one, 'a', 2, 'more');
    expect(made).toHaveLength(5);
  });

  it('keeps a promise, and a value that is undefined', async () => {
    let calls = 0;
    const owner = {};
    const read = () => memo(owner, 'later', async () => void (calls += 1));
    await Promise.all([read(), read()]);
    expect(calls).toBe(1);
    const none = () => memo(owner, 'none', () => void (calls += 1));
    none();
    none();
    expect(calls).toBe(2);
  });
});
