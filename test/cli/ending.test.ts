/** How a serving process ends: with which code, how soon, and what a second signal does. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEnding, type Ending, type EndingOptions } from '../../src/cli/ending.ts';

const exit = vi.fn<(code?: number | string | null) => never>();
const complaints: string[] = [];
const existing = process.listeners('uncaughtException');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.spyOn(process, 'exit').mockImplementation(exit);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => complaints.push(String(text)) > 0);
});
afterEach(() => {
  for (const listener of process.listeners('uncaughtException')) {
    if (!existing.includes(listener)) process.off('uncaughtException', listener);
  }
  vi.restoreAllMocks();
  vi.useRealTimers();
  exit.mockReset();
  complaints.length = 0;
});

const abandon = vi.fn<() => void>();
const ending = (options: Partial<EndingOptions> = {}): Ending => {
  abandon.mockReset();
  return createEnding({ stop: async () => undefined, abandon, graceMs: 10_000, drainSeconds: 0, ...options });
};
const never = (): Promise<void> => new Promise(() => undefined);
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the end', () => {
  it('has code 0 when all was finished', async () => {
    const it = ending();
    expect(it.hasBegun()).toBe(false);
    it.begin();
    expect(it.hasBegun()).toBe(true);
    await settle();
    expect(exit.mock.calls).toEqual([[0]]);
    expect(abandon).not.toHaveBeenCalled();
  });

  it('has code 1 when something is not finished in time, which begins after the balancers had theirs', () => {
    ending({ stop: never, drainSeconds: 5 }).begin();
    vi.advanceTimersByTime(14_999);
    expect(exit).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(exit.mock.calls).toEqual([[1]]);
    expect(abandon).toHaveBeenCalledOnce();
    expect(complaints).toEqual(['gnd-links: requests under way did not finish in time\n']);
  });

  it('has code 1 when stopping fails', async () => {
    ending({ stop: () => Promise.reject(new Error('stuck')) }).begin();
    await settle();
    expect(exit.mock.calls).toEqual([[1]]);
    expect(complaints.join()).toContain('Error: stuck');
  });

  it('is orderly, with code 1, after an error that nobody caught', async () => {
    const stop = vi.fn<() => Promise<void>>().mockResolvedValue();
    ending({ stop });
    const caught = process.listeners('uncaughtException').find((listener) => !existing.includes(listener));
    caught?.(new TypeError('bug'), 'uncaughtException');
    await settle();
    expect(stop).toHaveBeenCalledOnce();
    expect(exit.mock.calls).toEqual([[1]]);
    expect(complaints.join()).toContain('TypeError: bug');
  });
});

describe('a second signal', () => {
  it('ends the process at once', () => {
    const it = ending({ stop: never });
    it.signalled();
    vi.advanceTimersByTime(501);
    it.signalled();
    expect(exit.mock.calls).toEqual([[1]]);
    expect(abandon).toHaveBeenCalledOnce();
  });

  it('is the first one once more when it comes right after it', () => {
    const it = ending({ stop: never });
    it.signalled();
    vi.advanceTimersByTime(500);
    it.signalled();
    expect(exit).not.toHaveBeenCalled();
  });
});
