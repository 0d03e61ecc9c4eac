/** A request for a page: answered by the page, which calls the interface within the process, without HTTP and quotas. */
import { hash } from 'node:crypto';
import { isProblem, type Response } from '../api/endpoint.ts';
import { ENDPOINTS } from '../api/endpoints.ts';
import { type Problem, problem, problemDocument } from '../api/problems.ts';
import type { CurrentSnapshot } from '../store/current.ts';
import { decodePercent } from '../model/text.ts';
import { inflateAnswer } from '../store/inflate-answer.ts';
import { carryOut, type Context } from './endpoint-route.ts';
import type { InternalAnswer, Page, PageAnswer } from './page.ts';
import { type HttpRequest, splitTarget } from './request.ts';
import {
  CONSTANT_FIELDS,
  CONSTANT_HEADERS,
  encode,
  fieldsOf,
  type HttpResponse,
  problemOfFailure,
} from './response.ts';
import { createRouter } from './router.ts';
import { isFresh } from './validators.ts';

type HeldSnapshot = ReturnType<CurrentSnapshot['acquire']>;

const findEndpoint = createRouter(ENDPOINTS.map((endpoint) => [endpoint.path, endpoint] as const));

/** @returns undefined when there is nothing at this address */
export async function respondFromPage(
  page: Page,
  request: HttpRequest,
  context: Context,
): Promise<HttpResponse | undefined> {
  const segment = request.segment === undefined ? undefined : readSegment(request.segment);
  const found = segment === false ? undefined : await askPage(page, segment, request, context);
  return found && encodePage(found, request);
}

/** A page with its validator, and coded. */
export async function encodePage(found: PageAnswer, request: HttpRequest): Promise<HttpResponse> {
  const { status = 200, body, cacheControl, headers } = found;
  const own = headers === undefined ? CONSTANT_FIELDS : fieldsOf({ ...CONSTANT_HEADERS, ...headers });
  const fields = [...own, 'cache-control', cacheControl];
  // A condition on what is read does not hold for what is sent. RFC 9110 §13.2.2
  if (status === 200 && request.method !== 'POST') {
    const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
    fields.push('etag', etag);
    const condition = { 'if-none-match': request.headers['if-none-match'] };
    if (isFresh(condition, { etag, lastModified: '' })) return { status: 304, fields };
  }
  return encode(found, request, fields);
}

async function askPage(
  page: Page,
  segment: string | undefined,
  request: HttpRequest,
  context: Context,
): Promise<PageAnswer | undefined> {
  let held: HeldSnapshot;
  const acquired = () => (held ??= context.snapshots.acquire());
  try {
    return await page.answer({
      segment,
      query: request.query,
      acceptLanguage: request.headers['accept-language'],
      baseUrl: context.baseUrl(),
      store: () => acquired()?.store,
      call: (path) => callEndpoint(path, acquired(), request, context),
    });
  } finally {
    held?.release();
  }
}

/** Answered whatever happens: a page knows how to tell people of any status. */
async function callEndpoint(
  target: string,
  held: HeldSnapshot,
  request: HttpRequest,
  context: Context,
): Promise<InternalAnswer> {
  const refuse = (occurrence: Problem): InternalAnswer => {
    const snapshot = held?.store.snapshot;
    const body = problemDocument(occurrence, { baseUrl: context.baseUrl(), ...(snapshot && { snapshot }) });
    return { status: occurrence.status, body };
  };
  const { path = '', query = '' } = splitTarget(target) ?? {};
  const match = findEndpoint(path);
  if (match === undefined) return refuse(problem('not_found'));
  const ready = match.route.prepare({ query, segment: match.segment });
  if (isProblem(ready)) return refuse(ready);
  if (held === undefined) return refuse(problem('not_ready'));
  try {
    const outcome = await carryOut(match.route, ready, held.store, request, context);
    return isProblem(outcome) ? refuse(outcome) : parsed(outcome);
  } catch (error) {
    context.onFailure(request.id, error);
    return refuse(problemOfFailure(error, request.id));
  }
}

function parsed({ status = 200, contentType, body, coded }: Response): InternalAnswer {
  const plain = coded === 'gzip' ? inflateAnswer(body) : body;
  const text = new TextDecoder().decode(plain);
  return { status, body: contentType === 'application/json' ? (JSON.parse(text) as unknown) : text };
}

/** False when it is empty, more than one segment, or not percent-encoded UTF-8. */
function readSegment(segment: string): string | false {
  if (segment === '' || segment.includes('/')) return false;
  return decodePercent(segment) ?? false;
}
