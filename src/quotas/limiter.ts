/** Policies and limiters: a policy gives each client a quota per window, a limiter keeps the count. */

export interface Policy {
  /** Name in the `RateLimit` fields, e.g. `links`; a limiter knows the policy by it. */
  readonly name: string;
  /** Requests per window. */
  readonly quota: number;
  readonly windowSeconds: number;
}

export interface Decision {
  readonly allowed: boolean;
  /** Requests left in the window, ≥ 0. */
  readonly remaining: number;
  /** Whole seconds until the window ends, ≥ 1. */
  readonly resetSeconds: number;
}

export interface LimiterHealth {
  readonly status: 'pass' | 'warn';
  /** A sentence without names of hosts; absent when all is well. */
  readonly output?: string;
}

export interface Limiter {
  /**
   * Counts `cost` requests of a client against a policy. Cost 0 only looks.
   * The first request opens the window; refused requests are counted too, but do not prolong it.
   * Returns a promise only where the count is kept elsewhere. A failing back end never fails the request: the limiter then decides by the
   * counts of this process, and `health` reports it.
   */
  take(key: string, policy: Policy, cost?: number): Decision | Promise<Decision>;
  health(): Promise<LimiterHealth>;
  close(): Promise<void>;
}
