/** Fetches one file over HTTP: conditional, resumed, redirected, repeated after a pause, never larger than allowed. */
import { type FileHandle, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, exchange, type ExchangeOptions } from './exchange.ts';
import { describeFailure, DownloadFailed, failureOfStatus } from './download-failure.ts';

/** What an origin said of a file, so that it need not send it again. */
export interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
}

export interface DownloadOptions extends ExchangeOptions {
  /** Attempts after the first. */
  readonly retries: number;
  /** Milliseconds before the first repetition; doubled each time, half of it left to chance. */
  readonly pauseMs: number;
  /** Longest pause, also when the server asks for a longer one. */
  readonly maximumPauseMs: number;
}

export interface DownloadRequest {
  readonly url: string;
  /** Where the bytes go. What an interrupted download left there is continued if it is still the same file. */
  readonly target: string;
  /** Of the copy that is at hand. */
  readonly validators?: Validators;
  readonly maximumBytes: number;
  /** Size of what will be read, as far as it is known, before the first byte; called again when it begins anew. */
  readonly onStart?: (totalBytes: number | undefined) => void;
  readonly onBytes?: (bytes: number) => void;
}

export type Downloaded =
  | { readonly kind: 'not_modified'; readonly url: string }
  | { readonly kind: 'body'; readonly url: string; readonly bytes: number; readonly validators: Validators };

const MAX_REDIRECTS = 10;

/** @throws DownloadFailed; other errors are those of the own disk, or the reason of the abort signal */
export async function download(request: DownloadRequest, options: DownloadOptions): Promise<Downloaded> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await attemptOnce(request, options);
    } catch (error) {
      options.signal?.throwIfAborted();
      const failure = describeFailure(error);
      if (!failure.transient || attempt >= options.retries) {
        const resumable = failure.transient && (await readPart(request.target, request.url)) !== undefined;
        if (!resumable) await forgetPart(request.target);
        throw failure;
      }
      await pause(pauseBefore(attempt, failure, options), undefined, options.signal && { signal: options.signal });
    }
  }
}

/** Milliseconds to wait after the failure of an attempt; the first is number 0. */
export function pauseBefore(
  attempt: number,
  failure: DownloadFailed,
  options: Pick<DownloadOptions, 'pauseMs' | 'maximumPauseMs'>,
): number {
  const grown = options.pauseMs * 2 ** attempt;
  const pauseMs = failure.retryAfterMs ?? grown / 2 + (Math.random() * grown) / 2;
  return Math.min(pauseMs, options.maximumPauseMs);
}

/** What is known of a half-finished file: only the origin's own validator can tell whether the rest still fits. */
interface Part extends Validators {
  readonly url: string;
  readonly bytes: number;
}

async function attemptOnce(request: DownloadRequest, options: DownloadOptions): Promise<Downloaded> {
  const part = await readPart(request.target, request.url);
  const first = await follow(request.url, conditionalFields(request, part), options);
  let { answer, url } = first;
  let from = part?.bytes ?? 0;
  if (answer.status === 416 || (answer.status === 206 && rangeStart(answer) !== from)) {
    answer.close();
    await forgetPart(request.target);
    ({ answer, url } = await follow(request.url, conditionalFields(request, undefined), options));
    from = 0;
  }
  try {
    if (answer.status === 304 && request.validators !== undefined) {
      await forgetPart(request.target);
      return { kind: 'not_modified', url };
    }
    if (answer.status !== 200 && answer.status !== 206)
      throw failureOfStatus(answer.status, answer.headers['retry-after']);
    if (answer.status === 200) from = 0;
    refuseEncoding(answer);
    const validators = validatorsOf(answer);
    const bytes = await store(answer, from, request, validators);
    await rm(partFile(request.target), { force: true });
    return { kind: 'body', url, bytes, validators };
  } finally {
    answer.close();
  }
}

/**
 * Follows redirects to the answer. Only http and https, no address twice, each host checked anew.
 * @throws DownloadFailed, and what `exchange` throws
 */
export async function follow(address: string, fields: Readonly<Record<string, string>>, options: ExchangeOptions) {
  const visited = new Set<string>();
  for (let url = new URL(address); ;) {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      throw new DownloadFailed(
        'unsupported_scheme',
        'The server redirects to something that is neither http nor https.',
      );
    }
    url.username = '';
    url.password = '';
    url.hash = '';
    if (visited.has(url.href)) throw new DownloadFailed('redirect_loop', 'The server redirects in a circle.');
    if (visited.size > MAX_REDIRECTS) {
      throw new DownloadFailed('redirect_loop', `The server redirects more than ${MAX_REDIRECTS} times.`);
    }
    visited.add(url.href);
    const answer = await exchange(url, fields, options);
    const { location } = answer.headers;
    if (![301, 302, 303, 307, 308].includes(answer.status) || location === undefined) return { answer, url: url.href };
    answer.close();
    if (!URL.canParse(location, url.href))
      throw new DownloadFailed('bad_redirect', 'The server redirects to what is no address.');
    url = new URL(location, url);
  }
}

function conditionalFields({ validators }: DownloadRequest, part: Part | undefined): Record<string, string> {
  const strong = part?.etag ?? part?.lastModified;
  return {
    ...(validators?.etag !== undefined && { 'if-none-match': validators.etag }),
    ...(validators?.lastModified !== undefined && { 'if-modified-since': validators.lastModified }),
    ...(part !== undefined && strong !== undefined && { range: `bytes=${part.bytes}-`, 'if-range': strong }),
  };
}

function rangeStart({ headers }: Answer): number | undefined {
  const start = /^bytes (\d+)-/.exec(headers['content-range'] ?? '')?.[1];
  return start === undefined ? undefined : Number(start);
}

/** Bytes are kept as they come: gzip is told by content later on, anything else was not asked for. */
function refuseEncoding({ headers }: Answer): void {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (['', 'identity', 'gzip', 'x-gzip'].includes(coding)) return;
  throw new DownloadFailed('wrong_format', 'The server sends the file in an encoding that was not asked for.');
}

function validatorsOf({ headers }: Answer): Validators {
  const { etag, 'last-modified': lastModified } = headers;
  return {
    ...(etag !== undefined && etag.length <= 1000 && { etag }),
    ...(lastModified !== undefined && lastModified.length <= 100 && { lastModified }),
  };
}

async function store(answer: Answer, from: number, request: DownloadRequest, validators: Validators): Promise<number> {
  const { target, maximumBytes } = request;
  const announced = Number(answer.headers['content-length'] ?? Number.NaN);
  const total = Number.isInteger(announced) ? from + announced : undefined;
  if (total !== undefined && total > maximumBytes) throw tooLarge(maximumBytes);
  await writePart(target, { ...validators, url: request.url });
  const file = await open(target, from > 0 ? 'r+' : 'w');
  try {
    await file.truncate(from);
    request.onStart?.(total);
    request.onBytes?.(from);
    let size = from;
    for await (const chunk of answer.body) {
      if (size + chunk.length > maximumBytes) throw tooLarge(maximumBytes);
      await writeAll(file, chunk, size);
      size += chunk.length;
      request.onBytes?.(chunk.length);
    }
    await file.sync();
    return size;
  } finally {
    await file.close();
  }
}

async function writeAll(file: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < chunk.length;) {
    written += (await file.write(chunk, written, chunk.length - written, position + written)).bytesWritten;
  }
}

function tooLarge(maximumBytes: number): DownloadFailed {
  return new DownloadFailed(
    'too_large',
    `The file is larger than the ${maximumBytes.toLocaleString('en-GB')} bytes allowed.`,
  );
}

const partFile = (target: string): string => `${target}.json`;

/** Without a strong validator nothing is noted, and so nothing is continued. RFC 9110 §13.1.5 */
async function writePart(target: string, { url, etag, lastModified }: Omit<Part, 'bytes'>): Promise<void> {
  const strong = etag !== undefined && !etag.startsWith('W/') ? { etag } : undefined;
  const known = strong ?? (lastModified === undefined ? undefined : { lastModified });
  if (known === undefined) return rm(partFile(target), { force: true });
  await writeFile(partFile(target), JSON.stringify({ url, ...known }));
}

async function readPart(target: string, url: string): Promise<Part | undefined> {
  try {
    const part = JSON.parse(await readFile(partFile(target), 'utf8')) as Partial<Part>;
    const { size } = await stat(target);
    if (part.url !== url || size === 0) return undefined;
    if (typeof part.etag === 'string') return { url, bytes: size, etag: part.etag };
    if (typeof part.lastModified === 'string') return { url, bytes: size, lastModified: part.lastModified };
  } catch {
    // Whatever cannot be continued is begun again.
  }
  return undefined;
}

/** Removes what an interrupted download left. */
export async function forgetPart(target: string): Promise<void> {
  await rm(partFile(target), { force: true });
  await rm(target, { force: true });
}
