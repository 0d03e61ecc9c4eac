/** Writes tables (RFC 4180) that are safe to open in a spreadsheet. */
import { defused } from './csv-cell.ts';

export type CsvLine = readonly (string | number | undefined)[];

/** One line, CRLF included. */
export function csvLine(cells: CsvLine): string {
  let line = '';
  for (let place = 0; place < cells.length; place += 1) {
    const value = cells[place] ?? '';
    if (place > 0) line += ',';
    line += typeof value === 'number' || PLAIN.test(value) ? value : quoted(defused(value));
  }
  return `${line}\r\n`;
}

/** Finds cells that need neither quotation marks nor an apostrophe, in half the time of two tests. */
const PLAIN = /^[a-z\d](?:[^\p{Cc};|",]*[^\p{Cc};|",\s])?$|^$/iu;

/** Cells that need quotation marks, such as those with blanks at an edge: some readers would cut them off. */
const QUOTED = /[",]|\r\n|^\s|\s$|^'/;

function quoted(text: string): string {
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
