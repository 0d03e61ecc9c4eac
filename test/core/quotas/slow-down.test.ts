/** A client that is too fast for a burst waits until the next second before it is refused. */
import { expect, it } from 'vitest';
import type { Client } from '../../../src/core/quotas/client.ts';
import { DEFAULT_LIMITS } from '../../../src/core/quotas/quota-table.ts';
import { createQuotas } from '../../../src/core/quotas/quotas.ts';
import { createSlowDown } from '../../../src/core/quotas/slow-down.ts';

const CLIENT: Client = { key: '192.0.2.7', exempt: false, network: '192.0.2.0/24' };

/** Quotas whose window of a second ends after some pauses. */
function quotasThatOpenAfter(pauses: number, quota = 3000) {
  let [paused, used] = [0, 0];
  const limiter = {
    take: (_: string, policy: { quota: number; windowSeconds: number }, cost = 1) => {
      if (policy.windowSeconds === 1 && paused >= pauses) used = 0;
      else if (policy.windowSeconds === 1) used += cost;
      const spent = policy.windowSeconds === 1 ? used : 0;
      const allowed = policy.quota > 0 && spent <= policy.quota;
      return { allowed, remaining: allowed ? policy.quota - spent : 0, resetSeconds: policy.windowSeconds };
    },
    health: async () => ({ status: 'pass' as const }),
    close: async () => undefined,
  };
  const waits: number[] = [];
  const pause = async (ms: number) => {
    paused += 1;
    waits.push(ms);
  };
  const limits = { ...DEFAULT_LIMITS, reconcile: { quota, windowSeconds: 60, burst: 300 } };
  const quotas = createQuotas({ limiter, limits, siteFactor: 0 });
  return { take: createSlowDown(quotas, pause), waits };
}

it('is answered after the window of its burst, not refused', async () => {
  const { take, waits } = quotasThatOpenAfter(2);
  expect((await take(CLIENT, 'reconcile', 300)).allowed).toBe(true);
  expect(waits).toEqual([]);
  expect((await take(CLIENT, 'reconcile', 10)).allowed).toBe(true);
  expect(waits).toHaveLength(2);
});

it('is refused only if the next second is used up, too', async () => {
  const { take, waits } = quotasThatOpenAfter(Infinity);
  await take(CLIENT, 'reconcile', 300);
  expect(await take(CLIENT, 'reconcile', 10)).toMatchObject({ allowed: false, waitSeconds: 1 });
  expect(waits.length).toBeGreaterThan(0);
  const waited = waits.reduce((sum, ms) => sum + ms, 0);
  // The window of a second may have begun with this request.
  expect(waited).toBeGreaterThan(1000);
  expect(waited).toBeLessThan(1100);
});

it('is refused at once where a longer window is used up, or where several of its requests wait', async () => {
  const empty = quotasThatOpenAfter(1, 0);
  expect((await empty.take(CLIENT, 'reconcile', 1)).allowed).toBe(false);
  expect(empty.waits).toEqual([]);
  const { take, waits } = quotasThatOpenAfter(Infinity);
  await take(CLIENT, 'reconcile', 300);
  await Promise.all(Array.from({ length: 20 }, () => take(CLIENT, 'reconcile', 10)));
  expect(waits.length).toBeLessThan(20);
});
