/** Pages as the whole service answers them: addresses, fields, refusals, and data that cannot be read. */
import { describe, expect, it } from 'vitest';
import { type Store, StoreReadError } from '../../../src/core/snapshot/store.ts';
import { IDS, openFixture } from '../../core/api/fixture.ts';
import { mediaTypeOf } from '../../core/http/contract.ts';
import { serveForFile, serveForTest } from '../serving.ts';

const service = serveForFile();

describe('unknown addresses for people', () => {
  const HTML = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

  it.each([
    ['/sources/', '/sources'],
    ['/gnd/118540238/', '/gnd/118540238'],
    ['/search/?q=a&lang=en', '/search?q=a&lang=en'],
  ])('%s redirects to %s', async (path, location) => {
    const { status, headers } = await service.get(path, { headers: HTML });
    expect([status, headers['location']]).toEqual([308, location]);
    expect(headers['vary']).toMatch(/\bAccept$/);
  });

  it.each([undefined, '*/*', 'application/json', 'application/json, text/html;q=0.9', 'text/html;q=0'])(
    'are problem documents for programs: %s',
    async (accept) => {
      for (const path of ['/nix', '/sources/']) {
        const answer = await service.get(path, { headers: accept === undefined ? {} : { accept } });
        expect([answer.status, mediaTypeOf(answer)]).toEqual([404, 'application/problem+json']);
      }
    },
  );
});

describe('pages', () => {
  it.each(['/', '/problems/not-found'])('%s is a page that loads nothing from other sites', async (path) => {
    const { status, headers, text } = await service.get(path);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = headers['content-security-policy'];
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(text).not.toMatch(/<script>|javascript:|<[^>]* on\w+=/i);
    expect(headers['set-cookie']).toBeUndefined();
  });
});

it('an answer about an entity leads to its page and to the documents', async () => {
  const { headers } = await service.get(`/api/v1/gnd/${IDS.covered}/links`);
  expect(headers['link']).toContain(`<${service.url}/docs>; rel="service-doc"; type="text/html"`);
  expect(headers['link']).toContain(`<${service.url}/gnd/118540238>; rel="alternate"; type="text/html"`);
});

it('former sources are listed', async () => {
  const fixture = await openFixture();
  const label = { de: 'Weg', en: 'Gone' };
  const retired = [{ key: 'gone', title: label, since: '2024-01-31', reason: label }];
  const kept = await serveForTest({ fixture: { ...fixture, snapshot: { ...fixture.snapshot, retired } } });
  expect((await kept.get('/sources?lang=en')).text).toMatch(/Former sources[^]+<small>January 2024: /);
});

const unreadable = async () => Promise.reject(new StoreReadError('disk on fire'));
const failing: Partial<Store> = { entity: unreadable, search: unreadable, coverage: unreadable, check: unreadable };

it.each([
  [`/gnd/${IDS.covered}`, 503],
  ['/search?q=goethe', 503],
  ['/status', 503],
  ['/', 503],
  ['/sources', 200],
])('with unreadable data, pages say so with Retry-After, or do without the data: %s', async (path, expected) => {
  const fixture = await openFixture();
  const broken = await serveForTest({ fixture: { ...fixture, ...failing }, log: { error: () => undefined } });
  const { status, headers } = await broken.get(path);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect([status, headers['retry-after']]).toEqual([expected, expected === 503 ? '5' : undefined]);
});
