/** A small web on loopback with hosts that behave in every way that hosts of collections do, and a clock that tests let run. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createHttpClient, type HttpClient } from '../../src/sources/download/http-client.ts';
import type { Clock } from '../../src/sources/probe/pace.ts';

/** Answers the path of a request to one host. */
export type Host = (request: IncomingMessage, response: ServerResponse, path: string) => void;

export interface Arrival {
  readonly host: string;
  readonly method: string;
  readonly path: string;
  /** Milliseconds of the simulated clock. */
  readonly at: number;
}

export interface Web {
  readonly http: HttpClient;
  readonly clock: SimulatedClock;
  /** Every request that a server saw. */
  readonly arrivals: Arrival[];
  /** The address of a path at a host, which has a name of its own. */
  address(host: string, path: string): string;
  on(host: string, behaviour: Host): void;
  close(): Promise<void>;
}

export interface SimulatedClock extends Clock {
  advance(milliseconds: number): void;
}

/** Hosts without behaviour are names that nobody knows. */
export async function startWeb(begin = '2026-11-01T03:00:00Z'): Promise<Web> {
  const hosts = new Map<string, Host>();
  const arrivals: Arrival[] = [];
  let requests = 0;
  const clock = simulateClock(Date.parse(begin), () => requests);
  const server = createServer((request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    const path = request.url ?? '';
    arrivals.push({ host, method: request.method ?? '', path, at: clock.now().getTime() });
    response.on('error', () => undefined);
    (hosts.get(host) ?? ((_, unknown) => void unknown.destroy()))(request, response, path);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
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
    address: (host, path) => `http://${host}:${port}${path}`,
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
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Time stands still while a request is under way, and jumps to the next wake-up when all that is left are pauses. */
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

const page = (title: string, text: string): string =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>`;

/** A sentence that differs from path to path, as the pages of a collection do. */
function about(path: string): string {
  const words = [
    'letters',
    'portraits',
    'essays',
    'maps',
    'songs',
    'sermons',
    'diaries',
    'treaties',
    'novels',
    'plays',
  ];
  const digits = [...Buffer.from(path)];
  return digits
    .map((digit, index) => `${words[(digit + index) % words.length]} ${words[(digit * 7 + index) % words.length]}`)
    .join(', ');
}

export function html(
  response: ServerResponse,
  status: number,
  text: string,
  fields: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...fields });
  response.end(response.req.method === 'HEAD' ? undefined : text);
}

const send =
  (status: number, fields: Record<string, string>): Host =>
  (_, response) =>
    html(response, status, '', fields);

/** `robots.txt` is not there unless a behaviour says so. */
const withoutRobots =
  (behaviour: Host): Host =>
  (request, response, path) =>
    path === '/robots.txt' ? html(response, 404, 'none') : behaviour(request, response, path);

export const alive: Host = withoutRobots((_, response, path) =>
  html(response, 200, page(`About ${path}`, about(path))),
);

/** Behaviours by name: what a host does, and the verdict that a person would give. */
export const BEHAVIOURS = {
  alive: { host: alive, verdict: 'ok' },
  notFound: {
    host: withoutRobots((_, response) => html(response, 404, page('Oops', 'Try the search.'))),
    verdict: 'gone',
  },
  gone410: { host: withoutRobots((_, response) => html(response, 410, '')), verdict: 'gone' },
  softNotFoundTitle: {
    host: withoutRobots((_, response, path) => html(response, 200, page('Seite nicht gefunden', about(path)))),
    verdict: 'gone',
  },
  toFrontPage: {
    host: withoutRobots((request, response, path) =>
      path === '/' ? alive(request, response, path) : html(response, 302, '', { location: '/' }),
    ),
    verdict: 'gone',
  },
  parkedSamePage: {
    host: withoutRobots((_, response, path) =>
      html(response, 200, page('Buy this domain', `The domain of ${path} is for sale. Visited ${path.length} times.`)),
    ),
    verdict: 'parked',
  },
  parkedElsewhere: {
    host: withoutRobots((request, response, path) =>
      path === '/'
        ? alive(request, response, path)
        : html(response, 302, '', { location: `http://parking.test:${request.socket.localPort}/` }),
    ),
    verdict: 'parked',
  },
  headRefused: {
    host: withoutRobots((request, response, path) =>
      request.method === 'HEAD' ? html(response, 405, '') : alive(request, response, path),
    ),
    verdict: 'ok',
  },
  headLies: {
    host: withoutRobots((request, response, path) =>
      request.method === 'HEAD' ? html(response, 404, '') : alive(request, response, path),
    ),
    verdict: 'ok',
  },
  botWall: { host: withoutRobots(send(403, {})), verdict: 'blocked' },
  challenge: {
    host: withoutRobots((_, response) => html(response, 200, page('Just a moment...', 'Checking your browser.'))),
    verdict: 'blocked',
  },
  tooMany: { host: withoutRobots(send(429, { 'retry-after': '600' })), verdict: 'blocked' },
  legal451: { host: withoutRobots(send(451, {})), verdict: 'blocked' },
  moved: {
    host: withoutRobots((request, response, path) =>
      path.startsWith('/new') ? alive(request, response, path) : html(response, 301, '', { location: `/new${path}` }),
    ),
    verdict: 'moved',
  },
  chain: {
    host: withoutRobots((request, response, path) => {
      const step = Number(/^\/(\d)\//.exec(path)?.[1] ?? 0);
      if (step === 3) return alive(request, response, path);
      html(response, 302, '', { location: `/${step + 1}/${path.replace(/^\/\d\//, '').replace(/^\//, '')}` });
    }),
    verdict: 'ok',
  },
  loop: {
    host: withoutRobots((_, response, path) =>
      html(response, 302, '', { location: path.endsWith('x') ? path.slice(0, -1) : `${path}x` }),
    ),
    verdict: 'unknown',
  },
  serverError: { host: withoutRobots(send(500, {})), verdict: 'unknown' },
  silent: { host: withoutRobots(() => undefined), verdict: 'unknown' },
  dropped: { host: withoutRobots((_, response) => void response.destroy()), verdict: 'unknown' },
  drawnByScript: {
    host: withoutRobots((_, response) =>
      html(response, 200, '<html><head><script src="/app.js"></script></head><body></body></html>'),
    ),
    verdict: 'unknown',
  },
  negotiated: {
    host: withoutRobots((request, response, path) =>
      (request.headers.accept ?? '').includes('text/html')
        ? alive(request, response, path)
        : html(response, 406, page('Not acceptable', '')),
    ),
    verdict: 'ok',
  },
  picture: {
    host: withoutRobots((request, response) => {
      response.writeHead(200, { 'content-type': 'image/jpeg' });
      response.end(request.method === 'HEAD' ? undefined : Buffer.alloc(64));
    }),
    verdict: 'ok',
  },
  endless: {
    host: withoutRobots((request, response, path) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      if (request.method === 'HEAD') return void response.end();
      response.write(page(`About ${path}`, about(path)));
      const write = (): void => {
        while (!response.destroyed && response.write('<p>and more</p>'.repeat(100)));
        if (!response.destroyed) response.once('drain', write);
      };
      write();
    }),
    verdict: 'ok',
  },
  forbiddenByRobots: {
    host: (request, response, path) => {
      if (path !== '/robots.txt') return alive(request, response, path);
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.end('User-agent: *\nDisallow: /');
    },
    verdict: 'unknown',
  },
} as const satisfies Record<string, { readonly host: Host; readonly verdict: string }>;
