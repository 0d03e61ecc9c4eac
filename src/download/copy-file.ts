/** Copies a file of the own machine (`file:` address) as if it had been downloaded. */
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { Downloaded, DownloadRequest } from './download.ts';
import { DownloadFailed, tooLarge } from './download-failure.ts';

/** Size and time of modification stand for the validators of a server. @throws DownloadFailed */
export async function copyFile(request: DownloadRequest): Promise<Downloaded> {
  const { url, target, maximumBytes, onBytes } = request;
  const path = pathOf(url);
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    throw new DownloadFailed('not_found', `The file cannot be read (${cause.code ?? 'error'}).`, { cause });
  });
  if (!found.isFile()) throw new DownloadFailed('not_found', 'The address leads to something that is no file.');
  const etag = `"${found.size}-${Math.round(found.mtimeMs)}"`;
  if (request.validators?.etag === etag) return { kind: 'not_modified', url };
  if (found.size > maximumBytes) throw tooLarge(maximumBytes);
  request.onStart?.(found.size);
  const source = createReadStream(path, { end: Math.max(0, maximumBytes - 1) });
  if (onBytes !== undefined) source.on('data', (chunk) => onBytes(chunk.length));
  await pipeline(source, createWriteStream(target, { flush: true }));
  return { kind: 'body', url, validators: { etag } };
}

function pathOf(url: string): string {
  try {
    return fileURLToPath(url);
  } catch (cause) {
    throw new DownloadFailed('no_address', 'The address of the file cannot be read.', { cause });
  }
}
