/** Batches of documents: each arrives once, temporary refusals are retried, and a permanent one ends the batches. */
import { expect, it } from 'vitest';
import { sendInBatches } from '../../../src/extras/cluster/bulk.ts';
import { StoreOverloaded } from '../../../src/core/snapshot/store.ts';

const { signal } = new AbortController();
const LARGE = 'x'.repeat(1024 * 1024);
const texts = Array.from({ length: 30 }, (_, place) => `${place}${LARGE}`);

it('batches are sent a few at a time, refused documents again, and progress is reported', async () => {
  const arrived: string[] = [];
  const refused = new Set<string>();
  let [underWay, most, progress] = [0, 0, 0];
  const send = async (batch: readonly string[]) => {
    underWay += 1;
    most = Math.max(most, underWay);
    await Promise.resolve();
    underWay -= 1;
    const [first = ''] = batch;
    if (refused.size === 0) {
      refused.add(first);
      throw new StoreOverloaded('later');
    }
    const again = batch.filter((text) => text.startsWith('7') && !refused.has(text));
    for (const text of again) refused.add(text);
    arrived.push(...batch.filter((text) => !again.includes(text)));
    return again;
  };
  await sendInBatches(texts, { send, advance: (count) => (progress += count), patience: 60_000, signal });
  expect(arrived.toSorted()).toEqual(texts.toSorted());
  expect([progress, most]).toEqual([30, 4]);
});

it('ends after an error when no batch is under way, and sends no further one', async () => {
  let [underWay, sent] = [0, 0];
  const send = async () => {
    const place = (sent += 1);
    underWay += 1;
    for (let turn = 0; turn < 10 * place; turn += 1) await new Promise(setImmediate);
    underWay -= 1;
    throw place === 1 ? new Error('never') : new StoreOverloaded('later');
  };
  await expect(sendInBatches(texts, { send, advance: () => undefined, patience: 60_000, signal })).rejects.toThrow(
    'never',
  );
  expect([underWay, sent]).toEqual([0, 4]);
});

it('batches end when nothing is taken for too long', async () => {
  const send = () => Promise.reject(new StoreOverloaded('later'));
  const batches = sendInBatches(['a'], { send, advance: () => undefined, patience: 0, signal });
  await expect(batches).rejects.toThrow('later');
});
