/** The port for the operator of the service: liveness, readiness and metrics. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { CurrentSnapshot } from '../snapshot/current.ts';
import type { Metrics } from './metrics.ts';
import { listen } from './node-server.ts';
import { splitTarget } from './request.ts';

export interface AdminOptions {
  readonly host: string;
  /** Port to listen on; 0 for any free one. */
  readonly port: number;
  /** Whether a balancer should send requests. */
  readonly isReady: () => boolean | Promise<boolean>;
  readonly metrics: Pick<Metrics, 'contentType' | 'text'>;
  /** Receives the reason why there was no answer. */
  readonly log?: Pick<Logger, 'error'>;
}

export interface RunningAdmin {
  /** Address of the port, without a trailing slash. */
  readonly url: string;
  /** Closes the port immediately, with its connections. */
  close(): Promise<void>;
}

const LIMITS = {
  maxHeaderSize: 8 * 1024,
  headersTimeout: 5_000,
  requestTimeout: 5_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 75_000,
} as const;
const IDLE_MS = 90_000;
const MAX_CONNECTIONS = 100;
const METHODS = ['GET', 'HEAD'];
const PLAIN = 'text/plain; charset=utf-8';

/**
 * Starts the admin port. Neither the port nor its connections keep the process alive.
 * @throws the system's error (`EADDRINUSE`, `EACCES`, …) when the server cannot listen on the address
 */
export async function startAdmin(options: AdminOptions): Promise<RunningAdmin> {
  const server = createServer(LIMITS, async (request, response) => {
    const { status, body, contentType = PLAIN, allow } = await answer(request, options);
    response.writeHead(status, {
      'content-type': contentType,
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...(allow !== undefined && { allow }),
    });
    response.end(body);
  });
  server.setTimeout(IDLE_MS);
  server.maxConnections = MAX_CONNECTIONS;
  server.on('connection', (socket) => socket.unref());
  await listen(server, options);
  server.unref();
  const { address, port, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

interface AdminAnswer {
  readonly status: number;
  readonly body: string;
  readonly contentType?: string;
  readonly allow?: string;
}

async function answer({ url = '/', method = 'GET' }: IncomingMessage, options: AdminOptions): Promise<AdminAnswer> {
  const path = splitTarget(url)?.path ?? '';
  const page = pages.get(path);
  if (page === undefined) return { status: 404, body: 'not found\n' };
  if (!METHODS.includes(method)) return { status: 405, body: 'method not allowed\n', allow: METHODS.join(', ') };
  try {
    return await page(options);
  } catch (err) {
    options.log?.error({ err, path }, 'the admin port failed');
    return { status: 500, body: 'internal error\n' };
  }
}

type Page = (options: AdminOptions) => AdminAnswer | Promise<AdminAnswer>;
const pages: ReadonlyMap<string, Page> = new Map<string, Page>([
  ['/livez', () => ({ status: 200, body: 'ok\n' })],
  [
    '/readyz',
    async ({ isReady }) =>
      (await isReady()) ? { status: 200, body: 'ready\n' } : { status: 503, body: 'not ready\n' },
  ],
  ['/metrics', async ({ metrics }) => ({ status: 200, body: await metrics.text(), contentType: metrics.contentType })],
]);

/** Whether there is a snapshot whose data can be read. */
export async function isReadable(snapshots: CurrentSnapshot): Promise<boolean> {
  const held = snapshots.acquire();
  try {
    await held?.store.check();
    return held !== undefined;
  } catch {
    return false;
  } finally {
    held?.release();
  }
}
