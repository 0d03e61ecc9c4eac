/** Makes answers: JSON, CSV, pages, texts, files and redirects. */
import { type CsvLine, csvLine } from './csv.ts';
import type { Answer, StoredFile } from './door.ts';

type More = Partial<Omit<Answer, 'body'>>;

/** Compact JSON. */
export function json(value: unknown, more: More = {}): Answer & { readonly body: Uint8Array } {
  return { contentType: 'application/json', body: Buffer.from(JSON.stringify(value)), ...more };
}

/**
 * Compact JSON of an object whose last member is a list of many items, coded one by one.
 * @param head the other members, at least one
 */
export function jsonWithList(head: object, name: string, items: readonly unknown[], more: More = {}): Answer {
  const begin = `${JSON.stringify(head).slice(0, -1)},${JSON.stringify(name)}:[`;
  const texts = items.map((item, index) => (index === 0 ? '' : ',') + JSON.stringify(item));
  return { contentType: 'application/json', body: inUtf8([begin, ...texts, ']}']), ...more };
}

/** A CSV table that browsers save as a file. @param lines the first holds the names of the columns */
export function csv(lines: readonly CsvLine[], fileName: string): Answer {
  return {
    contentType: 'text/csv; charset=utf-8; header=present',
    body: inUtf8(lines.map(csvLine)),
    headers: { 'content-disposition': `attachment; filename="${fileName}"` },
  };
}

/** @param markup the whole document */
export function page(markup: string, more: More = {}): Answer {
  return text(markup, { contentType: 'text/html; charset=utf-8', ...more });
}

export function text(content: string, more: More = {}): Answer {
  return { contentType: 'text/plain; charset=utf-8', body: Buffer.from(content), ...more };
}

export function file(stored: StoredFile, contentType: string, more: More = {}): Answer {
  return { contentType, body: stored, ...more };
}

/** @param cacheControl by default, caches keep a permanent redirect (301, 308) for five minutes, and no other */
export function redirect(status: 301 | 302 | 303 | 308, location: string, cacheControl?: string): Answer {
  return text(`${location}\n`, {
    status,
    cacheControl: cacheControl ?? (status === 301 || status === 308 ? 'public, max-age=300' : 'no-store'),
    headers: { location },
  });
}

/** Encodes the texts one by one: a character beyond Latin-1 makes its whole text take three times as long. */
function inUtf8(texts: readonly string[]): Buffer {
  let length = 0;
  for (const text of texts) length += Buffer.byteLength(text);
  const bytes = Buffer.allocUnsafe(length);
  let used = 0;
  for (const text of texts) used += bytes.write(text, used);
  return bytes;
}
