/** The pace of requests: one to a host at a time, and a promised pause between two of them. */
import { setTimeout as pause } from 'node:timers/promises';

/** The clock, which tests simulate. */
export interface Clock {
  now(): Date;
  /** @throws the reason of the signal */
  pause(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const SYSTEM_CLOCK: Clock = {
  now: () => new Date(),
  pause: (milliseconds, signal) => pause(milliseconds, undefined, signal && { signal }),
};

export interface Pace {
  /** Sends a request when the pause for the host is over. @throws the error of `send`, or the reason of the signal */
  ask<T>(host: string, send: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/**
 * The first request to a host waits, too, because an interrupted run may have sent one a moment ago.
 * @param pauseMs between the end of a request and the beginning of the next one to the same host
 */
export function createPace(clock: Clock, pauseMs: number): Pace {
  const begin = clock.now().getTime();
  /** Times from which hosts may get the next request, known when their last request has ended. */
  const free = new Map<string, Promise<number>>();
  return {
    async ask(host, send, signal) {
      const turn = free.get(host) ?? Promise.resolve(begin + pauseMs);
      const { promise, resolve } = Promise.withResolvers<number>();
      free.set(host, promise);
      try {
        // The clock may have been set back meanwhile.
        const wait = Math.min((await turn) - clock.now().getTime(), pauseMs);
        if (wait > 0) await clock.pause(wait, signal);
        return await send();
      } finally {
        resolve(clock.now().getTime() + pauseMs);
      }
    },
  };
}
