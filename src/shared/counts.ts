/** Counts by name: makes, adds and sorts them. */

export type Counts = Record<string, number>;

export function increment(counts: Counts, name: string, by = 1): void {
  counts[name] = (counts[name] ?? 0) + by;
}

export function addCounts(counts: Counts, more: Readonly<Counts>): void {
  for (const [name, count] of Object.entries(more)) increment(counts, name, count);
}

/** How often each name occurs. */
export function countNames(names: readonly string[]): Counts {
  const counts: Counts = {};
  for (const name of names) increment(counts, name);
  return counts;
}

/** Sum of all counts. */
export function sum(counts: Readonly<Counts>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

/** Counts in descending order; equal counts by name. */
export function mostFrequent(counts: Readonly<Counts>, limit = Number.POSITIVE_INFINITY): Counts {
  const entries = Object.entries(counts).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return Object.fromEntries(entries.slice(0, limit));
}
