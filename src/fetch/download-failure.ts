/** Why a download failed: a reason for machines, a sentence for people that names no host, and whether to try again. */
import { CutOff, TimedOut } from './exchange.ts';
import { PrivateAddress } from './public-address.ts';

export class DownloadFailed extends Error {
  override readonly name = 'DownloadFailed';
  /** snake_case; `http_404` for a status. */
  readonly reason: string;
  /** Whether it may go well in a moment. */
  readonly transient: boolean;
  /** How long the server asks to wait. */
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

/** For an answer that is none: any status but 200, 206 and a fitting 304. */
export function failureOfStatus(status: number, retryAfter: string | undefined): DownloadFailed {
  const transient = status >= 500 || [408, 425, 429].includes(status);
  const retryAfterMs = retryAfter === undefined ? undefined : readRetryAfter(retryAfter, Date.now());
  return new DownloadFailed(`http_${status}`, `The server answers with status ${status}.`, { transient, retryAfterMs });
}

/** Seconds or an HTTP-date, in milliseconds from now. RFC 9110 §10.2.3 */
export function readRetryAfter(text: string, now: number): number | undefined {
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Errors of the own machine: no fault of the source, and no use going on. */
const OWN_DISK: ReadonlySet<string> = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EACCES',
  'EPERM',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENOENT',
]);

const BY_CODE: Readonly<Record<string, readonly [reason: string, sentence: string]>> = {
  ENOTFOUND: ['host_not_found', 'There is no such host.'],
  EAI_AGAIN: ['host_not_found', 'The name of the host cannot be resolved at the moment.'],
  ECONNREFUSED: ['connection_refused', 'The server refuses the connection.'],
  ECONNRESET: ['connection_reset', 'The server dropped the connection.'],
  EHOSTUNREACH: ['unreachable', 'The server cannot be reached.'],
  ENETUNREACH: ['unreachable', 'The server cannot be reached.'],
  ETIMEDOUT: ['timeout', 'The server accepted no connection in time.'],
};

/** @throws the error itself when it is one of the own disk */
export function describeFailure(error: unknown): DownloadFailed {
  if (error instanceof DownloadFailed) return error;
  if (error instanceof PrivateAddress) {
    return new DownloadFailed('private_address', 'The address leads to a private network, which is not allowed.', {
      cause: error,
    });
  }
  if (error instanceof TimedOut) {
    return new DownloadFailed('timeout', `The server ${error.message}.`, { transient: error.repeatable, cause: error });
  }
  if (error instanceof CutOff) {
    return new DownloadFailed('truncated', 'The server cut the answer off.', { transient: true, cause: error });
  }
  const code = codeOf(error);
  const own = OWN_DISK.has(code) && (error as NodeJS.ErrnoException).syscall !== 'connect';
  if (own || code === '') throw error;
  const known = BY_CODE[code];
  if (known !== undefined) return new DownloadFailed(known[0], known[1], { transient: true, cause: error });
  if (code.startsWith('HPE_'))
    return new DownloadFailed('bad_answer', 'The server does not answer in HTTP.', { cause: error });
  if (/CERT|SSL|TLS|SIGNATURE|ALTNAME|UNABLE_TO/.test(code)) {
    return new DownloadFailed('certificate', 'The server cannot prove its identity, or speaks no acceptable TLS.', {
      cause: error,
    });
  }
  return new DownloadFailed('network', `The connection failed (${code}).`, { transient: true, cause: error });
}

/** Of several tries over several addresses, the first counts. */
function codeOf(error: unknown): string {
  const first = error instanceof AggregateError ? (error.errors as unknown[])[0] : error;
  return String((first as NodeJS.ErrnoException | undefined)?.code ?? '');
}
