/** A server over the fixture with the doors of the core, and plain requests to it. */
import { Agent, type IncomingHttpHeaders, request as httpRequest, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { onTestFinished } from 'vitest';
import { listen } from '../../../src/core/http/node-server.ts';
import { type RunningServer, type StartOptions, startServer } from '../../../src/core/http/server.ts';
import { DEFAULT_LIMITS, type Limits } from '../../../src/core/quotas/quota-table.ts';
import { coreDoors } from '../../../src/core/interface/interface.ts';
import { createCurrentSnapshot, type CurrentSnapshot } from '../../../src/core/snapshot/current.ts';
import type { Store } from '../../../src/core/snapshot/store.ts';
import { NOW, openFixture, SOURCES } from '../api/fixture.ts';
import type { Source } from '../../../src/core/model/source.ts';
import { forFile } from '../../for-file.ts';

export const LIMITS: Limits = {
  ...DEFAULT_LIMITS,
  links: { quota: 100_000, windowSeconds: 60, burst: 100_000 },
  search: { quota: 90_000, windowSeconds: 60, burst: 90_000 },
  coverage: { quota: 80_000, windowSeconds: 60, burst: 80_000 },
  resolve: { quota: 70_000, windowSeconds: 60, burst: 70_000 },
  reconcile: { quota: 60_000, windowSeconds: 60, burst: 60_000 },
};

/** Load and server share the test's event loop, so that its delay must not count as overload. */
export const UNHURRIED = {
  load: { isOverloaded: () => false, close: () => undefined },
  maxWaitMs: Infinity,
};

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly text: string;
  json(): unknown;
}

export interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string;
}

/** A request that sends a text, or a value as JSON, and accepts any answer. */
export const posted = (body: unknown, type = 'application/json', more: Ask['headers'] = {}): Ask => ({
  method: 'POST',
  headers: { 'content-type': type, accept: 'application/json, text/event-stream, */*', ...more },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

export interface Serving {
  readonly url: string;
  readonly store: Store;
  get(path: string, ask?: Ask): Promise<Answer>;
  /** Sends bytes, and reads until the server closes. */
  raw(bytes: string, isEnded?: boolean): Promise<string>;
  close(): Promise<void>;
}

export interface ServingOptions extends Partial<StartOptions> {
  readonly sources?: readonly Source[];
  /** Replaces the store of the fixture. */
  readonly store?: Store;
  /** Replaces the fixture with another snapshot, which is closed with the server. */
  readonly fixture?: Store;
}

/** A current snapshot that never changes. */
export function always(store: Store): CurrentSnapshot {
  const current = createCurrentSnapshot();
  current.switchTo(store);
  return current;
}

export async function serve({ sources = SOURCES, store, ...options }: ServingOptions = {}): Promise<Serving> {
  const fixture = options.fixture ?? (await openFixture(sources));
  const server: RunningServer = await startServer({
    snapshots: always(store ?? fixture),
    host: '127.0.0.1',
    port: 0,
    release: '1.2.3',
    trustedProxies: [],
    limits: LIMITS,
    ...UNHURRIED,
    doors: coreDoors({ release: '1.2.3' }),
    clock: () => NOW,
    ...options,
  });
  const client = createClient(server.url);
  return {
    url: server.url,
    store: fixture,
    get: client.get,
    raw: (bytes, isEnded) => sendBytes(Number(new URL(server.url).port), bytes, isEnded),
    async close() {
      client.leave();
      await server.close();
      await fixture.close();
    },
  };
}

/** A client that keeps its connections, because opening one takes as long as a small answer. */
export function createClient(url: string) {
  const agent = new Agent({ keepAlive: true });
  return {
    get: (path: string, ask?: Ask) => send(Number(new URL(url).port), path, ask, agent),
    /** Closes idle connections: a server that ends waits for them. */
    leave(): void {
      for (const socket of Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? [])) socket.destroy();
    },
  };
}

/** A server for all tests of a file. */
export function serveForFile(options?: ServingOptions): Serving {
  return forFile(() => serve(options));
}

/** A server that is closed when the test ends. */
export async function serveForTest(options?: ServingOptions): Promise<Serving> {
  const service = await serve(options);
  onTestFinished(() => service.close());
  return service;
}

/** @returns the port */
export async function listenAnywhere(server: Server): Promise<number> {
  await listen(server, { host: '127.0.0.1', port: 0 });
  return (server.address() as AddressInfo).port;
}

/** @param agent keeps connections; without it the request has a connection of its own */
export function send(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: Ask = {},
  agent: Agent | false = false,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, path, method, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const whole = Buffer.concat(chunks);
        const text = whole.toString();
        const status = response.statusCode ?? 0;
        resolve({ status, headers: response.headers, body: whole, text, json: () => JSON.parse(text) as unknown });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

function sendBytes(port: number, bytes: string, isEnded = false): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => {
      if (isEnded) socket.end(bytes, 'latin1');
      else socket.write(bytes, 'latin1');
    });
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => (answer += chunk));
    socket.on('end', () => socket.end());
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}
