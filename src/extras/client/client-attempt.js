/** Sends a request once, and gives up after the time-out. */
import { retryAfter, within } from './client-waiting.js';

/**
 * @typedef {object} AttemptOptions
 * @property {typeof globalThis.fetch} [fetch]
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
export function createAttempt({ fetch = globalThis.fetch, timeoutSeconds = 30 }) {
  return async (url, signal, json) => {
    signal?.throwIfAborted();
    const isSent = json !== undefined;
    const until = AbortSignal.any([AbortSignal.timeout(timeoutSeconds * 1000), ...(signal ? [signal] : [])]);
    const fields = { accept: 'application/json', ...(isSent && { 'content-type': 'application/json' }) };
    const sent = isSent ? { method: 'POST', body: JSON.stringify(json) } : {};
    // Called without an object, because browsers refuse `fetch` as a method of any object but the window.
    const response = await within(until, fetch(url, { ...sent, headers: fields, signal: until }));
    const { status, ok, headers } = response;
    const reading = within(until, response.json());
    const body = ok ? await reading : await reading.catch(() => undefined);
    if (!ok) throw new ProblemError(status, isObject(body) ? body : {}, retryAfter(headers, Date.now()));
    if (!isObject(body)) throw new TypeError(`The service answered ${status} without an object.`);
    return { answer: body, headers };
  };
}

/** @param {unknown} value @returns {value is Readonly<Record<string, unknown>>} */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
