/** Responses ready to be written, with status, header fields and coded body; and the function that writes them. */
import type { DoorLink } from './door-link.ts';
import { createReadStream } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Answer } from './door.ts';
import { type Problem, problem, problemCacheControl, problemDocument } from './problems.ts';
import type { CurrentSnapshot } from '../snapshot/current.ts';
import { type Store, StoreOverloaded, StoreReadError, StoreUnavailable } from '../snapshot/store.ts';
import { API_VERSION } from '../model/schema.ts';
import { codeBody } from './compression.ts';
import type { HttpRequest } from './request.ts';

export interface HttpResponse {
  readonly status: number;
  /** Header fields in the form that Node writes fastest: name, value, name, value, …. */
  readonly fields: string[];
  /** Body; absent for 204 and 304. For HEAD only its length is sent. */
  readonly body?: Uint8Array;
  /** Bytes of a file in place of a body; `end` is inclusive. */
  readonly file?: { readonly path: string; readonly start: number; readonly end: number };
  /** Identifier of the snapshot that the answer was made from; the default is the current one. */
  snapshot?: string;
}

/** Fields of every response, errors included: version, CORS for anonymous data, and restrictions for browsers. */
export const CONSTANT_HEADERS: Readonly<Record<string, string>> = {
  'api-version': API_VERSION,
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'API-Version, Snapshot, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, Content-Disposition, Server-Timing, X-Request-Id, Allow, Accept-Post',
  'timing-allow-origin': '*',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
  vary: 'Accept-Encoding',
};

export const CONSTANT_FIELDS = fieldsOf(CONSTANT_HEADERS);

/** Fields of a 304: only those that a browser needs before it uses the response in its cache. */
export function unchangedFieldsOf(headers: Readonly<Record<string, string>>): readonly string[] {
  return fieldsOf(
    Object.fromEntries(
      Object.entries(headers).filter(([name]) => /^(?:api-version|access-control-|timing-|vary)/.test(name)),
    ),
  );
}

/** `Retry-After` of a busy service, in seconds. */
export const RETRY_SECONDS = '5';

const LICENCE = 'https://creativecommons.org/publicdomain/zero/1.0/';

/** @param headers lower-case names */
export function fieldsOf(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).flat();
}

/** `Link` of every response of the interface. RFC 8288, RFC 8631 */
export function serviceLinks(link: DoorLink): string {
  const openapi = link('openapi');
  const guide = link('guide');
  const description = (relation: string) => `<${openapi}>; rel="${relation}"; type="application/json"`;
  return [
    description('service-desc'),
    guide === undefined ? description('service-doc') : `<${guide}>; rel="service-doc"; type="text/html"`,
    `<${LICENCE}>; rel="license"`,
  ].join(', ');
}

/** Codes the body and completes the fields. Returns a promise only for slow codings. */
export function encode(
  answer: Answer & { readonly body: Uint8Array },
  { headers }: Pick<HttpRequest, 'headers'>,
  fields: string[],
): HttpResponse | Promise<HttpResponse> {
  const { status = 200 } = answer;
  if (status === 503) fields.push('retry-after', RETRY_SECONDS);
  fields.push('content-type', answer.contentType);
  const coded = codeBody(answer, headers['accept-encoding']);
  const finish = ({ body, coding }: Awaited<typeof coded>): HttpResponse => {
    if (coding !== 'identity') fields.push('content-encoding', coding);
    return { status, fields, body };
  };
  return coded instanceof Promise ? coded.then(finish) : finish(coded);
}

/** The parts of the service that are added to every problem document. */
export interface ProblemSource {
  readonly link: DoorLink;
  readonly snapshots: CurrentSnapshot;
  /** Store in which the problem was found; the default is the current one. */
  readonly store?: Store;
}

export function problemResponse(
  occurrence: Problem,
  request: Pick<HttpRequest, 'headers'>,
  source: ProblemSource,
): HttpResponse | Promise<HttpResponse> {
  const { status, code } = occurrence;
  const body = problemBody(occurrence, source);
  const links = serviceLinks(source.link);
  const fields = [...CONSTANT_FIELDS, 'cache-control', problemCacheControl(code), 'link', links];
  return encode({ status, contentType: 'application/problem+json', body }, request, fields);
}

export function problemBody(occurrence: Problem, { link, snapshots, store }: ProblemSource): Uint8Array {
  using reference = snapshots.acquire();
  const snapshot = (store ?? reference?.store)?.snapshot;
  return Buffer.from(JSON.stringify(problemDocument(occurrence, link, snapshot)));
}

/** Identifier of the snapshot that is served now; undefined while there is none. */
export function currentSnapshotId({ snapshots }: Pick<ProblemSource, 'snapshots'>): string | undefined {
  using reference = snapshots.acquire();
  return reference?.store.snapshot.id;
}

/**
 * The problem that the client of a failed request sees, without the message of the error. Unreadable data are a 503,
 * not a 404 or a 500: another attempt, or another process, may be able to answer.
 */
export function problemOfFailure(error: unknown, requestId: string): Problem {
  if (error instanceof StoreOverloaded) return problem('overloaded');
  if (error instanceof StoreUnavailable) return problem('not_ready');
  if (error instanceof StoreReadError) return problem('data_unreadable');
  return problem('internal_error', { extensions: { instance: `urn:uuid:${requestId}` } });
}

/** Length of the body in bytes; undefined where there is none. */
export function lengthOf({ body, file }: HttpResponse): number | undefined {
  return file === undefined ? body?.byteLength : file.end - file.start + 1;
}

/** Bodies up to this size, in bytes, are written together with the fields. */
const SMALL = 16 * 1024;

/** @returns for a file, a promise of the bytes that were read when it had been sent, or was cut short by client, signal or disk */
export function writeResponse(
  outgoing: ServerResponse,
  response: HttpResponse,
  signal: AbortSignal,
): Promise<number> | undefined {
  const { status, fields, body, file } = response;
  const length = lengthOf(response);
  if (length !== undefined) fields.push('content-length', String(length));
  outgoing.writeHead(status, fields);
  if (file === undefined || outgoing.req.method === 'HEAD' || length === 0) {
    if (body === undefined || body.byteLength > SMALL) outgoing.end(body);
    // Node sends a text together with the fields, but not bytes; latin1 has a character for each byte.
    else outgoing.end(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1'), 'latin1');
    return undefined;
  }
  // If the stream ends early, for example because the file has become shorter, the connection is closed: no client
  // takes a part for the whole.
  const stream = createReadStream(file.path, file);
  return pipeline(stream, outgoing, { signal, end: false })
    .then(() => (stream.bytesRead === length ? outgoing.end() : outgoing.destroy()))
    .catch(() => outgoing.destroy())
    .then(() => stream.bytesRead);
}
