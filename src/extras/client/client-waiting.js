/** Times to wait, as answers state them or by default, and waits that a signal ends. */

const MAX_BACKOFF_SECONDS = 60;
/** Longest timer in milliseconds; a longer one would end immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Seconds until the next request can succeed, by `RateLimit` of an answer, as in `"coverage";r=119;t=60, "coverage-burst";r=59;t=1`; 0
 * for immediately.
 * @param {Pick<Headers, 'get'>} headers
 */
export function exhaustedFor(headers) {
  const waits = [...(headers.get('RateLimit') ?? '').matchAll(/"[^"]*"([^,]*)/g)].map(([, members = '']) => {
    const [remaining = 1, reset = 1] = [/;\s*r=(\d+)/, /;\s*t=(\d+)/].map((member) => member.exec(members)?.[1]);
    return Number(remaining) > 0 ? 0 : Number(reset);
  });
  return Math.max(0, ...waits);
}

/**
 * @param {Pick<Headers, 'get'>} headers
 * @param {number} now
 * @returns {number | undefined} seconds, ≥ 0. RFC 9110 §10.2.3: a number or a date
 */
export function retryAfter(headers, now) {
  const value = headers.get('Retry-After')?.trim();
  if (value === undefined || value === '') return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}

/**
 * 1, 2, 4 … seconds.
 * @param {number} failures ≥ 1, in a row
 */
export function backoffSeconds(failures) {
  return Math.min(MAX_BACKOFF_SECONDS, 2 ** (failures - 1));
}

/**
 * Settles like the work, or rejects with the reason of the signal if that aborts first: not all work observes a signal.
 * @template T
 * @param {AbortSignal | undefined} signal
 * @param {T | PromiseLike<T>} work
 * @returns {Promise<T>}
 */
export function within(signal, work) {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal?.reason);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
    const done = () => signal?.removeEventListener('abort', stop);
    Promise.resolve(work).then(resolve, reject).finally(done);
  });
}

/**
 * Waits for `ms`, but at most for {@link MAX_TIMER_MS}.
 * @param {number} ms
 * @param {AbortSignal} [signal] its reason is thrown
 */
export async function sleep(ms, signal) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const over = new Promise((resolve) => (timer = setTimeout(resolve, Math.min(ms, MAX_TIMER_MS))));
  await within(signal, over).finally(() => clearTimeout(timer));
}
