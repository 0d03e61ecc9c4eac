/** Finds identifiers in texts that people paste or drop: lists, BEACON lists, and tables of spreadsheets. */
import { gndIdIn, isForeign } from '../../core/model/read-identifiers.ts';
import { splitIdentifiers } from '../../core/model/split-identifiers.ts';

interface Column {
  /** Place in the rows, from 0. */
  readonly index: number;
  /** Header of the column, or else its first cell. */
  readonly name: string;
  /** Cells that look like an identifier. */
  readonly hits: number;
  /** Cells that are not empty. */
  readonly filled: number;
}

/** Place of the identifiers: a column, all cells, or all cells that look like an identifier. */
export type Choice = number | 'everything' | 'lookalikes';

export interface Reading {
  /** All rows of the input except the header, even empty ones; one cell per row if the text is not a table. */
  readonly rows: readonly (readonly string[])[];
  readonly header: readonly string[] | undefined;
  /** Line of the first row, from 1. */
  readonly firstLine: number;
  /** Separator of the cells of a table. */
  readonly delimiter?: string;
  /** The column that seems to have names. */
  readonly names?: number | undefined;
  /** Lines of a BEACON list that are not data. */
  readonly headLines?: number;
  /** Columns; empty if the text is not a table. */
  readonly columns: readonly Column[];
  readonly best: Choice;
}

/** The kind of identifiers to look for. */
export interface Kind {
  /** Usual headers of a column with such identifiers. */
  readonly header: RegExp;
  looksLike(text: string): boolean;
}

/** Number of rows that are read to recognise the structure of a table. */
const SAMPLE = 500;
/** Longest cell that is recognised as a name, in characters. */
const MAX_NAME = 200;
/** Largest number of columns of a table; usual tables have some dozens. */
const MAX_COLUMNS = 1000;
const DELIMITERS = ['\t', ';', ',', '|'];

/** Shortest GND identifier that is told apart from a number of another kind, such as `1749-8`. */
const MIN_LENGTH = 6;

function looksLikeGnd(text: string) {
  const id = text.length > MAX_NAME * 2 ? undefined : gndIdIn(text);
  return id !== undefined && id.length >= MIN_LENGTH;
}

/** A number that may be an identifier of some scheme. */
const NUMBER = /^\d{6,22}$/u;

export const GND_IDENTIFIER: Kind = { header: /gnd|dnb|588/i, looksLike: looksLikeGnd };
/** Values that `/resolve` reads: identifiers of any scheme, and addresses. */
export const ANY_IDENTIFIER: Kind = {
  header: /gnd|viaf|wikidata|qid|isni|orcid|lccn|identifier|kennung|nummer|\bids?\b|uri|url|link/i,
  looksLike: (text) => looksLikeGnd(text) || NUMBER.test(text.trim()) || isForeign(text.trim()),
};

/** The identifiers in a text, which is split as the API does it. */
function tokensOf(text: string) {
  return splitIdentifiers(text).values.map((token) => token.toWellFormed().normalize('NFC'));
}

export function readPasted(text: string, kind: Kind = GND_IDENTIFIER): Reading {
  if (isBeacon(text)) return beaconOf(text, kind);
  const table = DELIMITERS.map((delimiter) => tableOf(text, delimiter, kind)).find((found) => found !== undefined);
  return table ?? listOf(text, kind);
}

/** The identifiers of every row in their order, repetitions included. @returns as many as there are rows */
export function idsByRow({ rows }: Reading, choice: Choice, kind: Kind = GND_IDENTIFIER): (readonly string[])[] {
  if (typeof choice === 'number') return rows.map((row) => tokensOf(row[choice] ?? ''));
  const all = rows.map((row) => row.flatMap((cell) => tokensOf(cell)));
  return choice === 'lookalikes' ? all.map((ids) => ids.filter((id) => kind.looksLike(id))) : all;
}

/** Decodes UTF-8, UTF-16 or, for files from Windows, the code page of the country; undefined for other bytes. */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.subarray(0, 4096).includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * @param delimiter of the cells
 * @param limit rows to read
 * @returns all rows, even empty ones. RFC 4180, with any line ends
 */
export function parseTable(text: string, delimiter: string, limit: number = Number.POSITIVE_INFINITY): string[][] {
  return parseCells(text, delimiter, limit, true) ?? parseCells(text, delimiter, limit, false) ?? [];
}

/** @param isQuoting whether a quotation mark opens a quoted cell @returns undefined when a quoted cell is not closed */
function parseCells(text: string, delimiter: string, limit: number, isQuoting: boolean): string[][] | undefined {
  const end = text.length;
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < end && rows.length < limit) {
    let cell = '';
    if (isQuoting && text[at] === '"') {
      const close = closingQuote(text, at);
      if (close === -1) return undefined;
      cell = text.slice(at + 1, close).replaceAll('""', '"');
      at = close + 1;
    }
    const start = at;
    while (at < end && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at += 1;
    row.push(cell + text.slice(start, at));
    const isLast = at === end;
    if (isLast || text[at] !== delimiter) {
      rows.push(row);
      row = [];
      if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
    } else if (at + 1 === end) row.push('');
    at += 1;
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

const isFilled = (row: readonly string[]) => row.some(isFilledText);

function closingQuote(text: string, open: number) {
  let at = text.indexOf('"', open + 1);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

/** @returns undefined when the delimiter does not split the text into a table with further columns */
function tableOf(text: string, delimiter: string, kind: Kind): Reading | undefined {
  if (!text.includes(delimiter)) return undefined;
  const sample = parseTable(text, delimiter, SAMPLE).filter(isFilled);
  const width = commonest(sample.map((row) => row.length));
  const regular = sample.filter((row) => row.length === width).length;
  // Tabs come from spreadsheets; commas and other separators may occur in any text.
  if (width < 2 || width > MAX_COLUMNS || (delimiter !== '\t' && (sample.length < 2 || regular < sample.length * 0.8)))
    return undefined;
  const columns = columnsOf(sample, width, kind);
  const best = columns.reduce((a, b) => (worth(b, kind) > worth(a, kind) ? b : a));
  const others = columns.filter((column) => column !== best && column.filled > 0);
  const isHeaded = sample[0]?.length === width && isHeader(sample, best.index, kind);
  const isList = !isHeaded && others.every((column) => column.hits >= column.filled * 0.5);
  if (isList || best.hits === 0) return undefined;
  const rows = parseTable(text, delimiter);
  const first = isHeaded ? rows.findIndex(isFilled) : -1;
  const header = rows[first];
  const body = rows.slice(first + 1);
  const whole = columnsOf(body, width, kind).map((column) => ({ ...column, name: nameOf(sample, column.index) }));
  const names = namesIn(whole, body, best.index);
  return { rows: body, header, firstLine: first + 2, delimiter, columns: whole, best: best.index, names };
}

/** Whether a text begins with a field of a BEACON header, such as `#FORMAT: BEACON`. */
function isBeacon(text: string) {
  return /^[\s\uFEFF]*#\s*[a-z]+\s*:/i.test(text);
}

/** Reads a BEACON list: every line begins with an identifier, before the first bar. */
function beaconOf(text: string, kind: Kind): Reading {
  const lines = linesOf(text);
  const isRemark = (line: string) => /^[\s\uFEFF]*#/.test(line);
  const first = lines.findIndex((line) => isFilledText(line) && !isRemark(line));
  const rows = first === -1 ? [] : lines.slice(first).map((line) => (isRemark(line) ? [''] : line.split('|')));
  const width = rows.reduce((most, { length }) => Math.max(most, length), 1);
  const columns = columnsOf(rows, Math.min(width, MAX_COLUMNS), kind);
  const headLines = lines.filter(isRemark).length;
  return { rows, header: undefined, firstLine: first + 1, headLines, delimiter: '|', columns, best: 0 };
}

const isFilledText = (text: string) => text.trim() !== '';
const linesOf = (text: string) => text.replace(/(?:\r\n|[\r\n])$/, '').split(/\r\n|[\r\n]/);

function listOf(text: string, kind: Kind): Reading {
  const lines = linesOf(text);
  const isHeaded = lines.length > 1 && lines[0] !== '' && !/\d/.test(lines[0] ?? '') && /\d/.test(lines[1] ?? '');
  const rows = (isHeaded ? lines.slice(1) : lines).map((line) => [line]);
  const sample = rows.slice(0, SAMPLE).flatMap((row) => row.flatMap((cell) => tokensOf(cell)));
  const hits = sample.filter((id) => kind.looksLike(id)).length;
  // Malformed identifiers are part of the list; words around the identifiers are not.
  const words = sample.filter((token) => !/\d/.test(token)).length;
  const best = hits > 0 && words > sample.length * 0.3 ? 'lookalikes' : 'everything';
  return { rows, header: isHeaded ? [lines[0] ?? ''] : undefined, firstLine: isHeaded ? 2 : 1, columns: [], best };
}

/** Finds the column of names by its header, or else the first column of words. @param ids column of the identifiers */
function namesIn(columns: readonly Column[], rows: readonly (readonly string[])[], ids: number) {
  const others = columns.filter(({ index, filled, hits }) => index !== ids && filled > 0 && hits === 0);
  const called = others.find(({ name }) => /\bname|person|titel|title|label|ansetzung/i.test(name));
  const cells = (index: number) => rows.slice(0, SAMPLE).flatMap((row) => row[index]?.trim().slice(0, MAX_NAME) || []);
  const isWordy = ({ index }: Column) => {
    const all = cells(index);
    const wordy = all.filter((cell) => /\p{L}{2}.*[\s,]\S/u.test(cell) && !/\d{3}/.test(cell));
    return wordy.length >= all.length * 0.6;
  };
  return (called ?? others.find(isWordy))?.index;
}

/** Reads each cell once: a text of a megabyte may have half a million columns, or half a million rows. */
function columnsOf(rows: readonly (readonly string[])[], width: number, kind: Kind): readonly Column[] {
  const counts = Array.from({ length: width }, () => ({ hits: 0, filled: 0 }));
  for (const row of rows) {
    for (let index = 0; index < Math.min(row.length, width); index += 1) {
      const count = counts[index];
      const cell = row[index]?.trim() ?? '';
      if (count === undefined || cell === '') continue;
      count.filled += 1;
      if (kind.looksLike(cell) || tokensOf(cell).some((id) => kind.looksLike(id))) count.hits += 1;
    }
  }
  return counts.map((count, index) => ({ index, name: nameOf(rows, index), ...count }));
}

function nameOf(rows: readonly (readonly string[])[], index: number) {
  return (rows[0]?.[index] ?? '').trim().slice(0, 40);
}

/** Rates a column. Record numbers of catalogues look like identifiers, so a usual header adds to the rate. */
function worth({ name, hits, filled }: Column, { header }: Kind) {
  if (filled === 0) return 0;
  return hits / filled + (hits > 0 && header.test(name) ? 0.5 : 0) - (hits < 2 ? 0.1 : 0);
}

/** @param index of the column with the identifiers */
function isHeader(rows: readonly (readonly string[])[], index: number, kind: Kind) {
  const first = rows[0]?.[index] ?? '';
  return rows.length > 1 && !tokensOf(first).some((id) => kind.looksLike(id)) && !/\d{3}/.test(first);
}

function commonest(numbers: readonly number[]) {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), [0, 0])[0];
}
