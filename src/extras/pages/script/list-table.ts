/** Makes the table that users get: the unchanged rows of their list, with the results in additional columns. */
import { defused } from '../../../core/http/csv-cell.ts';
import type { Reading } from '../coverage-list.ts';

export type Cell = string | number;

/** A list as the user gave it, with the places of its identifiers and names. */
export interface List {
  readonly reading: Reading;
  /** Identifiers of every row. */
  readonly ids: readonly (readonly string[])[];
  /** Column of the names that are compared. */
  readonly names: number | undefined;
}

/** An added column: its name, and its cell for an identifier. */
export type Column<R> = readonly [name: string, valueOf: (row: R) => Cell | undefined];

/** Name of the first added column, which has the number of the row. */
const FIRST = 'gnd_row';

/**
 * The results for several identifiers of a row share a cell, in their order.
 * @param found results by identifier
 * @returns rows; the first has the names of the columns
 */
export function widened<R>(
  { reading, ids }: List,
  found: ReadonlyMap<string, R>,
  columns: readonly Column<R>[],
): Cell[][] {
  const width = Math.max(reading.header?.length ?? 0, ...reading.rows.map(({ length }) => length));
  const padded = (row: readonly string[]) => Array.from({ length: width }, (_, index) => row[index] ?? '');
  const header = reading.header ?? Array.from({ length: width }, (_, index) => String(index + 1));
  return [
    [...padded(header), FIRST, ...columns.map(([name]) => name)],
    ...reading.rows.map((row, index) => {
      const own = (ids[index] ?? []).flatMap((input) => found.get(input) ?? []);
      const cells = columns.map(([, valueOf]) => {
        const values = own.map((one) => valueOf(one) ?? '');
        return values.length === 1 ? (values[0] ?? '') : values.join(' | ').replace(/^[ |]+$/, '');
      });
      return [...padded(row), index + 1, ...cells];
    }),
  ];
}

/**
 * @param form `given`: number of columns of the list itself; their cells stay unchanged
 * @returns one text per row. RFC 4180
 */
export function csvLines(
  table: readonly (readonly Cell[])[],
  { delimiter, given, bom = false }: { delimiter: string; given: number; bom?: boolean },
): string[] {
  const lines = table.map((row) => {
    const cells = row.map((value, index) => {
      const text = typeof value === 'string' && index >= given ? defused(value) : String(value);
      return /["\r\n]|^\s|\s$/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
    });
    return `${cells.join(delimiter)}\r\n`;
  });
  return bom ? ['\uFEFF', ...lines] : lines;
}

/** Number of columns of the list itself. */
export function givenColumns([header = []]: readonly (readonly Cell[])[]): number {
  return header.lastIndexOf(FIRST);
}
