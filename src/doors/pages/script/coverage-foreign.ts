/** Recognises identifiers and addresses of others in what was pasted, and has them resolved to a table. */
import { retryAfter } from '../../../client/client-waiting.js';
import { looksForeign } from '../any-identifier.ts';
import { DELIMITERS, isBeacon, parseTable } from '../coverage-list.ts';

/** Values per request, as the service takes them. */
const MAX_VALUES = 1000;
/** Answers of a busy server until the last attempt. */
const MAX_ATTEMPTS = 10;

/** Number of rows that are examined, and the share of them that must be foreign identifiers. */
const SAMPLE = 500;
const SHARE = 0.6;

/**
 * The column that holds identifiers of others rather than GND identifiers; of a list the lines.
 * @returns its cells without the empty ones and its header, none where there is no such column
 */
export function foreignIn(text: string): readonly string[] {
  // The addresses in it belong to identifiers of the GND.
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

/** @returns CSV, one row per value @throws Error when it is refused for good */
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
