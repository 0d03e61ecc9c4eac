/** Writes documents in bulk, no faster than the cluster takes them. */
import { type BatchOptions, sendInBatches } from '../batches.ts';
import { StoreOverloaded } from '../store.ts';
import { type Ask, LONG, refusal } from './client.ts';

type BulkAnswer = { errors: boolean; items: readonly { create: { status: number; error?: { type: string } } }[] };

/**
 * @param lines each an action and its document; one that is there already stays as it is
 * @throws StoreReadError when one is refused for good, StoreOverloaded when all of them are for too long
 */
export async function writeBulk(ask: Ask, index: string, lines: Iterable<string>, options: Omit<BatchOptions, 'send'>) {
  const path = `/${index}/_bulk`;
  async function send(batch: readonly string[]): Promise<readonly string[]> {
    const { errors, items } = await ask<BulkAnswer>('POST', path, { lines: batch.join(''), timeout: LONG });
    if (!errors) return [];
    return batch.filter((_, place) => {
      const { status = 500, error = {} } = items[place]?.create ?? {};
      if (status < 300 || status === 409) return false;
      const why = refusal(status, error, path);
      if (why instanceof StoreOverloaded) return true;
      throw why;
    });
  }
  await sendInBatches(lines, { ...options, send });
}
