/** Notices when the process cannot keep up, so that new requests are refused instead of piling up. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface LoadMonitor {
  /** True while the event loop turned too slowly in the last interval. */
  isOverloaded(): boolean;
  close(): void;
}

const INTERVAL_MS = 500;

/** @param maxDelayMs mean delay of the event loop beyond which the process counts as overloaded */
export function createLoadMonitor(maxDelayMs: number): LoadMonitor {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  let overloaded = false;
  const timer = setInterval(() => {
    overloaded = delay.mean / 1e6 > maxDelayMs;
    delay.reset();
  }, INTERVAL_MS);
  timer.unref();
  delay.enable();
  return {
    isOverloaded: () => overloaded,
    close() {
      clearInterval(timer);
      delay.disable();
    },
  };
}
