/** Policies and limiters: a policy gives each client a quota per window, a limiter keeps the count. */

export interface Policy {
  /** Name in the `RateLimit` fields, e.g. `links`, by which a limiter tells policies apart. */
  readonly name: string;
  /** Requests per window. */
  readonly quota: number;
  readonly windowSeconds: number;
}

export interface QuotaDecision {
  readonly allowed: boolean;
  /** Requests left in the window, ≥ 0. */
  readonly remaining: number;
  /** Whole seconds until the window ends, ≥ 1. */
  readonly resetSeconds: number;
}

interface LimiterHealth {
  readonly status: 'pass' | 'warn';
  /** A sentence without names of hosts; absent when all is well. */
  readonly output?: string;
}

export interface Limiter {
  /**
   * Counts `cost` requests of a client against a policy. Cost 0 reads the state and counts nothing.
   * The first request opens the window. Refused requests also count, but do not prolong the window.
   * The decision is a promise only where another process counts. If that process fails, the limiter decides by the
   * counts of this process, and `health` reports the failure.
   */
  take(key: string, policy: Policy, cost?: number): QuotaDecision | Promise<QuotaDecision>;
  health(): Promise<LimiterHealth>;
  close(): Promise<void>;
}
