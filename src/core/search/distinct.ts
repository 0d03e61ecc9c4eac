/** Removes repeated entities; of equal ones the first is kept. */

export function distinct<T>(items: readonly T[], rankOf: (item: T) => number): T[] {
  const first = new Map<number, T>();
  for (const item of items) {
    const rank = rankOf(item);
    if (!first.has(rank)) first.set(rank, item);
  }
  return [...first.values()];
}

export function distinctRanks<T extends { readonly rank: number }>(items: readonly T[]): T[] {
  return distinct(items, ({ rank }) => rank);
}
