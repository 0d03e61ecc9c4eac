/** A request to an endpoint of `/api/v1`: prepared, answered 304 where the client has the answer, else from the store. */
import type { Dependencies, Endpoint, Prepared, Response } from '../api/endpoint.ts';
import { isProblem } from '../api/endpoint.ts';
import { type Problem, problem } from '../api/problems.ts';
import type { CurrentSnapshot } from '../store/current.ts';
import type { Store } from '../store/store.ts';
import type { ConcurrencyLimit } from './concurrency-limit.ts';
import {
  CONSTANT_FIELDS,
  encode,
  fieldsOf,
  type HttpResponse,
  problemResponse,
  serviceLinks,
  UNCHANGED_FIELDS,
} from './response.ts';
import type { HttpRequest } from './request.ts';
import { hasCurrentTag, isFresh, type Validators, validatorsOf } from './validators.ts';

/** What routes work with. */
export interface Context extends Dependencies {
  readonly snapshots: CurrentSnapshot;
  /** Of requests that hold the event loop. */
  readonly concurrency: ConcurrencyLimit;
  /** Hears of every failure, which the client is told nothing of but the identifier. */
  readonly onFailure: (requestId: string, error: unknown) => void;
}

/** One request sees one snapshot, even when it is replaced meanwhile. */
export async function respondFromEndpoint(
  endpoint: Endpoint,
  request: HttpRequest,
  context: Context,
): Promise<HttpResponse> {
  const ready = endpoint.prepare(request);
  if (isProblem(ready)) return problemResponse(ready, request, context);
  const held = context.snapshots.acquire();
  if (held === undefined) return problemResponse(problem('not_ready'), request, context);
  try {
    const { headers } = request;
    const validators = validatorsOf(endpoint, ready.normalised, held.store.snapshot, context);
    const isKnownGood = validators !== undefined && (ready.certain || hasCurrentTag(headers, validators));
    if (isKnownGood && isFresh(headers, validators)) return notModified(endpoint, validators);

    const begin = performance.now();
    const outcome = await carryOut(endpoint, ready, held.store, request, context);
    if (isProblem(outcome)) return problemResponse(outcome, request, { ...context, store: held.store });
    if (validators !== undefined && isFresh(headers, validators)) return notModified(endpoint, validators);
    const end = performance.now();
    const timing = `store;dur=${(end - begin).toFixed(1)}, total;dur=${(end - request.started).toFixed(1)}`;
    const { links } = outcome;
    const link = serviceLinks(context.baseUrl()) + (links === undefined ? '' : `, ${links.join(', ')}`);
    const fields = [...CONSTANT_FIELDS, 'cache-control', endpoint.cacheControl, 'link', link, 'server-timing', timing];
    if (validators !== undefined) fields.push('etag', validators.etag, 'last-modified', validators.lastModified);
    if (outcome.headers !== undefined) fields.push(...fieldsOf(outcome.headers));
    return encode(outcome, request, fields);
  } finally {
    held.release();
  }
}

export function carryOut(
  endpoint: Endpoint,
  ready: Prepared,
  store: Store,
  { isWanted }: HttpRequest,
  context: Context,
): Promise<Response | Problem> {
  if (endpoint.heavy !== true) return ready.run(store, context);
  const work = context.concurrency.run(() => ready.run(store, context), isWanted);
  return work.then((outcome) => outcome ?? problem('overloaded'));
}

/** RFC 9110 §15.4.5; without `Link`, which a cache would put in the place of the one it has. */
function notModified(endpoint: Endpoint, { etag, lastModified }: Validators): HttpResponse {
  const own = ['cache-control', endpoint.cacheControl, 'etag', etag, 'last-modified', lastModified];
  return { status: 304, fields: [...UNCHANGED_FIELDS, ...own] };
}
