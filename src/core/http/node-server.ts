/** Node's HTTP server with all its time-outs and limits, and a graceful shutdown. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { Server as NetServer } from 'node:net';

/** Times in milliseconds, and bytes. */
const LIMITS = {
  requestTimeout: 15_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 75_000,
  maxHeaderSize: 16 * 1024,
} as const;
const IDLE_MS = 90_000;
/** Milliseconds in which requests may still arrive that were under way when the shutdown began. */
const LINGER_MS = 1_000;
const LINGER_CHECK_MS = 50;

/** A server that does not listen yet. */
export function createNodeServer(): Server {
  const server = createServer({
    ...LIMITS,
    // Requests without a body then emit no stream events.
    optimizeEmptyRequests: true,
    // `checkRequest` checks the field, so its refusal is a problem document.
    requireHostHeader: false,
  });
  // Also ends connections whose client does not read.
  server.timeout = IDLE_MS;
  // The body reader sends 100 Continue, so a refused request gets none. Other expectations are ignored (RFC 9110
  // §10.1.1); Node would answer 417 without a body.
  for (const expectation of ['checkContinue', 'checkExpectation']) {
    server.on(expectation, (request, response) => server.emit('request', request, response));
  }
  return server;
}

export interface ListenOptions {
  readonly host: string;
  /** Port to listen on; 0 for any free one. */
  readonly port: number;
  /** Whether several processes may listen on the port; the kernel then distributes connections among them. */
  readonly reusePort?: boolean;
}

/** @throws the system's error (`EADDRINUSE`, `EACCES`, …) when the server cannot listen on the address */
export async function listen(server: Server, { host, port, reusePort = false }: ListenOptions): Promise<void> {
  server.listen({ host, port, reusePort });
  await once(server, 'listening');
}

/**
 * Stops listening. The caller adds `Connection: close` to the next answer of every connection; idle connections are
 * closed after a second. Node's own `close` would cut connections between two requests, when the next may be under way.
 * @param closeUnused closes connections that never sent anything, which are not idle for Node
 */
export async function endGracefully(server: Server, closeUnused: () => void): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  let idle: NodeJS.Timeout | undefined;
  // A turn of the event loop runs timers first, and reads sockets before `setImmediate`: no connection with unread
  // bytes is closed.
  const closeIdle = () =>
    void setImmediate(() => {
      server.closeIdleConnections();
      closeUnused();
    });
  const linger = setTimeout(() => {
    closeIdle();
    idle = setInterval(closeIdle, LINGER_CHECK_MS);
  }, LINGER_MS);
  await closed;
  clearTimeout(linger);
  clearInterval(idle);
  // Also ends the check for time-outs.
  server.close();
}
