/** From a request to its response: route, quota, checks of the request, load, method, endpoint or page. */
import Negotiator from 'negotiator';
import { ENDPOINTS } from '../api/endpoints.ts';
import { type Problem, problem } from '../api/problems.ts';
import type { LimitedName } from '../limit/limited.ts';
import type { Client } from '../limit/client.ts';
import type { Quotas, Verdict } from '../limit/quotas.ts';
import { type Context, respondFromEndpoint } from './endpoint-route.ts';
import type { LoadMonitor } from './load-monitor.ts';
import type { Page, ProblemPage } from './page.ts';
import { encodePage, respondFromPage } from './page-route.ts';
import type { HttpRequest } from './request.ts';
import { CONSTANT_FIELDS, type HttpResponse, problemOfFailure, problemResponse } from './response.ts';
import { createRouter } from './router.ts';
import { methodsOf, respondFromService, type Service, type ServiceRequest } from './service.ts';

/** What addresses answer unless they say otherwise. */
const METHODS = ['GET', 'HEAD', 'OPTIONS'];
export const ALLOW = METHODS.join(', ');

export interface HandlerOptions {
  readonly context: Context;
  /** What lies beside the interface: for people, and for programs that speak other protocols. */
  readonly pages: readonly Page[];
  readonly services: readonly Service[];
  /** How people are told of a refusal; without it pages answer problem documents as well. */
  readonly problemPage: ProblemPage | undefined;
  readonly quotas: Quotas;
  readonly load: LoadMonitor;
  /** Hears of every request that was counted. */
  readonly onCounted: (policy: string, allowed: boolean, cost: number) => void;
}

export interface Handled {
  readonly response: HttpResponse;
  /** The pattern of the address; `none` where there is nothing. */
  readonly route: string;
}

/** @param refusal what is wrong with the request whatever it asks for */
export type Handler = (request: HttpRequest, client: Client, refusal: Problem | undefined) => Promise<Handled>;

/** Counts more against the quota of a request, and says why it is refused where it is. */
type Count = ServiceRequest['count'];
const nothingCounted: Count = async () => undefined;

interface Route {
  /** The address with its variable segment in braces. */
  readonly pattern: string;
  /** The quota that its requests count against, whatever their method; absent where there is none. */
  readonly quota: LimitedName | undefined;
  /** Without it {@link METHODS}. */
  readonly methods?: readonly string[];
  /** For people, who are told of refusals by a page. */
  readonly isPage: boolean;
  /** Undefined when there is nothing at this address after all. */
  respond(request: HttpRequest, count: Count): Promise<HttpResponse | undefined>;
}

/** @returns a function that answers whatever happens: what is thrown becomes a 500 */
export function createHandler(options: HandlerOptions): Handler {
  const { context, quotas, problemPage } = options;
  const routes = [...endpointRoutes(context), ...serviceRoutes(options), ...pageRoutes(options)];
  const findRoute = createRouter(routes.map((route) => [route.pattern, route] as const));

  function refuse(occurrence: Problem, isForPeople: boolean, request: HttpRequest) {
    if (!isForPeople || problemPage === undefined) return problemResponse(occurrence, request, context);
    const { path, query, headers } = request;
    const asked = { path, query, acceptLanguage: headers['accept-language'], baseUrl: context.baseUrl() };
    return encodePage(problemPage(occurrence, asked), request);
  }

  /** People get a page, or are led to the address without the slash at its end; programs get a problem document. */
  async function respondToUnknown(request: HttpRequest): Promise<HttpResponse> {
    const { method, path, query, headers } = request;
    const isForPeople = (method === 'GET' || method === 'HEAD') && prefersHtml(headers.accept);
    const address = path.replace(/\/+$/, '');
    const isMisspelt = isForPeople && address !== path && findRoute(address) !== undefined;
    const response = isMisspelt
      ? redirect(new URL(context.baseUrl()).pathname.replace(/\/$/, '') + address, query)
      : await refuse(problem('not_found'), isForPeople, request);
    response.fields.push('vary', 'Accept');
    return response;
  }

  /** What is thrown is caught here, so that the response keeps the fields of the quota. */
  async function respond(
    route: Route | undefined,
    request: HttpRequest,
    refusal: Problem | undefined,
    count: Count,
  ): Promise<HttpResponse> {
    const isPage = route?.isPage === true;
    const { method, path, headers } = request;
    const { methods = METHODS } = route ?? {};
    try {
      // No browser asks for what is not valid HTTP.
      if (refusal !== undefined) return await refuse(refusal, isPage && refusal.code !== 'invalid_request', request);
      // What has no quota is cheap, and status must be able to say how things are.
      const isBusy = route?.quota !== undefined && options.load.isOverloaded();
      if (isBusy) return await refuse(problem('overloaded'), isPage, request);
      if (route === undefined && path !== '') return await respondToUnknown(request);
      if (method === 'OPTIONS') {
        return preflight(methods.join(', '), headers['access-control-request-method'] !== undefined);
      }
      if (route !== undefined && methods.includes(method)) {
        return (await route.respond(request, count)) ?? (await respondToUnknown(request));
      }
      const response = await refuse(problem('method_not_allowed'), isPage, request);
      response.fields.push('allow', methods.join(', '));
      return response;
    } catch (error) {
      context.onFailure(request.id, error);
      return refuse(problemOfFailure(error, request.id), isPage, request);
    }
  }

  return async (asked, client, refusal) => {
    const match = findRoute(asked.path);
    const route = match?.route;
    const request = match?.segment === undefined ? asked : { ...asked, segment: match.segment };
    if (route?.quota === undefined) {
      return {
        route: route?.pattern ?? 'none',
        response: await respond(route, request, refusal, nothingCounted),
      };
    }
    // A preflight costs nothing and is never refused.
    const isPreflight = request.method === 'OPTIONS';
    const { quota, isPage } = route;
    let verdict = await quotas.take(client, quota, isPreflight ? 0 : 1);
    const count: Count = async (cost) => {
      if (cost > 0) verdict = await quotas.take(client, quota, cost);
      if (cost > 0) options.onCounted(quota, verdict.allowed, cost);
      return verdict.allowed ? undefined : problem('rate_limited', { detail: refusalOf(verdict) });
    };
    if (!isPreflight) options.onCounted(quota, verdict.allowed, 1);
    const response =
      verdict.allowed || isPreflight
        ? await respond(route, request, refusal, count)
        : await refuse(problem('rate_limited', { detail: refusalOf(verdict) }), isPage, request);
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
    isPage: false,
    respond: (request) => respondFromEndpoint(endpoint, request, context),
  }));
}

function serviceRoutes({ services, context }: HandlerOptions): Route[] {
  return services.map((service) => ({
    pattern: service.path,
    quota: service.quota,
    methods: methodsOf(service),
    isPage: false,
    respond: (request, count) => respondFromService(service, request, context, count),
  }));
}

function pageRoutes({ pages, context }: HandlerOptions): Route[] {
  return pages.map((page) => ({
    pattern: page.path,
    quota: page.quota,
    isPage: true,
    respond: (request) => respondFromPage(page, request, context),
  }));
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

function refusalOf({ violated, waitSeconds }: Verdict): string {
  const again = `Try again in ${waitSeconds} second${waitSeconds === 1 ? '' : 's'}.`;
  if (violated === undefined) return `The quota of requests is used up. ${again}`;
  const { quota, windowSeconds } = violated;
  const window = windowSeconds === 1 ? 'one second' : `${windowSeconds} seconds`;
  return `The quota of ${quota} requests in ${window} is used up. ${again}`;
}
