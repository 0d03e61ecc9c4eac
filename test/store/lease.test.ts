/** The lock that is kept where others can reach it: one holder at a time, and what becomes of the lock of a dead one. */
import { hostname } from 'node:os';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Locked } from '../../src/files/lock.ts';
import { type Held, type LeasePlace, takeLease } from '../../src/store/lease.ts';

const TIMES = { renewal: 20, lease: 200 } as const;
/** For what hangs, not for what is slow. */
const PATIENCE = { timeout: 240_000 };
const LIVING = { host: 'elsewhere', process: 1, since: '2026-11-20T03:00:00Z' };
/** No process has so high a number. */
const DEAD = { ...LIVING, host: hostname(), process: 2 ** 31 - 1 };

/** A place in memory. */
function place(holder?: Held['holder']) {
  const state = { held: holder && { holder, version: '0' }, writes: 0 } as { held: Held | undefined; writes: number };
  const set = (next: Held['holder']) => (state.held = { holder: next, version: String((state.writes += 1)) });
  const at: LeasePlace = {
    read: async () => state.held,
    async write(next, seen) {
      if (state.held?.version === seen?.version) set(next);
    },
    async remove() {
      state.held = undefined;
    },
  };
  return { state, set, at };
}

it('has one holder, who renews it until it is released', async () => {
  const { state, at } = place();
  const lease = await takeLease(at, 'works', TIMES);
  await vi.waitFor(() => expect(state.writes).toBeGreaterThan(2), PATIENCE);
  expect(lease.signal.aborted).toBe(false);
  await lease.release();
  expect(state.held).toBeUndefined();
});

it('is refused while its holder renews it, with a sentence', async () => {
  const { set, at } = place(LIVING);
  const alive = setInterval(() => set(LIVING), 5);
  onTestFinished(() => clearInterval(alive));
  await expect(takeLease(at, 'works', TIMES)).rejects.toThrow(
    new Locked('elsewhere works (process 1, since 2026-11-20T03:00:00Z); try again when that is done'),
  );
});

it.each([
  ['at once from a process of this machine that is no more', DEAD],
  ['from one of another machine that renews it no more', LIVING],
])('is taken over %s', async (_, holder) => {
  const { state, at } = place(holder);
  const lease = await takeLease(at, 'works', TIMES);
  expect(state.held?.holder).toMatchObject({ host: hostname(), process: process.pid });
  await lease.release();
});

it('says to its holder that another has taken it, and is left to that one', async () => {
  const { state, set, at } = place();
  const lease = await takeLease(at, 'works', TIMES);
  set(LIVING);
  await vi.waitFor(() => expect(lease.signal.aborted).toBe(true), PATIENCE);
  await lease.release();
  expect(state.held?.holder).toEqual(LIVING);
});
