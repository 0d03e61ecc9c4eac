/** Bodies of requests: which ones are read, which ones are refused, and their limits. */
import { describe, expect, it } from 'vitest';
import { BODY_LIMITS } from '../../../src/core/http/body.ts';
import { json } from '../../../src/core/http/answer.ts';
import { type Answer, type Door, door } from '../../../src/core/http/door.ts';
import { lenient, type Parameter, textParameter } from '../../../src/core/http/parameters.ts';
import { type Answer as HttpAnswer, serveForFile, serveForTest } from './serving.ts';

const KIB = 1024;
const TYPE = { 'content-type': 'text/plain' };
interface Got {
  readonly method: string;
  readonly isSent: boolean;
  readonly mediaType?: string;
  readonly text?: string;
}

/** A door that answers with the received body once the gate opens. */
function echo(gate: () => Promise<void> = async () => undefined): readonly Door[] {
  const sent: Parameter<Got> = {
    ...textParameter('Whatever is sent.'),
    bodies: ['application/json', 'text/plain'],
    read: (_, __, { method, body }) => ({
      method,
      isSent: body !== undefined,
      ...(body && { mediaType: body.mediaType, text: body.bytes.toString() }),
    }),
  };
  return [
    door({
      path: '/echo',
      methods: ['GET', 'POST'],
      summary: 'Answers what it got',
      parameters: lenient({ sent }),
      quota: { name: 'links' },
      dependsOn: 'snapshot',
      cacheControl: 'public, max-age=60',
      examples: [],
      async answer({ sent: { isSent, ...got } }): Promise<Answer> {
        if (isSent) await gate();
        return json(got);
      },
    }),
  ];
}

const service = serveForFile({ doors: echo() });

const post = (headers: Record<string, string>, body: string) => service.get('/echo', { method: 'POST', headers, body });
const head = (fields: string) => `POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n${fields}\r\n\r\n`;
const statuses = (raw: string) => [...raw.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));

describe('a body', () => {
  it.each([
    ['of a stated length', { ...TYPE, 'content-length': '6' }],
    ['in chunks', { ...TYPE, 'transfer-encoding': 'chunked' }],
    ['of a charset that is UTF-8', { 'content-type': 'Text/Plain; Charset="UTF-8"', 'content-length': '6' }],
    ['without coding', { ...TYPE, 'content-encoding': 'identity', 'content-length': '6' }],
  ])('%s is passed to the door', async (_, headers) => {
    const answer = await post(headers, 'Größ');
    expect([answer.status, answer.json()]).toEqual([200, { method: 'POST', mediaType: 'text/plain', text: 'Größ' }]);
    expect(answer.headers.etag).toBeUndefined();
  });

  it('may be empty or as long as the limit', async () => {
    for (const text of ['', 'x'.repeat(BODY_LIMITS.maxBytes)]) {
      expect((await post({ ...TYPE, 'content-length': String(text.length) }, text)).json()).toMatchObject({ text });
    }
  });

  it('may be absent, without length and chunks', async () => {
    const raw = await service.raw(head('Connection: close'));
    expect(raw).toMatch(/^HTTP\/1\.1 200 [^]*"text":""/);
  });

  it.each([
    [413, 'body_too_large', 'longer than the limit by its length', { ...TYPE, 'content-length': '1048577' }],
    [413, 'body_too_large', 'longer than the limit by counting', { ...TYPE, 'transfer-encoding': 'chunked' }],
    [415, 'unsupported_media_type', 'of another type', { 'content-type': 'text/html' }],
    [415, 'unsupported_media_type', 'without a type', {}],
    [415, 'unsupported_media_type', 'compressed', { ...TYPE, 'content-encoding': 'gzip' }],
    [415, 'unsupported_media_type', 'compressed twice', { ...TYPE, 'content-encoding': 'identity, gzip' }],
    [415, 'unsupported_media_type', 'in another charset', { 'content-type': 'text/plain; charset=iso-8859-1' }],
  ])('is %d %s when it is %s', async (status, code, _, headers) => {
    const answer = await post(headers, 'x'.repeat(BODY_LIMITS.maxBytes + 1));
    expect([answer.status, (answer.json() as { code: string }).code]).toEqual([status, code]);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.headers['accept-post']).toBe(status === 415 ? 'application/json, text/plain' : undefined);
  });

  it.each([
    ['ends early', head('Content-Length: 9') + 'x', true],
    ['ends early in a chunk', head('Transfer-Encoding: chunked') + '5\r\nx', true],
    ['has a chunk that is none', head('Transfer-Encoding: chunked') + '5\r\nxxxxx\r\nZ\r\n', false],
  ])('that %s is answered with 400 once, and the connection is closed', async (_, bytes, isEnded) => {
    const raw = await service.raw(bytes, isEnded);
    expect(raw).toMatch(/^HTTP\/1\.1 400 [^]*\r\nConnection: close\r\n[^]*"code":"invalid_request"/i);
    expect(statuses(raw)).toEqual([400]);
  });

  it('leaves the connection to the next request, also after a refusal', async () => {
    const bad = `${head('Transfer-Encoding: chunked')}${(1025 * KIB).toString(16)}\r\n${'x'.repeat(1025 * KIB)}\r\n0\r\n\r\n`;
    const good = `${head('Content-Length: 2\r\nConnection: close')}ab`;
    expect(statuses(await service.raw(bad + good))).toEqual([413, 200]);
  });

  it('is requested with 100 Continue, or refused before it is sent', async () => {
    const asking = (length: number) => head(`Content-Length: ${length}\r\nExpect: 100-continue\r\nConnection: close`);
    expect(statuses(await service.raw(`${asking(2)}ab`))).toEqual([100, 200]);
    expect(statuses(await service.raw(asking(BODY_LIMITS.maxBytes + 1)))).toEqual([413]);
  });
});

describe('the limits of bodies', () => {
  it('include the time to receive a body', async () => {
    const hasty = await serveForTest({ doors: echo(), bodies: { ...BODY_LIMITS, timeoutMs: 1 } });
    const raw = await hasty.raw(`${head('Content-Length: 9')}x`);
    expect(raw).toMatch(/^HTTP\/1\.1 408 [^]*"code":"request_timeout"/);
  });

  it('include the memory of one client, so that others have room', async () => {
    const open = Promise.withResolvers<void>();
    let begun = Promise.withResolvers<'begun'>();
    const gate = () => {
      begun.resolve('begun');
      return open.promise;
    };
    const bodies = { ...BODY_LIMITS, maxHeldBytes: 1024 * KIB, maxHeldPerClient: 256 * KIB };
    const shared = await serveForTest({ doors: echo(gate), bodies, trustedProxies: ['127.0.0.1'] });
    const answers: Promise<HttpAnswer>[] = [];
    /** @returns the answer, or `begun` when the body is held in memory */
    const hold = (client: string): Promise<HttpAnswer | 'begun'> => {
      begun = Promise.withResolvers();
      const headers = { ...TYPE, 'x-forwarded-for': client };
      const answer = shared.get('/echo', { method: 'POST', headers, body: 'x'.repeat(64 * KIB) });
      answers.push(answer);
      return Promise.race([answer, begun.promise]);
    };
    let refused: HttpAnswer | 'begun' = 'begun';
    for (let n = 0; n < 8 && refused === 'begun'; n += 1) refused = await hold('192.0.2.1');
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
    expect(refused).toMatchObject({ text: expect.stringContaining('request bodies from you') as unknown });
    expect(await hold('192.0.2.2')).toBe('begun');
    open.resolve();
    expect((await Promise.all(answers)).filter(({ status }) => status !== 200)).toHaveLength(1);
    expect(await hold('192.0.2.1')).toBe('begun');
  });

  it('include the memory of all clients: of 256 requests, some are asked to come again', async () => {
    const count = { served: 0, refused: 0, mostAtOnce: 0 };
    const open = Promise.withResolvers<void>();
    const settle = () => count.served + count.refused === 256 && open.resolve();
    const gate = () => {
      count.served += 1;
      settle();
      return open.promise;
    };
    const bounded = await serveForTest({ doors: echo(gate), bodies: { ...BODY_LIMITS, maxHeldBytes: 1024 * KIB } });
    const ask = async (): Promise<HttpAnswer> => {
      const answer = await bounded.get('/echo', { method: 'POST', headers: TYPE, body: 'x'.repeat(64 * KIB) });
      if (answer.status === 503) count.refused += 1;
      settle();
      return answer;
    };
    const answers = await Promise.all(Array.from({ length: 256 }, ask));
    expect(count.served).toBeGreaterThan(0);
    expect(count.served).toBeLessThanOrEqual(16);
    for (const { headers } of answers.filter(({ status }) => status !== 200)) expect(headers['retry-after']).toBe('5');
    expect((await ask()).status).toBe(200);
  });
});
