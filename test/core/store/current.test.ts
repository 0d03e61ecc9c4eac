/** The current snapshot: requests keep the one with which they began. */
import { describe, expect, it } from 'vitest';
import { createCurrentSnapshot } from '../../../src/core/snapshot/current.ts';
import type { Store } from '../../../src/core/snapshot/store.ts';

const closed: string[] = [];
const store = (id: string): Store =>
  ({ snapshot: { id }, close: async () => void closed.push(id) }) as unknown as Store;
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the current snapshot', () => {
  it('is closed immediately without requests', async () => {
    closed.length = 0;
    const current = createCurrentSnapshot();
    current.switchTo(store('a'));
    current.switchTo(store('b'));
    await settle();
    expect(closed).toEqual(['a']);
    await current.close();
    expect([closed, current.acquire()]).toEqual([['a', 'b'], undefined]);
  });

  it('waits for the last request when the service closes', async () => {
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

  it('reports a failure to close', async () => {
    const failures: unknown[] = [];
    const current = createCurrentSnapshot((_, error) => failures.push(error));
    const broken = { ...store('a'), close: async () => Promise.reject(new Error('stuck')) };
    current.switchTo(broken);
    await current.close();
    expect(failures).toEqual([new Error('stuck')]);
  });
});
