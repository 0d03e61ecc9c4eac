/** The HTTP server: explicit time-outs, one way from request to answer, and an end that cuts nobody off. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isIPv6 } from 'node:net';
import type { Logger } from 'pino';
import type { Limits } from '../api/endpoint.ts';
import { createClientIdentifier, type IdentifyClient } from '../limit/client.ts';
import type { Limiter } from '../limit/limiter.ts';
import { createMemoryLimiter } from '../limit/memory-limiter.ts';
import { createQuotas } from '../limit/quotas.ts';
import type { CurrentSnapshot } from '../store/current.ts';
import { writeAnswer } from './answer.ts';
import { type Connections, guardConnections } from './connections.ts';
import type { EndpointDependencies } from './endpoint-answer.ts';
import type { ProblemSource } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { answerThrough, type Gate } from './gate.ts';
import { createNodeServer, endGracefully, listen } from './node-server.ts';
import { iconPage } from './icon.ts';
import type { ObservedRequest, RequestObserver } from './observer.ts';
import { createLoadMonitor, type LoadMonitor } from './overload.ts';
import type { Page, ProblemPage } from './page.ts';
import { refuseOnSockets } from './refusals.ts';
import { splitTarget } from './request-target.ts';
import { createRoutes } from './routes.ts';
import { createTurnstile } from './turnstile.ts';

export interface ServerOptions {
  /** What is served. The server never closes it. */
  readonly snapshots: CurrentSnapshot;
  /** Public address of the service; without it the address that is listened on. */
  readonly baseUrl?: string;
  /** Version of the software. */
  readonly release: string;
  readonly limits: Limits;
  /** How many times the quota an IPv6 /48 has; 0 or absent for no such limit. */
  readonly siteFactor?: number;
  /** Addresses or CIDR blocks of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Addresses or CIDR blocks whose requests are not counted. */
  readonly exemptNetworks?: readonly string[];
  /** Without it one in memory. Closed with the server. */
  readonly limiter?: Limiter;
  /** What lies beside the interface, beyond the icon. */
  readonly pages?: readonly Page[];
  /** How people are told of a refusal; without it pages answer problem documents as well. */
  readonly problemPage?: ProblemPage;
  readonly observers?: readonly RequestObserver[];
  /** Failures, each once, with the identifier that the client saw; absent for silence. */
  readonly log?: Pick<Logger, 'error'>;
  readonly clock?: () => Date;
  /** Says when to refuse requests; without it, when the event loop is a second behind. Closed with the server. */
  readonly load?: LoadMonitor;
}

export interface StartOptions extends ServerOptions {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
}

export interface RunningServer {
  /** Where it listens, without a slash at its end, e.g. `http://127.0.0.1:8080`. */
  readonly url: string;
  /**
   * Stops listening; every connection gets its next answer with `Connection: close`, those that ask nothing are closed
   * after a second. Closes the limiter; the snapshots stay open.
   */
  close(): Promise<void>;
}

/** A server that does not listen yet. */
export interface PreparedServer {
  readonly server: Server;
  readonly close: () => Promise<void>;
}

const CONNECTIONS = { total: 4_000, perClient: 256, unanswered: 64 };
const MAX_LOOP_DELAY_MS = 1_000;
const HEAVY = { allowanceMs: 5, maxWaitMs: 1_000 };
/** Nginx's word for a client that did not wait for its answer. */
const CLIENT_CLOSED_REQUEST = 499;

/**
 * @throws RangeError when the base URL or a network is none
 * @throws the system's error when the address cannot be listened on
 */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  let listening = '';
  const configured = options.baseUrl === undefined ? undefined : normalisedBaseUrl(options.baseUrl);
  const { server, close } = createServer(options, () => configured ?? listening);
  try {
    await listen(server, options);
  } catch (error) {
    await close();
    throw error;
  }
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  listening = `http://${reachableHost(options.host)}:${port}`;
  return { url: listening, close };
}

/** @param baseUrl public address, without a slash at its end */
export function createServer(options: ServerOptions, baseUrl: () => string): PreparedServer {
  const { snapshots, trustedProxies, exemptNetworks = [], observers = [], log } = options;
  const limiter = options.limiter ?? createMemoryLimiter();
  const load = options.load ?? createLoadMonitor(MAX_LOOP_DELAY_MS);
  const problems: ProblemSource = { baseUrl, snapshots };
  const begun = performance.now();
  const quotas = createQuotas({ limiter, limits: options.limits, siteFactor: options.siteFactor ?? 0 });
  const deps: EndpointDependencies = {
    snapshots,
    clock: options.clock ?? (() => new Date()),
    limits: quotas.inForce,
    limiter,
    release: options.release,
    baseUrl,
    uptimeSeconds: () => (performance.now() - begun) / 1000,
    refusal: () => snapshots.refusal(),
    problems,
    turnstile: createTurnstile(HEAVY),
  };
  const gate: Gate = {
    routes: createRoutes(deps, [iconPage, ...(options.pages ?? [])], options.problemPage),
    quotas,
    load,
    problems,
    failed: (reqId, err) => log?.error({ reqId, err }, 'request failed'),
    counted: (policy, allowed) => observers.forEach((observer) => observer.counted?.(policy, allowed)),
  };
  const identify = createClientIdentifier({ trustedProxies, exemptNetworks });
  const server = createNodeServer();
  let isEnding = false;
  const connections = guardConnections(
    server,
    CONNECTIONS,
    createClientIdentifier({ trustedProxies: [], exemptNetworks: [...trustedProxies, ...exemptNetworks] }),
  );
  const service: Service = { gate, identify, observers, connections, isEnding: () => isEnding };
  server.on('request', (request, response) => {
    serveInTurn(request, response, service).catch((err: unknown) => {
      // Answering itself has failed, so there is nothing left to say.
      log?.error({ err }, 'answering failed');
      response.destroy();
    });
  });
  refuseOnSockets(server, problems, identify, observers, connections);
  return {
    server,
    async close() {
      isEnding = true;
      await endGracefully(server);
      load.close();
      await limiter.close();
    },
  };
}

interface Service {
  readonly gate: Gate;
  readonly identify: IdentifyClient;
  readonly observers: readonly RequestObserver[];
  readonly connections: Connections;
  readonly isEnding: () => boolean;
}

async function serveInTurn(request: IncomingMessage, response: ServerResponse, service: Service): Promise<void> {
  const { connections } = service;
  const turn = connections.enter(request, response);
  if (turn === false) return;
  try {
    if (turn === true || (await turn)) await serveRequest(request, response, service);
  } finally {
    connections.leave(request.socket);
  }
}

async function serveRequest(request: IncomingMessage, response: ServerResponse, service: Service): Promise<void> {
  const { gate, observers } = service;
  const { headers, socket, method = 'GET', url = '/' } = request;
  const exchange: Exchange = {
    id: randomUUID(),
    method,
    target: splitTarget(url),
    headers,
    httpVersion: request.httpVersion,
    started: performance.now(),
    isWanted: () => !socket.destroyed,
  };
  for (const observer of observers) observer.started?.();
  const client = service.identify(socket.remoteAddress, headers['x-forwarded-for']);
  const match = gate.routes(exchange.target.path);
  const more = ['x-request-id', exchange.id];
  const { answer, quotaFields } = await answerThrough(gate, exchange, match, client, url.length);
  more.push(...quotaFields);
  if (service.isEnding()) more.push('connection', 'close');
  const isGone = socket.destroyed;
  if (!isGone) writeAnswer(response, answer, more);
  for (const observer of observers) {
    observer.finished({
      id: exchange.id,
      method,
      route: match?.route.pattern ?? 'none',
      status: isGone ? CLIENT_CLOSED_REQUEST : answer.status,
      bytes: isGone || method === 'HEAD' ? 0 : (answer.body?.byteLength ?? 0),
      seconds: (performance.now() - exchange.started) / 1000,
      client,
      ...traceOf(headers['traceparent']),
    });
  }
}

/** W3C Trace Context, version 00. */
function traceOf(traceparent: unknown): Pick<ObservedRequest, 'traceId'> {
  if (typeof traceparent !== 'string') return {};
  const traceId = /^00-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}$/.exec(traceparent)?.[1];
  return traceId === undefined ? {} : { traceId };
}

function normalisedBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new RangeError(`“${text}” is not a base URL: it must begin with http:// or https:// and have no query.`);
  }
  return url.href.replace(/\/+$/, '');
}

/** An address that a browser on this machine can open. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return isIPv6(host) ? `[${host}]` : host;
}
