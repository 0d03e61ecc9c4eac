/** Takes a file of the own machine (`file:` address) as if it had been downloaded. */
import { createReadStream, createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { Downloaded, DownloadRequest } from './download.ts';
import { DownloadFailed } from './download-failure.ts';

/** Size and time of modification stand for the validators of a server. @throws DownloadFailed */
export async function copyLocally(request: DownloadRequest): Promise<Downloaded> {
  const { url, target, maximumBytes } = request;
  const found = await stat(locate(url)).catch((cause: NodeJS.ErrnoException) => {
    throw new DownloadFailed('not_found', `The file cannot be read (${cause.code ?? 'error'}).`, { cause });
  });
  if (!found.isFile()) throw new DownloadFailed('not_found', 'The address leads to something that is no file.');
  const etag = `"${found.size}-${Math.round(found.mtimeMs)}"`;
  if (request.validators?.etag === etag) return { kind: 'not_modified', url };
  if (found.size > maximumBytes) {
    throw new DownloadFailed(
      'too_large',
      `The file is larger than the ${maximumBytes.toLocaleString('en-GB')} bytes allowed.`,
    );
  }
  request.onStart?.(found.size);
  let bytes = 0;
  const source = createReadStream(locate(url), { end: Math.max(0, maximumBytes - 1) });
  source.on('data', (chunk) => {
    bytes += chunk.length;
    request.onBytes?.(chunk.length);
  });
  await pipeline(source, createWriteStream(target));
  const file = await open(target, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  return { kind: 'body', url, bytes, validators: { etag } };
}

function locate(url: string): string {
  try {
    return fileURLToPath(url);
  } catch (cause) {
    throw new DownloadFailed('no_address', 'The address of the file cannot be read.', { cause });
  }
}
