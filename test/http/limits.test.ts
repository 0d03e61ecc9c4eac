/** Quotas: what is counted, for whom, and what a client is told. */
import { afterEach, describe, expect, it } from 'vitest';
import type { LimitedName } from '../../src/api/endpoint.ts';
import { IDS } from '../api/fixture.ts';
import { violations } from './contract.ts';
import { LIMITS, type Serving, type ServingOptions, serve } from './serving.ts';

const PATH: Readonly<Record<LimitedName, string>> = {
  links: `/api/v1/gnd/${IDS.covered}/links`,
  search: '/api/v1/search?q=goethe',
  coverage: `/api/v1/coverage?ids=${Array.from({ length: 100 }, () => IDS.covered).join(',')}`,
};
const DOCUMENTED: Readonly<Record<LimitedName, string>> = {
  links: '/api/v1/gnd/{gnd}/links',
  search: '/api/v1/search',
  coverage: '/api/v1/coverage',
};

let service: Serving;
afterEach(() => service.close());
const limited = async (name: LimitedName, quota: number, options: ServingOptions = {}) => {
  service = await serve({ limits: { ...LIMITS, [name]: { quota, windowSeconds: 60 } }, ...options });
};

describe.each(['links', 'search', 'coverage'] as const)('%s', (name) => {
  it('is answered as often as the quota says, then refused', async () => {
    await limited(name, 3);
    const transcript = [];
    for (let i = 0; i < 5; i += 1) {
      const answer = await service.get(PATH[name]);
      expect(violations(DOCUMENTED[name], answer)).toEqual([]);
      expect(answer.headers['ratelimit-policy']).toBe(`"${name}";q=3;w=60`);
      const { ratelimit } = answer.headers;
      transcript.push([answer.status, String(ratelimit).replace(/t=(60|59|58)$/, 't=…')]);
    }
    expect(transcript).toEqual([
      [200, `"${name}";r=2;t=…`],
      [200, `"${name}";r=1;t=…`],
      [200, `"${name}";r=0;t=…`],
      [429, `"${name}";r=0;t=…`],
      [429, `"${name}";r=0;t=…`],
    ]);
  });

  it('tells a refused client when to come back, and no cache to keep it', async () => {
    await limited(name, 0);
    const answer = await service.get(PATH[name]);
    expect(answer.status).toBe(429);
    expect(answer.json()).toMatchObject({ code: 'rate_limited', status: 429 });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });

  it('has a quota of its own', async () => {
    await limited(name, 0);
    for (const other of ['links', 'search', 'coverage'] as const) {
      expect((await service.get(PATH[other])).status).toBe(other === name ? 429 : 200);
    }
    for (const path of ['/api/v1/status', '/api/v1/sources', '/api/v1/openapi.json', '/']) {
      expect((await service.get(path)).status).toBe(200);
    }
  });
});

it('counts 304, errors, HEAD and wrong methods like everything else', async () => {
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
  expect(answers.map(({ headers }) => /r=(\d+)/.exec(String(headers['ratelimit']))?.[1])).toEqual([
    '4',
    '3',
    '2',
    '1',
    '0',
    '0',
  ]);
});

it('does not count preflights, but tells them what is left', async () => {
  await limited('search', 1);
  for (let i = 0; i < 3; i += 1) {
    const answer = await service.get(PATH.search, { method: 'OPTIONS' });
    expect([answer.status, answer.headers['ratelimit']]).toEqual([204, '"search";r=1;t=60']);
  }
  await service.get(PATH.search);
  const late = await service.get(PATH.search, { method: 'OPTIONS' });
  expect([late.status, late.headers['retry-after']]).toEqual([204, undefined]);
});

it('does not believe X-Forwarded-For of strangers', async () => {
  await limited('links', 1);
  const from = (address: string) => service.get(PATH.links, { headers: { 'x-forwarded-for': address } });
  expect([(await from('203.0.113.1')).status, (await from('203.0.113.2')).status]).toEqual([200, 429]);
});

it('counts per client behind a trusted proxy, per /64 for IPv6', async () => {
  await limited('links', 1, { trustedProxies: ['127.0.0.0/8'] });
  const from = async (address: string) =>
    (await service.get(PATH.links, { headers: { 'x-forwarded-for': address } })).status;
  expect([await from('203.0.113.1'), await from('203.0.113.2'), await from('203.0.113.1')]).toEqual([200, 200, 429]);
  expect([await from('2001:db8:1:2::1'), await from('2001:db8:1:2::2'), await from('2001:db8:1:3::1')]).toEqual([
    200, 429, 200,
  ]);
});
