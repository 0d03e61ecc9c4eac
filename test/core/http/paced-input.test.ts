/** Pipelined, incomplete, half-closed or invalid requests: each is answered at once, and delays no other client. */
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { coreDoors, INTERFACE } from '../../../src/core/interface/interface.ts';
import { json } from '../../../src/core/http/answer.ts';
import { door } from '../../../src/core/http/door.ts';
import { lenient, textParameter } from '../../../src/core/http/parameters.ts';
import { serveForFile, serveForTest } from './serving.ts';

const GET = 'GET /api/v1/status HTTP/1.1\r\nHost: x\r\n\r\n';
const SEARCH = 'GET /api/v1/search?q=goethe HTTP/1.1\r\nHost: x\r\n\r\n';
const LAST = 'GET /robots.txt HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
const chunked = (rest: string) =>
  `POST /posted HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n${rest}`;

/** A door that accepts any text as its body. */
const posted = door({
  path: '/posted',
  summary: 'A text',
  methods: ['POST'],
  parameters: lenient({ text: { ...textParameter('A text.'), bodies: ['text/plain'], read: () => '' } }),
  dependsOn: 'release',
  cacheControl: 'no-store',
  examples: [],
  answer: () => json({}),
});

const service = serveForFile({ doors: [...coreDoors({ release: '1.2.3' }), posted] });

const statuses = (raw: string) => [...raw.matchAll(/HTTP\/1\.1 (\d{3}) [A-Z]/g)].map(([, status]) => Number(status));

describe('pipelined requests', () => {
  it.each([1, 63, 64, 65, 500])('are all answered in order: %d', async (number) => {
    const raw = await service.raw(GET.repeat(number) + LAST);
    expect(statuses(raw)).toEqual(Array.from({ length: number + 1 }, () => 200));
    expect(raw.lastIndexOf('"apiVersion"')).toBeLessThan(raw.lastIndexOf('User-agent'));
  });

  it('are answered in order where a slow one comes first', async () => {
    const raw = await service.raw(`${SEARCH}GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n${LAST}`);
    expect(statuses(raw)).toEqual([200, 404, 200]);
  });

  it('are answered between bodies of every kind', async () => {
    const bodies = `${chunked('5\r\nQ5879\r\n0\r\n\r\n')}POST /posted HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nQ5879`;
    expect(statuses(await service.raw(bodies.repeat(60) + LAST))).toEqual(Array.from({ length: 121 }, () => 200));
  });

  it('let the single request of another client overtake a thousand', async () => {
    const answered: string[] = [];
    const counted = door({
      path: '/counted',
      summary: 'Notes who asks',
      parameters: lenient({ name: textParameter('Whose request it is.') }),
      dependsOn: 'moment',
      cacheControl: 'no-store',
      examples: [],
      answer: ({ name }) => {
        answered.push(name);
        return json({});
      },
    });
    const own = await serveForTest({ doors: [counted] });
    const ask = (name: string) => `GET /counted?name=${name} HTTP/1.1\r\nHost: x\r\n\r\n`;
    const { port } = new URL(own.url);
    const sockets: Socket[] = [];
    const open = () =>
      new Promise<Socket>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1', () => resolve(socket));
        socket.on('error', () => undefined).resume();
        sockets.push(socket);
      });
    const crowd = await Promise.all(Array.from({ length: 20 }, open));
    const single = await open();
    for (const socket of crowd) socket.write(ask('crowd').repeat(500));
    single.write(ask('single'));
    await expect.poll(() => answered.includes('single')).toBe(true);
    expect(answered.indexOf('single')).toBeLessThan(1_000);
    for (const socket of sockets) socket.destroy();
  });
});

describe('a request whose last line end arrives in two pieces', () => {
  it.each([
    ['a request', SEARCH, LAST, 200],
    ['CONNECT', SEARCH, 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n', 405],
    ['an invalid request', SEARCH, 'GET /a b HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['a request after chunks', chunked('5\r\nQ5879\r\n0\r\n\r\n'), LAST, 200],
  ])('is answered before the next one: %s', async (_, first, second, status) => {
    for (const cut of [1, 2, 3]) {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1').setEncoding('latin1');
      let raw = '';
      socket.write(GET + first.slice(0, -cut));
      // With the answer to the first request, all bytes so far have been read.
      socket.once('data', () => socket.write(first.slice(-cut) + second));
      for await (const text of socket) raw += text as string;
      expect(statuses(raw)).toEqual([200, 200, status]);
    }
  });
});

describe('an invalid request is answered immediately', () => {
  it.each<[what: string, bytes: string, expected?: number[]]>([
    ['a line of HTTP/0.9', 'GET /\r\n'],
    ['a line of HTTP/0.9 with a bare line feed', 'GET /\n'],
    ['a second empty line before a request', '\r\n\r\n'],
    ['a bad chunk in the packet of the head', chunked('Z\r\nabc\r\n')],
    ['a chunk that is too long, in the packet of the head', chunked('1\r\nabcdef\r\n0\r\n\r\n')],
    ['an odd line behind a request', `${GET}GET /\r\n`, [200, 400]],
  ])('if it is %s', async (_, bytes, expected = [400]) => {
    const raw = await service.raw(bytes);
    expect(statuses(raw)).toEqual(expected);
    expect(raw).toMatch(/\r\nconnection: close\r\n/i);
    expect(raw.match(/"code":"invalid_request"/g)).toHaveLength(1);
  });

  it('but one empty line before a request is ignored', async () => {
    expect(statuses(await service.raw(`\r\n${GET}\r\n${LAST}`))).toEqual([200, 200]);
  });
});

describe('a client that half-closes its connection', () => {
  it.each([
    ['one request', GET, [200]],
    ['a request for heavy work', SEARCH, [200]],
    ['several', GET.repeat(3), [200, 200, 200]],
    ['one with a body', chunked('5\r\nQ5879\r\n0\r\n\r\n'), [200]],
    ['half a request', GET.slice(0, -2), [400]],
    ['half a body', chunked('5\r\nQ58'), [400]],
    ['nothing', '', []],
  ])('gets its answers: %s', async (_, bytes, expected) => {
    expect(statuses(await service.raw(bytes, true))).toEqual(expected);
  });

  it('gets an answer that is still being made', async () => {
    const open = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const slow = door({
      path: '/slow',
      summary: 'Answers when it may',
      parameters: lenient({}),
      work: 'heavy',
      dependsOn: 'moment',
      cacheControl: 'no-store',
      examples: [],
      async answer() {
        begun.resolve();
        await open.promise;
        return json({});
      },
    });
    const own = await serveForTest({ doors: [slow, ...INTERFACE] });
    const answer = own.raw('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n', true);
    await begun.promise;
    // These answers show that the server has read the end of the stream.
    for (let n = 0; n < 3; n += 1) expect((await own.get('/api/v1/status')).status).toBe(200);
    open.resolve();
    expect(statuses(await answer)).toEqual([200]);
  });
});
