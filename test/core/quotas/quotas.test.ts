/** Quotas of a client: quota, burst and site together, and the cost of a refusal. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Client } from '../../../src/core/quotas/client.ts';
import type { Limiter } from '../../../src/core/quotas/limiter.ts';
import { createMemoryLimiter } from '../../../src/core/quotas/memory-limiter.ts';
import { DEFAULT_LIMITS, type Quota } from '../../../src/core/quotas/quota-table.ts';
import { createQuotas, type Quotas, type QuotaVerdict } from '../../../src/core/quotas/quotas.ts';

const V4: Client = { key: '192.0.2.7', exempt: false, network: '192.0.2.0/24' };
const V6 = inSite('1');

function inSite(subnet: string): Client {
  const site = '2001:db8:1::/48';
  return { key: `2001:db8:1:${subnet}::/64`, site, exempt: false, network: site };
}

let limiter: Limiter;
beforeEach(() => {
  vi.useFakeTimers();
  limiter = createMemoryLimiter();
});
afterEach(async () => {
  await limiter.close();
  vi.useRealTimers();
});

const quotasOf = (links: Quota, siteFactor = 0) =>
  createQuotas({ limiter, limits: { ...DEFAULT_LIMITS, links }, siteFactor });

async function takeTimes(quotas: Quotas, client: Client, times: number): Promise<QuotaVerdict[]> {
  const verdicts = [];
  for (let i = 0; i < times; i += 1) verdicts.push(await quotas.take(client, 'links', 1));
  return verdicts;
}

const remainingIn = ({ fields }: QuotaVerdict) => [...fields.ratelimit.matchAll(/r=(\d+)/g)].map(([, r]) => Number(r));

describe('a request above the burst', () => {
  it('is refused for a second, and costs nothing of the quota', async () => {
    const quotas = quotasOf({ quota: 10, windowSeconds: 60, burst: 2 });
    const verdicts = await takeTimes(quotas, V4, 5);
    expect(verdicts.map(({ allowed }) => allowed)).toEqual([true, true, false, false, false]);
    expect(verdicts[4]).toMatchObject({
      waitSeconds: 1,
      violated: { name: 'links-burst', quota: 2, windowSeconds: 1 },
      fields: { ratelimit: '"links";r=8;t=60, "links-burst";r=0;t=1', 'retry-after': '1' },
    });
    vi.advanceTimersByTime(1000);
    expect(remainingIn(await quotas.take(V4, 'links', 1))).toEqual([7, 1]);
  });

  it('and the quota is refused until the quota is renewed', async () => {
    const quotas = quotasOf({ quota: 2, windowSeconds: 60, burst: 2 });
    const verdicts = await takeTimes(quotas, V4, 3);
    expect(verdicts[2]).toMatchObject({
      allowed: false,
      waitSeconds: 60,
      violated: { name: 'links' },
      fields: { 'retry-after': '60' },
    });
  });
});

describe('a request above the quota', () => {
  it('is refused until the window ends, even below the burst', async () => {
    const quotas = quotasOf({ quota: 4, windowSeconds: 60, burst: 2 });
    await takeTimes(quotas, V4, 2);
    vi.advanceTimersByTime(1000);
    await takeTimes(quotas, V4, 2);
    vi.advanceTimersByTime(16_000);
    const refused = await quotas.take(V4, 'links', 1);
    expect(refused).toMatchObject({ allowed: false, waitSeconds: 43, violated: { name: 'links' } });
    expect(refused.fields).toMatchObject({ ratelimit: '"links";r=0;t=43, "links-burst";r=1;t=1', 'retry-after': '43' });
    vi.advanceTimersByTime(43_000);
    expect(await quotas.take(V4, 'links', 1)).toMatchObject({ allowed: true });
  });

  it('costs the site nothing', async () => {
    const quotas = quotasOf({ quota: 3, windowSeconds: 60, burst: 3 }, 2);
    await takeTimes(quotas, V6, 3);
    for (let second = 0; second < 10; second += 1) {
      vi.advanceTimersByTime(1000);
      await takeTimes(quotas, V6, 3);
    }
    expect(remainingIn(await quotas.take(inSite('2'), 'links', 1))).toEqual([2, 2, 2]);
  });
});

describe('a site', () => {
  it('is a network of IPv6 only', async () => {
    const quotas = quotasOf({ quota: 3, windowSeconds: 60, burst: 3 }, 2);
    expect(remainingIn(await quotas.take(V4, 'links', 1))).toEqual([2, 2]);
    expect(remainingIn(await quotas.take(V6, 'links', 1))).toEqual([2, 2, 5]);
  });

  it('without remaining quota costs a client nothing of its own quota', async () => {
    const quotas = quotasOf({ quota: 4, windowSeconds: 60, burst: 4 }, 1);
    await takeTimes(quotas, inSite('1'), 4);
    vi.advanceTimersByTime(30_000);
    const refused = await takeTimes(quotas, inSite('2'), 3);
    expect(refused[0]).toMatchObject({
      waitSeconds: 30,
      violated: { name: 'links-site', quota: 4, windowSeconds: 60 },
    });
    expect(refused.map(remainingIn)).toEqual([
      [4, 3, 0],
      [4, 2, 0],
      [4, 1, 0],
    ]);
    vi.advanceTimersByTime(30_000);
    expect(remainingIn(await quotas.take(inSite('2'), 'links', 1))).toEqual([3, 3, 3]);
  });

  it('is counted exactly for simultaneous requests of many clients', async () => {
    const quotas = quotasOf({ quota: 5, windowSeconds: 60, burst: 5 }, 3);
    const clients = Array.from({ length: 40 }, (_, i) => inSite(i.toString(16)));
    const verdicts = await Promise.all(clients.map(async (client) => quotas.take(client, 'links', 1)));
    expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(15);
  });
});

it('quotas are separate by name', async () => {
  const limit = { quota: 2, windowSeconds: 60, burst: 2 };
  const quotas = createQuotas({ limiter, limits: { ...DEFAULT_LIMITS, links: limit, search: limit }, siteFactor: 0 });
  await quotas.take(V4, 'links', 1);
  expect(remainingIn(await quotas.take(V4, 'search', 1))).toEqual([1, 1]);
});
