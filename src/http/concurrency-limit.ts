/** A limit on heavy work: a number of pieces at a time, pauses in which the event loop serves all others, turns by client, and an early refusal. */
import { createTurns } from './turns.ts';

export interface ConcurrencyLimit {
  /**
   * Does the work at once or when its turn comes.
   * @param client clients take turns: many pieces of one do not delay the first piece of another
   * @param isWanted called when the turn has come: clients that have gone are skipped
   * @returns undefined when the queue is so long that the answer would come too late, or when the client has gone
   */
  run<T>(client: string, work: () => Promise<T>, isWanted: () => boolean): Promise<T | undefined>;
  /** Number of pieces of work that wait. */
  waiting(): number;
}

export interface ConcurrencyOptions {
  /** Milliseconds of work after which the event loop must turn for all others. */
  readonly allowanceMs: number;
  /** Work that would probably wait longer than this is refused, in milliseconds. */
  readonly maxWaitMs: number;
  /** Pieces at a time; the default is one. Several pieces mostly wait for other machines, so no pauses are made for them. */
  readonly atATime?: number;
}

/**
 * Turns of the event loop for all others before the allowance is renewed. One turn is not enough: libuv accepts a single
 * connection per turn, and requests for the status must get in.
 */
const TURNS = 16;
/** Weight of the newest interval in the expectation of the next, once there were enough for a mean. */
const WEIGHT = 0.05;

/** A piece is counted until its promise settles: stores of files answer from the same thread. */
export function createConcurrencyLimit(
  { allowanceMs, maxWaitMs, atATime = 1 }: ConcurrencyOptions,
  now: () => number = () => performance.now(),
): ConcurrencyLimit {
  const queue = createTurns<() => void>();
  let busy = 0;
  const isBusy = () => busy >= atATime;
  let owedMs = 0;
  let isTurning = false;
  /** Milliseconds between one admission from the queue and the next: work and all pauses. */
  let intervalMs = 0;
  let admissions = 0;
  let admittedAt = 0;

  async function perform<T>(work: () => Promise<T>): Promise<T> {
    const begin = now();
    try {
      return await work();
    } finally {
      if (atATime === 1) owedMs += now() - begin;
      if (!isTurning) setImmediate(turn);
      isTurning = true;
      leave();
    }
  }

  function turn(): void {
    owedMs = Math.max(0, owedMs - allowanceMs / TURNS);
    if (!isBusy()) admitNext();
    isTurning = owedMs > 0;
    if (isTurning) setImmediate(turn);
  }

  function leave(): void {
    busy -= 1;
    admitNext();
  }

  function admitNext(): void {
    if (queue.size() === 0 || owedMs >= allowanceMs) return;
    busy += 1;
    const time = now();
    admissions += 1;
    intervalMs += (time - admittedAt - intervalMs) * Math.max(WEIGHT, 1 / admissions);
    admittedAt = time;
    queue.take()?.();
  }

  return {
    async run(client, work, isWanted) {
      if (isBusy() || queue.size() > 0 || owedMs >= allowanceMs) {
        if (queue.before(client) * intervalMs > maxWaitMs) return undefined;
        const begin = now();
        if (queue.size() === 0) admittedAt = begin;
        await new Promise<void>((resolve) => queue.add(client, resolve));
        // The expectation was wrong when there were no measurements yet.
        if (!isWanted() || now() - begin > maxWaitMs) {
          leave();
          return undefined;
        }
        return perform(work);
      }
      busy += 1;
      return perform(work);
    },
    waiting: () => queue.size(),
  };
}
