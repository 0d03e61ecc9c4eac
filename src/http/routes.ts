/** Carries a request of the interface through limits, conditions and coding to its endpoint and back. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Dependencies, Endpoint, LimitedName, Prepared, Reply } from '../api/endpoint.ts';
import { ENDPOINTS } from '../api/endpoints.ts';
import { problem } from '../api/problems.ts';
import type { ClientKey } from '../limit/client-key.ts';
import { rateLimitFields } from '../limit/ratelimit-fields.ts';
import type { Store } from '../store/store.ts';
import { hasCurrentTag, isFresh, type Validators, validatorsOf } from './caching.ts';
import { codeBody } from './compression.ts';
import { type ProblemSource, sendProblem } from './errors.ts';
import { serviceLinks } from './headers.ts';
import { splitTarget } from './request-target.ts';

/** An endpoint with the path parameter of this request. */
interface Match {
  readonly endpoint: Endpoint;
  readonly path?: string;
}

/** Finds an endpoint by a path that is still percent-encoded; what stands in `{gnd}` may hold slashes. */
export function matchEndpoint(path: string): Match | undefined {
  for (const endpoint of ENDPOINTS) {
    const [before = '', after] = endpoint.path.split(/\{\w+\}/);
    if (after === undefined) {
      if (path === before) return { endpoint };
    } else if (path.startsWith(before) && path.endsWith(after) && path.length >= before.length + after.length) {
      return { endpoint, path: path.slice(before.length, path.length - after.length) };
    }
  }
  return undefined;
}

export interface RouteDependencies extends Dependencies {
  readonly problems: ProblemSource;
  readonly clientKey: ClientKey;
}

/** The quota that a request counts against, whatever its method; undefined where there is none. */
export function quotaOf(request: FastifyRequest): LimitedName | undefined {
  return matchEndpoint(splitTarget(request.originalUrl).path)?.endpoint.limited;
}

/**
 * Counts a request and sets the quota fields; answers 429 when it is one too many.
 * @returns whether the request was answered
 */
export async function limitRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  quota: LimitedName,
  deps: RouteDependencies,
): Promise<boolean> {
  const policy = { name: quota, ...deps.limits[quota] };
  const key = deps.clientKey(request.socket.remoteAddress, request.headers['x-forwarded-for']);
  const isPreflight = request.method === 'OPTIONS';
  const decision = await deps.limiter.take(key, policy, isPreflight ? 0 : 1);
  reply.headers({ ...rateLimitFields(policy, isPreflight ? { ...decision, allowed: true } : decision) });
  if (decision.allowed || isPreflight) return false;
  const detail = `The quota of requests is used up. Try again in ${decision.resetSeconds} seconds.`;
  await sendProblem(request, reply, problem('rate_limited', { detail }), deps.problems);
  return true;
}

export function registerEndpoints(app: FastifyInstance, deps: RouteDependencies): void {
  for (const { path } of ENDPOINTS) {
    app.get(path.replace(/\{.*$/, '*'), (request, reply) => answer(request, reply, deps));
  }
}

async function answer(request: FastifyRequest, reply: FastifyReply, deps: RouteDependencies): Promise<FastifyReply> {
  const { path, query } = splitTarget(request.originalUrl);
  const match = matchEndpoint(path);
  if (match === undefined) return sendProblem(request, reply, problem('not_found'), deps.problems);
  const { endpoint } = match;
  const ready = endpoint.prepare({ query, ...(match.path !== undefined && { path: match.path }) });
  if (ready.kind === 'problem') return sendProblem(request, reply, ready, deps.problems);

  const store = currentStore(deps);
  if (store === undefined) return sendProblem(request, reply, problem('not_ready'), deps.problems);
  const pinned: RouteDependencies = { ...deps, store: () => store };
  const validators = validatorsFor(endpoint, ready, store, deps);
  const isKnownGood = validators !== undefined && (ready.certain || hasCurrentTag(request.headers, validators));
  if (isKnownGood && isFresh(request.headers, validators)) return sendNotModified(reply, endpoint, validators);

  const outcome = await ready.run(pinned);
  if (outcome.kind === 'problem') return sendProblem(request, reply, outcome, deps.problems);
  if (validators !== undefined && isFresh(request.headers, validators)) {
    return sendNotModified(reply, endpoint, validators);
  }
  return sendReply(request, reply, endpoint, outcome, validators, deps);
}

/** One request sees one snapshot, even when it is replaced meanwhile. */
function currentStore(deps: Dependencies): Store | undefined {
  try {
    return deps.store();
  } catch {
    return undefined;
  }
}

function validatorsFor(endpoint: Endpoint, ready: Prepared, store: Store, deps: Dependencies): Validators | undefined {
  return validatorsOf({
    endpoint,
    normalised: ready.normalised,
    snapshot: store.snapshot,
    release: deps.release,
    baseUrl: deps.baseUrl(),
    now: deps.clock(),
  });
}

function setCommonFields(
  reply: FastifyReply,
  endpoint: Endpoint,
  validators: Validators | undefined,
  links: readonly string[],
): void {
  reply.headers({ 'cache-control': endpoint.cacheControl, link: links.join(', ') });
  if (validators) reply.headers({ etag: validators.etag, 'last-modified': validators.lastModified });
}

/** RFC 9110 §15.4.5; without `Link`, which a cache would put in the place of the one it has. */
function sendNotModified(reply: FastifyReply, endpoint: Endpoint, { etag, lastModified }: Validators): FastifyReply {
  reply.headers({ 'cache-control': endpoint.cacheControl, etag, 'last-modified': lastModified });
  return reply.code(304).send();
}

async function sendReply(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  outcome: Reply,
  validators: Validators | undefined,
  deps: Dependencies,
): Promise<FastifyReply> {
  const { body, coding } = await codeBody(outcome, request.headers['accept-encoding']);
  setCommonFields(reply, endpoint, validators, [...serviceLinks(deps.baseUrl()), ...(outcome.links ?? [])]);
  if (coding !== 'identity') reply.header('content-encoding', coding);
  return reply
    .code(outcome.status)
    .headers({ 'content-type': outcome.contentType, ...outcome.headers })
    .send(body);
}
