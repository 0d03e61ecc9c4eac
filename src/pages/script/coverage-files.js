/** Hands the table back: CSV in two forms, and a workbook, whose writer is loaded when it is asked for. */
import { csvLines, tableOf } from './coverage-results.js';

/** @import { Check } from './types.d.ts' */
/** @typedef {(data: readonly (readonly ({ value: string | number, type: StringConstructor | NumberConstructor, fontWeight?: 'bold' } | null)[])[], options: object) => { toBlob(): Promise<Blob> }} Writer */

/** Characters of a cell that a spreadsheet takes. */
const MAX_CELL = 32_767;

/**
 * @param {Check} check
 * @param {'csv' | 'semicolon' | 'xlsx'} form `semicolon` begins with a byte order mark, as Excel wants it
 * @param {string} writer address of the writer of workbooks
 */
export async function fileOf(check, form, writer) {
  const table = tableOf(check);
  if (form === 'xlsx') return workbookOf(table, writer);
  const given = (table[0] ?? []).lastIndexOf('gnd_row');
  const options = form === 'csv' ? { delimiter: ',', given } : { delimiter: ';', given, bom: true };
  return new Blob(csvLines(table, options), { type: 'text/csv;charset=utf-8' });
}

/** @param {ReturnType<typeof tableOf>} table @param {string} writer */
async function workbookOf(table, writer) {
  const scope = /** @type {{ writeXlsxFile?: Writer }} */ (globalThis);
  if (scope.writeXlsxFile === undefined) await import(writer);
  const data = table.map((row, index) =>
    row.map((value) => {
      if (typeof value === 'number') return { value, type: Number };
      // Characters that XML cannot hold.
      const text = value.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '').slice(0, MAX_CELL);
      if (text === '') return null;
      return { value: text, type: String, ...(index === 0 && { fontWeight: /** @type {const} */ ('bold') }) };
    }),
  );
  const write = /** @type {Writer} */ (scope.writeXlsxFile);
  return write(data, { sheet: 'GND', stickyRowsCount: 1 }).toBlob();
}
