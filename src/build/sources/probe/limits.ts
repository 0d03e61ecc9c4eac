/** Limits of the probe, which protect the hosts that it requests addresses from. */

/** Documents and tests take the numbers from this table. */
export const PROBE_LIMITS = {
  /** Largest number of addresses of one collection per day. */
  perCollection: 20,
  /** Largest number of addresses of all collections per day. */
  perDay: 3_000,
  /** Milliseconds between two requests to one host. */
  pauseMs: 30_000,
  /** Number of hosts that get requests at the same time. */
  hosts: 16,
  /** Number of days before an address is probed again. */
  againDays: 3,
} as const;

export const THUMBNAIL_LIMITS = {
  /** Largest number of pictures that a run requests. */
  perRun: 3_000,
  /** Largest number of pictures in the folder. */
  kept: 50_000,
  /** Milliseconds between two requests to one host. */
  pauseMs: 1_000,
} as const;
