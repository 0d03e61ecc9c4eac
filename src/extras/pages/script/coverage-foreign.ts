/** Recognises foreign identifiers and addresses in a pasted text, and resolves them to a table. */
import { retryAfter } from '../../client/client-waiting.js';
import { looksForeign } from '../any-identifier.ts';
import { DELIMITERS, isBeacon, parseTable } from '../coverage-list.ts';

/** Values per request: the limit of the service. */
const MAX_VALUES = 1000;
/** Number of attempts while the server is busy. */
const MAX_ATTEMPTS = 10;

/** Number of rows that are examined, and the share of them that must be foreign identifiers. */
const SAMPLE = 500;
const SHARE = 0.6;

/**
 * Finds the column of a table, or else the lines of a list, with foreign identifiers rather than GND identifiers.
 * @returns cells without empty ones and header; an empty list if there is no such column
 */
export function foreignIn(text: string): readonly string[] {
  // Addresses in a BEACON list belong to its GND identifiers.
  if (isBeacon(text)) return [];
  for (const delimiter of DELIMITERS) {
    const sample = parseTable(text, delimiter, SAMPLE);
    const width = Math.max(0, ...sample.map((row) => row.length));
    for (let column = 0; column < width; column += 1) {
      const [first = '', ...others] = cellsOf(sample, column);
      const hits = [first, ...others].filter(looksForeign).length;
      const isHeaded = !looksForeign(first);
      if (hits === 0 || hits < SHARE * (others.length + Number(!isHeaded))) continue;
      return cellsOf(parseTable(text, delimiter), column).slice(Number(isHeaded));
    }
  }
  return [];
}

function cellsOf(rows: readonly (readonly string[])[], column: number) {
  return rows.flatMap((row) => row[column]?.trim() || []);
}

/** @returns CSV, one row per value @throws Error when the service refuses permanently */
export async function resolveAll(
  values: readonly string[],
  post: (path: string, body: string) => Promise<Response>,
  pause: (milliseconds: number) => Promise<unknown>,
): Promise<Blob> {
  const parts: string[] = [];
  for (let from = 0, attempt = 1; from < values.length;) {
    const body = values.slice(from, from + MAX_VALUES).map((value) => value.replace(/\s+/gu, ' '));
    const response = await post('/resolve?format=csv', body.join('\n'));
    if ((response.status === 429 || response.status === 503) && attempt < MAX_ATTEMPTS) {
      attempt += 1;
      await pause(1000 * (retryAfter(response.headers, Date.now()) ?? 5));
      continue;
    }
    if (!response.ok) throw new Error(String(response.status));
    const table = await response.text();
    parts.push(from === 0 ? table : table.slice(table.indexOf('\r\n') + 2));
    from += MAX_VALUES;
    attempt = 1;
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' });
}
