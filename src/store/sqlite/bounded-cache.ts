/** Values that were read lately, up to a weight in all; the oldest go first. */

/** @param weigh of one value, in the unit of `limit` */
export function createBoundedCache<K, V>(limit: number, weigh: (value: V) => number): (key: K, read: () => V) => V {
  const kept = new Map<K, V>();
  let weight = 0;
  return (key, read) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const value = read();
    kept.set(key, value);
    weight += weigh(value);
    for (const [oldest, old] of kept) {
      if (weight <= limit) break;
      kept.delete(oldest);
      weight -= weigh(old);
    }
    return value;
  };
}
