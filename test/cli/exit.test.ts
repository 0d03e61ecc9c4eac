/** Graceful shutdown: exit code, duration, and the effect of a second signal. */
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
/** Emits the event for the test's listeners only. */
const send = (event: string, ...args: unknown[]) =>
  addedTo(event).forEach((listener) => (listener as (...args: unknown[]) => void)(...args));
const settle = () => new Promise((resolve) => setImmediate(resolve));
const done = async (): Promise<void> => undefined;
const never = (): Promise<void> => new Promise(() => undefined);

it('a shutdown has code 0 when all requests are finished', async () => {
  const hasBegun = shutDownOnSignals({ stop: done, drainSeconds: 0 });
  expect(hasBegun()).toBe(false);
  send('SIGTERM');
  expect(hasBegun()).toBe(true);
  await settle();
  expect(exit.mock.calls).toEqual([[0]]);
});

it('a shutdown has code 1 when a request exceeds the grace, which begins after the delay for load balancers', () => {
  shutDownOnSignals({ stop: never, drainSeconds: 5 });
  send('SIGTERM');
  vi.advanceTimersByTime(14_999);
  expect(exit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(exit.mock.calls).toEqual([[1]]);
  expect(written).toEqual(['gnd-links: requests under way did not finish in time\n']);
});

it('a shutdown has code 1 when stopping fails', async () => {
  shutDownOnSignals({ stop: () => Promise.reject(new Error('stuck')), drainSeconds: 0 });
  send('SIGINT');
  await settle();
  expect(exit.mock.calls).toEqual([[1]]);
  expect(written.join()).toContain('Error: stuck');
});

it('a shutdown after an uncaught error is orderly, with code 1', async () => {
  const stop = vi.fn<() => Promise<void>>().mockResolvedValue();
  shutDownOnSignals({ stop, drainSeconds: 0 });
  send('uncaughtException', new TypeError('bug'));
  await settle();
  expect(stop).toHaveBeenCalledOnce();
  expect(exit.mock.calls).toEqual([[1]]);
  expect(written.join()).toContain('TypeError: bug');
});

it('a shutdown ends at once at a second signal, unless that follows the first immediately', () => {
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
  ['the end, by default', undefined, true],
  ['the given action, if there is one', vi.fn<() => void>(), false],
])('SIGHUP means %s', (_, onHangUp, ends) => {
  const hasBegun = shutDownOnSignals({ stop: never, drainSeconds: 0, ...(onHangUp && { onHangUp }) });
  send('SIGHUP');
  expect(hasBegun()).toBe(ends);
  if (onHangUp !== undefined) expect(onHangUp).toHaveBeenCalledOnce();
});
