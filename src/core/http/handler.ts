/** Makes the response to a request: finds the door, counts the quota, checks the request, and calls the door. */
import { type Problem, problem } from './problems.ts';
import type { Client } from '../quotas/client.ts';
import type { Quotas, QuotaVerdict } from '../quotas/quotas.ts';
import { createSlowDown } from '../quotas/slow-down.ts';
import type { Door } from './door.ts';
import { type Count, createRoute, type Environment, type Route, type ServerEnvironment } from './door-route.ts';
import type { LoadMonitor } from './load-monitor.ts';
import { callDoor } from './internal-call.ts';
import type { HttpRequest } from './request.ts';
import { CONSTANT_FIELDS, type HttpResponse, problemOfFailure } from './response.ts';
import { createRefusals } from './refusals.ts';
import { createRouter, type RouteMatch } from './router.ts';

/** Methods of an address without a door. */
const METHODS = ['GET', 'HEAD', 'OPTIONS'];
export const ALLOW = METHODS.join(', ');

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

/** @param invalidity the problem of a request that is not valid HTTP */
export type Handler = (request: HttpRequest, client: Client, invalidity: Problem | undefined) => Promise<Handled>;

const nothingCounted: Count = async () => undefined;

/** @returns a function that always answers: exceptions become a 500 or 503 */
export function createHandler(options: HandlerOptions): Handler {
  const openAccount = createAccounts(options);
  const { doors } = options.environment.common;
  const { refuse, respondToUnknown } = createRefusals(options.environment, (path) => findRoute(path));
  const environment: Environment = {
    ...options.environment,
    call: (target, held, request) => callDoor(target, held, environment, request, (path) => findRoute(path)),
    // The variable part of `/gnd/{gnd}` may hold slashes, so an address for people that its door does not find is answered
    // like an unknown address, for which a similar one is proposed.
    refuseAt: (occurrence, { audience }, request, store) =>
      audience === 'people' && occurrence.code === 'not_found'
        ? respondToUnknown(request)
        : refuse(occurrence, audience, request, store),
  };
  const findRoute = createRouter(
    doors.flatMap((door) => {
      const route = createRoute(door, environment);
      const paths = door.mayEndWithSlash === true ? [door.path, `${door.path}/`] : [door.path];
      return paths.map((path) => [path, route] as const);
    }),
  );

  /** Errors are caught here, so that the response keeps the fields of the quota. */
  async function respond(
    match: RouteMatch<Route> | undefined,
    request: HttpRequest,
    invalidity: Problem | undefined,
    count: Count,
  ): Promise<HttpResponse> {
    const { door, methods = METHODS, respond: respondThroughDoor } = match?.route ?? {};
    const audience = door?.audience ?? 'programs';
    const { method, path, headers } = request;
    try {
      // Addresses without a quota, such as the status, are cheap and are answered even by an overloaded service.
      const isBusy = door?.quota !== undefined && options.load.isOverloaded();
      const why = invalidity ?? (isBusy ? problem('overloaded') : undefined);
      // Browsers send valid HTTP only, so the client of an invalid request is a program.
      if (why !== undefined) return await refuse(why, why.code === 'invalid_request' ? 'programs' : audience, request);
      if (match === undefined && path !== '') return await respondToUnknown(request);
      if (method === 'OPTIONS') {
        return preflight(methods.join(', '), headers['access-control-request-method'] !== undefined);
      }
      if (respondThroughDoor !== undefined && methods.includes(method))
        return await respondThroughDoor(request, match?.segment, count);
      const response = await refuse(problem('method_not_allowed'), audience, request);
      response.fields.push('allow', methods.join(', '));
      return response;
    } catch (error) {
      environment.onFailure(request.id, error);
      return refuse(problemOfFailure(error, request.id), audience, request);
    }
  }

  return async (request, client, invalidity) => {
    const match = findRoute(request.path);
    const route = match?.route;
    const quota = route?.door.quota;
    if (route === undefined || quota === undefined) {
      const response = await respond(match, request, invalidity, nothingCounted);
      return { route: route?.door.path ?? 'none', response };
    }
    // OPTIONS costs nothing and is never refused.
    const isPreflight = request.method === 'OPTIONS';
    const account = openAccount(client, quota);
    const usedUp = await account.count(isPreflight ? 0 : 1);
    const response =
      usedUp === undefined || isPreflight
        ? await respond(match, request, invalidity, account.countFurther)
        : await refuse(usedUp, route.door.audience, request);
    const verdict = account.verdict();
    if (verdict !== undefined) pushQuota(response.fields, verdict, isPreflight);
    return { route: route.door.path, response };
  };
}

/** Counts the cost of each request, and keeps the last verdict of its quota. */
function createAccounts({ quotas, onCounted }: HandlerOptions) {
  const takeSlowly = createSlowDown(quotas);
  return (client: Client, { name, isPatient = false }: NonNullable<Door['quota']>) => {
    let verdict: QuotaVerdict | undefined;
    const count: Count = async (cost) => {
      verdict = await (isPatient ? takeSlowly(client, name, cost) : quotas.take(client, name, cost));
      if (cost > 0) onCounted(name, verdict.allowed, cost);
      if (verdict.allowed) return undefined;
      const { 'retry-after': retryAfter } = verdict.fields;
      return problem('rate_limited', { detail: refusalOf(verdict), ...(retryAfter !== undefined && { retryAfter }) });
    };
    const { burst } = quotas.inForce[name];
    /** Counts a cost beyond 1, unless it is higher than the quota ever allows. */
    const countFurther: Count = async (cost) =>
      client.exempt || cost < burst ? await count(cost) : refusalOfCost(name, cost + 1, burst);
    return { count, countFurther, verdict: () => verdict };
  };
}

/** Waiting would not help, so the problem is not `rate_limited`. */
function refusalOfCost(name: string, cost: number, burst: number): Problem {
  const detail = `This request costs ${cost} units of the quota “${name}”, but only ${burst} may be used at once. Ask for less at a time.`;
  return problem('invalid_request', { detail });
}

function pushQuota(fields: string[], { fields: own }: QuotaVerdict, isPreflight: boolean): void {
  fields.push('ratelimit-policy', own['ratelimit-policy'], 'ratelimit', own.ratelimit);
  if (own['retry-after'] !== undefined && !isPreflight) fields.push('retry-after', own['retry-after']);
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
