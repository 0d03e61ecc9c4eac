/** Writes tables (RFC 4180) that are safe to open in a spreadsheet. */
import { defused } from './csv-cell.ts';

/** @param lines of cells, the first line with the names of the columns */
export function csvTable(lines: readonly (readonly (string | number | undefined)[])[]): string {
  let table = '';
  for (const line of lines) {
    for (let place = 0; place < line.length; place += 1) {
      const value = line[place] ?? '';
      if (place > 0) table += ',';
      table += typeof value === 'number' ? value : quoted(defused(value));
    }
    table += '\r\n';
  }
  return table;
}

/** Cells in quotation marks. Blanks at the edges need them, too, because some readers cut them off, and so do defused cells. */
const QUOTED = /[",]|\r\n|^\s|\s$|^'/;

function quoted(text: string): string {
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
