/** Carries a request for a page to it and back; what the page wants to know it asks the interface. */
import { hash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { Reply } from '../api/endpoint.ts';
import { type Problem, problem, problemDocument } from '../api/problems.ts';
import type { Lease } from '../store/current.ts';
import { type Answer, fieldsOf } from './answer.ts';
import { isFresh } from './caching.ts';
import { codeBody } from './compression.ts';
import { carryOut, type EndpointDependencies } from './endpoint-answer.ts';
import { problemAnswer } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { CONSTANT_HEADERS } from './headers.ts';
import { matchEndpoint } from './address.ts';
import type { InnerAnswer, Page, PageAnswer } from './page.ts';
import { splitTarget } from './request-target.ts';

/** What a ready-made body may inflate to, in bytes. */
const MAX_BODY = 64 * 1024 * 1024;

export async function answerPage(
  page: Page,
  exchange: Exchange,
  segment: string | undefined,
  deps: EndpointDependencies,
): Promise<Answer> {
  const name = segment === undefined ? undefined : readSegment(segment);
  const found = name === false ? undefined : await pageAnswer(page, name, exchange, deps);
  if (found !== undefined) return writtenPage(found, exchange);
  return problemAnswer(problem('not_found'), exchange.headers['accept-encoding'], deps.problems);
}

/** A page as an answer: with its validator, and coded. */
export async function writtenPage(found: PageAnswer, exchange: Exchange): Promise<Answer> {
  const { status = 200, contentType, cacheControl, headers = {} } = found;
  const etag = `W/"${hash('sha256', found.body, 'base64url').slice(0, 22)}"`;
  const constant = fieldsOf({ ...CONSTANT_HEADERS, ...headers });
  if (status === 200 && isFresh({ 'if-none-match': exchange.headers['if-none-match'] }, { etag, lastModified: '' })) {
    return { status: 304, fields: ['cache-control', cacheControl, 'etag', etag], constant };
  }
  const { body, coding } = await codeBody(found, exchange.headers['accept-encoding']);
  const fields = ['content-type', contentType, 'cache-control', cacheControl];
  if (status === 200) fields.push('etag', etag);
  if (coding !== 'identity') fields.push('content-encoding', coding);
  return { status, fields, body, constant };
}

async function pageAnswer(
  page: Page,
  segment: string | undefined,
  exchange: Exchange,
  deps: EndpointDependencies,
): Promise<PageAnswer | undefined> {
  let lease: Lease | undefined;
  try {
    return await page.answer({
      segment,
      query: exchange.target.query,
      acceptLanguage: exchange.headers['accept-language'],
      ask(path) {
        lease ??= deps.snapshots.acquire();
        return askWithin(path, lease, exchange, deps);
      },
    });
  } finally {
    lease?.release();
  }
}

async function askWithin(
  target: string,
  lease: Lease | undefined,
  exchange: Exchange,
  deps: EndpointDependencies,
): Promise<InnerAnswer> {
  const { path, query } = splitTarget(target);
  const match = matchEndpoint(path);
  if (match === undefined) return told(problem('not_found'), deps, lease);
  const ready = match.endpoint.prepare({ query, ...(match.segment !== undefined && { path: match.segment }) });
  if (ready.kind === 'problem') return told(ready, deps, lease);
  if (lease === undefined) return told(problem('not_ready'), deps, lease);
  const outcome = await carryOut(match.endpoint, ready, lease.store, exchange, deps);
  return outcome.kind === 'problem' ? told(outcome, deps, lease) : read(outcome);
}

function told(occurrence: Problem, { baseUrl }: EndpointDependencies, lease: Lease | undefined): InnerAnswer {
  const snapshot = lease?.store.snapshot;
  const body = problemDocument(occurrence, { baseUrl: baseUrl(), ...(snapshot && { snapshot }) });
  return { status: occurrence.status, body };
}

function read({ status, contentType, body, coded }: Reply): InnerAnswer {
  const plain = coded === 'gzip' ? gunzipSync(body, { maxOutputLength: MAX_BODY }) : body;
  const text = new TextDecoder().decode(plain);
  return { status, body: contentType === 'application/json' ? (JSON.parse(text) as unknown) : text };
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
