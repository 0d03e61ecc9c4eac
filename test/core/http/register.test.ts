/** `GET /api/v1/sources`, `/status` and `/openapi.json`: the sentences of the contract. */
import { createLink } from '../../../src/core/http/door-link.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { coreDoors, INTERFACE } from '../../../src/core/interface/interface.ts';
import { openapiDocument } from '../../../src/core/interface/openapi.ts';
import type { SourcesAnswer, StatusAnswer } from '../../../src/core/interface/register-schemas.ts';
import { createCurrentSnapshot } from '../../../src/core/snapshot/current.ts';
import type { Cadence } from '../../../src/core/model/source.ts';
import { BUILT_AT, CATEGORIES, FRESH_SOURCE, SNAPSHOT, openFixture } from '../api/fixture.ts';
import { violations } from './contract.ts';
import { LIMITS, serveForFile, serveForTest, type Serving } from './serving.ts';

const service = serveForFile();

async function get<T>(path: string, from: Serving = service): Promise<T> {
  const answer = await from.get(path);
  expect(violations(path, answer)).toEqual([]);
  expect(answer.status).toBe(200);
  return answer.json() as T;
}

describe('the sources', () => {
  it('have origin, licence, freshness and scope', async () => {
    const { sources, categories, collections, snapshot } = await get<SourcesAnswer>('/api/v1/sources');
    expect(snapshot).toEqual(SNAPSHOT);
    const { observation, cadence, ...kept } = FRESH_SOURCE;
    expect(sources[0]).toEqual({
      ...kept,
      freshness: { ...observation, cadence, ageDays: 38, state: 'fresh' },
    });
    expect(categories).toEqual(CATEGORIES);
    expect(collections.map(({ key }) => key)).toEqual(['dewiki']);
  });

  it('include retired ones', async () => {
    const fixture = await openFixture();
    const label = { de: 'Weg', en: 'Gone' };
    const retired = [{ key: 'gone', title: label, since: '2024-01-31', reason: label }];
    const kept = await serveForTest({ fixture: { ...fixture, snapshot: { ...fixture.snapshot, retired } } });
    expect((await get<SourcesAnswer>('/api/v1/sources', kept)).retired).toEqual(retired);
    expect((await get<SourcesAnswer>('/api/v1/sources')).retired).toEqual([]);
  });

  it('have their state', async () => {
    const { sources } = await get<SourcesAnswer>('/api/v1/sources');
    expect(sources.map(({ freshness }) => [freshness.state, freshness.reason])).toEqual([
      ['fresh', undefined],
      ['stale', '30 days behind its weekly schedule'],
      ['unscheduled', undefined],
      ['held', 'shrunk_by_half'],
      ['failing', 'http_404'],
    ]);
  });

  it('have no declared date in the future, and no unknown fields', async () => {
    const { sources } = await get<SourcesAnswer>('/api/v1/sources');
    expect(sources[1]?.freshness.declaredDate).toBeUndefined();
    expect(sources[1]?.licence).toEqual({ statement: 'not stated' });
    expect(sources[1]?.origin).toEqual({ publisher: 'Beispielarchiv', format: 'beacon' });
  });

  it('age with the clock, and so do their validators', async () => {
    let now = new Date('2026-11-20T12:00:00Z');
    const aging = await serveForTest({ clock: () => now });
    const first = await aging.get('/api/v1/sources');
    now = new Date('2026-11-20T23:00:00Z');
    const sameDay = await aging.get('/api/v1/sources');
    now = new Date('2026-11-21T00:00:01Z');
    const nextDay = await aging.get('/api/v1/sources');
    expect(sameDay.text).toBe(first.text);
    expect(sameDay.headers['etag']).toBe(first.headers['etag']);
    expect((nextDay.json() as SourcesAnswer).sources[0]?.freshness.ageDays).toBe(39);
    expect(nextDay.headers['etag']).not.toBe(first.headers['etag']);
    expect(nextDay.headers['last-modified']).toBe('Sat, 21 Nov 2026 00:00:00 GMT');
  });
});

describe('the status', () => {
  it('has the quota of an IPv6 site, and no burst above the quota', async () => {
    const links = { quota: 10, windowSeconds: 60, burst: 100 };
    const limited = await serveForTest({ limits: { ...LIMITS, links }, siteFactor: 16 });
    const { limits } = (await limited.get('/api/v1/status')).json() as { limits: Record<string, unknown> };
    expect(limits['links']).toEqual({ quota: 10, windowSeconds: 60, burst: 10, site: 160 });
  });

  it('reports snapshot, sources, limits and checks', async () => {
    const status = await get<StatusAnswer>('/api/v1/status');
    expect(status).toMatchObject({
      apiVersion: '1.0.0',
      status: 'warn',
      release: '1.2.3',
      snapshot: { ...SNAPSHOT, builtAt: BUILT_AT, ageDays: 38, counts: { entities: 15, redirects: 1 } },
      sources: { fresh: 1, unscheduled: 1, stale: 1, held: 1, failing: 1 },
      limits: LIMITS,
    });
    expect(status.checks.map(({ name, status: level }) => [name, level])).toEqual([
      ['store', 'pass'],
      ['limiter', 'pass'],
      ['freshness', 'warn'],
    ]);
  });

  it('names sources that are not fresh, and passes again when an old list has been known for long', async () => {
    const list = { ...FRESH_SOURCE, kind: 'links' as const, key: 'old-list' };
    const others = Array.from({ length: 3 }, (_, n) => ({
      ...FRESH_SOURCE,
      key: `list-${n}`,
      cadence: 'never' as const,
    }));
    let now = new Date('2026-11-20T12:00:00Z');
    const aging = await serveForTest({ sources: [...others, list], clock: () => now });
    expect(await get<StatusAnswer>('/api/v1/status', aging)).toMatchObject({ status: 'pass', notFresh: [] });
    now = new Date('2027-01-14T12:00:00Z');
    const notFresh = [
      { key: 'old-list', state: 'stale', since: '2027-01-14', reason: '1 day behind its quarterly schedule' },
    ];
    expect(await get<StatusAnswer>('/api/v1/status', aging)).toMatchObject({ status: 'warn', notFresh });
    now = new Date('2027-01-21T12:00:00Z');
    const later = await get<StatusAnswer>('/api/v1/status', aging);
    const reason = '8 days behind its quarterly schedule';
    expect(later).toMatchObject({ status: 'pass', sources: { stale: 1 }, notFresh: [{ ...notFresh[0], reason }] });
    expect(later.checks.find(({ name }) => name === 'freshness')).toMatchObject({ status: 'pass', observedValue: 1 });
  });

  it('counts sources without a rhythm, and is no reason to warn, however many and old they are', async () => {
    const old = { declaredDate: '2011-01-01', observedSince: '2011-01-01' };
    const sources = ['irregular', 'unknown'].map((cadence) => ({
      ...FRESH_SOURCE,
      key: cadence,
      cadence: cadence as Cadence,
      observation: { ...FRESH_SOURCE.observation, ...old },
    }));
    const aging = await serveForTest({ sources });
    expect(await get<StatusAnswer>('/api/v1/status', aging)).toMatchObject({
      status: 'pass',
      sources: { fresh: 0, unscheduled: 2, stale: 0 },
      notFresh: [],
    });
  });

  it('is not computed for every request', async () => {
    let made = 0;
    const asked = await serveForTest({ updates: async () => void (made += 1) });
    await Promise.all(Array.from({ length: 100 }, async () => get<StatusAnswer>('/api/v1/status', asked)));
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThan(50);
  });

  it('warns at once when a newer snapshot is refused', async () => {
    const snapshots = createCurrentSnapshot();
    snapshots.switchTo(await openFixture([FRESH_SOURCE]));
    onTestFinished(() => snapshots.close());
    const asked = await serveForTest({ snapshots });
    const told = async () => {
      const { status, checks } = await get<StatusAnswer>('/api/v1/status', asked);
      return [status, checks[0]];
    };
    expect(await told()).toMatchObject(['pass', { name: 'store', status: 'pass' }]);
    snapshots.refuse('It is damaged.');
    const output = 'A newer snapshot is not served: It is damaged.';
    expect(await told()).toMatchObject(['warn', { name: 'store', status: 'warn', output }]);
  });

  it('is 503 with the same body when the data cannot be read, and other addresses are 500 without the cause', async () => {
    const broken = await serveForTest();
    await broken.store.close();
    const answer = await broken.get('/api/v1/status');
    expect(violations('/api/v1/status', answer)).toEqual([]);
    expect([answer.status, answer.headers['content-type']]).toEqual([503, 'application/json']);
    expect(answer.json()).toMatchObject({ snapshot: SNAPSHOT, status: 'fail' });
    expect((answer.json() as StatusAnswer).checks[0]).toMatchObject({ name: 'store', status: 'fail' });
    for (const path of ['/api/v1/gnd/118540238/links', '/api/v1/search?q=ab', '/api/v1/coverage?ids=1-1']) {
      const failed = await broken.get(path);
      expect(failed.status).toBe(500);
      const { code, detail, instance } = failed.json() as Record<string, string>;
      expect([code, instance]).toEqual(['internal_error', `urn:uuid:${String(failed.headers['x-request-id'])}`]);
      expect(detail).not.toMatch(/database|sqlite|open/i);
      expect(failed.headers['cache-control']).toBe('no-store');
    }
  });
});

describe('the description', () => {
  it('is OpenAPI with this service as its server', async () => {
    const document = await get<object>('/api/v1/openapi.json');
    const { url } = service;
    const link = createLink(coreDoors({ release: '1.2.3' }), () => url);
    expect(document).toEqual(openapiDocument({ baseUrl: url, link, doors: INTERFACE }));
  });

  it('names the configured address, not the listening one', async () => {
    const behind = await serveForTest({ baseUrl: 'https://links.example.org/gnd' });
    const document = await get<{ servers: { url: string }[] }>('/api/v1/openapi.json', behind);
    expect(document.servers[0]?.url).toBe('https://links.example.org/gnd');
  });
});
