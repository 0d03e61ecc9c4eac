/** Slows down a client that exceeds its burst: its request waits for the next second, and is refused only after that. */
import { setTimeout } from 'node:timers/promises';
import type { Client } from './client.ts';
import { createCountsByKey } from './counts-by-key.ts';
import type { QuotaName } from './quota-table.ts';
import type { Quotas, QuotaVerdict } from './quotas.ts';

/** Pauses of a request; together slightly more than a second, so that the next second of the quota has begun. */
const [PAUSES, PAUSE_MS] = [3, 340];
/** Requests of one client that wait at a time; further ones are refused at once. */
const MOST_WAITING = 4;

/** @param pause waits for a number of milliseconds */
export function createSlowDown(quotas: Pick<Quotas, 'take'>, pause: (ms: number) => Promise<unknown> = setTimeout) {
  const waiting = createCountsByKey();
  const isTooFast = ({ violated }: QuotaVerdict) => violated?.windowSeconds === 1;
  return async (client: Client, name: QuotaName, cost: number): Promise<QuotaVerdict> => {
    let verdict = await quotas.take(client, name, cost);
    if (!isTooFast(verdict) || waiting.of(client.key) >= MOST_WAITING) return verdict;
    waiting.add(client.key, 1);
    try {
      for (let n = 0; n < PAUSES && isTooFast(verdict); n += 1) {
        await pause(PAUSE_MS);
        verdict = await quotas.take(client, name, cost);
      }
    } finally {
      waiting.add(client.key, -1);
    }
    return verdict;
  };
}
