/** Plain text for people: aligned columns, grouped digits, counts in descending order. */
import { mostFrequent } from '../shared/counts.ts';
import { grouped } from '../shared/numbers.ts';

/** Pads columns to their widest cell. @param right numbers of right-aligned columns, from 0 */
export function alignColumns(rows: readonly (readonly string[])[], right: ReadonlySet<number> = new Set()): string[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) =>
        right.has(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

/** `1 link`, `1,234 links`. */
export function counted(value: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(value)} ${value === 1 ? noun : plural}`;
}

/** `authority 120, image 3`: the most frequent first. */
export function listCounts(counts: Readonly<Record<string, number>>): string {
  const descending = Object.entries(mostFrequent(counts));
  return descending.map(([key, value]) => `${key} ${grouped(value)}`).join(', ');
}
