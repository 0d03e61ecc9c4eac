/** Asks a service politely: few requests at a time, within the quota, again when it is busy or the network fails. */
import { createAttempt, ProblemError } from './client-attempt.js';
import { backoffSeconds, exhaustedFor, policiesOf, sleep, within } from './client-waiting.js';

/** @import { AttemptOptions } from './client-attempt.js' */
/**
 * @typedef {object} TurnOptions
 * @property {string} baseUrl public address of the service
 * @property {number} [concurrency] requests at a time; 2 if absent
 * @property {number} [attempts] so many requests without an answer are an error, refusals for a quota among them; 6 if absent
 * @property {number} [patienceSeconds] longer waits are an error; 3600 if absent
 * @property {(wait: Wait) => void} [onWait] called at the beginning of each wait
 */
/** @typedef {TurnOptions & AttemptOptions} RequestOptions */
/**
 * @typedef {object} Wait
 * @property {'quota' | 'busy' | 'network'} reason
 * @property {number} seconds
 */
/** @typedef {{ readonly signal?: AbortSignal | undefined }} CallOptions */

/** Clocks differ a little, and quotas are told in whole seconds. */
const MARGIN_MS = 100;

/**
 * @param {RequestOptions} options
 * @returns {(path: string, options?: CallOptions & { readonly json?: unknown }) => Promise<object>} answers parsed bodies; the same request twice at a time is
 *   one. It throws {@link ProblemError}, the error of the network, or the signal's reason
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
    // A mistake in it is no failure of the request.
    if (onWait) queueMicrotask(() => onWait({ reason, seconds }));
  }

  /** @param {string} url @param {AbortSignal} [signal] @param {unknown} [json] */
  async function persist(url, signal, json) {
    for (let failures = 1; ; failures += 1) {
      while (notBefore > Date.now()) await sleep(notBefore - Date.now(), signal);
      try {
        const { answer, headers } = await attempt(url, signal, json);
        const seconds = exhaustedFor(policiesOf(headers));
        // Whether it is refused for longer than anybody waits, the next request finds out.
        if (seconds <= patienceSeconds) hold('quota', seconds);
        return answer;
      } catch (error) {
        signal?.throwIfAborted();
        const { status = 0, retryAfterSeconds = 0 } = error instanceof ProblemError ? error : {};
        const isRefusal = status >= 400 && status < 500 && status !== 429 && status !== 408;
        const seconds = retryAfterSeconds || backoffSeconds(failures);
        // Requests after this one wait as well, though this one gives up.
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
      // It may have come in the same moment.
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
