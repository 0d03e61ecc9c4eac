/** Limits that the probe keeps for the sake of the hosts that it asks. */

/** The numbers of documents and tests come from this table. */
export const PROBE_LIMITS = {
  /** Addresses of one collection per day. */
  perCollection: 20,
  /** Addresses per day in all. */
  perDay: 3_000,
  /** Milliseconds between two requests to one host. */
  pauseMs: 30_000,
  /** Hosts that are asked at the same time. */
  hosts: 16,
  /** Days before the same address is probed again. */
  againDays: 3,
} as const;
