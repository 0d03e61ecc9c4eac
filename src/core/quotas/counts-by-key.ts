/** Counts by key, such as that of a client; a key whose count has come back to 0 takes no memory. */
export function createCountsByKey() {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    of: (key: string) => counts.get(key) ?? 0,
    total: () => total,
    add(key: string, change: number): void {
      total += change;
      const count = (counts.get(key) ?? 0) + change;
      if (count > 0) counts.set(key, count);
      else counts.delete(key);
    },
  };
}
