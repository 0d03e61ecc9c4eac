/** The pace of requests: one at a time for each host, with a pause between two requests. */
import { setTimeout as pause } from 'node:timers/promises';

/** A clock; tests pass a simulated one. */
export interface Clock {
  now(): Date;
  /** @throws the reason of the signal */
  pause(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const SYSTEM_CLOCK: Clock = {
  now: () => new Date(),
  pause: (milliseconds, signal) => pause(milliseconds, undefined, signal && { signal }),
};

export type Pace = ReturnType<typeof createPace>;

/**
 * The first request to a host also waits, because an interrupted run may just have sent one.
 * @param pauseMs milliseconds between the end of a request and the next one to the same host
 */
export function createPace(clock: Clock, pauseMs: number) {
  const begin = clock.now().getTime();
  /** Times of the next requests by host; a promise resolves when the host's last request has ended. */
  const free = new Map<string, Promise<number>>();
  return {
    /** Sends a request after the pause of the host. @throws the error of `send`, or the reason of the signal */
    async ask<T>(host: string, send: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      const turn = free.get(host) ?? Promise.resolve(begin + pauseMs);
      const { promise, resolve } = Promise.withResolvers<number>();
      free.set(host, promise);
      try {
        // The clock may have been set back since.
        const wait = Math.min((await turn) - clock.now().getTime(), pauseMs);
        if (wait > 0) await clock.pause(wait, signal);
        return await send();
      } finally {
        resolve(clock.now().getTime() + pauseMs);
      }
    },
  };
}
