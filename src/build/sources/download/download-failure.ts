/** Failures of downloads: a reason for machines, a sentence for people without the name of a host; and retries. */
import { grouped } from '../../../shared/numbers.ts';
import { setTimeout as pause } from 'node:timers/promises';

export class DownloadFailed extends Error {
  override readonly name = 'DownloadFailed';
  /** Reason in snake_case; `http_404` for a status. */
  readonly reason: string;
  /** Whether another attempt may succeed. */
  readonly transient: boolean;
  /** Milliseconds that the server asks to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(
    reason: string,
    sentence: string,
    more: { readonly transient?: boolean; readonly retryAfterMs?: number | undefined; readonly cause?: unknown } = {},
  ) {
    super(sentence, { cause: more.cause });
    this.reason = reason;
    this.transient = more.transient ?? false;
    this.retryAfterMs = more.retryAfterMs;
  }
}

/** The failure for a host that is not public, or whose name resolves to a private address. */
export function privateAddress(): DownloadFailed {
  const sentence = 'The address leads to a private network, which only --allow-private-addresses allows.';
  return new DownloadFailed('private_address', sentence);
}

/** The failure for a status other than 200, 206 and an expected 304. */
export function failureOfStatus(status: number, retryAfter: string | undefined): DownloadFailed {
  const transient = status >= 500 || [408, 425, 429].includes(status);
  const retryAfterMs = retryAfter === undefined ? undefined : readRetryAfter(retryAfter, Date.now());
  return new DownloadFailed(`http_${status}`, `The server answers with status ${status}.`, { transient, retryAfterMs });
}

/** Reads seconds or an HTTP-date as milliseconds from now. RFC 9110 §10.2.3 */
export function readRetryAfter(text: string, now: number): number | undefined {
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

export function tooLarge(maximumBytes: number): DownloadFailed {
  return new DownloadFailed('too_large', `The file is larger than the ${grouped(maximumBytes)} bytes allowed.`);
}

const BY_CODE: Readonly<Record<string, readonly [reason: string, sentence: string]>> = {
  ENOTFOUND: ['host_not_found', 'There is no such host.'],
  EAI_AGAIN: ['host_not_found', 'The name of the host cannot be resolved at the moment.'],
  ECONNREFUSED: ['connection_refused', 'The server refuses the connection.'],
  ECONNRESET: ['connection_reset', 'The server dropped the connection.'],
  UND_ERR_SOCKET: ['connection_reset', 'The server dropped the connection.'],
  EPIPE: ['connection_reset', 'The server dropped the connection.'],
  EHOSTUNREACH: ['unreachable', 'The server cannot be reached.'],
  ENETUNREACH: ['unreachable', 'The server cannot be reached.'],
  ETIMEDOUT: ['timeout', 'The server did not accept a connection in time.'],
};

/** Sentences for what is wrong with an encrypted connection, by the code of OpenSSL or Node. */
const UNTRUSTED: readonly (readonly [codes: RegExp, sentence: string])[] = [
  [/^CERT_HAS_EXPIRED$/, 'The certificate of the server has expired.'],
  [/^CERT_NOT_YET_VALID$/, 'The certificate of the server is not valid yet. Is the clock of this machine right?'],
  [/ALTNAME/, 'The certificate of the server is for another host.'],
  [
    /SELF_SIGNED|UNABLE_TO|SIGNATURE/,
    'The certificate of the server is not signed by an authority that this system trusts.',
  ],
  [/CERT/, 'The certificate of the server cannot be accepted.'],
  [/SSL|TLS|EPROTO/, 'The server offers no acceptable version of TLS.'],
];

/** Reasons of failures in which no server answered. */
export const UNREACHED: ReadonlySet<string> = new Set([
  ...Object.values(BY_CODE).map(([reason]) => reason),
  'certificate',
  'network',
  'proxy',
]);

/** The failure for an error of a request. In the phase `body`, a lost connection means a truncated file. */
export function failureOfRequest(error: unknown, phase: 'head' | 'body'): DownloadFailed {
  if (error instanceof DownloadFailed) return error;
  const code = String((firstOf(error) as NodeJS.ErrnoException | undefined)?.code ?? 'unknown');
  const listed = BY_CODE[code];
  const lost = listed?.[0] === 'connection_reset' || code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';
  if (phase === 'body' && lost) {
    return new DownloadFailed('truncated', 'The server cut off the answer.', { transient: true, cause: error });
  }
  if (listed !== undefined) return new DownloadFailed(listed[0], listed[1], { transient: true, cause: error });
  if ((error as Error).name === 'HTTPParserError' || code === 'UND_ERR_HEADERS_OVERFLOW')
    return new DownloadFailed('bad_answer', 'The answer from the server is not valid HTTP.', { cause: error });
  const untrusted = UNTRUSTED.find(([codes]) => codes.test(code));
  if (untrusted !== undefined) return new DownloadFailed('certificate', untrusted[1], { cause: error });
  return new DownloadFailed('network', `The connection failed (${code}).`, { transient: true, cause: error });
}

/** The first of several errors, which Node reports together when it has tried several addresses of a host. */
export function firstOf(error: unknown): unknown {
  return error instanceof AggregateError ? (error.errors as unknown[])[0] : error;
}

export interface RetryOptions {
  /** Number of attempts after the first. */
  readonly retries: number;
  /** Milliseconds before the first retry, doubled for each further one; half of the pause is random. */
  readonly pauseMs: number;
  /** Longest pause in milliseconds, even when the server asks for a longer one. */
  readonly maximumPauseMs: number;
  readonly signal?: AbortSignal;
}

/**
 * Repeats an attempt after transient failures.
 * @param retriesAfter number of retries, which may depend on the failure
 * @throws the error of the last attempt, or the reason of the signal
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  options: RetryOptions,
  retriesAfter: (failure: DownloadFailed) => number = () => options.retries,
): Promise<T> {
  const { pauseMs, maximumPauseMs, signal } = options;
  for (let failures = 0; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof DownloadFailed) || !error.transient || failures >= retriesAfter(error)) throw error;
      const grown = pauseMs * 2 ** failures;
      const wanted = error.retryAfterMs ?? grown / 2 + (Math.random() * grown) / 2;
      await pause(Math.min(wanted, maximumPauseMs), undefined, signal && { signal });
    }
  }
}
