/** Quotas: what counts, for which client, and what a client learns. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { text } from '../../../src/core/http/answer.ts';
import { door } from '../../../src/core/http/door.ts';
import { lenient, textParameter } from '../../../src/core/http/parameters.ts';
import { INTERFACE } from '../../../src/core/interface/interface.ts';
import type { QuotaName } from '../../../src/core/quotas/quota-table.ts';
import { IDS } from '../api/fixture.ts';
import { violations } from './contract.ts';
import { type Answer, LIMITS, type Serving, type ServingOptions, serveForTest } from './serving.ts';

const PATH: Readonly<Record<'links' | 'search' | 'coverage', string>> = {
  links: `/api/v1/gnd/${IDS.covered}/links`,
  search: '/api/v1/search?q=goethe',
  coverage: `/api/v1/coverage?ids=${Array.from({ length: 100 }, () => IDS.covered).join(',')}`,
};

// The clock of quotas stands still, so that no window ends on a slow machine.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

let service: Serving;
/** A door whose path `/batch/N` costs N beyond the request itself. */
const batch = door({
  path: '/batch/{n}',
  summary: 'A batch',
  parameters: lenient({ n: { ...textParameter(''), in: 'path', read: ([text]) => Number(text) } }),
  quota: { name: 'reconcile', cost: ({ n }) => 1 + n },
  dependsOn: 'snapshot',
  cacheControl: 'no-store',
  examples: ['/batch/1'],
  answer: () => text('done'),
});
const limited = async (name: QuotaName, quota: number, options: ServingOptions = {}) => {
  service = await serveForTest({
    limits: { ...LIMITS, [name]: { quota, windowSeconds: 60, burst: 100_000 } },
    ...options,
  });
};

const remainingAfter = ({ headers }: Answer) => Number(/r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);

describe.each(['links', 'search', 'coverage'] as const)('%s', (name) => {
  it('is answered within the quota, then refused', async () => {
    await limited(name, 3);
    const { path = '' } = INTERFACE.find(({ quota }) => quota?.name === name) ?? {};
    const transcript = [];
    for (let i = 0; i < 5; i += 1) {
      const answer = await service.get(PATH[name]);
      expect(violations(path, answer)).toEqual([]);
      expect(answer.headers['ratelimit-policy']).toBe(`"${name}";q=3;w=60, "${name}-burst";q=3;w=1`);
      if (answer.status === 429) expect(answer.headers['cache-control']).toBe('no-store');
      transcript.push([answer.status, String(answer.headers['ratelimit']).split(', ')[0]]);
    }
    expect(transcript).toEqual([
      [200, `"${name}";r=2;t=60`],
      [200, `"${name}";r=1;t=60`],
      [200, `"${name}";r=0;t=60`],
      [429, `"${name}";r=0;t=60`],
      [429, `"${name}";r=0;t=60`],
    ]);
  });

  it('has its own quota', async () => {
    await limited(name, 0);
    for (const other of ['links', 'search', 'coverage'] as const) {
      expect((await service.get(PATH[other])).status).toBe(other === name ? 429 : 200);
    }
    for (const path of ['/api/v1/status', '/api/v1/sources', '/api/v1/openapi.json']) {
      expect((await service.get(path)).status).toBe(200);
    }
  });
});

it('a quota counts 304, errors, HEAD and wrong methods like other requests', async () => {
  await limited('links', 6);
  const { etag } = (await service.get(PATH.links)).headers;
  const answers = [
    await service.get(PATH.links, { headers: { 'if-none-match': String(etag) } }),
    await service.get(`/api/v1/gnd/${IDS.unknown}/links`),
    await service.get('/api/v1/gnd/%ff/links'),
    await service.get(PATH.links, { method: 'HEAD' }),
    await service.get(PATH.links, { method: 'POST' }),
    await service.get(PATH.links, { headers: { 'if-none-match': String(etag) } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([304, 404, 400, 200, 405, 429]);
  expect(answers.map(remainingAfter)).toEqual([4, 3, 2, 1, 0, 0]);
});

it('a quota does not count preflights, whose answers have its state', async () => {
  await limited('search', 1);
  for (let i = 0; i < 3; i += 1) {
    const answer = await service.get(PATH.search, { method: 'OPTIONS' });
    expect([answer.status, answer.headers['ratelimit']]).toEqual([204, '"search";r=1;t=60, "search-burst";r=1;t=1']);
  }
  await service.get(PATH.search);
  const late = await service.get(PATH.search, { method: 'OPTIONS' });
  expect([late.status, late.headers['retry-after']]).toEqual([204, undefined]);
});

it('a quota counts the full cost of a request, or the request is refused', async () => {
  const counted: unknown[] = [];
  await limited('reconcile', 10, {
    doors: [batch],
    observers: [{ finished() {}, counted: (...seen) => counted.push(seen) }],
  });
  const answers = [await service.get('/batch/4'), await service.get('/batch/4'), await service.get('/batch/0')];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(answers.map(remainingAfter)).toEqual([5, 0, 0]);
  expect(Number(answers[2]?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  expect(counted).toEqual([1, 4, 1, 4, 1].map((cost, i) => ['reconcile', i < 4, cost]));
});

it('a quota ignores X-Forwarded-For of untrusted proxies', async () => {
  await limited('links', 1);
  const from = (address: string) => service.get(PATH.links, { headers: { 'x-forwarded-for': address } });
  expect([(await from('203.0.113.1')).status, (await from('203.0.113.2')).status]).toEqual([200, 429]);
});

it('a quota counts clients behind a trusted proxy, by /64 for IPv6', async () => {
  await limited('links', 1, { trustedProxies: ['127.0.0.0/8'] });
  const from = async (address: string) =>
    (await service.get(PATH.links, { headers: { 'x-forwarded-for': address } })).status;
  expect([await from('203.0.113.1'), await from('203.0.113.2'), await from('203.0.113.1')]).toEqual([200, 200, 429]);
  expect([await from('2001:db8:1:2::1'), await from('2001:db8:1:2::2'), await from('2001:db8:1:3::1')]).toEqual([
    200, 429, 200,
  ]);
});

it('a burst above the limit of a second is refused, with a wait of one second', async () => {
  service = await serveForTest({ limits: { ...LIMITS, links: { quota: 1000, windowSeconds: 60, burst: 5 } } });
  const answers = await Promise.all(Array.from({ length: 12 }, () => service.get(PATH.links)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(7);
  for (const answer of refused) {
    expect(answer.headers['retry-after']).toBe('1');
    expect((answer.json() as { detail: string }).detail).toContain('The quota of 5 requests in one second is used up.');
  }
});

it('a quota with a larger limit holds for an IPv6 /48', async () => {
  const links = { quota: 2, windowSeconds: 60, burst: 2 };
  service = await serveForTest({ limits: { ...LIMITS, links }, siteFactor: 3, trustedProxies: ['127.0.0.0/8'] });
  const from = (address: string) => service.get(PATH.links, { headers: { 'x-forwarded-for': address } });
  const statuses = [];
  for (let network = 0; network < 8; network += 1) statuses.push((await from(`2001:db8:7:${network}::1`)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
  const elsewhere = await from('2001:db8:8:1::1');
  expect(elsewhere.status).toBe(200);
  expect(elsewhere.headers['ratelimit-policy']).toBe('"links";q=2;w=60, "links-burst";q=2;w=1, "links-site";q=6;w=60');
});

it('a quota does not refuse exempt networks for a cost beyond its burst', async () => {
  await limited('reconcile', 10, { doors: [batch], exemptNetworks: ['127.0.0.0/8'] });
  expect((await service.get('/batch/99')).status).toBe(200);
  await limited('reconcile', 10, { doors: [batch] });
  expect((await service.get('/batch/99')).status).toBe(400);
});

it('a quota does not count exempt networks', async () => {
  await limited('links', 1, { exemptNetworks: ['127.0.0.0/8'] });
  for (let i = 0; i < 3; i += 1) {
    const answer = await service.get(PATH.links);
    expect([answer.status, answer.headers['ratelimit']]).toEqual([200, '"links";r=1;t=60, "links-burst";r=1;t=1']);
  }
});
