/** Heavy work takes turns: the event loop goes on between two pieces, and a queue that is too long refuses. */
import { describe, expect, it } from 'vitest';
import { createTurnstile } from '../../src/http/turnstile.ts';

const always = () => true;
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A clock that work itself advances. */
function clocked(allowanceMs: number, maxWaitMs: number) {
  let time = 0;
  const log: string[] = [];
  const turnstile = createTurnstile({ allowanceMs, maxWaitMs }, () => time);
  const work = (name: string, ms: number) => async () => {
    time += ms;
    log.push(name);
    return name;
  };
  return { turnstile, work, log };
}

describe('the turnstile', () => {
  it('does work at once while the allowance lasts', async () => {
    const { turnstile, work, log } = clocked(10, 1000);
    await Promise.all([turnstile.pass(work('a', 4), always), turnstile.pass(work('b', 4), always)]);
    expect(log).toEqual(['a', 'b']);
  });

  it('lets the event loop turn several times between two pieces that use up the allowance each', async () => {
    const { turnstile, work, log } = clocked(10, 1000);
    const all = Promise.all(['a', 'b', 'c'].map((name) => turnstile.pass(work(name, 20), always)));
    let isOver = false;
    void all.then(() => (isOver = true));
    while (!isOver) {
      log.push('.');
      await turn();
    }
    expect(log.join('')).toMatch(/^a\.{16,19}b\.{28,36}c\.*$/);
  });

  it('keeps the order of arrival', async () => {
    const { turnstile, work, log } = clocked(10, 10_000);
    const names = Array.from({ length: 40 }, (_, index) => `w${index}`);
    await Promise.all(names.map((name, index) => turnstile.pass(work(name, (index % 5) * 4), always)));
    expect(log).toEqual(names);
  });

  it('refuses what would wait too long, and takes work again when the queue is short', async () => {
    const { turnstile, work } = clocked(10, 100);
    for (let i = 0; i < 100; i += 1) await turnstile.pass(work('warm', 50), always);
    const burst = Array.from({ length: 20 }, () => turnstile.pass(work('x', 50), always));
    const done = await Promise.all(burst);
    const refused = done.filter((result) => result === undefined).length;
    expect(refused).toBeGreaterThan(10);
    expect(refused).toBeLessThan(20);
    expect(turnstile.waiting()).toBe(0);
    expect(await turnstile.pass(work('again', 50), always)).toBe('again');
  });

  it('skips those who have left', async () => {
    const { turnstile, work, log } = clocked(10, 1000);
    const first = turnstile.pass(work('a', 20), always);
    const gone = turnstile.pass(work('gone', 20), () => false);
    const last = turnstile.pass(work('b', 20), always);
    expect(await Promise.all([first, gone, last])).toEqual(['a', undefined, 'b']);
    expect(log).toEqual(['a', 'b']);
  });

  it('goes on after work that fails', async () => {
    const { turnstile, work } = clocked(10, 1000);
    const first = turnstile.pass(work('a', 20), always);
    const failing = turnstile.pass(async () => Promise.reject(new Error('disk on fire')), always);
    const last = turnstile.pass(work('b', 20), always);
    await expect(failing).rejects.toThrow('disk on fire');
    expect([await first, await last]).toEqual(['a', 'b']);
  });
});
