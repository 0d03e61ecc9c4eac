/** Reads the file of a list: text in any encoding, compressed text, or a workbook (with a reader loaded on demand). */
import { decodeText } from '../coverage-list.ts';

/** A cell of the library; the library's own type has the constructor `Date` instead of a date. */
type Cell = string | number | boolean | Date;

/**
 * @returns text; cells of a workbook are separated by tabs @throws Error when the file is neither text nor workbook, or
 * unreadable
 */
export async function readListFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [first = 0, second = 0] = bytes;
  if (first === 0x50 && second === 0x4b) return textOfWorkbook(file);
  const isGzip = first === 0x1f && second === 0x8b;
  const text = decodeText(isGzip ? await unpacked(file) : bytes);
  if (text === undefined) throw new NotText();
  return text;
}

export class NotText extends Error {}

async function unpacked(file: Blob) {
  const stream = file.stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The first sheet that is not empty. */
async function textOfWorkbook(file: Blob) {
  const { default: readXlsxFile } = await import('read-excel-file/universal');
  const sheets = await readXlsxFile(file).catch(() => {
    throw new NotText();
  });
  const { data = [] } = sheets.find((sheet) => sheet.data.length > 0) ?? {};
  return (data as (Cell | null)[][]).map((row) => row.map(textOfCell).join('\t')).join('\n');
}

function textOfCell(value: Cell | null) {
  const text = value instanceof Date ? value.toISOString().slice(0, 10) : String(value ?? '');
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
