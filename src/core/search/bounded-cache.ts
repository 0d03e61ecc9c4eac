/** Caches of bounded size: of recent values, and of the most prominent entities. */

interface BoundedCache<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): void;
}

/** A cache that drops its older half at once: finding the first key of a Map takes longer the more keys were deleted. */
export function createBoundedCache<K, V>(limit: number): BoundedCache<K, V> {
  let [young, old] = [new Map<K, V>(), new Map<K, V>()];
  return {
    get: (key) => young.get(key) ?? old.get(key),
    set(key, value) {
      young.set(key, value);
      if (young.size * 2 >= limit) [young, old] = [new Map(), young];
    },
  };
}

/** @param read always returns the same value for a key, and never undefined */
export function memoize<K, V>(limit: number, read: (key: K) => V): (key: K) => V {
  const kept = createBoundedCache<K, V>(limit);
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const value = read(key);
    kept.set(key, value);
    return value;
  };
}

/** Caches values of the most prominent entities, up to a rank. Other values are not kept: short-lived caches burden the garbage collector. */
export function createRankCache<V>(limit: number, read: (rank: number) => V): (rank: number) => V {
  const kept = Array.from<V | undefined>({ length: limit + 1 });
  return (rank) => (rank > limit ? read(rank) : (kept[rank] ??= read(rank)));
}
