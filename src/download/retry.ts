/** Repeats what failed for the moment: after growing pauses, or after the pause that the server asks for. */
import { setTimeout as pause } from 'node:timers/promises';
import { DownloadFailed } from './download-failure.ts';

export interface RetryOptions {
  /** Attempts after the first. */
  readonly retries: number;
  /** Milliseconds before the first repetition; doubled each time, half of it random. */
  readonly pauseMs: number;
  /** Longest pause, also when the server asks for a longer one. */
  readonly maximumPauseMs: number;
  readonly signal?: AbortSignal;
}

/** @throws what the last attempt threw, or the reason of the signal */
export async function withRetries<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { retries, pauseMs, maximumPauseMs, signal } = options;
  for (let failures = 0; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof DownloadFailed) || !error.transient || failures >= retries) throw error;
      const grown = pauseMs * 2 ** failures;
      const wanted = error.retryAfterMs ?? grown / 2 + (Math.random() * grown) / 2;
      await pause(Math.min(wanted, maximumPauseMs), undefined, signal && { signal });
    }
  }
}
