/** Hands the table back: CSV in two forms, and a workbook, whose writer is loaded when it is asked for. */
import { type Check, csvLines, tableOf } from './coverage-results.ts';
/** Characters of a cell that a spreadsheet takes. */
const MAX_CELL = 32_767;

/** @param form `semicolon` begins with a byte order mark, as Excel wants it */
export async function fileOf(check: Check, form: 'csv' | 'semicolon' | 'xlsx') {
  const table = tableOf(check);
  if (form === 'xlsx') return workbookOf(table);
  const given = (table[0] ?? []).lastIndexOf('gnd_row');
  const options = form === 'csv' ? { delimiter: ',', given } : { delimiter: ';', given, bom: true };
  return new Blob(csvLines(table, options), { type: 'text/csv;charset=utf-8' });
}

async function workbookOf(table: ReturnType<typeof tableOf>) {
  const { default: writeXlsxFile } = await import('write-excel-file/browser');
  const data = table.map((row, index) =>
    row.map((value) => {
      if (typeof value === 'number') return { value, type: Number };
      // Characters that XML cannot hold.
      const text = value.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '').slice(0, MAX_CELL);
      if (text === '') return null;
      return { value: text, type: String, ...(index === 0 && { fontWeight: 'bold' as const }) };
    }),
  );
  return writeXlsxFile(data, { sheet: 'GND', stickyRowsCount: 1 }).toBlob();
}
