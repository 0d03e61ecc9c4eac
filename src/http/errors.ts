/** How a problem becomes an answer, also where the server itself refuses a request. */
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Problem, problem, problemCacheControl, problemDocument } from '../api/problems.ts';
import type { Snapshot } from '../store/store.ts';
import { codeBody } from './compression.ts';
import { CONSTANT_HEADERS, serviceLinks } from './headers.ts';

export interface ProblemSource {
  readonly baseUrl: () => string;
  /** Undefined while there is none. */
  readonly snapshot: () => Snapshot | undefined;
}

/** Seconds after which a busy service is worth another try. */
const RETRY_SECONDS = '5';

export async function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  occurrence: Problem,
  source: ProblemSource,
): Promise<FastifyReply> {
  const { body, coding } = await codeBody(
    { body: problemBody(occurrence, source) },
    request.headers['accept-encoding'],
  );
  if (coding !== 'identity') reply.header('content-encoding', coding);
  if (occurrence.status === 503) reply.header('retry-after', RETRY_SECONDS);
  return reply
    .code(occurrence.status)
    .headers({
      'content-type': 'application/problem+json',
      'cache-control': problemCacheControl(occurrence.code),
      link: serviceLinks(source.baseUrl()).join(', '),
    })
    .send(body);
}

/** What was thrown, as the client may see it: nothing of its message. */
export function problemOfError(error: unknown, requestId: string): Problem {
  const { code, statusCode = 500 } = error as { code?: unknown; statusCode?: number };
  if (code === 'FST_ERR_HANDLER_TIMEOUT') return problem('overloaded');
  if (statusCode === 414 || statusCode === 431) return problem('request_too_long', { status: statusCode });
  if (statusCode >= 400 && statusCode < 500)
    return problem('invalid_request', { detail: 'The request is not valid HTTP.' });
  return problem('internal_error', { extensions: { instance: `urn:uuid:${requestId}` } });
}

/** For requests that are no HTTP, too slow or too long: there is no reply object yet, only a socket. */
export function answerClientError(error: { readonly code?: string }, socket: Socket, source: ProblemSource): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  writeProblem(socket, problemOfClientError(error.code), source);
}

/** A whole answer onto a bare socket, which is closed behind it. */
export function writeProblem(
  socket: Duplex,
  occurrence: Problem,
  source: ProblemSource,
  more: Readonly<Record<string, string>> = {},
): void {
  const body = problemBody(occurrence, source);
  const fields = {
    ...CONSTANT_HEADERS,
    ...more,
    'content-type': 'application/problem+json',
    'content-length': String(body.byteLength),
    'cache-control': 'no-store',
    link: serviceLinks(source.baseUrl()).join(', '),
    'x-request-id': randomUUID(),
    date: new Date().toUTCString(),
    connection: 'close',
  };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${occurrence.status} ${STATUS_CODES[occurrence.status]}\r\n${head.join('')}\r\n`);
  socket.end(body);
}

function problemOfClientError(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return problem('request_too_long', { status: 431 });
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return problem('request_timeout');
  if (code === 'HPE_INVALID_URL') {
    return problem('invalid_request', {
      detail: 'Characters beyond ASCII in an address must be percent-encoded UTF-8.',
    });
  }
  return problem('invalid_request', { detail: 'The request is not valid HTTP.' });
}

function problemBody(occurrence: Problem, source: ProblemSource): Uint8Array {
  const snapshot = source.snapshot();
  return Buffer.from(
    JSON.stringify(problemDocument(occurrence, { baseUrl: source.baseUrl(), ...(snapshot && { snapshot }) })),
  );
}
