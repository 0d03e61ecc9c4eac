/** A limiter in the memory of this process, for a bounded number of clients. */
import type { QuotaDecision, Limiter, Policy } from './limiter.ts';

/** Milliseconds between two removals of ended windows. */
const SWEEP_MS = 1000;

/** @param maxKeys number of clients remembered per policy; beyond it the client whose window ends first is forgotten */
export function createMemoryLimiter(maxKeys = 100_000): Limiter {
  const policies = new Map<string, Windows>();
  const sweeping = setInterval(() => {
    const now = clock();
    for (const windows of policies.values()) windows.forgetEnded(now);
  }, SWEEP_MS).unref();

  return {
    take(key, policy, cost = 1) {
      let windows = policies.get(policy.name);
      if (windows === undefined) {
        windows = createWindows(policy.windowSeconds * 1000, maxKeys);
        policies.set(policy.name, windows);
      }
      return decide(windows, key, policy, cost);
    },
    health: async () => ({ status: 'pass' }),
    async close() {
      clearInterval(sweeping);
      policies.clear();
    },
  };
}

/** A monotonic clock in whole milliseconds: with fractions, a window of 7 seconds could end slightly later than 7 seconds. */
function clock(): number {
  return Math.floor(performance.now());
}

function decide(windows: Windows, key: string, { quota, windowSeconds }: Policy, cost: number): QuotaDecision {
  const now = clock();
  let window = windows.find(key, now);
  if (window === undefined) {
    if (cost === 0) return { allowed: quota > 0, remaining: quota, resetSeconds: windowSeconds };
    window = windows.open(key, now);
  }
  window.used += cost;
  return {
    allowed: cost === 0 ? window.used < quota : window.used <= quota,
    remaining: Math.max(0, quota - window.used),
    resetSeconds: Math.max(1, Math.ceil((window.endsAt - now) / 1000)),
  };
}

interface Window {
  readonly key: string;
  /** Time at which the window ends, in milliseconds of the clock. */
  readonly endsAt: number;
  used: number;
  next: Window | undefined;
}

type Windows = ReturnType<typeof createWindows>;

/** All windows of a policy are equally long, so the order in which they were opened is the order in which they end. */
function createWindows(milliseconds: number, maxKeys: number) {
  const byKey = new Map<string, Window>();
  // The map is not enough: the more entries were deleted from a map, the longer it takes to find the first entry.
  let oldest: Window | undefined;
  let newest: Window | undefined;

  function forget(window: Window): void {
    byKey.delete(window.key);
    oldest = window.next;
    window.next = undefined;
  }

  function forgetEnded(now: number): void {
    while (oldest !== undefined && oldest.endsAt <= now) forget(oldest);
  }

  return {
    find(key: string, now: number): Window | undefined {
      const window = byKey.get(key);
      return window !== undefined && window.endsAt > now ? window : undefined;
    },
    open(key: string, now: number): Window {
      forgetEnded(now);
      if (oldest !== undefined && byKey.size >= maxKeys) forget(oldest);
      const window: Window = { key, endsAt: now + milliseconds, used: 0, next: undefined };
      if (oldest === undefined || newest === undefined) oldest = window;
      else newest.next = window;
      newest = window;
      byKey.set(key, window);
      return window;
    },
    forgetEnded,
  };
}
