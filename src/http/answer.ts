/** The writers of answers: JSON, tables, JSONP, pages, texts, files and redirects are made here and nowhere else. */
import { csvTable } from './csv.ts';
import type { Answer, StoredFile } from './door.ts';
import { jsonp as script } from './jsonp.ts';

type More = Partial<Omit<Answer, 'body'>>;

/** Compact JSON. */
export function json(value: unknown, more: More = {}): Answer {
  return { contentType: 'application/json', body: Buffer.from(JSON.stringify(value)), ...more };
}

/** A script that calls a function with the value. @param callback checked by `isCallback` */
export function jsonp(callback: string, value: unknown, more: More = {}): Answer {
  return text(script(callback, value), { contentType: 'text/javascript; charset=utf-8', ...more });
}

/** A table that browsers save under a name. @param lines the first with the names of the columns */
export function csv(lines: Parameters<typeof csvTable>[0], fileName: string, more: More = {}): Answer {
  return {
    contentType: 'text/csv; charset=utf-8; header=present',
    body: Buffer.from(csvTable(lines)),
    ...more,
    headers: { 'content-disposition': `attachment; filename="${fileName}"`, ...more.headers },
  };
}

/** @param markup of the whole document */
export function page(markup: string, more: More = {}): Answer {
  return text(markup, { contentType: 'text/html; charset=utf-8', ...more });
}

export function text(content: string, more: More = {}): Answer {
  return { contentType: 'text/plain; charset=utf-8', body: Buffer.from(content), ...more };
}

export function file(stored: StoredFile, contentType: string, more: More = {}): Answer {
  return { contentType, body: stored, ...more };
}

/** @param cacheControl if absent, a permanent redirect is kept for five minutes, others are not kept */
export function redirect(status: 301 | 302 | 303 | 308, location: string, cacheControl?: string): Answer {
  return text(`${location}\n`, {
    status,
    cacheControl: cacheControl ?? (status === 301 || status === 308 ? 'public, max-age=300' : 'no-store'),
    headers: { location },
  });
}
