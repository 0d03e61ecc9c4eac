/** What stands between requests and a cluster in trouble: a bounded queue, and a circuit that opens when nothing answers. */
import { StoreOverloaded, StoreReadError } from '../store.ts';
import { type Ask, type Client, ClusterFailure } from './client.ts';

/** Requests under way and waiting; failures in a row that open the circuit, and for how many milliseconds. */
const LIMITS = { underWay: 64, waiting: 512, failures: 5, open: 1000 } as const;

export interface Guard {
  readonly ask: Ask;
  /** As of a store. */
  readonly warning: () => string | undefined;
}

/** @param clock milliseconds, of any epoch */
export function guardClient({ ask, nodes, deadNodes }: Client, clock: () => number): Guard {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  let failures = 0;
  let openUntil = 0;
  const isOpen = () => failures >= LIMITS.failures;

  /** While it is open one request in a while is let through: it finds out whether the cluster is back. */
  function pass(): void {
    if (!isOpen()) return;
    if (clock() < openUntil) throw new StoreReadError('the cluster has not answered lately and is not asked');
    openUntil = clock() + LIMITS.open;
  }

  async function enter(): Promise<void> {
    pass();
    if (underWay < LIMITS.underWay) return void (underWay += 1);
    if (waiting.length >= LIMITS.waiting) throw new StoreOverloaded('too many requests wait for the cluster');
    await new Promise<void>((turn) => waiting.push(turn));
  }

  /** Whoever waits takes the place. */
  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) underWay -= 1;
    else next();
  }

  return {
    async ask(method, path, request) {
      await enter();
      try {
        const answer = await ask(method, path, request);
        failures = 0;
        return answer as never;
      } catch (error) {
        // That it refuses one request says nothing of the others.
        const isSilent = error instanceof ClusterFailure && (error.status === 0 || error.status >= 500);
        failures = isSilent ? failures + 1 : 0;
        if (isSilent) openUntil = clock() + LIMITS.open;
        throw error;
      } finally {
        leave();
      }
    },
    warning() {
      if (isOpen()) return 'The cluster does not answer; it is asked again every second.';
      const dead = deadNodes();
      return dead === 0
        ? undefined
        : `${dead} of the ${nodes.length} nodes of the cluster did not answer when they were last asked.`;
    },
  };
}
