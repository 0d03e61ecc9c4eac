/** Node's HTTP server with every time-out and limit set, and an end that cuts nobody off. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { Server as NetServer } from 'node:net';

const TIMEOUTS = { requestMs: 15_000, headersMs: 10_000, checkMs: 5_000, keepAliveMs: 75_000, idleMs: 90_000 };
const MAX_HEADER_BYTES = 16 * 1024;
/** For requests that were on their way when the end was announced, in milliseconds. */
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
  // answer 417 with nothing in it.
  for (const expectation of ['checkContinue', 'checkExpectation']) {
    server.on(expectation, (request, response) => server.emit('request', request, response));
  }
  return server;
}

export interface ListenOptions {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  /** Whether other processes that say so too may listen on the port as well; the kernel spreads connections over them. */
  readonly reusePort?: boolean;
}

/** @throws the system's error when the address cannot be listened on */
export async function listen(server: Server, { host, port, reusePort = false }: ListenOptions): Promise<void> {
  server.listen({ host, port, reusePort });
  await once(server, 'listening');
}

/**
 * Stops listening. Every connection gets its next answer with `Connection: close`, which is for the caller to send; those
 * that ask nothing are closed after a second. Node's own `close` would cut connections between two requests, where the next may be under way already. */
export async function endGracefully(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  let idle: NodeJS.Timeout | undefined;
  // Timers come first in a turn of the event loop: after a stall, what has arrived is read before.
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
