/** Parts of work at the same time: an error stops the others, and arrives when all have ended. */
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { together } from '../../src/files/together.ts';

const FAILURE = new Error('a part failed');

/** A part that ends when it is stopped, and notes that. */
function waiting(ended: string[]) {
  return async (signal: AbortSignal) => {
    await once(signal, 'abort');
    await new Promise(setImmediate);
    ended.push('stopped');
    throw new Error('stopped');
  };
}

it('returns the results in the order of the parts', async () => {
  expect(await together([async () => [1], async () => [2]])).toEqual([[1], [2]]);
});

it('throws the first error, after all parts have ended', async () => {
  const ended: string[] = [];
  const parts = [waiting(ended), () => Promise.reject(FAILURE), waiting(ended)];
  await expect(together(parts)).rejects.toBe(FAILURE);
  expect(ended).toEqual(['stopped', 'stopped']);
});

it('is stopped by the signal of the caller, whose reason it throws', async () => {
  const ended: string[] = [];
  const stop = new AbortController();
  const work = together([waiting(ended)], stop.signal);
  stop.abort(FAILURE);
  await expect(work).rejects.toBe(FAILURE);
  expect(ended).toEqual(['stopped']);
});
