/** How the coverage page asks: two at a time, within the quota, patiently. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { backoffSeconds, exhaustedFor, policiesOf, retryAfter } from '../../src/client/client-waiting.js';
import { createQueue } from '../../src/pages/script/coverage-queue.js';
import type { Job, State } from '../../src/pages/script/types.d.ts';

const START = new Date('2026-11-21T12:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

const ok = (headers: Record<string, string> = {}) => new Response('{}', { headers });
const problem = (status: number, headers: Record<string, string> = {}) => new Response('{}', { status, headers });

type Answer = (path: string, signal: AbortSignal) => Promise<Response>;

function watched(ask: Answer) {
  const states: State[] = [];
  const taken: string[] = [];
  let atOnce = 0;
  let most = 0;
  const queue = createQueue(
    (state) => states.push(state),
    async (path, signal) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      try {
        return await ask(path, signal);
      } finally {
        atOnce -= 1;
      }
    },
  );
  const jobs = (count: number): Job[] =>
    Array.from({ length: count }, (_, index) => ({
      path: `/${index}`,
      size: 10,
      take: () => taken.push(`/${index}`),
    }));
  return { queue, states, taken, jobs, most: () => most, phases: () => states.map(({ phase }) => phase) };
}

const soon = async () => {
  await new Promise((resolve) => setTimeout(resolve, 10));
  return ok();
};

describe('the queue', () => {
  it('asks for everything once, two at a time', async () => {
    const { queue, states, taken, jobs, most } = watched(soon);
    queue.add(jobs(7));
    await vi.advanceTimersByTimeAsync(1000);
    expect(taken.toSorted()).toEqual(['/0', '/1', '/2', '/3', '/4', '/5', '/6']);
    expect(most()).toBe(2);
    expect(states.at(-1)).toEqual({ phase: 'done', done: 70, total: 70 });
  });

  it('waits as long as it is told, and says until when', async () => {
    const answers = [problem(429, { 'retry-after': '30' }), problem(429, { 'retry-after': '30' })];
    const { queue, states, taken, jobs } = watched(async () => answers.shift() ?? ok());
    queue.add(jobs(3));
    await vi.advanceTimersByTimeAsync(29_000);
    expect(taken).toEqual([]);
    const state = states.at(-1);
    expect(state).toMatchObject({ phase: 'waiting', reason: 'quota', done: 0, total: 30 });
    expect(state?.until).toBeGreaterThanOrEqual(START.getTime() + 30_000);
    await vi.advanceTimersByTimeAsync(2000);
    expect(taken).toHaveLength(3);
  });

  it('stops by itself when the quota is used up', async () => {
    let asked = 0;
    const { queue, phases, jobs } = watched(async () => {
      asked += 1;
      return ok({ ratelimit: `"coverage";r=${Math.max(0, 3 - asked)};t=40, "coverage-burst";r=9;t=1` });
    });
    queue.add(jobs(6));
    await vi.advanceTimersByTimeAsync(39_000);
    expect(asked).toBeLessThanOrEqual(4);
    expect(phases()).toContain('waiting');
    expect(phases().at(-1)).toBe('waiting');
  });

  it.each([
    ['the network', async () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the service', async () => problem(500)],
    ['a proxy', async () => new Response('<html>', { status: 200 })],
  ] as [string, Answer][])('tries again when %s fails, later each time, and gives up', async (_, ask) => {
    let asked = 0;
    const { queue, states, jobs } = watched(async (path, signal) => {
      asked += 1;
      return ask(path, signal);
    });
    queue.add(jobs(1));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(states.at(-1)).toMatchObject({ phase: 'waiting', reason: 'network' });
    await vi.advanceTimersByTimeAsync(100_000);
    expect(states.at(-1)).toEqual({ phase: 'failed', done: 0, total: 10 });
    expect(asked).toBe(6);
  });

  it('asks again when the answer is not what was asked for', async () => {
    let takes = 0;
    const { queue, states } = watched(soon);
    const take = () => {
      takes += 1;
      if (takes === 1) throw new TypeError('Not the report that was asked for.');
    };
    queue.add([{ path: '/', size: 1, take }]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(takes).toBe(2);
    expect(states.at(-1)?.phase).toBe('done');
  });

  it('says at once what no waiting helps against', async () => {
    const { queue, states, jobs } = watched(async () => problem(403));
    queue.add(jobs(3));
    await vi.advanceTimersByTimeAsync(1);
    expect(states.at(-1)).toMatchObject({ phase: 'failed', status: 403 });
  });

  it('asks for less at a time when a proxy finds the address too long', async () => {
    const { queue, states, taken } = watched(async (path) => (path.length > 3 ? problem(414) : ok()));
    const job = (name: string): Job => ({
      path: `/${name}`,
      size: name.length,
      take: () => taken.push(name),
      halves: () => [job(name.slice(0, name.length / 2)), job(name.slice(name.length / 2))],
    });
    queue.add([job('abcdefgh')]);
    await vi.advanceTimersByTimeAsync(100);
    expect(taken.toSorted()).toEqual(['ab', 'cd', 'ef', 'gh']);
    expect(states.at(-1)).toMatchObject({ phase: 'done', done: 8, total: 8 });
  });
});

describe('the quota fields', () => {
  const after = (fields: Record<string, string>) => exhaustedFor(policiesOf(new Headers(fields)));

  it('tell how long nothing can succeed', () => {
    expect(after({ RateLimit: '"coverage";r=0;t=42, "coverage-burst";r=59;t=1' })).toBe(42);
    expect(after({ RateLimit: '"coverage";r=10;t=42, "coverage-burst";r=0;t=1' })).toBe(1);
    expect(after({ RateLimit: '"coverage";r=10;t=42', 'RateLimit-Policy': '"coverage";q=120;w=60' })).toBe(0);
    expect(after({})).toBe(0);
  });

  it('never keep anybody from going on, whatever they say', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
        expect(exhaustedFor(policiesOf({ get: () => text }))).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

it('Retry-After is a number or a date', () => {
  const after = (value?: string) => retryAfter(new Headers(value === undefined ? {} : { 'Retry-After': value }), 0);
  expect(after('7')).toBe(7);
  expect(after('Thu, 01 Jan 1970 00:00:09 GMT')).toBe(9);
  expect(after('Wed, 31 Dec 1969 00:00:00 GMT')).toBe(0);
  expect(after('soon')).toBeUndefined();
  expect(after()).toBeUndefined();
});

it('waiting for the network doubles, up to a minute', () => {
  expect([1, 2, 3, 6, 7, 40].map(backoffSeconds)).toEqual([1, 2, 4, 32, 60, 60]);
});
