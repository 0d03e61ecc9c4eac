/** A file from the disk as a response: validator, ranges, and a stream instead of a body in memory. */
import { isFresh } from './validators.ts';
import type { HttpRequest } from './request.ts';
import { CONSTANT_HEADERS, fieldsOf, type HttpResponse, UNCHANGED_FIELDS } from './response.ts';

/** A file whose content will never change under its address. */
export interface ServedFile {
  readonly kind: 'file';
  readonly path: string;
  readonly bytes: number;
  /** With its quotation marks. */
  readonly etag: string;
  readonly contentType: string;
}

const FIELDS = fieldsOf({
  ...CONSTANT_HEADERS,
  'access-control-expose-headers': `${CONSTANT_HEADERS['access-control-expose-headers']}, Accept-Ranges, Content-Range`,
  'accept-ranges': 'bytes',
  'cache-control': 'public, max-age=31536000, immutable',
});

/** RFC 9110 §13, §14: one range is answered 206; several, and what is no range of bytes, with the whole file. */
export function fileResponse(file: ServedFile, { method, headers }: HttpRequest): HttpResponse {
  const { etag } = file;
  if (isFresh({ 'if-none-match': headers['if-none-match'] }, { etag, lastModified: '' })) {
    return { status: 304, fields: [...UNCHANGED_FIELDS, 'etag', etag] };
  }
  const fields = [...FIELDS, 'etag', etag];
  const isCurrent = headers['if-range'] === undefined || headers['if-range'] === etag;
  const range = method === 'GET' && isCurrent ? rangeOf(headers.range, file.bytes) : undefined;
  if (range === 'unsatisfiable') {
    return { status: 416, fields: [...fields, 'content-range', `bytes */${file.bytes}`], body: new Uint8Array() };
  }
  const { start, end } = range ?? { start: 0, end: file.bytes - 1 };
  fields.push('content-type', file.contentType);
  if (range !== undefined) fields.push('content-range', `bytes ${start}-${end}/${file.bytes}`);
  return { status: range === undefined ? 200 : 206, fields, file: { path: file.path, start, end } };
}

/** @returns undefined where the whole file is meant; `end` is included */
function rangeOf(field: string | undefined, bytes: number) {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(field?.trim() ?? '') ?? [];
  if ((first === '' && last === '') || (first !== '' && last !== '' && Number(last) < Number(first))) return undefined;
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return start > end ? 'unsatisfiable' : { start, end };
}
