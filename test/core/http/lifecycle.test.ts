/** The life of a server: start, stop, time-outs, overload, log. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { once } from 'node:events';
import {
  Agent,
  createServer as createHttpServer,
  request as httpRequest,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { connect, type Socket } from 'node:net';
import { guardConnections } from '../../../src/core/http/connections.ts';
import { text } from 'node:stream/consumers';
import { createBodyReader } from '../../../src/core/http/body.ts';
import { respondToClientErrors } from '../../../src/core/http/client-errors.ts';
import { type Client, createClientIdentifier } from '../../../src/core/quotas/client.ts';
import { createAccessLog, createLog } from '../../../src/core/http/log.ts';
import { createLoadMonitor } from '../../../src/core/http/load-monitor.ts';
import { createNodeServer } from '../../../src/core/http/node-server.ts';
import { localAddress } from '../../../src/core/http/server.ts';
import { createCurrentSnapshot } from '../../../src/core/snapshot/current.ts';
import type { Store } from '../../../src/core/snapshot/store.ts';
import { IDS, openFixture } from '../api/fixture.ts';
import { listenAnywhere, send, type ServingOptions, serve, serveForTest } from './serving.ts';

describe('the server', () => {
  it('has time-outs for slow and idle clients', () => {
    const { requestTimeout, headersTimeout, keepAliveTimeout, timeout } = createNodeServer();
    expect({ requestTimeout, headersTimeout, keepAliveTimeout, timeout }).toEqual({
      requestTimeout: 15_000,
      headersTimeout: 10_000,
      keepAliveTimeout: 75_000,
      timeout: 90_000,
    });
  });

  it.each([
    ['0.0.0.0', 'http://127.0.0.1:80'],
    ['::', 'http://[::1]:80'],
    ['fd00::7', 'http://[fd00::7]:80'],
    ['host', 'http://host:80'],
  ])('on %s is reached at %s', (host, address) => expect(localAddress(host, 80)).toBe(address));

  it('refuses an invalid address of a trusted proxy', async () => {
    const sentence = '“proxy” is neither an IP address nor a CIDR block.';
    await expect(serve({ trustedProxies: ['proxy'] })).rejects.toThrow(sentence);
  });

  it('lets a request under way finish when it closes', async () => {
    const fixture = await openFixture();
    const [held, underWay] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const entity: Store['entity'] = async (id) => {
      underWay.resolve();
      await held.promise;
      return fixture.entity(id);
    };
    const server = await serveForTest({ store: { ...fixture, entity } });
    const answer = fetch(`${server.url}/api/v1/gnd/${IDS.covered}/links`);
    await underWay.promise;
    const closed = server.close();
    held.resolve();
    expect((await answer).status).toBe(200);
    await closed;
    await expect(fetch(`${server.url}/api/v1/status`)).rejects.toThrow();
    await fixture.close();
  });

  it('closes connections that were opened in advance when it closes, without a time-out', async () => {
    const service = await serveForTest();
    const unused = connect({ port: Number(new URL(service.url).port), allowHalfOpen: true });
    await once(unused, 'connect');
    // Reading it would end it.
    unused.pause();
    await service.get('/api/v1/status');
    const bytes = await service.close().then(() => unused.bytesRead);
    expect(bytes).toBe(0);
    unused.destroy();
  });

  it('answers one more request on an open connection when it closes, with Connection: close', async () => {
    const service = await serveForTest();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = () =>
      new Promise<string | undefined>((resolve, reject) => {
        const request = httpRequest(`${service.url}/api/v1/status`, { agent }, (response) => {
          response.resume().on('end', () => resolve(response.headers.connection));
        });
        request.on('error', reject).end();
      });
    expect(await ask()).toBe('keep-alive');
    const closed = service.close();
    expect(await ask()).toBe('close');
    await expect(ask()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await closed;
    agent.destroy();
  });
});

/** A server that answers only what is no request. */
function refusing(timeOuts: ServerOptions = {}): Server {
  const server = createHttpServer(timeOuts, () => undefined);
  const identify = createClientIdentifier({ trustedProxies: [], exemptNetworks: [] });
  const connections = guardConnections(server, { total: 8, perClient: 8 }, identify);
  const source = { link: () => 'https://links.example.org', snapshots: createCurrentSnapshot() };
  respondToClientErrors(server, source, identify, [], connections, createBodyReader());
  return server;
}

it('a request that is not complete in time is answered with 408', async () => {
  const server = refusing({ headersTimeout: 1, requestTimeout: 1, connectionsCheckingInterval: 1 });
  const socket = connect(await listenAnywhere(server), '127.0.0.1');
  // The head stays incomplete.
  socket.write('GET /api/v1/status HTTP/1.1\r\nHost: x\r\n');
  const raw = await text(socket);
  server.close();
  expect(raw).toMatch(/^HTTP\/1\.1 408 [^]*\r\ncontent-type: application\/problem\+json\r\n/);
  expect(JSON.parse(raw.slice(raw.indexOf('\r\n\r\n') + 4))).toMatchObject({ status: 408, code: 'request_timeout' });
});

it.each(['clientError', 'connect'])(
  'a connection with a second fault is closed while the refusal of the first is on its way: %s',
  async (second) => {
    const server = refusing();
    const arrived = once(server, 'connection') as Promise<[Socket]>;
    const client = connect(await listenAnywhere(server), '127.0.0.1')
      .on('error', () => undefined)
      .resume();
    const [socket] = await arrived;
    const fault = Object.assign(new Error('not in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    server.emit('clientError', fault, socket);
    server.emit(second, fault, socket);
    await once(client, 'close');
    server.close();
  },
);

describe('connections', () => {
  /** @returns the number of connections that are open after each could have been closed */
  async function openConnections(port: number, wanted: number): Promise<{ open: number; end: () => void }> {
    const sockets = Array.from({ length: wanted }, () => connect(port, '127.0.0.1'));
    let open = 0;
    await Promise.all(
      sockets.map(
        (socket) =>
          new Promise<void>((resolve) => {
            socket.on('error', () => resolve());
            socket.on('close', () => resolve());
            socket.once('data', () => {
              open += 1;
              resolve();
            });
            socket.write('GET /robots.txt HTTP/1.1\r\nHost: x\r\n\r\n');
          }),
      ),
    );
    return { open, end: () => sockets.forEach((socket) => socket.destroy()) };
  }

  it.each([
    ['are limited per client', [], 256],
    ['of a trusted proxy are all those of its clients, and are not counted as one', ['127.0.0.1'], 300],
  ])('%s', async (_, trustedProxies, most) => {
    const service = await serveForTest({ trustedProxies });
    const { open, end } = await openConnections(Number(new URL(service.url).port), 300);
    expect(open).toBe(most);
    end();
  });
});

const identify = (): Client => ({ key: 'proxy', exempt: true, network: 'unknown' });

it('a full server accepts new connections, and closes the longest idle ones', async () => {
  const closed: number[] = [];
  const server = createHttpServer((_, response) => response.end('x'));
  guardConnections(server, { total: 3, perClient: 1 }, identify);
  const port = await listenAnywhere(server);
  const sockets: Socket[] = [];
  for (let i = 0; i < 5; i += 1) {
    const socket = connect(port, '127.0.0.1');
    socket.on('close', () => closed.push(i)).on('error', () => undefined);
    sockets.push(socket);
    await once(server, 'connection');
  }
  await vi.waitFor(() => expect(closed).toEqual([0, 1]), { timeout: 240_000 });
  sockets.forEach((socket) => socket.destroy());
  server.close();
});

it.each([
  ['that is written', false],
  ['that is written, but not yet sent', true],
])('a full server refuses a new connection rather than cut off an answer %s', async (_, isWritten) => {
  const server = createHttpServer();
  const connections = guardConnections(server, { total: 1, perClient: 1 }, identify);
  const begun = Promise.withResolvers<ServerResponse>();
  server.on('request', (request, response) => {
    void connections.enter(request, response);
    response.write('begun');
    if (isWritten) connections.leave(request.socket);
    begun.resolve(response);
  });
  const port = await listenAnywhere(server);
  const first = connect(port, '127.0.0.1');
  first.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  const answer = text(first);
  const response = await begun.promise;
  const second = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(second, 'close');
  response.end(' and ended');
  expect(await answer).toContain(' and ended');
  server.close();
});

it('a full server closes a connection whose requests have been answered', async () => {
  const server = createHttpServer();
  const connections = guardConnections(server, { total: 1, perClient: 1 }, identify);
  server.on('request', (request, response) => {
    void connections.enter(request, response);
    response.once('close', () => connections.leave(request.socket)).end('answered');
  });
  const port = await listenAnywhere(server);
  const get = async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const [answer] = await Promise.race([once(socket, 'data'), once(socket, 'close')]);
    return { socket, answer: String(answer) };
  };
  const { socket } = await get();
  const closed = once(socket, 'close');
  const next = await get();
  await closed;
  expect(next.answer).toContain('answered');
  next.socket.destroy();
  server.close();
});

describe('overload', () => {
  afterEach(() => void vi.useRealTimers());

  it('by many slow searches refuses some of them, and lets cheap requests pass between them', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const fixture = await openFixture();
    const search: Store['search'] = async (query) => {
      vi.advanceTimersByTime(10);
      return fixture.search(query);
    };
    const service = await serveForTest({ store: { ...fixture, search }, maxWaitMs: 1_000 });
    const order: string[] = [];
    // More connections than one client may keep.
    const port = Number(new URL(service.url).port);
    const searches = Array.from({ length: 300 }, async () => {
      const { status, headers } = await send(port, '/api/v1/search?q=goethe');
      order.push(String(status));
      return { status, retryAfter: headers['retry-after'] };
    });
    await searches[0];
    const links = send(port, `/api/v1/gnd/${IDS.covered}/links`).then(() => order.push('links'));
    const answers = await Promise.all(searches);
    await links;
    const refused = answers.filter(({ status }) => status === 503);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
    expect(refused.every(({ retryAfter }) => retryAfter === '5')).toBe(true);
    // The queue takes a second of this clock, in thousands of turns of the event loop; cheap requests do not wait for its end.
    expect(order.slice(order.indexOf('links')).filter((status) => status === '200')).not.toEqual([]);
    await fixture.close();
  });

  it('begins when the event loop is late, and ends when it turns again', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let time = 0;
    const load = createLoadMonitor(30, () => time);
    const tickAt = (milliseconds: number) => {
      time = milliseconds;
      vi.advanceTimersByTime(500);
      return load.isOverloaded();
    };
    expect(load.isOverloaded()).toBe(false);
    expect([500, 1_600, 2_110, 2_605].map(tickAt)).toEqual([false, true, false, false]);
    load.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the log', () => {
  async function logOf(paths: readonly string[], options: ServingOptions = {}): Promise<Record<string, unknown>[]> {
    const lines: string[] = [];
    const stream = { write: (line: string) => void lines.push(line) };
    const log = createLog({ level: 'info', stream });
    const service = await serve({ log, observers: [createAccessLog(log)], ...options });
    for (const path of paths) await service.get(path);
    await service.close();
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ reqId }) => reqId !== undefined);
  }

  it('has one JSON line per request, with its route, and with neither query nor client', async () => {
    const lines = await logOf(['/api/v1/gnd/geheim/links', '/api/v1/search?q=geheim', '/geheim']);
    expect(lines.map(({ method, route, status, msg }) => [method, route, status, msg])).toEqual([
      ['GET', '/api/v1/gnd/{gnd}/links', 400, 'request'],
      ['GET', '/api/v1/search', 200, 'request'],
      ['GET', 'none', 404, 'request'],
    ]);
    const text = JSON.stringify(lines);
    expect(text).not.toMatch(/geheim|127\.0\.0\.1|hostname/);
    expect(text).toContain('127.0.0.0/24');
  });

  it('has a failure once, with the request identifier that the client got', async () => {
    const failing = () => {
      throw new TypeError('disk on fire');
    };
    const fixture = await openFixture();
    const lines = await logOf(['/api/v1/search?q=geheim'], { store: { ...fixture, search: failing } });
    await fixture.close();
    const errors = lines.filter(({ level }) => level === 50);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ reqId: lines.at(-1)?.['reqId'], err: { message: 'disk on fire' } });
    expect(JSON.stringify(lines)).not.toContain('geheim');
  });
});
