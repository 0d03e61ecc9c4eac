/** The value of a key in a map; where there is none, it is made and inserted. (`Map.prototype.getOrInsertComputed` of ES2026.) */
export function getOrInsert<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const present = map.get(key);
  if (present !== undefined) return present;
  const made = make();
  map.set(key, made);
  return made;
}
