/** The port for the operator of the service: liveness, readiness and metrics. */
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { CurrentSnapshot } from '../snapshot/current.ts';
import type { Metrics } from './metrics.ts';
import { createNodeServer, listen } from './node-server.ts';
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

const MAX_CONNECTIONS = 100;
const METHODS = ['GET', 'HEAD'];

/**
 * Starts the admin port. Neither the port nor its connections keep the process alive.
 * @throws the system's error (`EADDRINUSE`, `EACCES`, …) when the server cannot listen on the address
 */
export async function startAdmin(options: AdminOptions) {
  const server = createNodeServer();
  server.on('request', async (request, response) => {
    const [status, body, fields] = await answer(request, options);
    response.writeHead(status, {
      'content-type': 'text/plain; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...fields,
    });
    response.end(body);
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.on('connection', (socket) => socket.unref());
  await listen(server, options);
  server.unref();
  const { address, port, family } = server.address() as AddressInfo;
  return {
    /** Address of the port, without a trailing slash. */
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    /** Closes the port immediately, with its connections. */
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

type AdminAnswer = readonly [status: number, body: string, fields?: Readonly<Record<string, string>>];

async function answer(
  { url = '/', method = 'GET' }: IncomingMessage,
  { isReady, metrics, log }: AdminOptions,
): Promise<AdminAnswer> {
  const path = splitTarget(url)?.path ?? '';
  if (!['/livez', '/readyz', '/metrics'].includes(path)) return [404, 'not found\n'];
  if (!METHODS.includes(method)) return [405, 'method not allowed\n', { allow: METHODS.join(', ') }];
  try {
    if (path === '/livez') return [200, 'ok\n'];
    if (path === '/readyz') return (await isReady()) ? [200, 'ready\n'] : [503, 'not ready\n'];
    return [200, await metrics.text(), { 'content-type': metrics.contentType }];
  } catch (err) {
    log?.error({ err, path }, 'the admin port failed');
    return [500, 'internal error\n'];
  }
}

/** Whether there is a snapshot whose data can be read. */
export async function isReadable(snapshots: CurrentSnapshot): Promise<boolean> {
  using reference = snapshots.acquire();
  try {
    await reference?.store.check();
    return reference !== undefined;
  } catch {
    return false;
  }
}
