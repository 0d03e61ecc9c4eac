/** How long calls take: measured one after the other, told by percentiles. */

/** Milliseconds, and how many measurements they rest on. */
export interface Timing {
  readonly runs: number;
  readonly median: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** Runs each item once. @returns milliseconds per item, in order */
export async function timeEach<T>(items: Iterable<T>, run: (item: T) => unknown): Promise<number[]> {
  const taken: number[] = [];
  for (const item of items) {
    const started = performance.now();
    await run(item);
    taken.push(performance.now() - started);
  }
  return taken;
}

/** Undefined when nothing was measured. */
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

/** Milliseconds as a cell: about three digits that mean something. */
export function cell(milliseconds: number | undefined): string {
  if (milliseconds === undefined) return '–';
  return milliseconds.toFixed(milliseconds < 1 ? 3 : milliseconds < 10 ? 2 : milliseconds < 100 ? 1 : 0);
}
