/** How a problem becomes an answer, also where the server itself refuses a request. */
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Problem, problem, problemCacheControl, problemDocument } from '../api/problems.ts';
import type { CurrentSnapshot } from '../store/current.ts';
import type { Answer } from './answer.ts';
import { codeBody } from './compression.ts';
import { CONSTANT_HEADERS, serviceLinks } from './headers.ts';

/** What every problem document speaks of. */
export interface ProblemSource {
  readonly baseUrl: () => string;
  readonly snapshots: CurrentSnapshot;
}

/** Seconds after which a busy service is worth another try. */
export const RETRY_SECONDS = '5';

export async function problemAnswer(
  occurrence: Problem,
  acceptEncoding: string | undefined,
  source: ProblemSource,
): Promise<Answer> {
  const { body, coding } = await codeBody({ body: problemBody(occurrence, source) }, acceptEncoding);
  const fields = [
    'content-type',
    'application/problem+json',
    'cache-control',
    problemCacheControl(occurrence.code),
    'link',
    serviceLinks(source.baseUrl()),
  ];
  if (coding !== 'identity') fields.push('content-encoding', coding);
  if (occurrence.status === 503) fields.push('retry-after', RETRY_SECONDS);
  return { status: occurrence.status, fields, body };
}

/** What was thrown, as the client may see it: nothing of its message. */
export function problemOfFailure(requestId: string): Problem {
  return problem('internal_error', { extensions: { instance: `urn:uuid:${requestId}` } });
}

/** What the parser says of bytes that are no request, or none in time. */
export function problemOfClientError(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return problem('request_too_long', { status: 431 });
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return problem('request_timeout');
  if (code === 'HPE_INVALID_URL') {
    return problem('invalid_request', {
      detail: 'Characters beyond ASCII in an address must be percent-encoded UTF-8.',
    });
  }
  return problem('invalid_request', { detail: 'The request is not valid HTTP.' });
}

export interface SocketAnswer {
  readonly fields?: Readonly<Record<string, string>>;
  /** For HEAD, as far as the method is known. */
  readonly isBodiless?: boolean;
}

/**
 * A whole answer onto a bare socket, which is closed behind it.
 * @returns the request's identifier and the bytes of the body
 */
export function writeProblem(
  socket: Duplex,
  occurrence: Problem,
  source: ProblemSource,
  { fields: more = {}, isBodiless = false }: SocketAnswer = {},
): { readonly id: string; readonly bytes: number } {
  const body = problemBody(occurrence, source);
  const id = randomUUID();
  const fields = {
    ...CONSTANT_HEADERS,
    ...more,
    'content-type': 'application/problem+json',
    'content-length': String(body.byteLength),
    'cache-control': 'no-store',
    link: serviceLinks(source.baseUrl()),
    'x-request-id': id,
    date: new Date().toUTCString(),
    connection: 'close',
  };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${occurrence.status} ${STATUS_CODES[occurrence.status]}\r\n${head.join('')}\r\n`);
  socket.end(isBodiless ? undefined : body);
  return { id, bytes: isBodiless ? 0 : body.byteLength };
}

function problemBody(occurrence: Problem, { baseUrl, snapshots }: ProblemSource): Uint8Array {
  const lease = snapshots.acquire();
  try {
    const snapshot = lease?.store.snapshot;
    return Buffer.from(
      JSON.stringify(problemDocument(occurrence, { baseUrl: baseUrl(), ...(snapshot && { snapshot }) })),
    );
  } finally {
    lease?.release();
  }
}
