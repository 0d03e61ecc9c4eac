/** The limiter in memory: its contract, and bounded memory. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryLimiter } from '../../../src/core/quotas/memory-limiter.ts';
import { limiterContract } from './limiter.contract.ts';

limiterContract('memory', async () => {
  vi.useFakeTimers();
  return {
    limiter: createMemoryLimiter(),
    pass: async (seconds) => void (await vi.advanceTimersByTimeAsync(seconds * 1000)),
    cleanUp: async () => void vi.useRealTimers(),
  };
});

describe('with a limiter in memory,', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const policy = { name: 'links', quota: 2, windowSeconds: 60 };

  it('the seconds until the end of the window run down to 1', async () => {
    const limiter = createMemoryLimiter();
    expect((await limiter.take('a', policy)).resetSeconds).toBe(60);
    vi.advanceTimersByTime(45_000);
    expect((await limiter.take('a', policy)).resetSeconds).toBe(15);
    vi.advanceTimersByTime(14_500);
    expect((await limiter.take('a', policy)).resetSeconds).toBe(1);
    vi.advanceTimersByTime(500);
    expect(await limiter.take('a', policy)).toEqual({ allowed: true, remaining: 1, resetSeconds: 60 });
    await limiter.close();
  });

  it('a window is never longer than stated', async () => {
    vi.useRealTimers();
    const limiter = createMemoryLimiter();
    const lengths = new Set<number>();
    for (let i = 0; i < 2000; i += 1) {
      lengths.add((await limiter.take(`client-${i}`, { ...policy, windowSeconds: 7 })).resetSeconds);
    }
    expect([...lengths]).toEqual([7]);
    await limiter.close();
  });

  it('a clock that is set back does not prolong a window', async () => {
    const limiter = createMemoryLimiter();
    await limiter.take('a', policy);
    vi.setSystemTime(Date.now() - 3_600_000);
    expect((await limiter.take('a', policy)).resetSeconds).toBe(60);
    await limiter.close();
  });

  it('the client whose window ends first is forgotten when there are too many', async () => {
    const limiter = createMemoryLimiter(3);
    for (const key of ['a', 'b', 'c']) {
      await limiter.take(key, policy);
      vi.advanceTimersByTime(1000);
    }
    await limiter.take('d', policy);
    expect(await limiter.take('a', policy, 0)).toMatchObject({ remaining: 2 });
    expect(await limiter.take('b', policy, 0)).toMatchObject({ remaining: 1 });
    expect(await limiter.take('d', policy, 0)).toMatchObject({ remaining: 1 });
    await limiter.close();
  });

  it('clients come in any order, and each is counted as long as its window lasts', async () => {
    const limiter = createMemoryLimiter(10);
    for (let i = 0; i < 1000; i += 1) {
      await limiter.take(`client-${(i * 7) % 13}`, policy);
      expect(await limiter.take(`client-${(i * 7) % 13}`, policy, 0)).not.toMatchObject({ remaining: 2 });
      vi.advanceTimersByTime((i * 911) % 20_000);
    }
    await limiter.close();
  });

  it('there is one timer for any number of clients, and none after closing', async () => {
    const limiter = createMemoryLimiter(10);
    for (let i = 0; i < 1000; i += 1) await limiter.take(`client-${i}`, policy);
    expect(vi.getTimerCount()).toBe(1);
    await limiter.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});
