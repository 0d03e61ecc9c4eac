/** Two sequences in the order of their identifiers, side by side. */

/** At least one of the two is there; both are of the same identifier. */
export type Pair<T> = readonly [left: T, right: T] | readonly [left: T, right: undefined] | readonly [undefined, T];

/** Holds one item of each. Both must be in strictly ascending order. */
export function* mergeJoin<T extends { readonly id: number }>(
  left: Iterable<T>,
  right: Iterable<T>,
): Generator<Pair<T>> {
  const [lefts, rights] = [left[Symbol.iterator](), right[Symbol.iterator]()];
  try {
    let [a, b] = [lefts.next(), rights.next()];
    while (a.done !== true || b.done !== true) {
      if (b.done === true || (a.done !== true && a.value.id < b.value.id)) {
        yield [a.value as T, undefined];
        a = lefts.next();
      } else if (a.done === true || b.value.id < a.value.id) {
        yield [undefined, b.value];
        b = rights.next();
      } else {
        yield [a.value, b.value];
        [a, b] = [lefts.next(), rights.next()];
      }
    }
  } finally {
    lefts.return?.();
    rights.return?.();
  }
}
