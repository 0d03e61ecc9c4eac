/** Limits heavy work: few pieces run at a time, with pauses for other requests; clients take turns, or are refused. */
import { createTurns } from './turns.ts';

export type ConcurrencyLimit = ReturnType<typeof createConcurrencyLimit>;

interface ConcurrencyOptions {
  /** Milliseconds of work after which the event loop must serve other requests. */
  readonly allowanceMs: number;
  /** Work that would probably wait longer than this is refused, in milliseconds. */
  readonly maxWaitMs: number;
  /** Pieces at a time. Several mostly wait for other machines, so there are no pauses between them. */
  readonly atATime: number;
}

/**
 * Turns of the event loop in which one allowance is restored. One turn is not enough: libuv accepts a single connection
 * per turn, and new requests for the status must be accepted.
 */
const TURNS = 16;
/** Weight of the newest interval in the moving average of intervals; the first 20 intervals have equal weights. */
const WEIGHT = 0.05;

/** Counts the time until the promise of a piece settles: SQLite stores do all their work in this thread. */
export function createConcurrencyLimit(
  { allowanceMs, maxWaitMs, atATime }: ConcurrencyOptions,
  now: () => number = () => performance.now(),
) {
  const queue = createTurns<() => void>();
  let busy = 0;
  const isBusy = () => busy >= atATime;
  let owedMs = 0;
  let isTurning = false;
  const pace = createPace();

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
    pace.admit(now());
    queue.take()?.();
  }

  return {
    /**
     * Runs the work immediately, or when its turn comes.
     * @param client clients take turns: many pieces of one do not delay the first piece of another
     * @param isWanted called when the turn has come; false when the client has gone, so the work is skipped
     * @returns undefined when the queue is so long that the answer would come too late, or when the client has gone
     */
    async run<T>(client: string, work: () => Promise<T>, isWanted: () => boolean): Promise<T | undefined> {
      if (isBusy() || owedMs >= allowanceMs) {
        if (queue.before(client) * pace.intervalMs() > maxWaitMs) return undefined;
        const begin = now();
        if (queue.size() === 0) pace.begin(begin);
        await new Promise<void>((resolve) => queue.add(client, resolve));
        // The wait was not foreseen while there were no measurements.
        if (!isWanted() || now() - begin > maxWaitMs) {
          leave();
          return undefined;
        }
        return perform(work);
      }
      busy += 1;
      return perform(work);
    },
    /** Number of pieces of work that wait. */
    waiting: () => queue.size(),
  };
}

/** Measures the average milliseconds between two admissions from the queue, work and pauses included. */
function createPace() {
  let intervalMs = 0;
  let admissions = 0;
  let admittedAt = 0;
  return {
    intervalMs: () => intervalMs,
    /** The queue was empty until this time. */
    begin: (time: number) => void (admittedAt = time),
    admit(time: number): void {
      admissions += 1;
      intervalMs += (time - admittedAt - intervalMs) * Math.max(WEIGHT, 1 / admissions);
      admittedAt = time;
    },
  };
}
