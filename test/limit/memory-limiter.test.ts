/** The limiter in memory: the contract, and that its memory is bounded. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryLimiter } from '../../src/limit/memory-limiter.ts';
import { limiterContract } from './limiter.contract.ts';

limiterContract('memory', async () => {
  vi.useFakeTimers();
  return {
    limiter: createMemoryLimiter(),
    advance: async (seconds) => void (await vi.advanceTimersByTimeAsync(seconds * 1000)),
    cleanUp: async () => void vi.useRealTimers(),
  };
});

describe('its memory', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const policy = { name: 'links', quota: 2, windowSeconds: 60 };

  it('forgets the client whose window ends first when there are too many', async () => {
    const limiter = createMemoryLimiter({ maxKeys: 3 });
    for (const key of ['a', 'b', 'c']) {
      await limiter.take(key, policy);
      await vi.advanceTimersByTimeAsync(1000);
    }
    await limiter.take('d', policy);
    expect(await limiter.take('a', policy, 0)).toMatchObject({ remaining: 2 });
    expect(await limiter.take('b', policy, 0)).toMatchObject({ remaining: 1 });
    expect(await limiter.take('d', policy, 0)).toMatchObject({ remaining: 1 });
    await limiter.close();
  });

  it('holds no more timers than clients, and none when it is closed', async () => {
    const limiter = createMemoryLimiter({ maxKeys: 10 });
    for (let i = 0; i < 1000; i += 1) await limiter.take(`client-${i}`, policy);
    expect(vi.getTimerCount()).toBe(10);
    await limiter.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});
