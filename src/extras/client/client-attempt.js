/** One attempt at a request: takes a validator from the cache and the answer from the service, within the time-out. */
import { retryAfter, within } from './client-waiting.js';

/**
 * @typedef {object} CachedAnswer
 * @property {string} etag
 * @property {unknown} body parsed
 */
/**
 * Keeps answers between requests; a `Map` will do. A cached answer is revalidated: it is used when the service answers
 * 304. A cache that fails counts as a cache without the answer; `set` is not awaited.
 * @typedef {object} Cache
 * @property {(url: string) => CachedAnswer | undefined | null | Promise<CachedAnswer | undefined | null>} get
 * @property {(url: string, answer: CachedAnswer) => unknown} set
 */
/**
 * @typedef {object} AttemptOptions
 * @property {typeof globalThis.fetch} [fetch]
 * @property {Cache | undefined} [cache]
 * @property {number} [timeoutSeconds] time after which an incomplete answer is given up; 30 if absent
 */

/** The service refused a request or failed: `problem` is its problem document (RFC 9457), `code` says what is wrong. */
export class ProblemError extends Error {
  /** @override */
  name = 'ProblemError';
  /**
   * @param {number} status of HTTP
   * @param {Readonly<Record<string, unknown>>} problem empty where the answer is not a problem document
   * @param {number} [retryAfterSeconds] seconds after which the service asks to try again
   */
  constructor(status, problem, retryAfterSeconds) {
    const { detail } = problem;
    super(typeof detail === 'string' ? detail : `The service answered ${status}.`);
    this.status = status;
    this.problem = problem;
    this.retryAfterSeconds = retryAfterSeconds;
    /** Such as `unknown_gnd_id`; see `/docs`. */
    this.code = typeof problem['code'] === 'string' ? problem['code'] : undefined;
  }
}

/**
 * @param {AttemptOptions} options
 * @returns {(url: string, signal?: AbortSignal, json?: unknown) => Promise<{ readonly answer: object, readonly headers: Headers }>} throws
 *   {@link ProblemError}, the error of the network or of the answer, or the signal's reason
 */
export function createAttempt({ fetch = globalThis.fetch, cache, timeoutSeconds = 30 }) {
  /** @param {AbortSignal} [signal] */
  const bounded = (signal) =>
    AbortSignal.any([AbortSignal.timeout(timeoutSeconds * 1000), ...(signal ? [signal] : [])]);

  /** @param {string} url @param {AbortSignal} [signal] @returns {Promise<{ etag: string, body: object } | undefined>} */
  async function cachedAnswer(url, signal) {
    if (cache === undefined) return undefined;
    try {
      const { etag, body } = (await within(bounded(signal), cache.get(url))) ?? {};
      // Entries of other programs may have another form, or an ETag that no field can hold.
      return isObject(body) && etag && new Headers({ etag }).has('etag') ? { etag, body } : undefined;
    } catch {
      return undefined;
    }
  }

  /** @param {string} url @param {CachedAnswer} answer */
  async function keep(url, answer) {
    try {
      await cache?.set(url, answer);
    } catch {
      // A failure of the cache does not affect the answer.
    }
  }

  return async (url, signal, json) => {
    const isSent = json !== undefined;
    const kept = isSent ? undefined : await cachedAnswer(url, signal);
    signal?.throwIfAborted();
    const until = bounded(signal);
    const fields = {
      accept: 'application/json',
      ...(kept && { 'if-none-match': kept.etag }),
      ...(isSent && { 'content-type': 'application/json' }),
    };
    const sent = isSent ? { method: 'POST', body: JSON.stringify(json) } : {};
    // Called without an object, because browsers refuse `fetch` as a method of any object but the window.
    const response = await within(until, fetch(url, { ...sent, headers: fields, signal: until }));
    const { status, ok, headers } = response;
    if (status === 304 && kept) return { answer: kept.body, headers };
    const reading = within(until, response.json());
    const body = ok ? await reading : await reading.catch(() => undefined);
    if (!ok) throw new ProblemError(status, isObject(body) ? body : {}, retryAfter(headers, Date.now()));
    if (!isObject(body)) throw new TypeError(`The service answered ${status} without an object.`);
    const etag = headers.get('etag');
    if (etag && !isSent) void keep(url, { etag, body });
    return { answer: body, headers };
  };
}

/** @param {unknown} value @returns {value is Readonly<Record<string, unknown>>} */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
