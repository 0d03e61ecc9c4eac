/** The only caches at the level of modules: values derived from an object, and values of pure functions, bounded in number. */

interface Derived {
  readonly state: readonly unknown[];
  readonly value: unknown;
}
const NOTHING: readonly unknown[] = [];
const derived = new WeakMap<object, Map<string, Derived>>();

/**
 * Derives a value once, and keeps it as long as its owner, for example a snapshot or the body of an answer.
 * @param key name of the value, unique for its owner
 * @param state everything else that the value depends on, such as the day, or the size and time of a file: another state makes
 * the value again
 */
export function memo<T>(owner: object, key: string, make: () => T, state: readonly unknown[] = NOTHING): T {
  let own = derived.get(owner);
  if (own === undefined) derived.set(owner, (own = new Map()));
  const last = own.get(key);
  if (
    last !== undefined &&
    last.state.length === state.length &&
    last.state.every((one, at) => Object.is(one, state[at]))
  )
    return last.value as T;
  const value = make();
  own.set(key, { state, value });
  return value;
}

/** A cache that drops its older half at once: finding the first key of a Map takes longer the more keys were deleted. */
export function createBoundedCache<K, V>(limit: number) {
  let [young, old] = [new Map<K, V>(), new Map<K, V>()];
  return {
    get: (key: K): V | undefined => young.get(key) ?? old.get(key),
    set(key: K, value: V): void {
      young.set(key, value);
      if (young.size * 2 >= limit) [young, old] = [new Map(), young];
    },
  };
}

/** @param read always returns the same value for a key; undefined is not kept, so it should be cheap to find again */
export function memoize<K, V>(limit: number, read: (key: K) => V): (key: K) => V {
  const kept = createBoundedCache<K, V>(limit);
  return (key) => {
    const remembered = kept.get(key);
    if (remembered !== undefined) return remembered;
    const value = read(key);
    kept.set(key, value);
    return value;
  };
}

/** Caches values of the most prominent entities, up to a rank. Other values are not kept: short-lived caches burden the garbage collector. */
export function createRankCache<V>(limit: number, read: (rank: number) => V): (rank: number) => V {
  const kept: (V | undefined)[] = [];
  // A growing array with gaps becomes a slow table.
  kept.length = limit + 1;
  return (rank) => (rank > limit ? read(rank) : (kept[rank] ??= read(rank)));
}
