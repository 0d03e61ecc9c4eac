/** Refusals: unknown methods and addresses, malformed requests, and the constant fields of all answers. */
import { describe, expect, it } from 'vitest';
import { INTERFACE } from '../../../src/core/interface/interface.ts';
import { PROBLEMS, type ProblemCode } from '../../../src/core/http/problems.ts';
import { IDS, SNAPSHOT } from '../api/fixture.ts';
import { validator } from './contract.ts';
import { HOSTILE_VALUES } from './hostile-values.ts';
import { type Answer, serveForFile } from './serving.ts';

const PATHS = INTERFACE.map(({ path }) => path.replace('{gnd}', IDS.covered));
const service = serveForFile();

function expectProblem(answer: Answer, status: number, code: ProblemCode): void {
  expect(answer.headers['content-type']).toBe('application/problem+json');
  const validate = validator('/components/schemas/Problem');
  validate(answer.json());
  expect(validate.errors ?? []).toEqual([]);
  expect(answer.json()).toMatchObject({
    status,
    code,
    title: PROBLEMS[code].title,
    type: 'about:blank',
  });
  expect(answer.status).toBe(status);
  expectConstantFields(answer);
}

function expectConstantFields({ headers }: Answer): void {
  expect(headers).toMatchObject({
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'cross-origin',
    vary: expect.stringMatching(/^Accept-Encoding(?:, Accept)?$/) as string,
  });
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['access-control-expose-headers']).toContain('RateLimit-Policy');
  expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  for (const name of ['server', 'x-powered-by', 'set-cookie', 'access-control-allow-credentials']) {
    expect(headers[name], name).toBeUndefined();
  }
}

describe('methods', () => {
  const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY', 'SEARCH', 'PURGE'];
  it.each(METHODS)('%s is 405 with Allow', async (method) => {
    for (const path of PATHS) {
      const answer = await service.get(path, { method });
      expectProblem(answer, 405, 'method_not_allowed');
      expect(answer.headers['allow']).toBe('GET, HEAD, OPTIONS');
    }
  });

  it.each(['application/json', 'text/plain', 'multipart/form-data', 'nonsense'])(
    'is 405 whatever the body: %s',
    async (type) => {
      const body = '{"a":'.repeat(100);
      const headers = { 'content-type': type, 'content-length': String(body.length) };
      expectProblem(
        await service.get('/api/v1/search?q=ab', { method: 'POST', headers, body }),
        405,
        'method_not_allowed',
      );
    },
  );

  it('are 404 at unknown addresses', async () => {
    expectProblem(await service.get('/api/v1/nothing', { method: 'DELETE' }), 404, 'not_found');
  });
});

describe('addresses', () => {
  it.each([
    '/nothing',
    '/api',
    '/api/v2/status',
    '/API/v1/status',
    '/api/v1/gnd/',
    '/api/v1/gnd/links',
    '/api/v1/gnd/118540238/links/',
    '/api/v1/gnd/118540238/Links',
    '/api/v1%2Fstatus',
    '/%zz',
    '/%ff%fe',
    '/%00',
    '/..%2f..%2fetc/passwd',
    '//',
    '/__proto__',
  ])('like %s are 404', async (path) => {
    expectProblem(await service.get(path), 404, 'not_found');
  });

  it('that are hostile are 404', async () => {
    for (const path of HOSTILE_VALUES.flatMap((value) => [`/${value}`, `/api/v1/${value}`])) {
      expectProblem(await service.get(path), 404, 'not_found');
    }
  });

  it.each([
    ['/api/v1', '/api/v1/openapi.json'],
    ['/api/v1/', '/api/v1/openapi.json'],
    ['/api/v1/gnd/118540238', '/api/v1/gnd/118540238/links'],
    ['/api/v1/gnd/118540238/', '/api/v1/gnd/118540238/links'],
    ['/api/v1/gnd/118540238/Link', '/api/v1/gnd/118540238/links'],
    ['/api/v1/GND/118540238/links/all', '/api/v1/gnd/118540238/links'],
    ['/api/v1/status/', '/api/v1/status'],
    ['/api/v1//Source', '/api/v1/sources'],
    ['/api/v1/serach', '/api/v1/search'],
    ['/api/v1/openapi', '/api/v1/openapi.json'],
    ['/api/v1/openapi.yaml', '/api/v1/openapi.json'],
    ['/api/v1/search.json', '/api/v1/search'],
    ['/api/v1/gnd/118540238.json', '/api/v1/gnd/118540238/links'],
    ['/api/v1/gnd', undefined],
    ['/api/v1/entities', undefined],
    ['/api/v1/search/goethe', undefined],
    [`/api/v1/gnd/${'1'.repeat(300)}`, undefined],
  ])('like %s are problem documents for any Accept, and suggest %s', async (path, near) => {
    for (const accept of ['text/html,application/xhtml+xml,*/*;q=0.8', 'application/json', 'image/png']) {
      const answer = await service.get(path, { headers: { accept } });
      expectProblem(answer, 404, 'not_found');
      const { suggestion, detail } = answer.json() as { suggestion?: string; detail: string };
      expect(suggestion).toBe(near && service.url + near);
      if (near !== undefined) expect(detail).toContain(`Perhaps ${suggestion} was meant.`);
    }
  });

  it.each(['http://links.example.org/api/v1/status', 'HTTPS://links.example.org/api/v1/status', '/api/v1/%73tatus'])(
    'may be spelled %s',
    async (target) => {
      expect((await service.get(target)).status).toBe(200);
    },
  );

  it.each(['*', 'ftp://links.example.org/', 'http://', 'status', '/#status', '/api/v1/status#top'])(
    'like %s are invalid targets, 400',
    async (target) => {
      const raw = await service.raw(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(raw).toMatch(/^HTTP\/1\.1 400 [^]*"code":"invalid_request"/);
    },
  );

  it('may be an asterisk for OPTIONS', async () => {
    const raw = await service.raw('OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(raw).toMatch(/^HTTP\/1\.1 204 [^]*\r\nallow: GET, HEAD, OPTIONS\r\n/);
  });
});

describe('requests that are not HTTP', () => {
  const problemIn = (raw: string) =>
    JSON.parse(raw.slice(raw.indexOf('\r\n\r\n') + 4)) as { code: string; status: number };

  it.each<[what: string, bytes: string, status?: number, code?: string]>([
    ['nonsense', 'hello\r\n\r\n'],
    ['bare bytes in the address', 'GET /api/v1/search?q=G\u00C3\u00B6the HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['two lengths', 'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: x\r\nhost: x\r\nConnection: close\r\n\r\n'],
    ['a host that is none', 'GET / HTTP/1.1\r\nHost: a/b\r\nConnection: close\r\n\r\n'],
    ['a user in the host', 'GET / HTTP/1.1\r\nHost: a@b\r\nConnection: close\r\n\r\n'],
    ['an unknown method', 'BREW / HTTP/1.1\r\nHost: x\r\n\r\n', 405, 'method_not_allowed'],
    [
      'an unknown coding',
      'GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\nConnection: close\r\n\r\n0\r\n\r\n',
    ],
    ['CONNECT', 'CONNECT /api/v1/search HTTP/1.1\r\nHost: x\r\n\r\n', 405, 'method_not_allowed'],
    ['a huge header', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'request_too_long'],
    ['a field name with a blank', 'GET / HTTP/1.1\r\nHost: x\r\nX-A : b\r\n\r\n'],
    ['a control character', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: a\u0000b\r\n\r\n'],
    ['a length with a sign', 'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: +5\r\n\r\n'],
    [
      'a length and chunks, with another request in them',
      'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n',
    ],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['the greeting of TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc'],
  ])('are refused: %s', async (_, bytes, status = 400, code = 'invalid_request') => {
    const raw = await service.raw(bytes);
    expect(raw).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(problemIn(raw)).toMatchObject({ status, code });
    expect(raw.toLowerCase()).toContain('access-control-allow-origin: *\r\n');
    expect(raw.toLowerCase()).toContain('content-type: application/problem+json\r\n');
    expect(raw.toLowerCase()).toMatch(/x-request-id: [\da-f-]{36}\r\n/);
    expect(raw.toLowerCase()).toContain(`snapshot: ${SNAPSHOT.id}\r\n`);
    expect(/^allow: GET, HEAD, OPTIONS\r$/im.test(raw)).toBe(status === 405);
  });
});

it.each([
  [
    'GET /G\u00C3\u00B6the HTTP/1.1\r\nHost: x\r\n\r\n',
    'Non-ASCII characters in an address must be percent-encoded UTF-8.',
  ],
  ['GET / HTTP/1.1\r\nHost: x\r\n', 'The request ends too early.'],
  ['hello\r\n\r\n', 'The request is not valid HTTP.'],
])('bytes that are no request are refused with the reason: %j', async (bytes, detail) => {
  expect(await service.raw(bytes, true)).toContain(`"detail":"${detail}"`);
});

it('HEAD gets no body, even for a request that is too long to be read', async () => {
  const raw = await service.raw(`HEAD / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`);
  expect(raw).toMatch(/^HTTP\/1\.1 431 [^]*\r\n\r\n$/);
});

it.each(PATHS)('the answer of %s has the constant fields', async (path) => {
  const headers = { 'access-control-request-method': 'GET' };
  for (const method of ['GET', 'OPTIONS']) expectConstantFields(await service.get(path, { method, headers }));
});

it('HTTP/1.0 is served, and unknown expectations and upgrades are ignored', async () => {
  expect(await service.raw('GET /api/v1/status HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  expect((await service.get('/api/v1/status', { headers: { expect: 'miracles' } })).status).toBe(200);
  const upgrade = { connection: 'upgrade', upgrade: 'h2c' };
  expect((await service.get('/api/v1/status', { headers: upgrade })).status).toBe(200);
});

it('a request identifier of an untrusted client is ignored', async () => {
  const answer = await service.get('/api/v1/status', { headers: { 'x-request-id': 'mine', 'request-id': 'mine' } });
  expect(answer.headers['x-request-id']).not.toBe('mine');
});
