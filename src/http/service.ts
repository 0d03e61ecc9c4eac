/** What stands beside the interface for programs: other protocols over the same data. */
import { isProblem } from '../api/endpoint.ts';
import { type Problem, problem } from '../api/problems.ts';
import type { LimitedName } from '../limit/limited.ts';
import type { Store } from '../store/store.ts';
import type { Context } from './endpoint-route.ts';
import type { PageAnswer } from './page.ts';
import { encodePage } from './page-route.ts';
import type { HttpRequest } from './request.ts';
import { type HttpResponse, problemResponse } from './response.ts';

export interface ServiceRequest {
  /** What stands in the place of the braces, still percent-encoded; it may hold slashes. */
  readonly segment: string | undefined;
  /** What stands after the question mark, still percent-encoded. */
  readonly query: string;
  /** The same snapshot for the whole request. */
  readonly store: Store;
  /** Public address of the service, without a slash at its end. */
  readonly baseUrl: string;
  /**
   * Counts more against the quota, beyond the one that every request costs before it gets here: for services that know
   * their cost only when they have read the body.
   * @returns the refusal, which is to be answered; undefined when all of it is allowed
   */
  readonly count: (more: number) => Promise<Problem | undefined>;
}

export interface Service {
  /** Exact, or with one variable part: `/seealso/gnd/{exclusions}`. */
  readonly path: string;
  /** The quota that its requests count against. */
  readonly quota: LimitedName;
  respond(request: ServiceRequest): Promise<PageAnswer | Problem>;
}

export async function respondFromService(
  service: Service,
  request: HttpRequest,
  context: Context,
  count: ServiceRequest['count'],
): Promise<HttpResponse> {
  const held = context.snapshots.acquire();
  if (held === undefined) return problemResponse(problem('not_ready'), request, context);
  try {
    const { segment, query } = request;
    const found = await service.respond({ segment, query, store: held.store, baseUrl: context.baseUrl(), count });
    return await (isProblem(found) ? problemResponse(found, request, context) : encodePage(found, request));
  } finally {
    held.release();
  }
}
