/** Tables as RFC 4180 has them, safe to open in a spreadsheet. */
import { stringify } from 'csv-stringify/sync';
import { defused } from './csv-cell.ts';

/** @param lines of cells, the first line with the names of the columns */
export function csvTable(lines: readonly (readonly (string | number | undefined)[])[]): string {
  // Blanks at the edges are quoted, because some readers cut them off otherwise.
  return stringify(
    lines.map((line) => line.map(cell)),
    { record_delimiter: 'windows', quoted_match: /^\s|\s$|^'/ },
  );
}

function cell(value: string | number | undefined): string {
  return typeof value === 'string' ? defused(value) : String(value ?? '');
}
