/** Asks the interface politely: two requests at a time, within the quota, again when the network fails. */

import { backoffSeconds, exhaustedFor, policiesOf, retryAfter } from '../../client/client-waiting.js';
import { address } from './address.js';

/** @import { Job, State } from './types.d.ts' */

const AT_ONCE = 2;
/** So often in a row nothing comes back before it is given up. */
const MAX_FAILURES = 6;
/** Clocks differ a little, and quotas are told in whole seconds. */
const MARGIN_MS = 100;
const TIMEOUT_MS = 30_000;

/**
 * Nothing is asked before jobs are added; adding more goes on where it ended.
 * @param {(state: State) => void} changed hears of every change
 * @param {(path: string, signal: AbortSignal) => Promise<Response>} [ask]
 */
export function createQueue(changed, ask = (path, signal) => fetch(address(path), { signal })) {
  /** @type {Job[]} */
  let pending = [];
  let working = 0;
  let done = 0;
  let total = 0;
  let failures = 0;
  let notBefore = 0;
  /** @type {State['reason']} */
  let reason;
  /** @type {number | undefined} */
  let status;
  /** @type {'open' | 'paused' | 'failed' | 'cancelled'} */
  let mode = 'open';
  const cancelling = new AbortController();
  /** @type {Set<() => void>} */
  const sleepers = new Set();

  /** @returns {State} */
  function state() {
    const isWaiting = mode === 'open' && pending.length > 0 && notBefore > Date.now();
    const isDone = pending.length === 0 && working === 0;
    return {
      phase: mode === 'open' ? (isDone ? 'done' : isWaiting ? 'waiting' : 'running') : mode,
      done,
      total,
      ...(isWaiting && { reason, until: notBefore }),
      ...(status !== undefined && { status }),
    };
  }

  const report = () => changed(state());

  function wake() {
    for (const awake of sleepers) awake();
  }

  /** @param {number} ms */
  function sleep(ms) {
    return /** @type {Promise<void>} */ (
      new Promise((resolve) => {
        const timer = setTimeout(awake, ms);
        sleepers.add(awake);
        function awake() {
          clearTimeout(timer);
          sleepers.delete(awake);
          resolve();
        }
      })
    );
  }

  function start() {
    while (mode === 'open' && working < AT_ONCE && pending.length > 0) {
      working += 1;
      void work();
    }
    report();
  }

  async function work() {
    while (mode === 'open') {
      const wait = notBefore - Date.now();
      if (wait > 0) {
        if (pending.length === 0) break;
        report();
        await sleep(wait);
        continue;
      }
      const job = pending.shift();
      if (job === undefined) break;
      report();
      await attempt(job);
    }
    working -= 1;
    report();
  }

  /** @param {Job} job */
  async function attempt(job) {
    try {
      const response = await ask(job.path, AbortSignal.any([cancelling.signal, AbortSignal.timeout(TIMEOUT_MS)]));
      if (response.ok) {
        job.take(await response.json());
        succeeded(job, response.headers);
      } else refused(job, response);
    } catch {
      if (mode === 'cancelled') return;
      pending.unshift(job);
      failed();
    }
  }

  /** @param {Job} job @param {Headers} headers */
  function succeeded(job, headers) {
    done += job.size;
    failures = 0;
    status = undefined;
    hold('quota', exhaustedFor(policiesOf(headers)) * 1000);
  }

  /** @param {Job} job @param {Response} response */
  function refused(job, response) {
    const smaller = response.status === 414 ? (job.halves?.() ?? []) : [];
    if (smaller.length > 0) {
      pending.unshift(...smaller);
      return;
    }
    pending.unshift(job);
    const seconds = retryAfter(response.headers, Date.now());
    if (response.status === 429 || (response.status === 503 && seconds !== undefined)) {
      hold(response.status === 429 ? 'quota' : 'busy', (seconds ?? 1) * 1000);
    } else if (response.status >= 500 || response.status === 408) failed();
    else {
      status = response.status;
      fail();
    }
  }

  function failed() {
    // The other request of the pair failed for the same reason.
    if (reason === 'network' && notBefore > Date.now()) return;
    failures += 1;
    if (failures >= MAX_FAILURES) fail();
    else hold('network', backoffSeconds(failures) * 1000);
  }

  function fail() {
    if (mode === 'open') mode = 'failed';
    wake();
  }

  /** @param {NonNullable<State['reason']>} why @param {number} ms */
  function hold(why, ms) {
    const until = Date.now() + ms + MARGIN_MS;
    if (ms <= 0 || until <= notBefore) return;
    notBefore = until;
    reason = why;
  }

  return {
    state,
    /** @param {readonly Job[]} jobs */
    add(jobs) {
      pending.push(...jobs);
      for (const { size } of jobs) total += size;
      start();
    },
    pause() {
      if (mode !== 'open') return;
      mode = 'paused';
      wake();
      report();
    },
    /** After a pause or a failure; does not wait for the network any longer, for a quota it does. */
    resume() {
      if (mode === 'cancelled') return;
      mode = 'open';
      failures = 0;
      status = undefined;
      if (reason === 'network') notBefore = 0;
      wake();
      start();
    },
    /** What is under way is dropped. */
    cancel() {
      mode = 'cancelled';
      pending = [];
      cancelling.abort();
      wake();
      report();
    },
  };
}
