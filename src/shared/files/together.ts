/** Work in several parts at the same time: the first error stops all parts. */
import { setMaxListeners } from 'node:events';

/** A part of some work. @param signal aborted when another part has failed */
type Part<T> = (signal: AbortSignal) => Promise<T>;

/**
 * Does all parts, and returns or throws only when all have ended: nothing goes on after an error.
 * @param outer stops all parts, too
 * @throws the first error, or the reason of the outer signal
 */
export async function together<T>(parts: readonly Part<T>[], outer?: AbortSignal): Promise<readonly T[]> {
  const stop = new AbortController();
  const signal = outer === undefined ? stop.signal : AbortSignal.any([outer, stop.signal]);
  // Each part listens, perhaps several times: Node would warn about more than ten listeners.
  setMaxListeners(0, signal);
  const work = parts.map(async (part) => {
    try {
      return await part(signal);
    } catch (error) {
      stop.abort(error);
      throw error;
    }
  });
  await Promise.allSettled(work);
  signal.throwIfAborted();
  return Promise.all(work);
}

/** Does some work on each item, on at most so many of them at the same time. @throws as {@link together} */
export async function eachTogether<T>(
  items: Iterable<T>,
  atATime: number,
  work: (item: T, signal: AbortSignal) => Promise<void>,
  outer?: AbortSignal,
): Promise<void> {
  // All workers take their items from one iterator.
  const shared = Iterator.from(items);
  const worker = async (signal: AbortSignal): Promise<void> => {
    for (const item of shared) await work(item, signal);
  };
  await together(Array<typeof worker>(atATime).fill(worker), outer);
}
