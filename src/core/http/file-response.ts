/** A response that streams a file from the disk, with validator and ranges. */
import type { StoredFile } from './door.ts';
import { isFresh } from './validators.ts';
import type { HttpRequest } from './request.ts';
import type { HttpResponse } from './response.ts';

/**
 * One range is answered 206; several ranges, or a malformed one, are answered with the whole file. RFC 9110 §13, §14
 * @param fields fields of a 200, without those of the file
 * @param unchanged fields of a 304
 */
export function fileResponse(
  file: StoredFile,
  contentType: string,
  { method, headers }: HttpRequest,
  fields: readonly string[],
  unchanged: readonly string[],
): HttpResponse {
  const { etag, bytes, path } = file;
  if (isFresh({ 'if-none-match': headers['if-none-match'] }, { etag })) {
    return { status: 304, fields: [...unchanged, 'etag', etag] };
  }
  const own = [...fields, 'accept-ranges', 'bytes', 'etag', etag];
  const isCurrent = headers['if-range'] === undefined || headers['if-range'] === etag;
  const range = method === 'GET' && isCurrent ? rangeOf(headers.range, bytes) : undefined;
  if (range === 'unsatisfiable') {
    own.push('content-type', 'text/plain; charset=utf-8', 'content-range', `bytes */${bytes}`);
    return { status: 416, fields: own, body: Buffer.from(`The file has ${bytes} bytes.\n`) };
  }
  const { start, end } = range ?? { start: 0, end: bytes - 1 };
  own.push('content-type', contentType);
  if (range !== undefined) own.push('content-range', `bytes ${start}-${end}/${bytes}`);
  return { status: range === undefined ? 200 : 206, fields: own, file: { path, start, end } };
}

/** @returns undefined for the whole file; `end` is inclusive */
function rangeOf(field: string | undefined, bytes: number) {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(field?.trim() ?? '') ?? [];
  if ((first === '' && last === '') || (first !== '' && last !== '' && Number(last) < Number(first))) return undefined;
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return start > end ? 'unsatisfiable' : { start, end };
}
