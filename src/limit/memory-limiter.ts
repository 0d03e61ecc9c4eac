/** A limiter in the memory of this process, bounded in the number of clients it remembers. */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Decision, Limiter, Policy } from './limiter.ts';

export interface MemoryLimiterOptions {
  /** Clients remembered per policy; beyond that the one whose window ends first is forgotten. Default 100 000. */
  readonly maxKeys?: number;
}

export function createMemoryLimiter(options: MemoryLimiterOptions = {}): Limiter {
  const windows = new Map<string, PolicyWindows>();
  const maxKeys = options.maxKeys ?? 100_000;

  return {
    async take(key, policy, cost = 1) {
      const name = `${policy.name}/${policy.quota}/${policy.windowSeconds}`;
      let own = windows.get(name);
      if (own === undefined) {
        own = createWindows(policy, maxKeys);
        windows.set(name, own);
      }
      return own.take(key, cost);
    },
    health: async () => ({ status: 'pass' }),
    async close() {
      for (const own of windows.values()) own.clear();
      windows.clear();
    },
  };
}

interface PolicyWindows {
  take(key: string, cost: number): Promise<Decision>;
  clear(): void;
}

function createWindows(policy: Policy, maxKeys: number): PolicyWindows {
  const counter = new RateLimiterMemory({ points: policy.quota, duration: policy.windowSeconds });
  // All windows of a policy are equally long, so the order in which they were opened is the order in which they end.
  const endsAt = new Map<string, number>();

  function forget(key: string): void {
    endsAt.delete(key);
    void counter.delete(key);
  }

  function open(key: string, now: number): void {
    const end = endsAt.get(key);
    if (end !== undefined && end > now) return;
    if (end !== undefined) forget(key);
    for (const [oldest, oldestEnd] of endsAt) {
      if (oldestEnd > now && endsAt.size < maxKeys) break;
      forget(oldest);
    }
    endsAt.set(key, now + policy.windowSeconds * 1000);
  }

  return {
    async take(key, cost) {
      if (cost === 0) return look(await counter.get(key), policy);
      open(key, Date.now());
      try {
        return decision(await counter.consume(key, cost), true);
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return decision(refusal, false);
        throw refusal;
      }
    },
    clear() {
      for (const key of endsAt.keys()) forget(key);
    },
  };
}

function decision(state: RateLimiterRes, allowed: boolean): Decision {
  return { allowed, remaining: state.remainingPoints, resetSeconds: Math.max(1, Math.ceil(state.msBeforeNext / 1000)) };
}

function look(state: RateLimiterRes | null, policy: Policy): Decision {
  if (state === null || state.msBeforeNext <= 0) {
    return { allowed: true, remaining: policy.quota, resetSeconds: policy.windowSeconds };
  }
  return decision(state, state.remainingPoints > 0);
}
