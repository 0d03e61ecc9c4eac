/** Heavy work takes turns: the event loop runs between two pieces, and a client with a long queue is refused. */
import { describe, expect, it } from 'vitest';
import { createConcurrencyLimit } from '../../../src/core/http/concurrency-limit.ts';

const always = () => true;
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A limit with a clock that the work itself advances. */
function clocked(allowanceMs: number, maxWaitMs: number) {
  let time = 0;
  const log: string[] = [];
  const limit = createConcurrencyLimit({ allowanceMs, maxWaitMs, atATime: 1 }, () => time);
  const work = (name: string, ms: number) => async () => {
    time += ms;
    log.push(name);
    return name;
  };
  return { limit, work, log };
}

describe('the concurrency limit', () => {
  it('runs work immediately while the allowance lasts', async () => {
    const { limit, work, log } = clocked(10, 1000);
    await Promise.all([limit.run('client', work('a', 4), always), limit.run('client', work('b', 4), always)]);
    expect(log).toEqual(['a', 'b']);
  });

  it('lets the event loop turn several times between two pieces that each use up the allowance', async () => {
    const { limit, work, log } = clocked(10, 1000);
    const all = Promise.all(['a', 'b', 'c'].map((name) => limit.run('client', work(name, 20), always)));
    let isOver = false;
    void all.then(() => (isOver = true));
    while (!isOver) {
      log.push('.');
      await turn();
    }
    expect(log.join('')).toMatch(/^a\.{16,19}b\.{28,36}c\.*$/);
  });

  it('gives each client its turn, so that many pieces of one do not delay another', async () => {
    const { limit, work, log } = clocked(10, 10_000);
    const many = Array.from({ length: 20 }, (_, n) => limit.run('busy', work(`busy${n}`, 20), always));
    const few = ['x', 'y'].map((name) => limit.run('other', work(name, 20), always));
    await Promise.all([...many, ...few]);
    expect(log.slice(0, 6)).toEqual(['busy0', 'busy1', 'x', 'busy2', 'y', 'busy3']);
  });

  it('refuses a client for its own queue, not for the queue of another', async () => {
    const { limit, work } = clocked(10, 1000);
    for (let i = 0; i < 100; i += 1) await limit.run('warm', work('warm', 50), always);
    const busy = Array.from({ length: 60 }, () => limit.run('busy', work('busy', 50), always));
    const other = limit.run('other', work('other', 50), always);
    expect(await other).toBe('other');
    expect((await Promise.all(busy)).filter((result) => result === undefined).length).toBeGreaterThan(20);
  });

  it('refuses work that would wait too long, and accepts work again when the queue is short', async () => {
    const { limit, work } = clocked(10, 100);
    for (let i = 0; i < 100; i += 1) await limit.run('client', work('warm', 50), always);
    const burst = Array.from({ length: 20 }, () => limit.run('client', work('x', 50), always));
    const done = await Promise.all(burst);
    const refused = done.filter((result) => result === undefined).length;
    expect(refused).toBeGreaterThan(10);
    expect(refused).toBeLessThan(20);
    expect(limit.waiting()).toBe(0);
    expect(await limit.run('client', work('again', 50), always)).toBe('again');
  });

  it('skips clients that have disconnected', async () => {
    const { limit, work, log } = clocked(10, 1000);
    const first = limit.run('client', work('a', 20), always);
    const gone = limit.run('client', work('gone', 20), () => false);
    const last = limit.run('client', work('b', 20), always);
    expect(await Promise.all([first, gone, last])).toEqual(['a', undefined, 'b']);
    expect(log).toEqual(['a', 'b']);
  });

  it('continues after work that fails', async () => {
    const { limit, work } = clocked(10, 1000);
    const first = limit.run('client', work('a', 20), always);
    const failing = limit.run('client', async () => Promise.reject(new Error('disk on fire')), always);
    const last = limit.run('client', work('b', 20), always);
    await expect(failing).rejects.toThrow('disk on fire');
    expect([await first, await last]).toEqual(['a', 'b']);
  });
});
