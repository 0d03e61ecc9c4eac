/** A request as the server received it, and what is wrong with it as HTTP. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type Problem, problem } from './problems.ts';
import type { ReadBody } from './body.ts';

export interface HttpRequest {
  /** Given to the client as `X-Request-Id`. */
  readonly id: string;
  readonly method: string;
  /** Still percent-encoded, except for characters that need no encoding; empty when there is none. */
  readonly path: string;
  /** The variable part of the path, still percent-encoded, where its door has one. */
  readonly segment?: string | undefined;
  /** The part after the question mark, still percent-encoded. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly readBody: ReadBody;
  /** Clients take turns with heavy work. */
  readonly client: string;
  /** Milliseconds, on the clock of `performance.now()`. */
  readonly started: number;
  /** False when the client has gone. */
  readonly isWanted: () => boolean;
}

export type RequestTarget = Pick<HttpRequest, 'path' | 'query'>;

/** Longest target in characters; a hundred percent-encoded URIs of identifiers fit. */
export const MAX_TARGET = 8192;

/** Undefined when it is neither in origin-form nor in absolute-form of http. RFC 9112 §3.2 */
export function splitTarget(target: string): RequestTarget | undefined {
  const origin = target.startsWith('/') ? target : /^https?:\/\/[^/?#]+([^]*)$/i.exec(target)?.[1];
  if (origin === undefined || origin.includes('#')) return undefined;
  const mark = origin.indexOf('?');
  const path = mark < 0 ? origin : origin.slice(0, mark);
  const query = mark < 0 ? '' : origin.slice(mark + 1);
  return { path: path === '' ? '/' : path.includes('%') ? withoutNeedlessEncoding(path) : path, query };
}

/** `%73earch` is `search`. RFC 3986 §6.2.2.2 */
function withoutNeedlessEncoding(path: string): string {
  return path.replace(/%[2-7][\da-f]/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : encoded;
  });
}

/** RFC 9110 §7.2; an empty one is allowed. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i;

/** Why a request is refused whatever it asks for; undefined when it is not. */
export function checkRequest(message: IncomingMessage, target: RequestTarget | undefined): Problem | undefined {
  const { headers, httpVersion, method, url = '' } = message;
  if (url.length > MAX_TARGET) return problem('request_too_long');
  // Node's parser takes a bare `GET /` for HTTP/0.9, which knows no status to answer with.
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return invalid('The request is not valid HTTP.');
  const { host, 'transfer-encoding': coding } = headers;
  if (host === undefined && httpVersion === '1.1') return invalid('The field “Host” is missing.');
  if (host !== undefined && (!HOST.test(host) || hasSeveralHosts(message)))
    return invalid('There must be one valid “Host”.');
  if (coding !== undefined && coding.toLowerCase() !== 'chunked')
    return invalid('“Transfer-Encoding” must be “chunked”.');
  if (target === undefined && !(url === '*' && method === 'OPTIONS'))
    return invalid('The target of the request is not valid.');
  return undefined;
}

function invalid(detail: string): Problem {
  return problem('invalid_request', { detail });
}

/** Node keeps the first only. */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}
