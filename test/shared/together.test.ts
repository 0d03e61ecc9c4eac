/** Simultaneous parts of work: an error stops the others, and is thrown after all have ended. */
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { together } from '../../src/shared/files/together.ts';

const FAILURE = new Error('a part failed');

/** A part that ends when it is stopped, and records that. */
function waiting(ended: string[]) {
  return async (signal: AbortSignal) => {
    await once(signal, 'abort');
    await new Promise(setImmediate);
    ended.push('stopped');
    throw new Error('stopped');
  };
}

it('simultaneous parts return their results in order', async () => {
  expect(await together([async () => [1], async () => [2]])).toEqual([[1], [2]]);
});

it('simultaneous parts throw the first error after all have ended', async () => {
  const ended: string[] = [];
  const parts = [waiting(ended), () => Promise.reject(FAILURE), waiting(ended)];
  await expect(together(parts)).rejects.toBe(FAILURE);
  expect(ended).toEqual(['stopped', 'stopped']);
});

it('simultaneous parts stop at the signal of the caller, and throw its reason', async () => {
  const ended: string[] = [];
  const stop = new AbortController();
  const work = together([waiting(ended)], stop.signal);
  stop.abort(FAILURE);
  await expect(work).rejects.toBe(FAILURE);
  expect(ended).toEqual(['stopped']);
});
