/** What stands beside the interface for programs: other protocols over the same data. */
import type { IncomingHttpHeaders } from 'node:http';
import { isProblem } from '../api/endpoint.ts';
import { type Problem, problem } from '../api/problems.ts';
import type { LimitedName } from '../limit/limited.ts';
import type { Store } from '../store/store.ts';
import { readMediaType } from './body.ts';
import type { Context } from './endpoint-route.ts';
import { fileResponse, type ServedFile } from './file-response.ts';
import type { PageAnswer } from './page.ts';
import { encodePage } from './page-route.ts';
import type { HttpRequest } from './request.ts';
import { type HttpResponse, problemResponse } from './response.ts';

export interface ServiceRequest {
  /** HEAD is asked as GET. */
  readonly method: 'GET' | 'POST';
  /** What stands in the place of the braces, still percent-encoded; it may hold slashes. */
  readonly segment: string | undefined;
  /** What stands after the question mark, still percent-encoded. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  /** Of a POST: at most 1 MiB, of one of the media types that the service accepts, in lower case. */
  readonly body?: { readonly bytes: Buffer; readonly mediaType: string };
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
  /** The quota that its requests count against; absent for files, which cost next to nothing. */
  readonly quota?: LimitedName;
  /** Media types of the bodies that it reads, in lower case; without it there is no POST. */
  readonly accepts?: readonly string[];
  /** Answers nothing but POST. */
  readonly postOnly?: true;
  /** May hold the event loop for milliseconds, so its requests take turns. */
  readonly heavy?: true;
  respond(request: ServiceRequest): Promise<PageAnswer | ServedFile | Problem>;
}

export function methodsOf({ accepts, postOnly }: Service): readonly string[] {
  return [...(postOnly ? [] : ['GET', 'HEAD']), ...(accepts ? ['POST'] : []), 'OPTIONS'];
}

export async function respondFromService(
  service: Service,
  request: HttpRequest,
  context: Context,
  count: ServiceRequest['count'],
): Promise<HttpResponse> {
  if (request.method !== 'POST') return respond(service, request, { method: 'GET', count }, context);
  const { accepts = [] } = service;
  const mediaType = readMediaType(request.headers, accepts);
  if (typeof mediaType !== 'string') {
    const response = await problemResponse(mediaType, request, context);
    response.fields.push('accept-post', accepts.join(', '), 'accept-encoding', 'identity');
    return response;
  }
  const outcome = await request.readBody((bytes) =>
    respond(service, request, { method: 'POST', body: { bytes, mediaType }, count }, context),
  );
  return 'kind' in outcome ? problemResponse(outcome, request, context) : outcome;
}

async function respond(
  service: Service,
  request: HttpRequest,
  own: Pick<ServiceRequest, 'method' | 'body' | 'count'>,
  context: Context,
): Promise<HttpResponse> {
  const held = context.snapshots.acquire();
  if (held === undefined) return problemResponse(problem('not_ready'), request, context);
  try {
    const { segment, query, headers, isWanted } = request;
    const asked = { ...own, segment, query, headers, store: held.store, baseUrl: context.baseUrl() };
    const run = () => service.respond(asked);
    const found = service.heavy === true ? await context.concurrency.run(run, isWanted) : await run();
    if (found === undefined) return await problemResponse(problem('overloaded'), request, context);
    if ('kind' in found && found.kind === 'file') return fileResponse(found, request);
    return await (isProblem(found)
      ? problemResponse(found, request, { ...context, store: held.store })
      : encodePage(found, request));
  } finally {
    held.release();
  }
}
