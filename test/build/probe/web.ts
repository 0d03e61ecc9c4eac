/** A small web on loopback with hosts like those of collections, and a simulated clock. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createSecureContext, type SecureContext } from 'node:tls';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createHttpClient, type HttpClient } from '../../../src/build/sources/download/http-client.ts';
import type { Clock } from '../../../src/build/sources/download/pace.ts';
import { listening } from '../../free-port.ts';

/** Answers a request to one host. */
export type Host = (request: IncomingMessage, response: ServerResponse, path: string) => void;

export interface Arrival {
  readonly host: string;
  readonly method: string;
  readonly path: string;
  /** Time of the simulated clock in milliseconds. */
  readonly at: number;
}

export interface Web {
  readonly http: HttpClient;
  readonly clock: SimulatedClock;
  /** All requests so far. */
  readonly arrivals: Arrival[];
  /** The address of a path on a named host. */
  address(host: string, path: string, scheme?: 'http' | 'https'): string;
  on(host: string, behaviour: Host): void;
  close(): Promise<void>;
}

export interface SimulatedClock extends Clock {
  advance(milliseconds: number): void;
}

/** Key and certificate in PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export interface WebOptions {
  /** Start of the clock. */
  readonly begin?: string;
  /** Certificates of hosts that also answer HTTPS. */
  readonly certificates?: Readonly<Record<string, Certificate>>;
}

/** Hosts without a behaviour cannot be resolved. */
export async function startWeb({ begin = '2026-11-01T03:00:00Z', certificates = {} }: WebOptions = {}): Promise<Web> {
  const hosts = new Map<string, Host>();
  const arrivals: Arrival[] = [];
  let requests = 0;
  const clock = simulateClock(Date.parse(begin), () => requests);
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    const path = request.url ?? '';
    arrivals.push({ host, method: request.method ?? '', path, at: clock.now().getTime() });
    response.on('error', () => undefined);
    (hosts.get(host) ?? ((_, unknown) => void unknown.destroy()))(request, response, path);
  };
  const choose = (name: string, chosen: (error: Error | null, context?: SecureContext) => void): void => {
    const certificate = certificates[name];
    chosen(certificate === undefined ? new Error('no certificate') : null, createSecureContext(certificate));
  };
  const servers = { http: createServer(answer), https: createSecureServer({ SNICallback: choose }, answer) };
  const ports = { http: await listening(servers.http), https: await listening(servers.https) };
  const client = createHttpClient({
    userAgent: 'gnd-links/test (+https://example.org/contact)',
    timeOuts: { connect: 10_000, headers: 4_000, idle: 4_000, total: 20_000 },
    allowPrivate: true,
    resolve: (name, found) => {
      if (hosts.has(name)) found(null, [{ address: '127.0.0.1', family: 4 }]);
      else found(Object.assign(new Error('no such host'), { code: 'ENOTFOUND' }), []);
    },
  });
  return {
    clock,
    arrivals,
    address: (host, path, scheme = 'http') => `${scheme}://${host}:${ports[scheme]}${path}`,
    on: (host, behaviour) => void hosts.set(host, behaviour),
    http: {
      async get(url, request) {
        requests += 1;
        try {
          return await client.get(url, request);
        } finally {
          requests -= 1;
        }
      },
    },
    async close() {
      for (const server of Object.values(servers)) {
        server.closeAllConnections();
        await new Promise((done) => server.close(done));
      }
    },
  };
}

/** Addresses of persons by collection; each collection has a host of its own. */
export const sampleOf = (web: Web, hosts: readonly string[], number: number): Record<string, string[]> =>
  Object.fromEntries(
    hosts.map((host) => [host, Array.from({ length: number }, (_, n) => web.address(`${host}.test`, `/person/${n}`))]),
  );

/** A clock that stands still during requests, and jumps to the next timer when only pauses are left. */
function simulateClock(begin: number, requests: () => number): SimulatedClock {
  let now = begin;
  const pauses: { readonly at: number; readonly wake: () => void }[] = [];
  let running = false;
  async function run(): Promise<void> {
    running = true;
    while (pauses.length > 0) {
      for (let quiet = 0; quiet < 4; quiet = requests() === 0 ? quiet + 1 : 0) await nextTurn();
      pauses.sort((a, b) => a.at - b.at);
      const next = pauses.shift();
      now = Math.max(now, next?.at ?? now);
      next?.wake();
    }
    running = false;
  }
  return {
    now: () => new Date(now),
    advance: (milliseconds) => void (now += milliseconds),
    async pause(milliseconds, signal) {
      signal?.throwIfAborted();
      await new Promise<void>((resolve, reject) => {
        pauses.push({ at: now + milliseconds, wake: resolve });
        signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
        if (!running) void run();
      });
    },
  };
}
