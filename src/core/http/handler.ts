/** Makes the response to a request: finds the door, counts the quota, checks the request, and calls the door. */
import Negotiator from 'negotiator';
import { type Problem, problem } from './problems.ts';
import type { Client } from '../quotas/client.ts';
import type { Quotas, QuotaVerdict } from '../quotas/quotas.ts';
import { createSlowDown } from '../quotas/slow-down.ts';
import type { Door } from './door.ts';
import { type Count, createDoorRoute, type Environment, methodsOf, type Respond } from './door-route.ts';
import type { Store } from '../snapshot/store.ts';
import type { LoadMonitor } from './load-monitor.ts';
import { callDoor } from './internal-call.ts';
import type { HttpRequest } from './request.ts';
import {
  CONSTANT_FIELDS,
  CONSTANT_HEADERS,
  encode,
  fieldsOf,
  type HttpResponse,
  problemOfFailure,
  problemResponse,
} from './response.ts';
import { isBelowContract, nearAddress } from './near-address.ts';
import { createRouter, type Match } from './router.ts';

/** Methods of an address without a door. */
const METHODS = ['GET', 'HEAD', 'OPTIONS'];
export const ALLOW = METHODS.join(', ');

/** The parts of an environment that the server makes. */
export type ServerEnvironment = Omit<Environment, 'call' | 'refuse'>;

interface HandlerOptions {
  readonly environment: ServerEnvironment;
  readonly quotas: Quotas;
  readonly load: LoadMonitor;
  /** Called whenever cost is counted against a quota. */
  readonly onCounted: (policy: string, allowed: boolean, cost: number) => void;
}

interface Handled {
  readonly response: HttpResponse;
  /** Pattern of the address; `none` for an unknown address. */
  readonly route: string;
}

/** @param refusal the problem of a request that is not valid HTTP */
export type Handler = (request: HttpRequest, client: Client, refusal: Problem | undefined) => Promise<Handled>;

const nothingCounted: Count = async () => undefined;

/** A door, with what is prepared once for all its requests. */
interface Route {
  readonly door: Door;
  readonly methods: readonly string[];
  readonly respond: Respond;
}

/** @returns a function that always answers: exceptions become a 500 or 503 */
export function createHandler(options: HandlerOptions): Handler {
  const { quotas } = options;
  const takeSlowly = createSlowDown(quotas);
  const { doors } = options.environment.common;
  const contractPaths = doors.filter(({ operation }) => operation !== undefined).map(({ path }) => path);
  const problemPage = doors.find((door) => door.problemPage !== undefined)?.problemPage;
  const environment: Environment = {
    ...options.environment,
    call: (target, held, request) => callDoor(target, held, environment, request, findRoute),
    refuse: (occurrence, { audience }, request, store) =>
      audience === 'people' && occurrence.code === 'not_found'
        ? respondToUnknown(request)
        : refuse(occurrence, audience, request, store),
  };
  const findRoute = createRouter(
    doors.map((door): readonly [string, Route] => [
      door.path,
      { door, methods: methodsOf(door), respond: createDoorRoute(door, environment) },
    ]),
  );

  function refuse(occurrence: Problem, audience: Door['audience'], request: HttpRequest, store?: Store) {
    const refusal = findRoute(request.path)?.route.door.refusal?.(occurrence);
    if (refusal !== undefined) return encode(refusal, request, [...CONSTANT_FIELDS, 'cache-control', 'no-store']);
    if (audience === 'programs' || problemPage === undefined) {
      return problemResponse(occurrence, request, { ...environment, ...(store && { store }) });
    }
    const { operator } = environment.common;
    const {
      headers,
      cacheControl = 'no-store',
      body,
      ...page
    } = problemPage(occurrence, request, {
      baseUrl: environment.baseUrl(),
      operator,
      doors,
    });
    if ('path' in body) throw new TypeError('A refusal is no file.');
    const own = { ...CONSTANT_HEADERS, vary: 'Accept-Encoding, Accept-Language', ...headers };
    const fields = [...fieldsOf(own), 'cache-control', cacheControl];
    return encode({ ...page, body }, request, fields);
  }

  function unknownAddress(path: string): Problem {
    const near = nearAddress(path, contractPaths);
    if (near === undefined) return problem('not_found');
    const suggestion = environment.baseUrl() + near;
    const detail = `There is nothing at this address. Perhaps ${suggestion} was meant.`;
    return problem('not_found', { detail, extensions: { suggestion } });
  }

  /** People get a page, or a redirect to the address without its trailing slash; programs get a problem document. */
  async function respondToUnknown(request: HttpRequest): Promise<HttpResponse> {
    const { method, path, query, headers } = request;
    if (isBelowContract(path)) return refuse(unknownAddress(path), 'programs', request);
    const isForPeople = (method === 'GET' || method === 'HEAD') && prefersHtml(headers.accept);
    const address = path.replace(/\/+$/, '');
    const isMisspelt = isForPeople && address !== path && findRoute(address) !== undefined;
    const response = isMisspelt
      ? redirect(new URL(environment.baseUrl()).pathname.replace(/\/$/, '') + address, query)
      : await refuse(problem('not_found'), isForPeople ? 'people' : 'programs', request);
    response.fields.push('vary', 'Accept');
    return response;
  }

  /** Errors are caught here, so that the response keeps the fields of the quota. */
  async function respond(
    match: Match<Route> | undefined,
    request: HttpRequest,
    refusal: Problem | undefined,
    count: Count,
  ): Promise<HttpResponse> {
    const { door, methods = METHODS, respond } = match?.route ?? {};
    const audience = door?.audience ?? 'programs';
    const { method, path, headers } = request;
    try {
      if (refusal !== undefined) {
        // Browsers send valid HTTP only, so this client is a program.
        return await refuse(refusal, refusal.code === 'invalid_request' ? 'programs' : audience, request);
      }
      // Addresses without a quota, such as the status, are cheap and are answered even by an overloaded service.
      const isBusy = door?.quota !== undefined && options.load.isOverloaded();
      if (isBusy) return await refuse(problem('overloaded'), audience, request);
      if (match === undefined && path !== '') return await respondToUnknown(request);
      if (method === 'OPTIONS') {
        return preflight(methods.join(', '), headers['access-control-request-method'] !== undefined);
      }
      if (respond !== undefined && methods.includes(method)) return await respond(request, match?.segment, count);
      const response = await refuse(problem('method_not_allowed'), audience, request);
      response.fields.push('allow', methods.join(', '));
      return response;
    } catch (error) {
      environment.onFailure(request.id, error);
      return refuse(problemOfFailure(error, request.id), audience, request);
    }
  }

  return async (request, client, refusal) => {
    const match = findRoute(request.path);
    const route = match?.route;
    const name = route?.door.quota?.name;
    if (route === undefined || name === undefined) {
      const response = await respond(match, request, refusal, nothingCounted);
      return { route: route?.door.path ?? 'none', response };
    }
    // OPTIONS costs nothing and is never refused.
    const isPreflight = request.method === 'OPTIONS';
    let verdict: QuotaVerdict | undefined;
    const count: Count = async (cost) => {
      const isPatient = route.door.quota?.isPatient === true;
      verdict = await (isPatient ? takeSlowly(client, name, cost) : quotas.take(client, name, cost));
      if (cost > 0) options.onCounted(name, verdict.allowed, cost);
      if (verdict.allowed) return undefined;
      const { 'retry-after': retryAfter } = verdict.fields;
      return problem('rate_limited', { detail: refusalOf(verdict), ...(retryAfter !== undefined && { retryAfter }) });
    };
    const { burst } = quotas.inForce[name] ?? { burst: 0 };
    const countFurther: Count = async (cost) =>
      client.exempt || cost < burst ? await count(cost) : refusalOfCost(name, cost + 1, burst);
    const usedUp = await count(isPreflight ? 0 : 1);
    const response =
      usedUp === undefined || isPreflight
        ? await respond(match, request, refusal, countFurther)
        : await refuse(usedUp, route.door.audience, request);
    if (verdict !== undefined) pushQuota(response.fields, verdict, isPreflight);
    return { route: route.door.path, response };
  };
}

/** Waiting would not help, so the problem is not `rate_limited`. */
function refusalOfCost(name: string, cost: number, burst: number): Problem {
  const detail = `This request costs ${cost} of the quota “${name}”, of which ${burst} may be used at once: ask for less at a time.`;
  return problem('invalid_request', { detail });
}

function pushQuota(fields: string[], { fields: own }: QuotaVerdict, isPreflight: boolean): void {
  fields.push('ratelimit-policy', own['ratelimit-policy'], 'ratelimit', own.ratelimit);
  if (own['retry-after'] !== undefined && !isPreflight) fields.push('retry-after', own['retry-after']);
}

const MEDIA_TYPES = ['application/problem+json', 'application/json', 'text/html'];

function prefersHtml(accept: string | undefined): boolean {
  if (accept === undefined || !accept.includes('html')) return false;
  return new Negotiator({ headers: { accept } }).mediaType(MEDIA_TYPES) === 'text/html';
}

/** RFC 9110 §15.4.9 */
function redirect(path: string, query: string): HttpResponse {
  const location = query === '' ? path : `${path}?${query}`;
  const fields = [...CONSTANT_FIELDS, 'location', location, 'cache-control', 'public, max-age=3600'];
  return { status: 308, fields, body: Buffer.alloc(0) };
}

/** Response to OPTIONS; the wildcard is valid because there are no credentials. */
function preflight(allow: string, isPreflight: boolean): HttpResponse {
  const fields = [...CONSTANT_FIELDS, 'allow', allow];
  if (isPreflight) {
    fields.push('access-control-allow-headers', '*', 'access-control-max-age', '86400');
    fields.push('access-control-allow-methods', allow);
  }
  return { status: 204, fields };
}

function refusalOf({ violated, waitSeconds }: QuotaVerdict): string {
  const again = `Try again in ${waitSeconds} second${waitSeconds === 1 ? '' : 's'}.`;
  if (violated === undefined) return `The quota of requests is used up. ${again}`;
  const { quota, windowSeconds } = violated;
  const window = windowSeconds === 1 ? 'one second' : `${windowSeconds} seconds`;
  return `The quota of ${quota} requests in ${window} is used up. ${again}`;
}
