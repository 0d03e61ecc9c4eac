/** Downloads one file: with conditional requests, resumption, retries, and a limit on its size. */
import { open, rm, stat, writeFile } from 'node:fs/promises';
import { readJson } from '../../../core/snapshot/read-json.ts';
import { DownloadFailed, failureOfStatus, type RetryOptions, tooLarge, withRetries } from './download-failure.ts';
import type { HttpClient, ClientResponse } from './http-client.ts';

/** Validators that an origin gave with a file, for conditional requests. RFC 9110 §8.8 */
interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
}

export interface DownloadOptions extends RetryOptions {
  readonly http: HttpClient;
}

interface DownloadRequest {
  readonly url: string;
  /** Path of the file to write. An interrupted download is resumed if the server still has the same file. */
  readonly target: string;
  /** Validators of the present copy. */
  readonly validators?: Validators;
  readonly maximumBytes: number;
  /** Called before the first byte with the expected size in bytes, and again when the download starts over. */
  readonly onStart?: (totalBytes: number | undefined) => void;
  readonly onBytes?: (bytes: number) => void;
}

export type Downloaded =
  | { readonly kind: 'not_modified'; readonly url: string }
  | { readonly kind: 'body'; readonly url: string; readonly validators: Validators };

/** Bytes by which answers of one length may differ, because of a date or a counter in them; the end of a cut one lacks more. */
const VARIATION = 32;

/** @throws DownloadFailed, errors of the local disk, or the reason of the abort signal */
export async function download(request: DownloadRequest, options: DownloadOptions): Promise<Downloaded> {
  let longest: number | undefined;
  try {
    return await withRetries(async () => {
      const { size, hasEnd, ...downloaded } = await attempt(request, options);
      if (hasEnd || (longest !== undefined && Math.abs(size - longest) <= VARIATION)) return downloaded;
      longest = Math.max(size, longest ?? 0);
      const sentence =
        'The server does not say how long the file is, so it is used only if a second download has the same length.';
      throw new DownloadFailed('truncated', sentence, { transient: true });
    }, options);
  } catch (error) {
    if (!(error instanceof DownloadFailed)) throw error;
    const resumable = error.transient && (await readPart(request)) !== undefined;
    if (!resumable) await removePart(request.target);
    throw error;
  }
}

/** A partial download. Its validator shows whether the server still has the same file. */
interface Part extends Validators {
  readonly url: string;
  /** Size of the whole file in bytes, if the server stated it. */
  readonly total?: number | undefined;
  /** Number of bytes that are already on disk. */
  readonly bytes: number;
}

/**
 * @returns `hasEnd` is false where the end of the answer is that of the connection, which may also have been cut. RFC 9112 §8
 */
async function attempt(
  request: DownloadRequest,
  options: DownloadOptions,
): Promise<Downloaded & { readonly size: number; readonly hasEnd: boolean }> {
  const part = await readPart(request);
  let response = await send(request, part, options);
  if (response.status === 416 || (response.status === 206 && (part === undefined || !continues(response, part)))) {
    response.close();
    await removePart(request.target);
    response = await send(request, undefined, options);
  }
  try {
    if (response.status === 304 && request.validators !== undefined) {
      await removePart(request.target);
      return { kind: 'not_modified', url: response.url, size: 0, hasEnd: true };
    }
    if (response.status !== 200 && (response.status !== 206 || part === undefined))
      throw failureOfStatus(response.status, response.field('retry-after'));
    refuseEncoding(response);
    const validators = validatorsOf(response);
    const from = response.status === 206 ? (part?.bytes ?? 0) : 0;
    const size = await store(response, from, request, validators);
    await rm(partFile(request.target), { force: true });
    const hasEnd = totalOf(response) !== undefined || response.field('transfer-encoding') !== undefined;
    return { kind: 'body', url: response.url, validators, size, hasEnd };
  } finally {
    response.close();
  }
}

function send({ url, validators }: DownloadRequest, part: Part | undefined, { http, signal }: DownloadOptions) {
  const strong = part?.etag ?? part?.lastModified;
  const fields = {
    ...(validators?.etag !== undefined && { 'if-none-match': validators.etag }),
    ...(validators?.lastModified !== undefined && { 'if-modified-since': validators.lastModified }),
    ...(part !== undefined && strong !== undefined && { range: `bytes=${part.bytes}-`, 'if-range': strong }),
  };
  return http.get(url, { fields, signal });
}

/** Whether a 206 response begins where the part ends, and states the same total size. RFC 9110 §14.4 */
function continues(response: ClientResponse, part: Part): boolean {
  const [, first, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.field('content-range') ?? '') ?? [];
  return Number(first) === part.bytes && Number(total) === (part.total ?? Number(total));
}

/** Size of the whole file in bytes, if the server states it. */
function totalOf(response: ClientResponse): number | undefined {
  const stated =
    response.status === 206
      ? /\/(\d+)$/.exec(response.field('content-range') ?? '')?.[1]
      : response.field('content-length');
  return stated === undefined || !/^\d+$/.test(stated) ? undefined : Number(stated);
}

/** Refuses content codings, as none was requested; gzip is accepted, because readers recognise it by the content. */
function refuseEncoding(response: ClientResponse): void {
  const coding = response.field('content-encoding')?.trim().toLowerCase() ?? '';
  if (['', 'identity', 'gzip', 'x-gzip'].includes(coding)) return;
  throw new DownloadFailed('wrong_format', 'The server sends the file in an encoding that was not requested.');
}

function validatorsOf(response: ClientResponse): Validators {
  const etag = response.field('etag');
  const lastModified = response.field('last-modified');
  return {
    ...(etag && etag.length <= 1000 && { etag }),
    ...(lastModified && lastModified.length <= 100 && { lastModified }),
  };
}

async function store(
  response: ClientResponse,
  from: number,
  request: DownloadRequest,
  validators: Validators,
): Promise<number> {
  const { target, maximumBytes, url } = request;
  const total = totalOf(response);
  if (total !== undefined && total > maximumBytes) throw tooLarge(maximumBytes);
  await writePart(target, { ...validators, url, total });
  await using file = await open(target, from > 0 ? 'r+' : 'w');
  await file.truncate(from);
  request.onStart?.(total);
  request.onBytes?.(from);
  let size = from;
  for await (const chunk of response.body) {
    if (size + chunk.length > maximumBytes) throw tooLarge(maximumBytes);
    for (let written = 0; written < chunk.length;)
      written += (await file.write(chunk, written, chunk.length - written, size + written)).bytesWritten;
    size += chunk.length;
    request.onBytes?.(chunk.length);
  }
  await file.sync();
  if (total !== undefined && size !== total)
    throw new DownloadFailed('truncated', 'The server sent less than it announced.', { transient: true });
  return size;
}

const partFile = (target: string): string => `${target}.json`;

/** Records a partial download for a resumption, if the server gave a strong validator. RFC 9110 §13.1.5 */
async function writePart(target: string, { url, total, etag, lastModified }: Omit<Part, 'bytes'>): Promise<void> {
  const strong = etag !== undefined && !etag.startsWith('W/') ? { etag } : undefined;
  const validator = strong ?? (lastModified === undefined ? undefined : { lastModified });
  if (validator === undefined) return rm(partFile(target), { force: true });
  await writeFile(partFile(target), JSON.stringify({ url, total, ...validator }));
}

async function readPart({ target, url }: DownloadRequest): Promise<Part | undefined> {
  const part = await readJson(partFile(target), (part): part is Omit<Part, 'bytes'> => {
    const { etag, lastModified } = part as Partial<Part>;
    return (part as Part).url === url && typeof (etag ?? lastModified) === 'string';
  });
  const { size: bytes } = await stat(target).catch(() => ({ size: 0 }));
  return part === undefined || bytes === 0 ? undefined : { ...part, bytes };
}

/** Removes the files of an interrupted download. */
export async function removePart(target: string): Promise<void> {
  await rm(partFile(target), { force: true });
  await rm(target, { force: true });
}
