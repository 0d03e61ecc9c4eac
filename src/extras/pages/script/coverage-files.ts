/** Saves the table as CSV in two forms, or as a workbook (with a writer loaded on demand). */
import { type Cell, csvLines, givenColumns } from './list-table.ts';
import { byId, saveAs } from './page.ts';

/** Largest number of characters of a cell in a spreadsheet. */
const MAX_CELL = 32_767;

/** Attaches the buttons. A pressed button calls `tableOf` and `nameOf`. */
export function saveTables(tableOf: () => Cell[][], nameOf: () => string): void {
  for (const form of ['csv', 'semicolon', 'xlsx'] as const) {
    const save = async () => saveAs(await fileOf(tableOf(), form), `${nameOf()}.${form === 'xlsx' ? form : 'csv'}`);
    byId(form).addEventListener('click', () => void save());
  }
}

/** @param form `semicolon` has the separator and the byte order mark that Excel expects */
async function fileOf(table: Cell[][], form: 'csv' | 'semicolon' | 'xlsx') {
  if (form === 'xlsx') return workbookOf(table);
  const given = givenColumns(table);
  const options = form === 'csv' ? { delimiter: ',', given } : { delimiter: ';', given, bom: true };
  return new Blob(csvLines(table, options), { type: 'text/csv;charset=utf-8' });
}

async function workbookOf(table: Cell[][]) {
  const { default: writeXlsxFile } = await import('write-excel-file/browser');
  const data = table.map((row, index) =>
    row.map((value) => {
      if (typeof value === 'number') return { value, type: Number };
      // XML cannot contain the removed characters.
      const text = value.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '').slice(0, MAX_CELL);
      if (text === '') return null;
      return { value: text, type: String, ...(index === 0 && { fontWeight: 'bold' as const }) };
    }),
  );
  return writeXlsxFile(data, { sheet: 'GND', stickyRowsCount: 1 }).toBlob();
}
