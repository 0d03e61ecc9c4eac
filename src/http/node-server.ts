/** Node's HTTP server with every time-out and limit set, and a graceful end. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { Server as NetServer } from 'node:net';

const TIMEOUTS = { requestMs: 15_000, headersMs: 10_000, checkMs: 5_000, keepAliveMs: 75_000, idleMs: 90_000 };
const MAX_HEADER_BYTES = 16 * 1024;
/** Milliseconds in which requests that were on their way when the end was announced may still arrive. */
const LINGER_MS = 1_000;
const LINGER_CHECK_MS = 50;

/** It does not listen yet. */
export function createNodeServer(): Server {
  const server = createServer({
    requestTimeout: TIMEOUTS.requestMs,
    headersTimeout: TIMEOUTS.headersMs,
    connectionsCheckingInterval: TIMEOUTS.checkMs,
    keepAliveTimeout: TIMEOUTS.keepAliveMs,
    maxHeaderSize: MAX_HEADER_BYTES,
    // A request without a body has no events of a stream.
    optimizeEmptyRequests: true,
    // Checked later, so that the refusal is a problem document like any other.
    requireHostHeader: false,
  });
  // Also ends connections whose client does not read.
  server.timeout = TIMEOUTS.idleMs;
  // The body reader sends 100 Continue; a refusal does not. Other expectations may be ignored (RFC 9110 §10.1.1); Node would
  // answer 417 without a body.
  for (const expectation of ['checkContinue', 'checkExpectation']) {
    server.on(expectation, (request, response) => server.emit('request', request, response));
  }
  return server;
}

export interface ListenOptions {
  readonly host: string;
  /** Port to listen on; 0 for any free one. */
  readonly port: number;
  /** Whether several processes with this option may listen on the port; the kernel distributes connections among them. */
  readonly reusePort?: boolean;
}

/** @throws the system's error when the address cannot be listened on */
export async function listen(server: Server, { host, port, reusePort = false }: ListenOptions): Promise<void> {
  server.listen({ host, port, reusePort });
  await once(server, 'listening');
}

/**
 * Stops listening. Every connection gets its next answer with `Connection: close`, which the caller sends; idle connections
 * are closed after a second. Node's own `close` would cut connections between two requests, when the next may be under way. */
export async function endGracefully(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  let idle: NodeJS.Timeout | undefined;
  // Timers come first in a turn of the event loop; after a stall, bytes that have arrived are read before this.
  const closeIdle = () => void setImmediate(() => server.closeIdleConnections());
  const linger = setTimeout(() => {
    closeIdle();
    idle = setInterval(closeIdle, LINGER_CHECK_MS);
  }, LINGER_MS);
  await closed;
  clearTimeout(linger);
  clearInterval(idle);
  // Ends the check for time-outs as well.
  server.close();
}
