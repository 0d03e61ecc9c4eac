/** The distinct entries of a list, and the table for users: their rows, with the results in additional columns. */
import { defused } from '../../../core/http/csv-cell.ts';
import type { CoverageRowValue } from '../../../core/interface/coverage-schema.ts';
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

/** The answer about an entry, as far as both pages of lists read it. */
export type EntryAnswer = Pick<CoverageRowValue, 'gnd' | 'preferredName' | 'readings' | 'successors'> & {
  readonly verdict: string;
  readonly reason?: string | undefined;
  readonly suggestion?: string | undefined;
  /** Scheme of an entry with one reading; absent in a list check. */
  readonly scheme?: string | undefined;
};

export interface Suggestion {
  readonly id: string;
  /** Preferred name; empty for an identifier of another scheme. */
  readonly name: string;
  readonly type?: string | undefined;
}

/** One distinct entry of the list. */
export interface Row<Item> {
  readonly input: string;
  /** Line of its first occurrence, from 1, and its place in that line; 0 where it is alone there. */
  readonly line: number;
  readonly place: number;
  times: number;
  /** Names that the rows with this identifier have beside it. */
  readonly names: Set<string>;
  /** Suggestion that was accepted; it is sent instead of the input. */
  corrected?: string;
  /** Absent until there is an answer. */
  item?: Item;
  /** Entities that were perhaps meant; absent until they were looked up. */
  near?: readonly Suggestion[];
}

/** Sends the suggestion instead of the input from now on. */
export function correct(row: Row<unknown>, suggestion: string) {
  row.corrected = suggestion;
  delete row.item;
}

/** The finding that the page names: the reason of the API, where it says more than its verdict. */
export function findingOf({ input, item }: Row<EntryAnswer>): string | undefined {
  const { verdict, reason } = item ?? {};
  if (reason === 'check_digit' || (reason === 'no_identifier' && /\d/.test(input))) return 'invalid';
  if (reason === 'foreign_identifier') return 'foreign';
  return reason === 'deleted' || reason === 'withheld' ? reason : verdict;
}

/** @returns each distinct entry once, in the order of its first occurrence */
export function rowsOf<Item>({ ids, reading, names }: List): Row<Item>[] {
  const rows = new Map<string, Row<Item>>();
  for (const [index, own] of ids.entries()) {
    const name = names === undefined ? '' : (reading.rows[index]?.[names] ?? '').trim();
    for (const [at, input] of own.entries()) {
      const place = own.length > 1 ? at + 1 : 0;
      const row = rows.get(input) ?? { input, line: reading.firstLine + index, place, times: 0, names: new Set() };
      row.times += 1;
      // A name in a row with several identifiers may belong to any of them.
      if (name !== '' && own.length === 1) row.names.add(name);
      rows.set(input, row);
    }
  }
  return [...rows.values()];
}

/** An added column: its name, and its cell for an identifier. */
export type Column<Item> = readonly [name: string, valueOf: (row: Row<Item>) => Cell | undefined];

/** Name of the first added column, which has the number of the line. */
const FIRST = 'gnd_row';

/**
 * The results for several identifiers of a row share a cell, in their order.
 * @returns rows; the first has the names of the columns
 */
export function widened<Item>(
  { reading, ids }: List,
  rows: readonly Row<Item>[],
  columns: readonly Column<Item>[],
): Cell[][] {
  const byInput = new Map(rows.map((row) => [row.input, row]));
  const width = Math.max(reading.header?.length ?? 0, ...reading.rows.map(({ length }) => length));
  const padded = (row: readonly string[]) => Array.from({ length: width }, (_, index) => row[index] ?? '');
  const header = reading.header ?? Array.from({ length: width }, (_, index) => String(index + 1));
  return [
    [...padded(header), FIRST, ...columns.map(([name]) => name)],
    ...reading.rows.map((row, index) => {
      const own = (ids[index] ?? []).flatMap((input) => byInput.get(input) ?? []);
      const cells = columns.map(([, valueOf]) => {
        const values = own.map((one) => valueOf(one) ?? '');
        return values.length === 1 ? (values[0] ?? '') : values.join(' | ').replace(/^[ |]+$/, '');
      });
      return [...padded(row), reading.firstLine + index, ...cells];
    }),
  ];
}

/** @returns CSV, one text per row, without formulas in the added columns. RFC 4180 */
export function csvLines(table: readonly (readonly Cell[])[]): string[] {
  const given = table[0]?.lastIndexOf(FIRST) ?? 0;
  return table.map((row) => {
    const cells = row.map((value, index) => {
      const text = typeof value === 'string' && index >= given ? defused(value) : String(value);
      return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    });
    return `${cells.join(',')}\r\n`;
  });
}
