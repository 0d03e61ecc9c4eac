/** Asks a service politely: few requests at a time, within the quota, again when it is busy or the network fails. */
import { backoffSeconds, exhaustedFor, policiesOf, retryAfter } from './client-waiting.js';

/**
 * @typedef {object} CachedAnswer
 * @property {string} etag
 * @property {unknown} body parsed
 */
/**
 * Keeps answers between requests; a `Map` is one. What it holds is asked for again, and used when the service says 304.
 * @typedef {object} Cache
 * @property {(url: string) => CachedAnswer | undefined | Promise<CachedAnswer | undefined>} get
 * @property {(url: string, answer: CachedAnswer) => unknown} set
 */
/**
 * @typedef {object} RequestOptions
 * @property {string} baseUrl public address of the service
 * @property {typeof globalThis.fetch} [fetch]
 * @property {Cache} [cache]
 * @property {number} [concurrency] requests at a time; 2 if absent
 * @property {number} [attempts] so often nothing usable comes back before an error is thrown; 6 if absent
 * @property {number} [patienceSeconds] longer waits are an error; 3600 if absent
 * @property {(wait: Wait) => void} [onWait] hears of each wait
 */
/**
 * @typedef {object} Wait
 * @property {'quota' | 'busy' | 'network'} reason
 * @property {number} seconds
 */
/** @typedef {{ readonly signal?: AbortSignal | undefined }} CallOptions */

/** The service answered that it will not: `problem` is its document, `code` says what is wrong. RFC 9457 */
export class ProblemError extends Error {
  /** @override */
  name = 'ProblemError';
  /**
   * @param {number} status of HTTP
   * @param {Readonly<Record<string, unknown>>} problem empty where the answer is none
   */
  constructor(status, problem) {
    const { detail } = problem;
    super(typeof detail === 'string' ? detail : `The service answered ${status}.`);
    this.status = status;
    this.problem = problem;
    /** Such as `unknown_gnd_id`; see `/docs`. */
    this.code = typeof problem['code'] === 'string' ? problem['code'] : undefined;
  }
}

/** Clocks differ a little, and quotas are told in whole seconds. */
const MARGIN_MS = 100;
/** An answer that has not come by then does not come. */
const TIMEOUT_MS = 30_000;

/**
 * @param {RequestOptions} options
 * @returns {(path: string, options?: CallOptions) => Promise<unknown>} answers parsed bodies; the same request twice at a time
 *   is one. It throws {@link ProblemError}, the error of the network, or the signal's reason
 */
export function createRequests(options) {
  const { baseUrl, fetch = globalThis.fetch, cache, concurrency = 2 } = options;
  const { attempts = 6, patienceSeconds = 3600, onWait } = options;
  const base = baseUrl.replace(/\/+$/, '');
  let free = concurrency;
  let notBefore = 0;
  /** @type {(() => void)[]} */
  const queue = [];
  /** @type {Map<string, Promise<unknown>>} */
  const shared = new Map();

  /** @param {Wait['reason']} reason @param {number} seconds */
  function hold(reason, seconds) {
    const until = Date.now() + seconds * 1000 + MARGIN_MS;
    if (seconds <= 0 || until <= notBefore) return;
    notBefore = until;
    onWait?.({ reason, seconds });
  }

  /** @param {string} url @param {AbortSignal} [signal] */
  async function attempt(url, signal) {
    const known = await cache?.get(url);
    const headers = { accept: 'application/json', ...(known && { 'if-none-match': known.etag }) };
    // Called as a function of its own: browsers refuse it as a method of anything but the window.
    const signals = [AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])];
    const response = await fetch(url, { headers, signal: AbortSignal.any(signals) });
    const isUnchanged = response.status === 304 && known !== undefined;
    const body = isUnchanged ? known.body : await response.json().catch(() => undefined);
    const etag = response.headers.get('etag');
    if (response.ok && etag !== null) await cache?.set(url, { etag, body });
    return { response, body, isAnswer: isUnchanged || (response.ok && body !== undefined) };
  }

  /** @param {string} url @param {AbortSignal} [signal] */
  async function persist(url, signal) {
    for (let failures = 0; ;) {
      while (notBefore > Date.now()) await sleep(notBefore - Date.now(), signal);
      const outcome = await attempt(url, signal).catch((error) => {
        if (signal?.aborted === true || (failures += 1) >= attempts) throw error;
      });
      if (outcome === undefined) {
        hold('network', backoffSeconds(failures));
        continue;
      }
      const { response, body, isAnswer } = outcome;
      if (isAnswer) {
        hold('quota', exhaustedFor(policiesOf(response.headers)));
        return body;
      }
      const { status } = response;
      const seconds = retryAfter(response.headers, Date.now());
      if (status !== 429) failures += 1;
      const isRefusal = status >= 400 && status < 500 && status !== 429 && status !== 408;
      const isFinal = isRefusal || failures >= attempts;
      if (isFinal || (seconds ?? 0) > patienceSeconds) throw new ProblemError(status, isObject(body) ? body : {});
      hold(status === 429 ? 'quota' : 'busy', seconds ?? backoffSeconds(Math.max(1, failures)));
    }
  }

  /** @param {string} url @param {AbortSignal} [signal] */
  async function inTurn(url, signal) {
    if (free === 0) await new Promise((resolve) => queue.push(() => resolve(undefined)));
    else free -= 1;
    try {
      return await persist(url, signal);
    } finally {
      const next = queue.shift();
      if (next === undefined) free += 1;
      else next();
    }
  }

  return (path, { signal } = {}) => {
    const url = base + path;
    if (signal !== undefined) return inTurn(url, signal);
    const answer = shared.get(url) ?? inTurn(url).finally(() => shared.delete(url));
    shared.set(url, answer);
    return answer;
  };
}

/** @param {unknown} value @returns {value is Readonly<Record<string, unknown>>} */
function isObject(value) {
  return typeof value === 'object' && value !== null;
}

/** @param {number} ms @param {AbortSignal} [signal] */
function sleep(ms, signal) {
  return /** @type {Promise<void>} */ (
    new Promise((resolve, reject) => {
      const stop = () => reject(signal?.reason);
      if (signal?.aborted === true) return stop();
      signal?.addEventListener('abort', stop, { once: true });
      setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, ms);
    })
  );
}
