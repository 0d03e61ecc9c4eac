/** Responses ready to be written: status, header fields and coded body; and the one place where they are written. */
import { createReadStream } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Answer } from './door.ts';
import { problemDocument } from './problem-document.ts';
import { type Problem, problem, problemCacheControl } from './problems.ts';
import type { CurrentSnapshot } from '../snapshot/current.ts';
import type { Store } from '../snapshot/store.ts';
import { StoreOverloaded, StoreReadError, StoreUnavailable } from '../snapshot/store.ts';
import { API_VERSION } from '../model/schema.ts';
import { codeBody } from './compression.ts';
import type { HttpRequest } from './request.ts';

export interface HttpResponse {
  readonly status: number;
  /** As Node takes them fastest: name, value, name, value. */
  readonly fields: string[];
  /** Absent for 204 and 304. For HEAD it is measured, not sent. */
  readonly body?: Uint8Array;
  /** In the place of a body: these bytes of a file, the last one included. */
  readonly file?: { readonly path: string; readonly start: number; readonly end: number };
  /** Identifier of the snapshot that it was made from; where absent, the current one is named. */
  readonly snapshot?: string;
}

/** Version, CORS for anonymous data, and what a browser must not do with a response; on every one, errors included. */
export const CONSTANT_HEADERS: Readonly<Record<string, string>> = {
  'api-version': API_VERSION,
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'API-Version, Snapshot, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, Content-Disposition, Server-Timing, X-Request-Id, Allow',
  'timing-allow-origin': '*',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
  vary: 'Accept-Encoding',
};

/** Constant fields of every response of the interface. */
export const CONSTANT_FIELDS = fieldsOf(CONSTANT_HEADERS);

/** Fields of a 304, which repeats only those that a browser needs before it takes the response that it has. */
export function unchangedFieldsOf(headers: Readonly<Record<string, string>>): readonly string[] {
  return fieldsOf(
    Object.fromEntries(
      Object.entries(headers).filter(([name]) => /^(?:api-version|access-control-|timing-|vary)/.test(name)),
    ),
  );
}
export const UNCHANGED_FIELDS = unchangedFieldsOf(CONSTANT_HEADERS);

/** Seconds after which a busy service is worth another try. */
export const RETRY_SECONDS = '5';

const LICENCE = 'https://creativecommons.org/publicdomain/zero/1.0/';

/** @param headers lower-case names */
export function fieldsOf(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).flat();
}

/** `Link` of every response of the interface. RFC 8288, RFC 8631 */
export function serviceLinks(baseUrl: string): string {
  if (written?.baseUrl !== baseUrl) {
    const links = [
      `<${baseUrl}/api/v1/openapi.json>; rel="service-desc"; type="application/json"`,
      `<${baseUrl}/docs>; rel="service-doc"; type="text/html"`,
      `<${LICENCE}>; rel="license"`,
    ];
    written = { baseUrl, links: links.join(', ') };
  }
  return written.links;
}
let written: { readonly baseUrl: string; readonly links: string } | undefined;

/** Adds body and coding to the fields. Only what takes long is a promise. */
export function encode(
  response: Answer & { readonly body: Uint8Array },
  { headers }: Pick<HttpRequest, 'headers'>,
  fields: string[],
): HttpResponse | Promise<HttpResponse> {
  const { status = 200 } = response;
  if (status === 503) fields.push('retry-after', RETRY_SECONDS);
  fields.push('content-type', response.contentType);
  const coded = codeBody(response, headers['accept-encoding']);
  const finish = ({ body, coding }: Awaited<typeof coded>): HttpResponse => {
    if (coding !== 'identity') fields.push('content-encoding', coding);
    return { status, fields, body };
  };
  return coded instanceof Promise ? coded.then(finish) : finish(coded);
}

/** The parts of every problem document that come from the service. */
export interface ProblemSource {
  readonly baseUrl: () => string;
  readonly snapshots: CurrentSnapshot;
  /** In which it was found; the current one without it. */
  readonly store?: Store;
}

export function problemResponse(
  occurrence: Problem,
  request: Pick<HttpRequest, 'headers'>,
  source: ProblemSource,
): HttpResponse | Promise<HttpResponse> {
  const { status, code } = occurrence;
  const body = problemBody(occurrence, source);
  const links = serviceLinks(source.baseUrl());
  const fields = [...CONSTANT_FIELDS, 'cache-control', problemCacheControl(code), 'link', links];
  return encode({ status, contentType: 'application/problem+json', body }, request, fields);
}

export function problemBody(occurrence: Problem, { baseUrl, snapshots, store }: ProblemSource): Uint8Array {
  const held = snapshots.acquire();
  try {
    const found = store ?? held?.store;
    const context = { baseUrl: baseUrl(), ...(found && { snapshot: found.snapshot }) };
    return Buffer.from(JSON.stringify(problemDocument(occurrence, context)));
  } finally {
    held?.release();
  }
}

/** Identifier of the snapshot that is served now; undefined while there is none. */
export function currentSnapshotId({ snapshots }: Pick<ProblemSource, 'snapshots'>): string | undefined {
  const held = snapshots.acquire();
  held?.release();
  return held?.store.snapshot.id;
}

/**
 * An error as the client may see it: nothing of its message. Data that the store cannot read are neither unknown nor a
 * mistake; another attempt, or another process, may answer.
 */
export function problemOfFailure(error: unknown, requestId: string): Problem {
  if (error instanceof StoreOverloaded) return problem('overloaded');
  if (error instanceof StoreUnavailable) return problem('not_ready');
  if (error instanceof StoreReadError) return problem('data_unreadable');
  return problem('internal_error', { extensions: { instance: `urn:uuid:${requestId}` } });
}

/** How many bytes the body has; undefined where there is none. */
export function lengthOf({ body, file }: HttpResponse): number | undefined {
  return file === undefined ? body?.byteLength : file.end - file.start + 1;
}

/** Bodies up to this size are written at once with the fields. */
const SMALL = 16 * 1024;

/** @returns a promise while a file is sent; it may be cut short by the client, the signal or the disk */
export function writeResponse(
  response: ServerResponse,
  answer: HttpResponse,
  signal: AbortSignal,
): Promise<void> | undefined {
  const { status, fields, body, file } = answer;
  const length = lengthOf(answer);
  if (length !== undefined) fields.push('content-length', String(length));
  response.writeHead(status, fields);
  if (file === undefined || response.req.method === 'HEAD' || length === 0) {
    if (body === undefined || body.byteLength > SMALL) response.end(body);
    // Node joins texts with the fields, but no bytes; latin1 has a character for each byte.
    else response.end(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1'), 'latin1');
    return undefined;
  }
  // An early end, also of a file that has become shorter, closes the connection: nobody takes a part for the whole.
  const stream = createReadStream(file.path, file);
  return pipeline(stream, response, { signal, end: false })
    .then(() => void (stream.bytesRead === length ? response.end() : response.destroy()))
    .catch(() => void response.destroy());
}
