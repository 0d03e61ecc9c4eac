/** Writes tables (RFC 4180) that are safe to open in a spreadsheet. */
import { defused } from './csv-cell.ts';

export type CsvLine = readonly (string | number | undefined)[];

/** @param lines of cells, the first line with the names of the columns */
export function csvTable(lines: readonly CsvLine[]): string {
  return lines.map(csvLine).join('');
}

/** One line with its end. */
export function csvLine(cells: CsvLine): string {
  let line = '';
  for (let place = 0; place < cells.length; place += 1) {
    const value = cells[place] ?? '';
    if (place > 0) line += ',';
    line += typeof value === 'number' || PLAIN.test(value) ? value : quoted(defused(value));
  }
  return `${line}\r\n`;
}

/** Nearly all cells: these need neither quotation marks nor an apostrophe, and one test takes half the time of two. */
const PLAIN = /^[a-z\d](?:[^\p{Cc};|",]*[^\p{Cc};|",\s])?$|^$/iu;

/** Cells in quotation marks. Blanks at the edges need them, too, because some readers cut them off, and so do defused cells. */
const QUOTED = /[",]|\r\n|^\s|\s$|^'/;

function quoted(text: string): string {
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
