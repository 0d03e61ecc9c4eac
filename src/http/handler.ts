/** From a request to its response: route, quota, checks of the request, load, method, endpoint or page. */
import type { LimitedName } from '../api/endpoint.ts';
import { ENDPOINTS } from '../api/endpoints.ts';
import { type Problem, problem, type ProblemCode } from '../api/problems.ts';
import type { Client } from '../limit/client.ts';
import type { Quotas, Verdict } from '../limit/quotas.ts';
import { type Context, respondFromEndpoint } from './endpoint-route.ts';
import type { LoadMonitor } from './load-monitor.ts';
import type { Page, ProblemPage } from './page.ts';
import { encodePage, respondFromPage } from './page-route.ts';
import { CONSTANT_FIELDS, type HttpRequest, type HttpResponse, problemOfFailure, problemResponse } from './response.ts';
import { createRouter, MAX_TARGET } from './router.ts';
import { respondFromService, type Service } from './service.ts';

/** What any address answers, as `Allow` says it. */
export const ALLOW = 'GET, HEAD, OPTIONS';

export interface HandlerOptions {
  readonly context: Context;
  /** What lies beside the interface: for people, and for programs that speak other protocols. */
  readonly pages: readonly Page[];
  readonly services: readonly Service[];
  /** How people are told of a refusal; without it pages answer problem documents as well. */
  readonly problemPage: ProblemPage | undefined;
  readonly quotas: Quotas;
  readonly load: LoadMonitor;
  /** Hears of every failure, which the client is told nothing of but the identifier. */
  readonly onFailure: (requestId: string, error: unknown) => void;
  /** Hears of every request that was counted. */
  readonly onCounted: (policy: string, allowed: boolean) => void;
}

export interface Handled {
  readonly response: HttpResponse;
  /** The pattern of the address; `none` where there is nothing. */
  readonly route: string;
}

export type Handler = (request: HttpRequest, client: Client, targetLength: number) => Promise<Handled>;

interface Route {
  /** The address with its variable segment in braces. */
  readonly pattern: string;
  /** The quota that its requests count against, whatever their method; absent where there is none. */
  readonly quota: LimitedName | undefined;
  respond(request: HttpRequest): Promise<HttpResponse>;
  /** How a refusal looks; absent for a problem document. */
  refuse?(occurrence: Problem, request: HttpRequest): Promise<HttpResponse>;
}

/** @returns a function that answers whatever happens: what is thrown becomes a 500 */
export function createHandler(options: HandlerOptions): Handler {
  const { context, quotas } = options;
  const routes = [...endpointRoutes(context), ...serviceRoutes(options), ...pageRoutes(options)];
  const findRoute = createRouter(routes.map((route) => [route.pattern, route] as const));

  function refuse(occurrence: Problem, route: Route | undefined, request: HttpRequest) {
    return route?.refuse?.(occurrence, request) ?? problemResponse(occurrence, request, context);
  }

  async function respond(route: Route | undefined, request: HttpRequest, targetLength: number): Promise<HttpResponse> {
    const refuseWith = (code: ProblemCode) => refuse(problem(code), route, request);
    const { method, headers } = request;
    if (targetLength > MAX_TARGET) return refuseWith('request_too_long');
    if (!isProperHttp(request)) {
      // No browser asks like this.
      return problemResponse(
        problem('invalid_request', { detail: 'The request is not valid HTTP.' }),
        request,
        context,
      );
    }
    // What has no quota is cheap, and status must be able to say how things are.
    if (route?.quota !== undefined && options.load.isOverloaded()) return refuseWith('overloaded');
    if (route === undefined) return refuseWith('not_found');
    if (method === 'GET' || method === 'HEAD') return route.respond(request);
    if (method === 'OPTIONS') return preflight(headers['access-control-request-method'] !== undefined);
    const response = await refuseWith('method_not_allowed');
    response.fields.push('allow', ALLOW);
    return response;
  }

  /** Caught here, so that the response keeps the fields of the quota. */
  async function respondSafely(route: Route | undefined, request: HttpRequest, targetLength: number) {
    try {
      return await respond(route, request, targetLength);
    } catch (error) {
      options.onFailure(request.id, error);
      return refuse(problemOfFailure(request.id), route, request);
    }
  }

  return async (asked, client, targetLength) => {
    const match = findRoute(asked.path);
    const route = match?.route;
    const request = match?.segment === undefined ? asked : { ...asked, segment: match.segment };
    if (route?.quota === undefined) {
      return { route: route?.pattern ?? 'none', response: await respondSafely(route, request, targetLength) };
    }
    // A preflight costs nothing and is never refused.
    const isPreflight = request.method === 'OPTIONS';
    const verdict = await quotas.take(client, route.quota, isPreflight ? 0 : 1);
    if (!isPreflight) options.onCounted(route.quota, verdict.allowed);
    const isAllowed = verdict.allowed || isPreflight;
    const response = isAllowed
      ? await respondSafely(route, request, targetLength)
      : await refuse(problem('rate_limited', { detail: refusalOf(verdict) }), route, request);
    const { 'ratelimit-policy': policy, ratelimit, 'retry-after': retryAfter } = verdict.fields;
    response.fields.push('ratelimit-policy', policy, 'ratelimit', ratelimit);
    if (retryAfter !== undefined && !isPreflight) response.fields.push('retry-after', retryAfter);
    return { route: route.pattern, response };
  };
}

function endpointRoutes(context: Context): Route[] {
  return ENDPOINTS.map((endpoint) => ({
    pattern: endpoint.path,
    quota: endpoint.limited,
    respond: (request) => respondFromEndpoint(endpoint, request, context),
  }));
}

function serviceRoutes({ services, context }: HandlerOptions): Route[] {
  return services.map((service) => ({
    pattern: service.path,
    quota: service.quota,
    respond: (request) => respondFromService(service, request, context),
  }));
}

function pageRoutes({ pages, problemPage, context }: HandlerOptions): Route[] {
  return pages.map((page) => ({
    pattern: page.path,
    quota: page.quota,
    respond: (request) => respondFromPage(page, request, context),
    ...(problemPage && {
      async refuse(occurrence, request) {
        const { path, query, headers } = request;
        return encodePage(
          problemPage(occurrence, { path, query, acceptLanguage: headers['accept-language'] }),
          request,
        );
      },
    }),
  }));
}

/** HTTP/1.1 requires the field `Host`, and HTTP/0.9 knows no status to answer with. RFC 9112 §3.2 */
function isProperHttp({ httpVersion, headers }: HttpRequest): boolean {
  return httpVersion === '1.1' ? headers.host !== undefined : httpVersion === '1.0';
}

/** Response to OPTIONS; the wildcard is valid because there are no credentials. */
function preflight(isPreflight: boolean): HttpResponse {
  const fields = [...CONSTANT_FIELDS, 'allow', ALLOW];
  if (isPreflight) {
    fields.push('access-control-allow-headers', '*', 'access-control-max-age', '86400');
    fields.push('access-control-allow-methods', ALLOW);
  }
  return { status: 204, fields };
}

function refusalOf({ violated, waitSeconds }: Verdict): string {
  const again = `Try again in ${waitSeconds} second${waitSeconds === 1 ? '' : 's'}.`;
  if (violated === undefined) return `The quota of requests is used up. ${again}`;
  const { quota, windowSeconds } = violated;
  const window = windowSeconds === 1 ? 'one second' : `${windowSeconds} seconds`;
  return `The quota of ${quota} requests in ${window} is used up. ${again}`;
}
