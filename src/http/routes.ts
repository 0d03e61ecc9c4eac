/** Which address leads where: the endpoints of the interface, and the pages beside it. */
import type { Endpoint, LimitedName } from '../api/endpoint.ts';
import { ENDPOINTS } from '../api/endpoints.ts';
import type { Answer } from './answer.ts';
import { answerEndpoint, type EndpointDependencies } from './endpoint-answer.ts';
import { RETRY_SECONDS } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { createMatcher } from './address.ts';
import type { Problem } from '../api/problems.ts';
import { answerPage, writtenPage } from './page-answer.ts';
import type { Page, ProblemPage } from './page.ts';

export interface Route {
  /** The address with its variable part in braces. */
  readonly pattern: string;
  /** The quota that its requests count against, whatever their method; absent where there is none. */
  readonly quota?: LimitedName;
  /** @param segment what stands in the place of the braces, still percent-encoded */
  answer(exchange: Exchange, segment: string | undefined): Promise<Answer>;
  /** How a refusal looks that comes before; absent for a problem document. */
  refuse?(occurrence: Problem, exchange: Exchange): Promise<Answer>;
}

export interface Match {
  readonly route: Route;
  readonly segment?: string;
}

/** @param path still percent-encoded */
export type FindRoute = (path: string) => Match | undefined;

/** All addresses answer GET, HEAD and OPTIONS, nothing else. */
export function createRoutes(
  deps: EndpointDependencies,
  pages: readonly Page[],
  problemPage: ProblemPage | undefined,
): FindRoute {
  const routes = [
    ...ENDPOINTS.map((endpoint) => endpointRoute(endpoint, deps)),
    ...pages.map((page) => pageRoute(page, deps, problemPage)),
  ];
  const find = createMatcher(routes.map((route) => [route.pattern, route] as const));
  return (path) => {
    const found = find(path);
    return found && { route: found.value, ...(found.segment !== undefined && { segment: found.segment }) };
  };
}

function endpointRoute(endpoint: Endpoint, deps: EndpointDependencies): Route {
  return {
    pattern: endpoint.path,
    ...(endpoint.limited && { quota: endpoint.limited }),
    answer: (exchange, segment) => answerEndpoint(endpoint, exchange, segment, deps),
  };
}

function pageRoute(page: Page, deps: EndpointDependencies, problemPage: ProblemPage | undefined): Route {
  return {
    pattern: page.path,
    ...(page.quota && { quota: page.quota }),
    answer: (exchange, segment) => answerPage(page, exchange, segment, deps),
    ...(problemPage && {
      async refuse(occurrence, exchange) {
        const { path, query } = exchange.target;
        const acceptLanguage = exchange.headers['accept-language'];
        const answer = await writtenPage(problemPage(occurrence, { path, query, acceptLanguage }), exchange);
        if (occurrence.status !== 503) return answer;
        return { ...answer, fields: [...answer.fields, 'retry-after', RETRY_SECONDS] };
      },
    }),
  };
}
