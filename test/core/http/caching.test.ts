/** Validators and conditional requests. */
import { describe, expect, it } from 'vitest';
import type { Door } from '../../../src/core/http/door.ts';
import { coreDoors, INTERFACE } from '../../../src/core/interface/interface.ts';
import { createCurrentSnapshot } from '../../../src/core/snapshot/current.ts';
import type { Store } from '../../../src/core/snapshot/store.ts';
import { BUILT_AT, IDS, openFixture, SOURCES } from '../api/fixture.ts';
import { violations } from './contract.ts';
import { serveForFile, serveForTest } from './serving.ts';

const LINKS = `/api/v1/gnd/${IDS.covered}/links`;
const PATHS = [
  [LINKS, '/api/v1/gnd/{gnd}/links'],
  ['/api/v1/search?q=goethe', '/api/v1/search'],
  [`/api/v1/coverage?ids=${IDS.covered}`, '/api/v1/coverage'],
  [`/api/v1/coverage?ids=${IDS.covered}&format=csv`, '/api/v1/coverage'],
  ['/api/v1/sources', '/api/v1/sources'],
  ['/api/v1/openapi.json', '/api/v1/openapi.json'],
] as const;

const service = serveForFile();

const tagOf = async (path: string): Promise<string> => String((await service.get(path)).headers['etag']);

it('a reissued snapshot with news of a source changes the tag of the sources, and no other tag', async () => {
  const [first] = SOURCES;
  if (first === undefined) throw new Error('the fixture has no source');
  const problem = { state: 'held', reason: 'It is an HTML page.' } as const;
  const held = { ...first, observation: { ...first.observation, problem } };
  const reissued = await serveForTest({ sources: [held, ...SOURCES.slice(1)], baseUrl: service.url });
  const other = async (path: string) => String((await reissued.get(path)).headers['etag']);
  expect(await other('/api/v1/sources')).not.toBe(await tagOf('/api/v1/sources'));
  expect(await other(LINKS)).toBe(await tagOf(LINKS));
});

it('a snapshot reissued on the same day changes the Last-Modified of the sources', async () => {
  const checked = (checkedAt: string) =>
    SOURCES.map((source) => ({ ...source, observation: { ...source.observation, checkedAt } }));
  const morning = await serveForTest({ sources: checked('2026-11-20T08:00:00Z') });
  const noon = await serveForTest({ sources: checked('2026-11-20T11:00:00Z') });
  const date = String((await morning.get('/api/v1/sources')).headers['last-modified']);
  expect((await morning.get('/api/v1/sources', { headers: { 'if-modified-since': date } })).status).toBe(304);
  expect((await noon.get('/api/v1/sources', { headers: { 'if-modified-since': date } })).status).toBe(200);
});

describe.each(PATHS)('%s', (path, documented) => {
  it('has a weak tag, Last-Modified, a lifetime and Vary', async () => {
    const { headers } = await service.get(path);
    expect(headers['etag']).toMatch(/^W\/"[!#-~]+"$/);
    expect(new Date(String(headers['last-modified'])).getTime()).toBeGreaterThanOrEqual(Date.parse(BUILT_AT) - 999);
    expect(headers['cache-control']).toMatch(/^public, max-age=\d+, stale-while-revalidate=\d+/);
    expect(headers['vary']).toBe('Accept-Encoding');
  });

  it('is 304 with the same fields and no body when the tag still matches', async () => {
    const full = await service.get(path);
    const answer = await service.get(path, { headers: { 'if-none-match': String(full.headers['etag']) } });
    expect(violations(documented, answer)).toEqual([]);
    expect(answer.status).toBe(304);
    for (const name of ['etag', 'last-modified', 'cache-control', 'vary']) {
      expect(answer.headers[name], name).toBe(full.headers[name]);
    }
    expect(answer.headers['content-type']).toBeUndefined();
    // A cache would replace the stored Link with that of the 304.
    expect(answer.headers['link']).toBeUndefined();
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });
});

describe('If-None-Match', () => {
  it.each<[string, (tag: string) => string, number]>([
    ['the tag', (tag) => tag, 304],
    ['the tag as a strong one', (tag) => tag.slice(2), 304],
    ['a list with the tag', (tag) => `"a", W/"b",${tag} , "c"`, 304],
    ['a list without it', () => '"a", W/"b"', 200],
    ['an asterisk', () => '*', 304],
    ['an asterisk among blanks', () => ' * ', 304],
    ['a tag of another request', () => 'W/"20261013-3f9c2a7d.AAAAAAAAAAAAAAAA"', 200],
    ['nonsense', () => 'hello', 200],
    ['nothing', () => '', 200],
  ])('is evaluated with %s', async (_, field, status) => {
    const answer = await service.get(LINKS, { headers: { 'if-none-match': field(await tagOf(LINKS)) } });
    expect(answer.status).toBe(status);
  });

  it('is honoured with gzip, and with the no-cache that fetch() adds', async () => {
    const headers = { 'if-none-match': await tagOf(LINKS), 'accept-encoding': 'gzip', 'cache-control': 'no-cache' };
    expect((await service.get(LINKS, { headers })).status).toBe(304);
  });

  it('takes precedence over If-Modified-Since', async () => {
    const headers = { 'if-none-match': '"other"', 'if-modified-since': 'Fri, 20 Nov 2026 00:00:00 GMT' };
    expect((await service.get(LINKS, { headers })).status).toBe(200);
  });

  it.each([
    ['unknown', `/api/v1/gnd/${IDS.unknown}/links`, 404],
    ['deleted', `/api/v1/gnd/${IDS.deleted}/links`, 410],
    ['malformed', '/api/v1/gnd/hello/links', 400],
    ['invalid search', '/api/v1/search?q=a', 400],
    ['no such address', '/api/v1/nothing', 404],
    ['status', '/api/v1/status', 200],
  ])('does not apply to problems, and to answers without a validator: %s', async (_, path, status) => {
    for (const headers of [{ 'if-none-match': '*' }, { 'if-modified-since': 'Fri, 20 Nov 2026 00:00:00 GMT' }]) {
      const answer = await service.get(path, { headers });
      expect(answer.status).toBe(status);
      expect(answer.headers['etag']).toBeUndefined();
    }
  });
});

it.each([
  ['the date', 'Wed, 14 Oct 2026 05:12:09 GMT', 304],
  ['a later date', 'Fri, 20 Nov 2026 00:00:00 GMT', 304],
  ['an earlier date', 'Wed, 14 Oct 2026 05:12:08 GMT', 200],
  ['nonsense', 'yesterday', 200],
])('If-Modified-Since is evaluated with %s', async (_, date, status) => {
  expect((await service.get(LINKS, { headers: { 'if-modified-since': date } })).status).toBe(status);
  expect((await service.get('/api/v1/search?q=goethe', { headers: { 'if-modified-since': date } })).status).toBe(
    status,
  );
});

describe('a tag', () => {
  it.each([
    ['order of parameters', '/api/v1/search?q=goethe&limit=5', '/api/v1/search?limit=5&q=goethe'],
    ['spelled-out defaults', '/api/v1/search?q=goethe', '/api/v1/search?q=goethe&limit=20&offset=0'],
    ['percent-encoding', '/api/v1/search?q=goethe+j', '/api/v1/search?q=%67oethe%20j'],
    ['blanks at the edges', '/api/v1/search?q=goethe', '/api/v1/search?q=+goethe+'],
    ['spellings of the identifier', LINKS, '/api/v1/gnd/gnd:118540238/links'],
    ['separators', '/api/v1/coverage?ids=1-1,2-2', '/api/v1/coverage?ids=1-1;+2-2&format=json'],
  ])('does not depend on %s', async (_, a, b) => {
    expect(await tagOf(a)).toBe(await tagOf(b));
    expect((await service.get(a)).text).toBe((await service.get(b)).text);
  });

  it('differs between requests', async () => {
    const paths = [
      ...PATHS.map(([path]) => path),
      `/api/v1/gnd/${IDS.merged}/links`,
      '/api/v1/search?q=goethe&limit=5',
      '/api/v1/search?q=goethe&type=Person',
      '/api/v1/coverage?ids=1-1,2-2',
      '/api/v1/coverage?ids=2-2,1-1',
    ];
    expect(new Set(await Promise.all(paths.map(tagOf))).size).toBe(paths.length);
  });

  it('differs between releases', async () => {
    const other = await serveForTest({ release: '9.9.9' });
    expect((await other.get(LINKS)).headers['etag']).not.toBe(await tagOf(LINKS));
  });
});

it('a 304 is answered without the store, but not for the tag of a former snapshot', async () => {
  const fixture = await openFixture();
  let calls = 0;
  const counting = (id: string): Store => ({
    ...fixture,
    snapshot: { ...fixture.snapshot, id },
    close: async () => undefined,
    entity(gnd) {
      calls += 1;
      return fixture.entity(gnd);
    },
    search: () => Promise.reject(new Error('searched')),
  });
  const snapshots = createCurrentSnapshot();
  snapshots.switchTo(counting('20261201-00000000'));
  const swapping = await serveForTest({ snapshots });
  const first = await swapping.get(LINKS);
  const ask = { headers: { 'if-none-match': String(first.headers['etag']) } };
  expect([(await swapping.get(LINKS, ask)).status, calls]).toEqual([304, 1]);
  // Last-Modified alone is enough for addresses that always answer 200.
  const since = { headers: { 'if-modified-since': String(first.headers['last-modified']) } };
  expect((await swapping.get('/api/v1/search?q=goethe', since)).status).toBe(304);
  snapshots.switchTo(counting('20261202-00000000'));
  expect([(await swapping.get(LINKS, ask)).status, calls]).toEqual([200, 2]);
  await fixture.close();
});

it('a problem names the snapshot in which it was found, also when another one replaces it meanwhile', async () => {
  const fixture = await openFixture();
  const snapshots = createCurrentSnapshot();
  const named = (id: string) => ({ ...fixture, snapshot: { ...fixture.snapshot, id }, close: async () => undefined });
  const entity: Store['entity'] = async () => {
    snapshots.switchTo(named('20261202-00000000'));
    return undefined;
  };
  snapshots.switchTo({ ...named('20261201-00000000'), entity });
  const swapping = await serveForTest({ snapshots });
  const { body } = await swapping.get(LINKS);
  expect(JSON.parse(body.toString())).toMatchObject({ status: 404, snapshot: { id: '20261201-00000000' } });
  await fixture.close();
});

it('other doors make other validators, because answers link to them', async () => {
  const tagOf = async (doors: readonly Door[]) => {
    const service = await serveForTest({ doors, baseUrl: 'https://links.example.org' });
    return (await service.get('/api/v1/sources')).headers.etag;
  };
  const all = coreDoors({ release: '1.2.3' });
  expect(await tagOf(all)).toBe(await tagOf(all));
  expect(await tagOf(INTERFACE)).not.toBe(await tagOf(all));
});
