/** Measures the lateness of the event loop, so that new requests are refused instead of piling up. */
export type LoadMonitor = ReturnType<typeof createLoadMonitor>;

const INTERVAL_MS = 500;

/**
 * The lateness of a timer is the time for which the event loop was blocked.
 * @param maxDelayMs lateness beyond which the process counts as overloaded, until the timer is punctual again
 * @param now clock in milliseconds
 */
export function createLoadMonitor(maxDelayMs: number, now: () => number = () => performance.now()) {
  let last = now();
  let overloaded = false;
  const timer = setInterval(() => {
    const time = now();
    overloaded = time - last - INTERVAL_MS > maxDelayMs;
    last = time;
  }, INTERVAL_MS);
  timer.unref();
  return {
    /** True while the event loop turned too slowly in the last interval. */
    isOverloaded: () => overloaded,
    close: () => clearInterval(timer),
  };
}
