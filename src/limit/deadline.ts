/** An answer that comes in time or not at all. */

/** @throws Error when the answer has not come after so many milliseconds; the answer itself is then of no effect */
export function within<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      // After a turn that took long, timers run before it is read what has arrived meanwhile; hence another moment.
      setImmediate(reject, new Error(`There was no answer within ${milliseconds} ms.`));
    }, milliseconds);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
