/** One HTTP request and the head of its answer, with a time-out for each phase; redirects are the caller's business. */
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { createCheckedLookup, isPublicAddress, PrivateAddress, type Resolve } from './public-address.ts';

/** In milliseconds. */
export interface TimeOuts {
  /** Until the connection stands, encryption included. */
  readonly connect: number;
  /** From there until the answer begins. */
  readonly headers: number;
  /** Between two pieces of the answer. */
  readonly idle: number;
  /** For one attempt as a whole. */
  readonly total: number;
}

export interface ExchangeOptions {
  readonly userAgent: string;
  readonly timeOuts: TimeOuts;
  /** Connect to loopback and private networks as well. */
  readonly allowPrivate: boolean;
  readonly resolve?: Resolve;
  readonly signal?: AbortSignal;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The body as it comes over the wire; errors come out of the iteration. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Drops the connection. */
  close(): void;
}

/** A phase took too long. The message completes the sentence "The server …". */
export class TimedOut extends Error {
  override readonly name = 'TimedOut';
  /** Another attempt may be quicker; not so when the time for the whole was used up. */
  readonly repeatable: boolean;

  constructor(message: string, repeatable: boolean) {
    super(message);
    this.repeatable = repeatable;
  }
}

/** The body ended before its announced end. */
export class CutOff extends Error {
  override readonly name = 'CutOff';
}

/**
 * Asks for the body without any transport compression.
 * @throws PrivateAddress, TimedOut, the signal's reason, or the network's error
 */
export async function exchange(
  url: URL,
  headers: Readonly<Record<string, string>>,
  options: ExchangeOptions,
): Promise<Answer> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // A literal address is never looked up, so it is checked here.
  if (!options.allowPrivate && isIP(host) !== 0 && !isPublicAddress(host))
    throw new PrivateAddress('a private address');
  options.signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const watch = createWatch(options.timeOuts);
  const request = send(url, host, headers, options, createCheckedLookup(options.allowPrivate, options.resolve));
  const abort = (): void => void request.destroy(asError(options.signal?.reason));
  const stop = (): void => {
    watch.stop();
    options.signal?.removeEventListener('abort', abort);
  };
  options.signal?.addEventListener('abort', abort, { once: true });
  watch.start((error) => request.destroy(error));
  watch.phase('connect');
  request.on('error', (error) => {
    stop();
    reject(error);
  });
  request.on('close', stop);
  request.on('socket', (socket) => {
    socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
      const { remoteAddress = '' } = socket;
      if (!options.allowPrivate && !isPublicAddress(remoteAddress))
        request.destroy(new PrivateAddress('a private address'));
      watch.phase('headers');
    });
  });
  request.on('response', (response) => {
    watch.phase('idle');
    const pieces = receive(response, () => watch.phase('idle'));
    const body = async function* (): AsyncGenerator<Uint8Array> {
      try {
        yield* pieces;
      } catch (error) {
        throw watch.error() ?? options.signal?.reason ?? cutOff(error);
      } finally {
        stop();
      }
    };
    resolve({
      status: response.statusCode ?? 0,
      headers: response.headers,
      body: body(),
      close: () => request.destroy(),
    });
  });
  request.end();
  return promise;
}

/** Bytes that may wait for the disk. */
const QUEUE_BYTES = 1024 * 1024;

/** A stream's own iterator drops what has arrived once the connection breaks; here that is handed on first. */
function receive(response: IncomingMessage, onPiece: () => void): AsyncGenerator<Uint8Array> {
  const queue: Uint8Array[] = [];
  let waiting = 0;
  let ended = false;
  let failure: unknown;
  let wake: () => void = () => undefined;
  response.on('data', (piece: Uint8Array) => {
    onPiece();
    queue.push(piece);
    waiting += piece.length;
    if (waiting > QUEUE_BYTES) response.pause();
    wake();
  });
  response.on('error', (error) => {
    failure = error;
    wake();
  });
  response.on('close', () => {
    ended = true;
    failure ??= response.complete ? undefined : new CutOff('the answer was cut off');
    wake();
  });
  response.on('end', () => {
    ended = response.complete;
    wake();
  });
  return (async function* () {
    for (;;) {
      const piece = queue.shift();
      if (piece !== undefined) {
        waiting -= piece.length;
        yield piece;
        if (waiting < QUEUE_BYTES / 2) response.resume();
      } else if (failure !== undefined) throw failure;
      else if (ended) return;
      else {
        await new Promise<void>((done) => {
          wake = done;
        });
      }
    }
  })();
}

function send(
  url: URL,
  host: string,
  headers: Readonly<Record<string, string>>,
  { userAgent }: ExchangeOptions,
  lookup: LookupFunction,
) {
  const options: RequestOptions = {
    protocol: url.protocol,
    hostname: host,
    port: url.port,
    path: url.pathname + url.search,
    method: 'GET',
    headers: { 'user-agent': userAgent, accept: '*/*', 'accept-encoding': 'identity', ...headers },
    lookup,
    agent: false,
    maxHeaderSize: 32 * 1024,
  };
  return url.protocol === 'https:' ? requestHttps(options) : requestHttp(options);
}

/** What the server failed to do in time. */
const PHASES = {
  connect: 'accepted no connection',
  headers: 'did not begin to answer',
  idle: 'sent nothing more',
} as const;

/** One clock for the phase at hand, one for the whole. */
function createWatch(timeOuts: TimeOuts) {
  let whole: NodeJS.Timeout | undefined;
  let current: NodeJS.Timeout | undefined;
  let happened: TimedOut | undefined;
  let fail: (error: TimedOut) => void = () => undefined;
  const fire = (what: string, milliseconds: number, repeatable: boolean) => () => {
    happened = new TimedOut(`${what} within ${milliseconds / 1000} s`, repeatable);
    fail(happened);
  };
  return {
    start(onTimeOut: (error: TimedOut) => void) {
      fail = onTimeOut;
      whole = setTimeout(fire('did not finish', timeOuts.total, false), timeOuts.total);
    },
    phase(name: keyof typeof PHASES) {
      clearTimeout(current);
      current = setTimeout(fire(PHASES[name], timeOuts[name], true), timeOuts[name]);
    },
    stop() {
      clearTimeout(whole);
      clearTimeout(current);
    },
    error: () => happened,
  };
}

function cutOff(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'EPIPE'
    ? new CutOff('the answer was cut off', { cause: error })
    : error;
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('aborted');
}
