/** Reads a value at most once a second: status and metrics may be requested thousands of times. */

const SECOND_MS = 1_000;

/** @param now milliseconds */
export function onceASecond<T>(read: () => Promise<T>, now: () => number = () => performance.now()): () => Promise<T> {
  let kept: Promise<T> | undefined;
  let readAt = 0;
  return () => {
    if (kept !== undefined && now() - readAt < SECOND_MS) return kept;
    readAt = now();
    kept = read();
    return kept;
  };
}
