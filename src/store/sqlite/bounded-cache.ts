/** Values that were read lately, up to a number of them; the oldest go first. And those of the best known entities, for good. */

export function createBoundedCache<K, V>(limit: number, read: (key: K) => V): (key: K) => V {
  const kept = new Map<K, V>();
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const value = read(key);
    kept.set(key, value);
    if (kept.size > limit) kept.delete(kept.keys().next().value as K);
    return value;
  };
}

/** Keeps what is read of the ranks up to a limit, and nothing of the others. */
export function createRankCache<V>(limit: number, read: (rank: number) => V): (rank: number) => V {
  const kept = Array.from<V | undefined>({ length: limit + 1 });
  return (rank) => (rank > limit ? read(rank) : (kept[rank] ??= read(rank)));
}
