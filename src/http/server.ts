/** The HTTP server: Fastify with explicit time-outs, the six endpoints, and an answer for everything else. */
import { randomUUID } from 'node:crypto';
import { isIPv6 } from 'node:net';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Limits } from '../api/endpoint.ts';
import { problem } from '../api/problems.ts';
import { createClientKey } from '../limit/client-key.ts';
import type { Limiter } from '../limit/limiter.ts';
import { createMemoryLimiter } from '../limit/memory-limiter.ts';
import type { Store } from '../store/store.ts';
import { answerClientError, problemOfError, type ProblemSource, sendProblem, writeProblem } from './errors.ts';
import { CONSTANT_HEADERS, PREFLIGHT_HEADERS } from './headers.ts';
import { type AllowedMethods, collectMethods, METHODS } from './methods.ts';
import { createLoadMonitor, type LoadMonitor } from './overload.ts';
import { MAX_TARGET, routableUrl, splitTarget } from './request-target.ts';
import { logRequests } from './request-log.ts';
import { limitRequest, quotaOf, registerEndpoints, type RouteDependencies } from './routes.ts';
import { registerStartPages } from './start-pages.ts';

export interface LoggerSettings {
  readonly level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Where the JSON lines go; standard output without it. */
  readonly stream?: { write(line: string): void };
}

export interface ServerOptions {
  /** The snapshot in force, asked for by every request; it throws while there is none. The server never closes it. */
  readonly store: () => Store;
  /** Public address of the service; without it the address that is listened on. */
  readonly baseUrl?: string;
  /** Version of the software. */
  readonly release: string;
  /** Addresses or CIDR blocks of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  readonly limits: Limits;
  /** Without it one in memory, closed with the server. */
  readonly limiter?: Limiter;
  /** `false` for silence. */
  readonly logger: LoggerSettings | false;
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
  /** Stops listening, lets requests under way finish, closes the limiter; the store stays open. */
  close(): Promise<void>;
}

const TIMEOUTS = {
  requestMs: 15_000,
  headersMs: 10_000,
  checkMs: 5_000,
  keepAliveMs: 75_000,
  handlerMs: 5_000,
  idleMs: 90_000,
};
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_CONNECTIONS = 2_000;
const MAX_LOOP_DELAY_MS = 1_000;

/**
 * @throws RangeError when the base URL or a trusted proxy is none
 * @throws the system's error when the address cannot be listened on
 */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  let listening = '';
  const configured = options.baseUrl === undefined ? undefined : normalisedBaseUrl(options.baseUrl);
  const app = createServer(options, () => configured ?? listening);
  try {
    await app.listen({ host: options.host, port: options.port });
  } catch (error) {
    await app.close();
    throw error;
  }
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  listening = `http://${reachableHost(options.host)}:${port}`;
  return { url: listening, close: () => app.close() };
}

/** The server before it listens. @param baseUrl public address, without a slash at its end */
export function createServer(options: ServerOptions, baseUrl: () => string): FastifyInstance {
  const limiter = options.limiter ?? createMemoryLimiter();
  const problems: ProblemSource = { baseUrl, snapshot: () => snapshotOf(options.store) };
  const started = performance.now();
  const deps: RouteDependencies = {
    store: options.store,
    clock: options.clock ?? (() => new Date()),
    limits: options.limits,
    limiter,
    release: options.release,
    baseUrl,
    uptimeSeconds: () => (performance.now() - started) / 1000,
    clientKey: createClientKey(options.trustedProxies),
    problems,
  };
  const load = options.load ?? createLoadMonitor(MAX_LOOP_DELAY_MS);
  const app = bareServer(options.logger, problems);
  const allowed = collectMethods(app);
  app.addHook('onRequest', (request, reply) => admit(request, reply, { deps, load, allowed }));
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, problem('not_found'), problems));
  app.setErrorHandler((error, request, reply) => {
    const occurrence = problemOfError(error, request.id);
    if (occurrence.status >= 500) request.log.error({ reqId: request.id, err: error }, 'request failed');
    return sendProblem(request, reply, occurrence, problems);
  });
  if (options.logger !== false) logRequests(app, deps.clientKey);
  registerEndpoints(app, deps);
  registerStartPages(app, problems);
  app.addHook('onClose', async () => {
    load.close();
    await limiter.close();
  });
  return app;
}

function bareServer(logger: LoggerSettings | false, problems: ProblemSource): FastifyInstance {
  const app = fastify({
    logger:
      logger === false ? false : { level: logger.level, base: null, ...(logger.stream && { stream: logger.stream }) },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    requestTimeout: TIMEOUTS.requestMs,
    keepAliveTimeout: TIMEOUTS.keepAliveMs,
    connectionTimeout: TIMEOUTS.idleMs,
    handlerTimeout: TIMEOUTS.handlerMs,
    bodyLimit: 1,
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_TARGET },
    rewriteUrl: (request) => routableUrl(request.url ?? '/'),
    clientErrorHandler: (error, socket) => answerClientError(error, socket, problems),
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...CONSTANT_HEADERS, 'x-request-id': request.id });
      void sendProblem(request, reply, problemOfError(error, request.id), problems);
    },
    http: {
      headersTimeout: TIMEOUTS.headersMs,
      connectionsCheckingInterval: TIMEOUTS.checkMs,
      maxHeaderSize: MAX_HEADER_BYTES,
      // Checked below, so that the refusal is a problem document like any other.
      requireHostHeader: false,
    },
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  // Expectations other than 100-continue may be ignored (RFC 9110 §10.1.1); Node would answer 417 with nothing in it.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  // Node hands CONNECT out as a bare socket, and would close it without a word.
  app.server.on('connect', (_, socket) => {
    writeProblem(socket, problem('method_not_allowed'), problems, { allow: METHODS.join(', ') });
  });
  return app;
}

interface Gate {
  readonly deps: RouteDependencies;
  readonly load: LoadMonitor;
  readonly allowed: AllowedMethods;
}

/** What comes before every handler: constant fields, refusals, and the methods that are not GET. */
async function admit(request: FastifyRequest, reply: FastifyReply, { deps, load, allowed }: Gate): Promise<unknown> {
  reply.headers({ ...CONSTANT_HEADERS, 'x-request-id': request.id });
  const refuse = (code: Parameters<typeof problem>[0]) => sendProblem(request, reply, problem(code), deps.problems);
  const quota = quotaOf(request);
  if (quota !== undefined && (await limitRequest(request, reply, quota, deps))) return reply;
  if (request.originalUrl.length > MAX_TARGET) return refuse('request_too_long');
  if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) return refuse('invalid_request');
  if (quota !== undefined) {
    // The others are cheap, and status must be able to say how things are.
    if (load.isOverloaded()) return refuse('overloaded');
  }
  if (!request.is404) return undefined;
  const methods = allowed(splitTarget(request.raw.url ?? '/').path);
  if (methods === undefined) return refuse('not_found');
  reply.header('allow', methods.join(', '));
  if (request.method !== 'OPTIONS') return refuse('method_not_allowed');
  const isPreflight = request.headers['access-control-request-method'] !== undefined;
  if (isPreflight) reply.headers({ ...PREFLIGHT_HEADERS, 'access-control-allow-methods': methods.join(', ') });
  return reply.code(204).send();
}

function snapshotOf(store: () => Store): Store['snapshot'] | undefined {
  try {
    return store().snapshot;
  } catch {
    return undefined;
  }
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
