/** Measures calls one after the other, and summarises their times by percentiles. */

/** Percentiles in milliseconds, and the number of measurements. */
export interface Timing {
  readonly runs: number;
  readonly median: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** Calls `run` for each item. @returns milliseconds per item, in order */
export async function timeEach<T>(items: Iterable<T>, run: (item: T) => unknown): Promise<number[]> {
  const taken: number[] = [];
  for (const item of items) {
    const started = performance.now();
    await run(item);
    taken.push(performance.now() - started);
  }
  return taken;
}

/** @returns undefined without measurements */
export function summarise(milliseconds: readonly number[]): Timing | undefined {
  if (milliseconds.length === 0) return undefined;
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] as number;
  return {
    runs: sorted.length,
    median: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    max: at(1),
  };
}

/** Formats milliseconds with about three significant digits. */
export function cell(milliseconds: number | undefined): string {
  if (milliseconds === undefined) return '–';
  return milliseconds.toFixed(milliseconds < 1 ? 3 : milliseconds < 10 ? 2 : milliseconds < 100 ? 1 : 0);
}
