/** Which address leads where: the endpoints of the interface, and the pages beside it. */
import type { Endpoint, LimitedName } from '../api/endpoint.ts';
import { ENDPOINTS } from '../api/endpoints.ts';
import { problem } from '../api/problems.ts';
import { type Answer, fieldsOf } from './answer.ts';
import { codeBody } from './compression.ts';
import { answerEndpoint, type EndpointDependencies } from './endpoint-answer.ts';
import { problemAnswer } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { CONSTANT_HEADERS } from './headers.ts';
import type { Page } from './page.ts';

export interface Route {
  /** The address with its variable part in braces. */
  readonly pattern: string;
  /** The quota that its requests count against, whatever their method; absent where there is none. */
  readonly quota?: LimitedName;
  /** @param segment what stands in the place of the braces, still percent-encoded */
  answer(exchange: Exchange, segment: string | undefined): Promise<Answer>;
}

export interface Match {
  readonly route: Route;
  readonly segment?: string;
}

/** @param path still percent-encoded */
export type FindRoute = (path: string) => Match | undefined;

/** All addresses answer GET, HEAD and OPTIONS, nothing else. */
export function createRoutes(deps: EndpointDependencies, pages: readonly Page[]): FindRoute {
  const exact = new Map<string, Route>();
  const variable: { readonly before: string; readonly after: string; readonly route: Route }[] = [];
  for (const route of [
    ...ENDPOINTS.map((endpoint) => endpointRoute(endpoint, deps)),
    ...pages.map((page) => pageRoute(page, deps)),
  ]) {
    const [before = '', after] = route.pattern.split(/\{\w+\}/);
    if (after === undefined) exact.set(before, route);
    else variable.push({ before, after, route });
  }
  return (path) => {
    const route = exact.get(path);
    if (route !== undefined) return { route };
    const found = variable.find(
      ({ before, after }) =>
        path.startsWith(before) && path.endsWith(after) && path.length >= before.length + after.length,
    );
    if (found === undefined) return undefined;
    return { route: found.route, segment: path.slice(found.before.length, path.length - found.after.length) };
  };
}

function endpointRoute(endpoint: Endpoint, deps: EndpointDependencies): Route {
  return {
    pattern: endpoint.path,
    ...(endpoint.limited && { quota: endpoint.limited }),
    answer: (exchange, segment) => answerEndpoint(endpoint, exchange, segment, deps),
  };
}

function pageRoute(page: Page, deps: EndpointDependencies): Route {
  return {
    pattern: page.path,
    async answer({ headers }, segment) {
      const name = segment === undefined ? undefined : readSegment(segment);
      const found = name === false ? undefined : page.answer(name);
      const acceptEncoding = headers['accept-encoding'];
      if (found === undefined) return problemAnswer(problem('not_found'), acceptEncoding, deps.problems);
      const { body, coding } = await codeBody({ body: found.body, shared: true }, acceptEncoding);
      const fields = ['content-type', found.contentType, 'cache-control', found.cacheControl];
      if (coding !== 'identity') fields.push('content-encoding', coding);
      return { status: 200, fields, body, constant: fieldsOf({ ...CONSTANT_HEADERS, ...found.headers }) };
    },
  };
}

/** False when it is empty, more than one segment, or not percent-encoded UTF-8. */
function readSegment(segment: string): string | false {
  if (segment === '' || segment.includes('/')) return false;
  try {
    return decodeURIComponent(segment);
  } catch {
    return false;
  }
}
