/** The HTTP server: passes requests to the handler, writes the responses, and reports both to observers. */
import { createLink } from './door-link.ts';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIPv6 } from 'node:net';
import type { Logger } from 'pino';
import { createClientIdentifier, type IdentifyClient } from '../quotas/client.ts';
import { DEFAULT_LIMITS, type Limits, type LimitsInForce } from '../quotas/quota-table.ts';
import type { Limiter } from '../quotas/limiter.ts';
import { createMemoryLimiter } from '../quotas/memory-limiter.ts';
import { createQuotas } from '../quotas/quotas.ts';
import type { CurrentSnapshot } from '../snapshot/current.ts';
import { type BodyLimits, type BodyReader, createBodyReader } from './body.ts';
import { respondToClientErrors } from './client-errors.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';
import { type Connections, guardConnections } from './connections.ts';
import type { Context, Door, Operator } from './door.ts';
import type { ServerEnvironment } from './door-route.ts';
import { createHandler, type Handler } from './handler.ts';
import { createLoadMonitor, type LoadMonitor } from './load-monitor.ts';
import type { RequestObserver } from './log.ts';
import { createNodeServer, endGracefully, listen, type ListenOptions } from './node-server.ts';
import { paceInput } from './paced-input.ts';
import { checkRequest, type HttpRequest, splitTarget } from './request.ts';
import { currentSnapshotId, lengthOf, writeResponse } from './response.ts';
import { createUnreadAnswers, refuseUnread, type UnreadAnswers, type UnreadLimits } from './unread-answers.ts';

export interface ServerOptions {
  /** The snapshots that are served. The server never closes them. */
  readonly snapshots: CurrentSnapshot;
  /** Public address of the service, without a trailing slash; the default is the address that the server listens on. */
  readonly baseUrl?: string;
  /** Version of the software. */
  readonly release: string;
  /** Quotas; missing ones have their defaults. */
  readonly limits?: Partial<Limits>;
  /** Quota of an IPv6 /48 as a multiple of the quota of a client; 0 or absent for no such limit. */
  readonly siteFactor?: number;
  /** Addresses or CIDR blocks of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Addresses or CIDR blocks whose requests are not counted. */
  readonly exemptNetworks?: readonly string[];
  /** The default limiter is in memory. Closed with the server. */
  readonly limiter?: Limiter;
  readonly doors: readonly Door[];
  readonly operator?: Operator;
  /** Limits on bodies of requests; the default is 1 MiB each. */
  readonly bodies?: BodyLimits;
  /** Limits on answers that wait to be read; the default is 16 MiB for each client. */
  readonly unread?: UnreadLimits;
  readonly observers?: readonly RequestObserver[];
  /** Log of failures, each once, with the identifier that the client saw; by default they are not logged. */
  readonly log?: Pick<Logger, 'error'>;
  readonly clock?: () => Date;
  readonly updates?: Context['updates'];
  readonly completeness?: Context['completeness'];
  /** Decides when requests are refused; by default when the event loop is a second late. Closed with the server. */
  readonly load?: LoadMonitor;
  /** Heavy requests at a time; the default is one, because each blocks the event loop. */
  readonly heavyAtATime?: number;
  /** Longest wait for the turn of a heavy request, in milliseconds; the default is a second. */
  readonly maxWaitMs?: number;
}

export type StartOptions = ServerOptions & ListenOptions;

export type RunningServer = Awaited<ReturnType<typeof startServer>>;

const CONNECTIONS = { total: 4_000, perClient: 256 };
const MAX_LOOP_DELAY_MS = 1_000;
/** Milliseconds of heavy work after which the event loop must serve other requests. */
const ALLOWANCE_MS = 5;
const NO_TARGET = { path: '', query: '' };
/** Nginx's status for a client that did not wait for its answer. */
const CLIENT_CLOSED_REQUEST = 499;

/**
 * @throws RangeError when an entry of a list of networks is neither an address nor a CIDR block
 * @throws the system's error (`EADDRINUSE`, `EACCES`, …) when the server cannot listen on the address
 */
export async function startServer(options: StartOptions) {
  let listening = '';
  const { server, close } = createServer(options, options.host, () => options.baseUrl ?? listening);
  try {
    await listen(server, options);
  } catch (error) {
    await close();
    throw error;
  }
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  listening = localAddress(options.host, port);
  return {
    /** Address that the server listens on, without a trailing slash, e.g. `http://127.0.0.1:8080`. */
    url: listening,
    close,
  };
}

/**
 * A server that does not listen yet. @param host host to listen on @param baseUrl public address, without a trailing
 * slash
 */
function createServer(options: ServerOptions, host: string, baseUrl: () => string) {
  const { trustedProxies, exemptNetworks = [], observers = [], log } = options;
  const limiter = options.limiter ?? createMemoryLimiter();
  const load = options.load ?? createLoadMonitor(MAX_LOOP_DELAY_MS);
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const quotas = createQuotas({ limiter, limits, siteFactor: options.siteFactor ?? 0 });
  const environment = createEnvironment(options, host, baseUrl, limiter, quotas.inForce);
  const handle = createHandler({
    environment,
    quotas,
    load,
    onCounted: (policy, allowed, cost) => observers.forEach((observer) => observer.counted?.(policy, allowed, cost)),
  });
  const identify = createClientIdentifier({ trustedProxies, exemptNetworks });
  const server = createNodeServer();
  const closing = new AbortController();
  const unlimited = [...trustedProxies, ...exemptNetworks];
  const connections = guardConnections(
    server,
    CONNECTIONS,
    createClientIdentifier({ trustedProxies: [], exemptNetworks: unlimited }),
  );
  paceInput(server, connections);
  const bodies = createBodyReader(options.bodies);
  const unread = createUnreadAnswers(options.unread);
  const service = { handle, identify, observers, connections, bodies, unread, environment, closing: closing.signal };
  server.on('request', (request, outgoing) => {
    serveInTurn(request, outgoing, service).catch((err: unknown) => {
      // Even the response to the failure failed, so only the connection can be closed.
      log?.error({ err }, 'the request could not be answered');
      outgoing.destroy();
    });
  });
  respondToClientErrors(server, environment, identify, observers, connections, bodies);
  return {
    server,
    /**
     * Stops listening; every connection gets its next answer with `Connection: close`, and idle ones are closed after a
     * second. Closes the limiter; the snapshots stay open.
     */
    close: async (): Promise<void> => {
      // A download may take any time, so it is cut off; clients resume it with a range.
      closing.abort();
      await endGracefully(server, () => connections.closeUnused());
      load.close();
      await limiter.close();
    },
  };
}

function createEnvironment(
  options: ServerOptions,
  host: string,
  baseUrl: () => string,
  limiter: Limiter,
  limits: LimitsInForce,
): ServerEnvironment {
  const { snapshots, release, operator = {}, doors, clock = () => new Date(), log } = options;
  const { heavyAtATime: atATime = 1, maxWaitMs = 1_000 } = options;
  const begun = performance.now();
  const link = createLink(doors, baseUrl);
  return {
    baseUrl,
    snapshots,
    link,
    concurrency: createConcurrencyLimit({ allowanceMs: ALLOWANCE_MS, maxWaitMs, atATime }),
    common: {
      release,
      operator,
      clock,
      limits,
      limiter,
      doors,
      link,
      isLocal: isLoopback(options.baseUrl === undefined ? host : new URL(options.baseUrl).hostname),
      updates: options.updates,
      completeness: options.completeness,
      uptimeSeconds: () => (performance.now() - begun) / 1000,
      snapshotRefusal: () => snapshots.refusal(),
    },
    onFailure: (reqId, err) => log?.error({ reqId, err }, 'request failed'),
  };
}

interface RequestServices {
  readonly handle: Handler;
  readonly identify: IdentifyClient;
  readonly observers: readonly RequestObserver[];
  readonly connections: Connections;
  readonly bodies: BodyReader;
  readonly unread: UnreadAnswers;
  readonly environment: ServerEnvironment;
  /** Aborted when the server is about to end. */
  readonly closing: AbortSignal;
}

async function serveInTurn(
  request: IncomingMessage,
  outgoing: ServerResponse,
  service: RequestServices,
): Promise<void> {
  const { connections } = service;
  const turn = connections.enter(request, outgoing);
  if (turn === false) return;
  try {
    if ((turn === true || (await turn)) && !request.socket.destroyed) await serve(request, outgoing, service);
  } finally {
    connections.leave(request.socket);
  }
}

async function serve(request: IncomingMessage, outgoing: ServerResponse, service: RequestServices): Promise<void> {
  const { headers, socket, method = 'GET', url = '/' } = request;
  const target = splitTarget(url);
  const id = randomUUID();
  const started = performance.now();
  const isWanted = () => !socket.destroyed;
  const { path, query } = target ?? NO_TARGET;
  const client = service.identify(socket.remoteAddress, headers['x-forwarded-for']);
  const readBody = service.bodies.of(request, outgoing, client);
  const received: HttpRequest = { id, method, path, query, headers, readBody, client: client.key, started, isWanted };
  for (const observer of service.observers) observer.started?.();
  const { response: handled, route } = await service.handle(received, client, checkRequest(request, target));
  // A file is streamed at the speed of its client, so it holds no memory.
  const length = method === 'HEAD' || handled.file !== undefined ? 0 : (lengthOf(handled) ?? 0);
  const isAdmitted = socket.destroyed || service.unread.admit(client, length, outgoing);
  const response = isAdmitted ? handled : await refuseUnread(handled, received, service.environment);
  response.fields.push('x-request-id', id);
  const snapshot = response.snapshot ?? currentSnapshotId(service.environment);
  if (snapshot !== undefined) response.fields.push('snapshot', snapshot);
  if (service.closing.aborted) response.fields.push('connection', 'close');
  const isGone = socket.destroyed;
  const sending = isGone ? undefined : writeResponse(outgoing, response, service.closing);
  const ofFile = sending && (await sending);
  const status = isGone ? CLIENT_CLOSED_REQUEST : response.status;
  const bytes = isGone || method === 'HEAD' ? 0 : (ofFile ?? lengthOf(response) ?? 0);
  const seconds = (performance.now() - started) / 1000;
  const traceId = traceIdOf(headers['traceparent']);
  for (const observer of service.observers) {
    observer.finished({ id, method, route, status, bytes, seconds, client, traceId });
  }
}

/** The trace identifier in a `traceparent` of W3C Trace Context, version 00. */
function traceIdOf(traceparent: unknown): string | undefined {
  if (typeof traceparent !== 'string') return undefined;
  return /^00-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}$/.exec(traceparent)?.[1];
}

/** The address at which a browser on this machine reaches a server that listens on `host`. */
export function localAddress(host: string, port: number): string {
  const reachable =
    new Map([
      ['0.0.0.0', '127.0.0.1'],
      ['::', '::1'],
    ]).get(host) ?? host;
  return `http://${isIPv6(reachable) ? `[${reachable}]` : reachable}:${port}`;
}

/** @param host name or IP address; an IPv6 address with or without brackets */
function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/i.test(host);
}
