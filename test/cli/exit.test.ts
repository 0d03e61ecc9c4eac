/** Graceful shutdown: with which code the process ends, how soon, and what a second signal does. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { shutDownOnSignals } from '../../src/cli/exit.ts';

const EVENTS = ['uncaughtException', 'SIGINT', 'SIGTERM', 'SIGHUP'];
const listenersOf = (event: string) => process.listeners(event as NodeJS.Signals);
const former = new Map(EVENTS.map((event) => [event, listenersOf(event)]));
const exit = vi.fn<(code?: number | string | null) => never>();
const written: string[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.spyOn(process, 'exit').mockImplementation(exit);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
});
afterEach(() => {
  for (const event of EVENTS) addedTo(event).forEach((listener) => process.off(event, listener));
  vi.restoreAllMocks();
  vi.useRealTimers();
  exit.mockReset();
  written.length = 0;
});

const addedTo = (event: string) => listenersOf(event).filter((listener) => !former.get(event)?.includes(listener));
/** Only the listeners of the test hear it. */
const send = (event: string, ...args: unknown[]) =>
  addedTo(event).forEach((listener) => (listener as (...args: unknown[]) => void)(...args));
const settle = () => new Promise((resolve) => setImmediate(resolve));
const done = async (): Promise<void> => undefined;
const never = (): Promise<void> => new Promise(() => undefined);

it('has code 0 when all was finished', async () => {
  const hasBegun = shutDownOnSignals({ stop: done, drainSeconds: 0 });
  expect(hasBegun()).toBe(false);
  send('SIGTERM');
  expect(hasBegun()).toBe(true);
  await settle();
  expect(exit.mock.calls).toEqual([[0]]);
});

it('has code 1 when something is not finished in time, which begins after the balancers had theirs', () => {
  shutDownOnSignals({ stop: never, drainSeconds: 5 });
  send('SIGTERM');
  vi.advanceTimersByTime(14_999);
  expect(exit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(exit.mock.calls).toEqual([[1]]);
  expect(written).toEqual(['gnd-links: requests under way did not finish in time\n']);
});

it('has code 1 when stopping fails', async () => {
  shutDownOnSignals({ stop: () => Promise.reject(new Error('stuck')), drainSeconds: 0 });
  send('SIGINT');
  await settle();
  expect(exit.mock.calls).toEqual([[1]]);
  expect(written.join()).toContain('Error: stuck');
});

it('is orderly, with code 1, after an error that nobody caught', async () => {
  const stop = vi.fn<() => Promise<void>>().mockResolvedValue();
  shutDownOnSignals({ stop, drainSeconds: 0 });
  send('uncaughtException', new TypeError('bug'));
  await settle();
  expect(stop).toHaveBeenCalledOnce();
  expect(exit.mock.calls).toEqual([[1]]);
  expect(written.join()).toContain('TypeError: bug');
});

it('ends the process at once at a second signal, unless that comes right after the first', () => {
  shutDownOnSignals({ stop: never, drainSeconds: 0 });
  send('SIGTERM');
  vi.advanceTimersByTime(500);
  send('SIGTERM');
  expect(exit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  send('SIGTERM');
  expect(exit.mock.calls).toEqual([[1]]);
});

it.each([
  ['the end in a terminal', undefined, true],
  ['what it is told to be, otherwise', vi.fn<() => void>(), false],
])('takes SIGHUP for %s', (_, onHangUp, ends) => {
  const hasBegun = shutDownOnSignals({ stop: never, drainSeconds: 0, ...(onHangUp && { onHangUp }) });
  send('SIGHUP');
  expect(hasBegun()).toBe(ends);
  if (onHangUp !== undefined) expect(onHangUp).toHaveBeenCalledOnce();
});
