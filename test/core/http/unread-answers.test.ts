/** Clients that do not read their answers: memory is bounded, and the longest waiting client is disconnected. */
import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import { door } from '../../../src/core/http/door.ts';
import { lenient } from '../../../src/core/http/parameters.ts';
import { serveForTest } from './serving.ts';
import { INTERFACE } from '../../../src/core/interface/interface.ts';

const MIB = 1024 * 1024;
/** More than the buffers of two sockets can hold. */
const LARGE = Buffer.alloc(40 * MIB);
const LIMITS = { perClient: 64 * MIB, total: 100 * MIB };

const large = door({
  path: '/large',
  summary: 'A large answer',
  parameters: lenient({}),
  quota: { name: 'links' },
  dependsOn: 'moment',
  cacheControl: 'no-store',
  examples: ['/large'],
  answer: () => ({ contentType: 'application/octet-stream', body: LARGE }),
});

async function serveLarge() {
  const service = await serveForTest({ doors: [large, ...INTERFACE], unread: LIMITS, trustedProxies: ['127.0.0.1'] });
  /** Requests on a new connection, and reads only the head of the answer. */
  async function ask(client: string, method = 'GET'): Promise<IncomingMessage> {
    const url = `${service.url}/large`;
    const request = httpRequest(url, { agent: false, method, headers: { 'x-forwarded-for': client } });
    request.on('error', () => undefined).end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return response.on('error', () => undefined);
  }
  return { ...service, ask };
}

async function lengthOf(response: IncomingMessage): Promise<number> {
  let length = 0;
  response.on('data', (chunk: Buffer) => (length += chunk.length));
  // `once` would fail when the answer is cut off.
  await new Promise((resolve) => response.on('close', resolve));
  return length;
}

describe('a client that does not read', () => {
  it('gets 429 instead of a second answer above the limit of unread bytes', async () => {
    const service = await serveLarge();
    const { ask } = service;
    const first = await ask('192.0.2.1');
    const second = await ask('192.0.2.1');
    expect(second).toMatchObject({ statusCode: 429, headers: { 'retry-after': '5' } });
    expect(second.headers).toHaveProperty('ratelimit');
    let text = '';
    for await (const part of second) text += String(part);
    expect(JSON.parse(text)).toMatchObject({ code: 'rate_limited', detail: expect.stringContaining('not been read') });
    // Small answers are still sent.
    expect((await service.get('/api/v1/status', { headers: { 'x-forwarded-for': '192.0.2.1' } })).status).toBe(200);
    expect(await lengthOf(first)).toBe(LARGE.length);
    expect(await lengthOf(await ask('192.0.2.1'))).toBe(LARGE.length);
  });

  it('gets answers again after it has disconnected', async () => {
    const { ask } = await serveLarge();
    const first = await ask('192.0.2.1');
    first.destroy();
    await expect.poll(async () => (await ask('192.0.2.1')).statusCode).toBe(200);
  });

  it('uses no memory with HEAD', async () => {
    const { ask } = await serveLarge();
    for (let n = 0; n < 3; n += 1) expect((await ask('192.0.2.1', 'HEAD')).statusCode).toBe(200);
  });
});

it('several clients that do not read use bounded memory together: the one that has waited longest is disconnected', async () => {
  const { ask } = await serveLarge();
  const first = await ask('192.0.2.1');
  const second = await ask('192.0.2.2');
  const third = await ask('192.0.2.3');
  expect(await lengthOf(third)).toBe(LARGE.length);
  expect(await lengthOf(first)).toBeLessThan(LARGE.length);
  expect(await lengthOf(second)).toBe(LARGE.length);
});
