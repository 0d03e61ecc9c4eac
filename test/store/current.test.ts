/** The snapshot in force: requests keep theirs until they end, whatever becomes current. */
import { describe, expect, it } from 'vitest';
import { createCurrentSnapshot } from '../../src/snapshot/current.ts';
import type { Store } from '../../src/snapshot/store.ts';

const closed: string[] = [];
const store = (id: string): Store =>
  ({ snapshot: { id }, close: async () => void closed.push(id) }) as unknown as Store;
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the snapshot in force', () => {
  it('is none at first', () => {
    expect(createCurrentSnapshot().acquire()).toBeUndefined();
  });

  it('stays open for its requests after it was replaced, and is closed with the last', async () => {
    closed.length = 0;
    const current = createCurrentSnapshot();
    current.switchTo(store('a'));
    const [first, second] = [current.acquire(), current.acquire()];
    current.switchTo(store('b'));
    expect([first?.store.snapshot.id, current.acquire()?.store.snapshot.id]).toEqual(['a', 'b']);
    first?.release();
    await settle();
    expect(closed).toEqual([]);
    second?.release();
    await settle();
    expect(closed).toEqual(['a']);
  });

  it('is closed at once when nobody holds it', async () => {
    closed.length = 0;
    const current = createCurrentSnapshot();
    current.switchTo(store('a'));
    current.switchTo(store('b'));
    await settle();
    expect(closed).toEqual(['a']);
    await current.close();
    expect([closed, current.acquire()]).toEqual([['a', 'b'], undefined]);
  });

  it('waits for the last request when all is closed', async () => {
    closed.length = 0;
    const current = createCurrentSnapshot();
    current.switchTo(store('a'));
    const reference = current.acquire();
    let done = false;
    const closing = current.close().then(() => (done = true));
    await settle();
    expect([done, current.acquire()]).toEqual([false, undefined]);
    reference?.release();
    await closing;
    expect(closed).toEqual(['a']);
  });

  it('remembers why another was refused, until one is accepted', () => {
    const current = createCurrentSnapshot();
    current.refuse('It is damaged.');
    expect(current.refusal()).toBe('It is damaged.');
    current.switchTo(store('a'));
    expect(current.refusal()).toBeUndefined();
  });

  it('tells of a snapshot that would not close', async () => {
    const failures: unknown[] = [];
    const current = createCurrentSnapshot((_, error) => failures.push(error));
    const broken = { ...store('a'), close: async () => Promise.reject(new Error('stuck')) };
    current.switchTo(broken);
    await current.close();
    expect(failures).toEqual([new Error('stuck')]);
  });
});
