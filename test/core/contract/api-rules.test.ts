/** Rules for all answers, against a started server. */
import { describe, expect, it } from 'vitest';
import { INTERFACE } from '../../../src/core/interface/interface.ts';
import { IDS, NOW, SNAPSHOT } from '../api/fixture.ts';
import { DOCUMENT, violations } from '../http/contract.ts';
import { type Answer, serve, serveForFile, serveForTest, type Serving } from '../http/serving.ts';
import { useSample } from './sample.ts';
import { forFile } from '../../for-file.ts';

const LINKS = '/api/v1/gnd/{gnd}/links';
const EXAMPLES: Readonly<Record<string, string>> = {
  [LINKS]: `/api/v1/gnd/${IDS.covered}/links`,
  '/api/v1/search': '/api/v1/search?q=goethe',
  '/api/v1/coverage': `/api/v1/coverage?ids=${IDS.covered},x`,
  '/api/v1/sources': '/api/v1/sources',
  '/api/v1/status': '/api/v1/status',
  '/api/v1/openapi.json': '/api/v1/openapi.json',
};
const CSV = `${EXAMPLES['/api/v1/coverage']}&format=csv`;
const LIMITED = INTERFACE.flatMap(({ path, quota }) => (quota === undefined ? [] : [path]));

/** A request for each status that a sound service can answer. */
const REFUSED: readonly (readonly [status: number, documented: string, target: string])[] = [
  [400, LINKS, '/api/v1/gnd/hello/links'],
  [400, '/api/v1/search', '/api/v1/search?q=a&limit=0'],
  [400, '/api/v1/coverage', '/api/v1/coverage'],
  [400, '/api/v1/sources', '/api/v1/sources?x=1'],
  [404, LINKS, `/api/v1/gnd/${IDS.mistyped}/links`],
  [410, LINKS, `/api/v1/gnd/${IDS.split}/links`],
  [414, LINKS, `/api/v1/gnd/${'1'.repeat(9000)}/links`],
  [414, '/api/v1/search', `/api/v1/search?q=${'1'.repeat(9000)}`],
  [414, '/api/v1/status', `/api/v1/status?${'1'.repeat(9000)}`],
];

const service = serveForFile();
const other = forFile(() => serve({ baseUrl: service.url }));
const broken = forFile(async () => {
  const serving = await serve();
  await serving.store.close();
  // It cannot close its store again.
  return { ...serving, close: () => serving.close().catch(() => undefined) };
});
const sample = useSample();

/** @returns the answers of all six addresses, CSV included */
const answers = (from: Serving, headers: Record<string, string> = {}) =>
  Promise.all([...Object.values(EXAMPLES), CSV].map((path) => from.get(path, { headers })));

it('the interface ignores credentials', async () => {
  const headers = { authorization: 'Bearer x', cookie: 'session=1', 'x-api-key': 'x' };
  for (const answer of await answers(service, headers)) expect(answer.status).toBe(200);
});

describe('JSON', () => {
  it('is UTF-8, NFC and compact, without null, in every answer about every entity', async () => {
    const ids = (await sample.entities()).map(({ entity }) => entity.gnd);
    const paths = ids.map((gnd) => `/gnd/${gnd}/links`);
    for (let i = 0; i < ids.length; i += 100) paths.push(`/coverage?ids=${ids.slice(i, i + 100).join(',')}`);
    paths.push('/sources', '/status', '/openapi.json', '/search?q=johann', '/gnd/hello/links', '/search');
    // The letter is decomposed in the request, composed in the answer.
    paths.push('/search?q=Go%CC%88the', '/coverage?ids=Go%CC%88the', '/search?q=ab&Go%CC%88the=1');
    for (const path of paths) {
      const bytes = await (await sample.fetch(path)).arrayBuffer();
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
      expect(text === text.normalize('NFC'), `${path} is NFC`).toBe(true);
      const value = JSON.parse(text, (key, member: unknown) => {
        if (member === null) throw new Error(`${path}: ${key} is null`);
        return member;
      }) as unknown;
      expect(JSON.stringify(value) === text, `${path} is compact`).toBe(true);
    }
  });

  it('is extensible: the description closes no object to unknown members', () =>
    expect(JSON.stringify(DOCUMENT)).not.toContain('"additionalProperties":false'));

  it('begins with version and snapshot, in problems as well, but not in the OpenAPI description', async () => {
    const head = `{"apiVersion":"1.0.0","snapshot":{"id":"${SNAPSHOT.id}","date":"${SNAPSHOT.date}"`;
    const paths = [...Object.values(EXAMPLES), ...REFUSED.map(([, , target]) => target), '/nowhere'];
    for (const path of paths.filter((candidate) => !candidate.endsWith('openapi.json'))) {
      expect((await service.get(path)).text.slice(0, head.length), path).toBe(head);
    }
  });
});

describe('the same request to the same snapshot', () => {
  it('gets the same bytes and validators from another process', async () => {
    const [here, there] = [await answers(service), await answers(other)];
    for (const [index, { text, headers }] of here.entries()) {
      if ((JSON.parse(JSON.stringify(headers)) as Answer['headers'])['cache-control'] === 'no-store') continue;
      expect(there[index]?.text === text, text.slice(0, 200)).toBe(true);
      expect(there[index]?.headers['etag']).toBe(headers['etag']);
      expect(there[index]?.headers['last-modified']).toBe(headers['last-modified']);
    }
  });

  it('gets an answer that changes with time only from status and sources', async () => {
    const clock = () => new Date(NOW.getTime() + 400 * 86_400_000);
    const late = await serveForTest({ baseUrl: service.url, clock });
    const [now, then] = [await answers(service), await answers(late)];
    const changed = [...Object.keys(EXAMPLES), 'csv'].filter((_, index) => now[index]?.text !== then[index]?.text);
    expect(changed).toEqual(['/api/v1/sources', '/api/v1/status']);
    expect(then[0]?.headers['etag']).toBe(now[0]?.headers['etag']);
  });

  it('gets the same answer whatever Accept-Language and Accept say', async () => {
    const plain = await answers(service);
    const preferring = await answers(service, { 'accept-language': 'en, fr;q=0.5', accept: 'application/ld+json' });
    for (const [index, { text, headers }] of plain.entries()) {
      if (headers['cache-control'] !== 'no-store') expect(preferring[index]?.text === text).toBe(true);
    }
  });
});

describe('errors', () => {
  it('are problem documents as described, which name the parameter, on every address', async () => {
    for (const [status, documented, target] of REFUSED) {
      const answer = await service.get(target);
      expect(answer.status, target).toBe(status);
      expect(violations(documented, answer), target).toEqual([]);
      expect(answer.headers['content-type']).toBe('application/problem+json');
      const { errors, status: repeated } = answer.json() as { errors?: unknown[]; status: number };
      expect(repeated).toBe(status);
      if (status === 400) expect(errors, target).not.toEqual([]);
    }
  });

  it('contain no stack trace, path or library', async () => {
    const targets = [...REFUSED.map(([, , target]) => target), '/nowhere', '/..%2f..%2fetc/passwd'];
    const texts = await Promise.all([
      ...targets.map(async (target) => (await service.get(target)).text),
      ...Object.values(EXAMPLES).map(async (target) => (await broken.get(target)).text),
      service.raw('nonsense\r\n\r\n'),
    ]);
    for (const text of texts)
      expect(text).not.toMatch(/\n\s+at |\.ts\b|node:|node_modules|sqlite|\/home\/|\/tmp|llhttp/i);
  });
});

/** Fields that need no exposure: CORS-safelisted by the Fetch standard, or of no use to a script. */
const READABLE = ['cache-control', 'content-type', 'last-modified', 'vary'];

it('CORS exposes every field that the description names', async () => {
  const { components } = DOCUMENT as { components: { headers: object } };
  const { headers } = await service.get('/api/v1/status');
  const exposed = String(headers['access-control-expose-headers']).toLowerCase().split(/, */);
  const hidden = Object.keys(components.headers)
    .map((name) => name.toLowerCase())
    .filter((name) => !READABLE.includes(name) && !/^(?:access-control|timing)-allow-origin$/.test(name));
  expect(hidden.filter((name) => !exposed.includes(name))).toEqual([]);
});

describe('links to description, documentation and licence', () => {
  it('are on every answer that is not 304', async () => {
    const paths = [...Object.values(EXAMPLES), ...REFUSED.map(([, , target]) => target)];
    for (const path of paths) {
      const link = String((await service.get(path)).headers['link']);
      for (const relation of ['service-desc', 'service-doc', 'license']) expect(link).toContain(`rel="${relation}"`);
    }
  });

  it('lead to existing addresses', async () => {
    const link = String((await service.get('/api/v1/status')).headers['link']);
    const own = [...link.matchAll(/<([^>]+)>/g)].map(([, address = '']) => address);
    for (const address of own.filter((one) => one.startsWith(service.url))) {
      expect((await service.get(address.slice(service.url.length))).status, address).toBe(200);
    }
  });
});

it('limits are in the header of 400, 404, 410, 414, 500 and 503', async () => {
  const load = { isOverloaded: () => true, close: () => undefined };
  const busy = await serveForTest({ load });
  const refused = REFUSED.filter(([, documented]) => LIMITED.includes(documented));
  const told = await Promise.all([
    ...refused.map(([, , target]) => service.get(target)),
    ...LIMITED.flatMap((path) => [busy.get(EXAMPLES[path] ?? ''), broken.get(EXAMPLES[path] ?? '')]),
  ]);
  expect(new Set(told.map(({ status }) => status))).toEqual(new Set([400, 404, 410, 414, 500, 503]));
  for (const { headers, status } of told) {
    expect(headers['ratelimit-policy'], String(status)).toMatch(/^"(links|search|coverage)";q=\d+;w=\d+/);
    expect(headers['ratelimit'], String(status)).toMatch(/^"(links|search|coverage)";r=\d+;t=\d+/);
  }
});
