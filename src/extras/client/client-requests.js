/** Sends requests to a service: few at a time, within the quota, and again when the service is busy or the network fails. */
import { createAttempt, ProblemError } from './client-attempt.js';
import { backoffSeconds, exhaustedFor, sleep, within } from './client-waiting.js';

/** @import { AttemptOptions } from './client-attempt.js' */
/**
 * @typedef {object} TurnOptions
 * @property {string} baseUrl public address of the service
 * @property {number} [concurrency] requests at a time; 2 if absent
 * @property {number} [attempts] attempts, also those that a quota refuses, before a request fails; 6 if absent
 * @property {number} [patienceSeconds] longest wait, after which a request fails; 3600 if absent
 * @property {(wait: Wait) => void} [onWait] called at the beginning of each wait
 */
/** @typedef {TurnOptions & AttemptOptions} RequestOptions */
/**
 * @typedef {object} Wait
 * @property {'quota' | 'busy' | 'network'} reason
 * @property {number} seconds
 */
/** @typedef {{ readonly signal?: AbortSignal | undefined }} CallOptions */

/** Margin for waits, because clocks differ slightly and quotas are stated in whole seconds. */
const MARGIN_MS = 100;

/**
 * @param {RequestOptions} options
 * @returns {(path: string, options?: CallOptions & { readonly json?: unknown }) => Promise<object>} resolves to the parsed body; equal requests at the
 *   same time are sent once. It throws {@link ProblemError}, the error of the network, or the reason of the signal
 */
export function createRequests(options) {
  const { baseUrl, concurrency = 2, attempts = 6, patienceSeconds = 3600, onWait } = options;
  const base = baseUrl.replace(/\/+$/, '');
  const attempt = createAttempt(options);
  let free = Math.max(1, concurrency);
  let notBefore = 0;
  /** Requests that wait for their turn, in their order. @type {Set<() => void>} */
  const queue = new Set();
  /** @type {Map<string, Promise<object>>} */
  const shared = new Map();

  /** @param {Wait['reason']} reason @param {number} seconds */
  function hold(reason, seconds) {
    const until = Date.now() + seconds * 1000 + MARGIN_MS;
    if (seconds <= 0 || until <= notBefore) return;
    notBefore = until;
    // An error of the callback must not fail the request.
    if (onWait) queueMicrotask(() => onWait({ reason, seconds }));
  }

  /** @param {string} url @param {AbortSignal} [signal] @param {unknown} [json] */
  async function persist(url, signal, json) {
    for (let failures = 1; ; failures += 1) {
      while (notBefore > Date.now()) await sleep(notBefore - Date.now(), signal);
      try {
        const { answer, headers } = await attempt(url, signal, json);
        const seconds = exhaustedFor(headers);
        // A longer wait than allowed is not begun: the next request finds out whether the service still refuses.
        if (seconds <= patienceSeconds) hold('quota', seconds);
        return answer;
      } catch (error) {
        signal?.throwIfAborted();
        const { status = 0, retryAfterSeconds = 0 } = error instanceof ProblemError ? error : {};
        const isRefusal = status >= 400 && status < 500 && status !== 429 && status !== 408;
        const seconds = retryAfterSeconds || backoffSeconds(failures);
        // Later requests also wait, even if this one gives up.
        const isHeld = !isRefusal && seconds <= patienceSeconds && (failures < attempts || retryAfterSeconds > 0);
        if (isHeld) hold(status === 429 ? 'quota' : status === 0 ? 'network' : 'busy', seconds);
        if (!isHeld || failures >= attempts) throw error;
      }
    }
  }

  function passOn() {
    const [next] = queue;
    if (next === undefined) free += 1;
    else {
      queue.delete(next);
      next();
    }
  }

  /** @param {AbortSignal} [signal] */
  async function turn(signal) {
    signal?.throwIfAborted();
    if (free > 0) {
      free -= 1;
      return;
    }
    let begin = () => {};
    const begun = new Promise((resolve) => (begin = () => resolve(undefined)));
    queue.add(begin);
    try {
      await within(signal, begun);
    } catch (error) {
      // The turn may have come in the same moment.
      if (!queue.delete(begin)) passOn();
      throw error;
    }
  }

  /** @param {string} url @param {AbortSignal} [signal] @param {unknown} [json] */
  async function inTurn(url, signal, json) {
    await turn(signal);
    try {
      return await persist(url, signal, json);
    } finally {
      passOn();
    }
  }

  return (path, { signal, json } = {}) => {
    const url = base + path;
    if (signal !== undefined || json !== undefined) return inTurn(url, signal, json);
    const answer = shared.get(url) ?? inTurn(url).finally(() => shared.delete(url));
    shared.set(url, answer);
    return answer;
  };
}
