/** The HTTP client for sources: connects only to public addresses, follows redirects, has a time-out for each phase. */
import { lookup as lookupInDns, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { PassThrough, type Readable } from 'node:stream';
import type { buildConnector, Dispatcher } from 'undici';
import { isPublicHost } from '../../../core/model/public-host.ts';
import { DownloadFailed, failureOfRequest, privateAddress } from './download-failure.ts';
import { failureOfProxy, type Proxies } from './proxy.ts';

/** Time-outs in milliseconds. */
export interface TimeOuts {
  /** Time until the connection is established, encryption included. */
  readonly connect: number;
  /** Time from the connection until the response begins. */
  readonly headers: number;
  /** Time between two pieces of the body; it does not run while the reader of the body pauses. */
  readonly idle: number;
  /** Time for one request as a whole, redirects included. */
  readonly total: number;
}

/** Resolves the name of a host. */
export type Resolve = (hostname: string, callback: (error: Error | null, addresses: LookupAddress[]) => void) => void;

export interface HttpClientOptions {
  readonly userAgent: string;
  readonly timeOuts: TimeOuts;
  /** Whether loopback and private networks are allowed. */
  readonly allowPrivate: boolean;
  /** Proxies; by default, connections are direct. */
  readonly proxies?: Proxies | undefined;
  /** Resolver of names; the default is that of the operating system. */
  readonly resolve?: Resolve;
}

interface HttpRequest {
  /** Default GET. */
  readonly method?: 'GET' | 'HEAD';
  /** `manual`: a redirect is returned as a response; by default redirects are followed. */
  readonly redirects?: 'manual';
  readonly fields?: Readonly<Record<string, string>>;
  /** Time-out in milliseconds for the request as a whole, if shorter than {@link TimeOuts.total}. */
  readonly totalMs?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface ClientResponse {
  readonly status: number;
  /** Address of the response, after redirects. */
  readonly url: string;
  /** Value of a field, by its name in lower case. */
  field(name: string): string | undefined;
  /** Body as transferred, with its content coding. The iteration throws as {@link HttpClient.get} does. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Discards the rest of the body and closes the connection. */
  close(): void;
}

export interface HttpClient {
  /** Sends a request; redirects lead only to http and https. @throws DownloadFailed, or the reason of the signal */
  get(url: string, request: HttpRequest): Promise<ClientResponse>;
}

const MAX_REDIRECTS = 10;
/** Statuses of redirects to `Location`. RFC 9110 §15.4 */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const MAX_HEADER_BYTES = 32 * 1024;

/** The only place that opens connections to sources. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { userAgent, timeOuts, allowPrivate, proxies, resolve = resolveBySystem } = options;
  let agent: Promise<Dispatcher> | undefined;
  /** Errors of connections that were made without a proxy. */
  const direct = new WeakSet<Error>();
  const isDirect = (error: unknown): boolean => error instanceof Error && direct.has(error);
  // Imported with the first request, because undici would slow down every start of the program.
  async function openAgent(): Promise<Dispatcher> {
    const undici = await import('undici');
    const lookup = createCheckedLookup(allowPrivate, resolve);
    const connector = undici.buildConnector({ timeout: timeOuts.connect, allowH2: false, lookup });
    const connect = allowPrivate ? connector : connectToPublicHosts(connector);
    const settings = {
      connect: noteFailures(connect, direct),
      headersTimeout: timeOuts.headers,
      bodyTimeout: timeOuts.idle,
      maxHeaderSize: MAX_HEADER_BYTES,
    };
    if (proxies === undefined) return new undici.Agent(settings);
    return new undici.EnvHttpProxyAgent({ ...settings, ...proxies, connectTimeout: timeOuts.connect });
  }

  return {
    async get(address, { method = 'GET', redirects, fields, totalMs = timeOuts.total, signal }) {
      signal?.throwIfAborted();
      const total = Math.min(totalMs, timeOuts.total);
      const timeOut = AbortSignal.timeout(total);
      const failed = (error: unknown, phase: 'head' | 'body'): unknown => {
        if (signal?.aborted === true) return signal.reason;
        const late = timeOut.aborted ? timedOut('did not finish', total, false, error) : lateIn(error, timeOuts);
        const ofProxy = proxies === undefined || isDirect(error) ? undefined : failureOfProxy(error);
        return late ?? ofProxy ?? failureOfRequest(error, phase);
      };
      const request: Omit<Dispatcher.RequestOptions, 'origin' | 'path'> = {
        method,
        headers: { 'user-agent': userAgent, accept: '*/*', 'accept-encoding': 'identity', ...fields },
        signal: signal === undefined ? timeOut : AbortSignal.any([timeOut, signal]),
      };
      const dispatcher = await (agent ??= openAgent());
      try {
        return await followRedirects(address, redirects === 'manual' ? 0 : MAX_REDIRECTS, async (at) => {
          if (proxies !== undefined && !allowPrivate) await refusePrivate(at.hostname, resolve);
          const response = await dispatcher.request({ ...request, origin: at.origin, path: at.pathname + at.search });
          return describeResponse(response, at.href, (error) => failed(error, 'body'));
        });
      } catch (error) {
        throw failed(error, 'head');
      }
    },
  };
}

/**
 * Follows redirects, to each address at most once; the connector checks each host.
 * @param maxRedirects 0: a redirect is returned as a response
 * @param send requests an address, without user, password and fragment
 * @throws DownloadFailed
 */
export async function followRedirects(
  address: string,
  maxRedirects: number,
  send: (url: URL) => Promise<ClientResponse>,
): Promise<ClientResponse> {
  const visited = new Set<string>();
  for (let url = new URL(address); ;) {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      const sentence = 'The server redirects to an address that begins neither with http:// nor with https://.';
      throw new DownloadFailed('unsupported_scheme', sentence);
    }
    url.username = '';
    url.password = '';
    url.hash = '';
    if (visited.has(url.href)) throw new DownloadFailed('redirect_loop', 'The server redirects in a loop.');
    if (visited.size > maxRedirects)
      throw new DownloadFailed('redirect_loop', `The server redirects more than ${maxRedirects} times.`);
    visited.add(url.href);
    const response = await send(url);
    const location = response.field('location');
    if (maxRedirects === 0 || !REDIRECTS.has(response.status) || location === undefined) return response;
    response.close();
    if (!URL.canParse(location, url.href))
      throw new DownloadFailed('bad_redirect', 'The server redirects to something that is not a valid address.');
    url = new URL(location, url);
  }
}

function describeResponse(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  url: string,
  failed: (error: unknown) => unknown,
): ClientResponse {
  return {
    status: statusCode,
    url,
    field(name) {
      const value = headers[name];
      if (!Array.isArray(value)) return value;
      // Two addresses joined by a comma would be an address that the server did not send.
      return name === 'location' ? undefined : value.join(', ');
    },
    body: receive(body, failed),
    close: () => void body.destroy(),
  };
}

/** Iterates a body. Unlike the stream's iterator, it yields all bytes that arrived before the connection broke. */
function receive(body: Readable, failed: (error: unknown) => unknown): AsyncIterable<Uint8Array> {
  const arrived = body.pipe(new PassThrough());
  let failure: unknown;
  // A body that is destroyed before its end emits an error, too.
  body.on('error', (error) => {
    failure = failed(error);
    arrived.end();
  });
  return (async function* () {
    try {
      for await (const chunk of arrived) yield chunk as Uint8Array;
    } finally {
      body.destroy();
    }
    if (failure !== undefined) throw failure;
  })();
}

/**
 * Reads the beginning of a body.
 * @param most largest number of bytes that are returned
 * @param mayBreak whether a failure after the first bytes is ignored
 */
export async function beginningOf(body: AsyncIterable<Uint8Array>, most: number, mayBreak = false): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= most) break;
    }
  } catch (error) {
    if (!mayBreak || !(error instanceof DownloadFailed) || bytes === 0) throw error;
  }
  return Buffer.concat(chunks).subarray(0, most);
}

function lateIn(error: unknown, { connect, headers, idle }: TimeOuts): DownloadFailed | undefined {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return timedOut('did not accept a connection', connect, true, error);
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return timedOut('did not begin to answer', headers, true, error);
  if (code === 'UND_ERR_BODY_TIMEOUT') return timedOut('sent nothing more', idle, true, error);
  return undefined;
}

function timedOut(what: string, milliseconds: number, transient: boolean, cause: unknown): DownloadFailed {
  return new DownloadFailed('timeout', `The server ${what} within ${milliseconds / 1000} s.`, { transient, cause });
}

/** Records errors of direct connections; the library connects to proxies with a connector of its own. */
function noteFailures(connect: buildConnector.connector, failures: WeakSet<Error>): buildConnector.connector {
  return (target, callback) =>
    connect(target, (...outcome) => {
      if (outcome[0] !== null) failures.add(outcome[0]);
      callback(...outcome);
    });
}

/** Checks the host before a connection, because the lookup does not see hosts that are literal IP addresses. */
function connectToPublicHosts(connect: buildConnector.connector): buildConnector.connector {
  return (target, callback) => {
    if (isPublicHost(target.hostname)) connect(target, callback);
    else callback(privateAddress(), null);
  };
}

/** Refuses private hosts before a request through a proxy. Names that are unknown here are left to the proxy. */
async function refusePrivate(hostname: string, resolve: Resolve): Promise<void> {
  const { promise, resolve: settle } = Promise.withResolvers<readonly LookupAddress[]>();
  resolve(hostname.replace(/^\[|\]$/g, ''), (error, addresses) => settle(error === null ? addresses : []));
  const isPublic = isPublicHost(hostname) && (await promise).every(({ address }) => isPublicHost(address));
  if (!isPublic) throw privateAddress();
}

const resolveBySystem: Resolve = (hostname, callback) => {
  lookupInDns(hostname, { all: true, order: 'verbatim' }, callback);
};

/**
 * A `lookup` for `node:net` that refuses a name if any of its addresses is private. The connection uses the checked
 * addresses, so a later change of the name cannot redirect it (DNS rebinding).
 */
export function createCheckedLookup(allowPrivate: boolean, resolve: Resolve = resolveBySystem): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      if (error !== null) return callback(error, '');
      const [first] = addresses;
      if (!allowPrivate && !addresses.every(({ address }) => isPublicHost(address)))
        return callback(privateAddress(), '');
      if (first === undefined) return callback(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '');
      if (options.all === true) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}
