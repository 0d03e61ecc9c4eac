/** Guards a system that may fail: a bounded queue, and a circuit breaker that opens when the system does not answer. */
import { StoreOverloaded, StoreUnavailable } from '../../core/snapshot/store.ts';

/** Pieces of work under way and waiting; failures in a row that open the circuit, and milliseconds until the next attempt. */
const LIMITS = { underWay: 64, waiting: 512, failures: 5, openMs: 1000 } as const;

interface Guard {
  /** @throws StoreOverloaded, or StoreUnavailable while the circuit is open */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** True while the system does not answer; one piece of work per interval is let through as a test. */
  isOpen(): boolean;
}

/** Only {@link StoreUnavailable} counts as a failure of the system. @param clock milliseconds since any fixed time */
export function createGuard(clock: () => number): Guard {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  let failures = 0;
  let openUntil = 0;
  const isOpen = () => failures >= LIMITS.failures;
  const noAnswer = () =>
    new StoreUnavailable('the cluster has not answered recently; the service will try again in a moment');

  async function enter(): Promise<void> {
    if (underWay < LIMITS.underWay) return void (underWay += 1);
    if (isOpen()) throw noAnswer();
    if (waiting.length >= LIMITS.waiting) throw new StoreOverloaded('too many requests are waiting');
    await new Promise<void>((turn) => waiting.push(turn));
  }

  /** Ends a piece of work and starts the first waiting one. */
  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) underWay -= 1;
    else next();
  }

  /** @throws StoreUnavailable while the circuit is open, except for one test per interval */
  function admit(): void {
    if (!isOpen()) return;
    if (clock() < openUntil) throw noAnswer();
    openUntil = clock() + LIMITS.openMs;
  }

  async function observe<T>(work: Promise<T>): Promise<T> {
    try {
      const done = await work;
      failures = 0;
      return done;
    } catch (error) {
      failures = error instanceof StoreUnavailable ? failures + 1 : 0;
      if (isOpen()) openUntil = clock() + LIMITS.openMs;
      throw error;
    }
  }

  return {
    async run(work) {
      await enter();
      try {
        admit();
        return await observe(work());
      } finally {
        leave();
      }
    },
    isOpen,
  };
}
