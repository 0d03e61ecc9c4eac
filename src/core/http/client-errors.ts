/** Answers CONNECT and malformed, slow or too long requests on the bare socket: Node makes no response for them. */
import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Problem, problem } from './problems.ts';
import type { IdentifyClient } from '../quotas/client.ts';
import type { Connections } from './connections.ts';
import type { BodyReader } from './body.ts';
import { ALLOW } from './handler.ts';
import type { RequestObserver } from './log.ts';
import { CONSTANT_HEADERS, currentSnapshotId, problemBody, type ProblemSource, serviceLinks } from './response.ts';

interface ClientError extends NodeJS.ErrnoException {
  /** The packet that the parser was reading. */
  readonly rawPacket?: Buffer;
  /** Bytes of the packet before the error. */
  readonly bytesParsed?: number;
}

export function respondToClientErrors(
  server: Server,
  problems: ProblemSource,
  identify: IdentifyClient,
  observers: readonly RequestObserver[],
  connections: Connections,
  bodies: BodyReader,
): void {
  function refuse(socket: Duplex, method: string, occurrence: Problem, fields: Fields = {}): void {
    const { remoteAddress } = socket as { readonly remoteAddress?: string };
    const client = identify(remoteAddress, undefined);
    const id = randomUUID();
    const bytes = writeProblem(socket, occurrence, problems, method === 'HEAD', { ...fields, 'x-request-id': id });
    for (const observer of observers) {
      observer.started?.();
      observer.finished({ id, method, route: 'none', status: occurrence.status, bytes, seconds: 0, client });
    }
  }
  server.on('clientError', (error: ClientError, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    // A client that sent HEAD would read a body as the next response.
    const isHead = error.rawPacket?.subarray(0, 5).toString('latin1') === 'HEAD ';
    const occurrence = problemOfClientError(error);
    if (bodies.fail(socket, occurrence)) return;
    const fields = occurrence.code === 'method_not_allowed' ? { allow: ALLOW } : {};
    const respond = () => refuse(socket, isHead ? 'HEAD' : 'unknown', occurrence, fields);
    const before = connections.settled(socket);
    // Earlier requests of the connection are answered first. RFC 9112 §9.3.2
    if (before === undefined) respond();
    else void before.then(() => socket.writable && respond());
  });
  server.on('connect', (_, socket) => {
    socket.on('error', () => socket.destroy());
    refuse(socket, 'CONNECT', problem('method_not_allowed'), { allow: ALLOW });
  });
}

type Fields = Readonly<Record<string, string>>;

/** The problem for bytes that are not a request, or for a request that did not arrive in time. */
function problemOfClientError({ code, rawPacket, bytesParsed }: ClientError): Problem {
  if (code === 'HPE_INVALID_METHOD' && isRequestLine(rawPacket, bytesParsed)) return problem('method_not_allowed');
  if (code === 'HPE_HEADER_OVERFLOW') return problem('request_too_long', { status: 431 });
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return problem('request_timeout');
  if (code === 'HPE_INVALID_EOF_STATE') return problem('invalid_request', { detail: 'The request ends too early.' });
  if (code === 'HPE_INVALID_URL') {
    return problem('invalid_request', {
      detail: 'Non-ASCII characters in an address must be percent-encoded UTF-8.',
    });
  }
  return problem('invalid_request', { detail: 'The request is not valid HTTP.' });
}

/** Whether the bytes are a valid request line, apart from a method that Node's parser does not know. RFC 9112 §3 */
function isRequestLine(packet: Buffer | undefined, bytesParsed = 0): boolean {
  const text = packet?.toString('latin1') ?? '';
  const before = text.lastIndexOf('\r\n\r\n', bytesParsed);
  return /^[\w!#$%&'*+.^`|~-]+ \S+ HTTP\/1\.[01]\r?\n/.test(before < 0 ? text : text.slice(before + 4));
}

/**
 * Writes a whole response to a bare socket, and closes the socket.
 * @returns the bytes of the body
 */
function writeProblem(
  socket: Duplex,
  occurrence: Problem,
  source: ProblemSource,
  isBodiless: boolean,
  more: Fields,
): number {
  const body = problemBody(occurrence, source);
  const snapshot = currentSnapshotId(source);
  const fields = {
    ...CONSTANT_HEADERS,
    ...(snapshot !== undefined && { snapshot }),
    ...more,
    'content-type': 'application/problem+json',
    'content-length': String(body.byteLength),
    'cache-control': 'no-store',
    link: serviceLinks(source.link),
    date: new Date().toUTCString(),
    connection: 'close',
  };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${occurrence.status} ${STATUS_CODES[occurrence.status]}\r\n${head.join('')}\r\n`);
  socket.end(isBodiless ? undefined : body);
  return isBodiless ? 0 : body.byteLength;
}
