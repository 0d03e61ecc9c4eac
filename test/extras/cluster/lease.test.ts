/** The lock in a shared document: one holder at a time, and the lock of a dead holder is taken over. */
import { hostname } from 'node:os';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Locked } from '../../../src/shared/files/lock.ts';
import {
  type Holder,
  pidNamespace,
  type SharedDocument,
  takeLease,
  type Versioned,
} from '../../../src/extras/cluster/lease.ts';

const TIMES = { renewal: 20, lease: 200 } as const;
/** For hanging tests; slow ones stay below. */
const PATIENCE = { timeout: 240_000 };
const LIVING = { host: 'elsewhere', process: 1, since: '2026-11-20T03:00:00Z' };
/** A holder whose process does not exist. */
const DEAD = { ...LIVING, host: hostname(), process: 2 ** 31 - 1, namespace: pidNamespace() ?? '' };

type Writable<T> = { -readonly [part in keyof T]: T[part] };

/** A lock document in memory. */
function lockDocument(holder?: Holder) {
  const state = { held: holder && { value: holder, version: '0' }, writes: 0 } as {
    held: Versioned<Holder> | undefined;
    writes: number;
  };
  const set = (value: Holder) => (state.held = { value, version: String((state.writes += 1)) });
  const at: Writable<SharedDocument<Holder>> = {
    read: async () => state.held,
    async write(next, seen) {
      const isSeen = state.held?.version === seen?.version;
      if (isSeen) set(next);
      return isSeen;
    },
    async remove(seen) {
      if (state.held?.version === seen.version) state.held = undefined;
    },
  };
  return { state, set, at };
}

it('a lock has one holder, who renews it until it is released', async () => {
  const { state, at } = lockDocument();
  const lease = await takeLease(at, 'works', TIMES);
  await vi.waitFor(() => expect(state.writes).toBeGreaterThan(2), PATIENCE);
  expect(lease.signal.aborted).toBe(false);
  await lease.release();
  expect(state.held).toBeUndefined();
});

it.each([
  ['on another machine', LIVING],
  ['with the same number in a container of the same name', { ...LIVING, host: hostname(), process: process.pid }],
  ['with an unknown number in a container of the same name', { ...DEAD, namespace: 'another' }],
])('a lock is refused with a sentence while its holder %s renews it', async (_, holder) => {
  const { set, at } = lockDocument(holder);
  const alive = setInterval(() => set(holder), 5);
  onTestFinished(() => clearInterval(alive));
  const sentence = `${holder.host} works (process ${holder.process}, since ${holder.since}); try again when the other command has ended`;
  await expect(takeLease(at, 'works', TIMES)).rejects.toThrow(new Locked(sentence));
});

it.each([
  ['immediately from a dead process of the same namespace', DEAD],
  ['from one of another machine that renews it no more', LIVING],
])('a lock is taken over %s', async (_, holder) => {
  const { state, at } = lockDocument(holder);
  const lease = await takeLease(at, 'works', TIMES);
  expect(state.held?.value).toMatchObject({ host: hostname(), process: process.pid });
  await lease.release();
});

it('a lock tells its holder that another has taken it, and stays with that one', async () => {
  const { state, set, at } = lockDocument();
  const lease = await takeLease(at, 'works', TIMES);
  set(LIVING);
  await vi.waitFor(() => expect(lease.signal.aborted).toBe(true), PATIENCE);
  await lease.release();
  expect(state.held?.value).toEqual(LIVING);
});

/** No renewal for this time, like a paused process. */
const STALLED = { renewal: 3_600_000, lease: 200 } as const;

describe('a paused holder whose lock was taken', () => {
  it('learns that, and leaves the lock to the new holder', async () => {
    const { state, set, at } = lockDocument();
    const lease = await takeLease(at, 'works', STALLED);
    await lease.confirm();
    set(LIVING);
    await expect(lease.confirm()).rejects.toThrow(/^elsewhere works/);
    await lease.release();
    expect(state.held?.value).toEqual(LIVING);
  });

  it('learns that also after the new holder has released it', async () => {
    const { state, at } = lockDocument();
    const lease = await takeLease(at, 'works', STALLED);
    state.held = undefined;
    await expect(lease.confirm()).rejects.toThrow(Locked);
    await lease.release();
  });

  it('leaves the lock to a holder that takes it between check and removal', async () => {
    const { state, set, at } = lockDocument();
    const isRead = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const read = async () => {
      const held = state.held;
      isRead.resolve();
      await goOn.promise;
      return held;
    };
    const lease = await takeLease(at, 'works', STALLED);
    at.read = read;
    const released = lease.release();
    await isRead.promise;
    set(LIVING);
    goOn.resolve();
    await released;
    expect(state.held?.value).toEqual(LIVING);
  });
});
