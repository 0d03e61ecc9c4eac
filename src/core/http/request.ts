/** A request as the server received it, and the check that it is valid HTTP. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type Problem, problem } from './problems.ts';
import type { ReadBody } from './body.ts';

export interface HttpRequest {
  /** Identifier that the client gets as `X-Request-Id`. */
  readonly id: string;
  readonly method: string;
  /** Path, still percent-encoded except for characters that need no encoding; empty where the target has none. */
  readonly path: string;
  /** The part after the question mark, still percent-encoded. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly readBody: ReadBody;
  /** Key of the client; clients take turns with heavy work. */
  readonly client: string;
  /** Time of the arrival in milliseconds, on the clock of `performance.now()`. */
  readonly started: number;
  /** False when the client has gone. */
  readonly isWanted: () => boolean;
}

type RequestTarget = Pick<HttpRequest, 'path' | 'query'>;

/** Longest target in characters: long enough for a hundred percent-encoded URIs of entities. */
export const MAX_TARGET = 8192;

/** Splits a target; undefined when it is neither in origin-form nor in absolute-form of http. RFC 9112 §3.2 */
export function splitTarget(target: string): RequestTarget | undefined {
  const origin = target.startsWith('/') ? target : /^https?:\/\/[^/?#]+([^]*)$/i.exec(target)?.[1];
  if (origin === undefined || origin.includes('#')) return undefined;
  const mark = origin.indexOf('?');
  const path = mark < 0 ? origin : origin.slice(0, mark);
  const query = mark < 0 ? '' : origin.slice(mark + 1);
  return { path: path === '' ? '/' : path.includes('%') ? withoutNeedlessEncoding(path) : path, query };
}

/** Decodes unreserved characters: `%73earch` is `search`. RFC 3986 §6.2.2.2 */
function withoutNeedlessEncoding(path: string): string {
  return path.replace(/%[2-7][\da-f]/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : encoded;
  });
}

/** Syntax of the field `Host`, which may be empty. RFC 9110 §7.2 */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i;

/** The problem of a request that is not valid HTTP, whatever its address; undefined for a valid one. */
export function checkRequest(message: IncomingMessage, target: RequestTarget | undefined): Problem | undefined {
  const { headers, httpVersion, method, url = '' } = message;
  if (url.length > MAX_TARGET) return problem('request_too_long');
  // Node's parser reads a bare `GET /` as HTTP/0.9, whose responses have no status.
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return invalid('The request is not valid HTTP.');
  const { host, 'transfer-encoding': coding } = headers;
  if (host === undefined && httpVersion === '1.1') return invalid('The field “Host” is missing.');
  if (host !== undefined && (!HOST.test(host) || hasSeveralHosts(message)))
    return invalid('The request must have exactly one valid field “Host”.');
  if (coding !== undefined && coding.toLowerCase() !== 'chunked')
    return invalid('“Transfer-Encoding” must be “chunked”.');
  if (target === undefined && !(url === '*' && method === 'OPTIONS'))
    return invalid('The target of the request is not valid.');
  return undefined;
}

function invalid(detail: string): Problem {
  return problem('invalid_request', { detail });
}

/** Whether a request has several `Host` fields; Node's `headers` keeps only the first. */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}
