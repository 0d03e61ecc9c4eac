/** Values that were wanted lately, up to a number of them, the older half goes at once; and those of the best known entities, for good. */

export interface BoundedCache<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): void;
}

/** In two halves: a map that loses its oldest key at every turn walks each time over all that it has lost. */
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

export function readOnce<K, V>(limit: number, read: (key: K) => V): (key: K) => V {
  const kept = createBoundedCache<K, V>(limit);
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const value = read(key);
    kept.set(key, value);
    return value;
  };
}

/** Keeps what is read of the ranks up to a limit, and nothing of the others. */
export function createRankCache<V>(limit: number, read: (rank: number) => V): (rank: number) => V {
  const kept = Array.from<V | undefined>({ length: limit + 1 });
  return (rank) => (rank > limit ? read(rank) : (kept[rank] ??= read(rank)));
}
