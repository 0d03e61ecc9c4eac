/** Files written piece by piece, no faster than the disk takes them. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

export interface Written {
  /** On disk. */
  readonly bytes: number;
  readonly unpackedBytes: number;
}

/** Gzip where the name ends so; its header holds neither time nor name, so that the same pieces give the same bytes. */
export async function writePieces(path: string, pieces: Iterable<string | Buffer>): Promise<Written> {
  let unpackedBytes = 0;
  const encode = function* (): Generator<Buffer> {
    for (const piece of pieces) {
      const buffer = typeof piece === 'string' ? Buffer.from(piece) : piece;
      unpackedBytes += buffer.length;
      yield buffer;
    }
  };
  const source = Readable.from(encode(), { highWaterMark: 2 });
  const file = createWriteStream(path);
  // Large pieces out of the compressor spare turns of the event loop, between which it would stand still.
  if (path.endsWith('.gz')) await pipeline(source, createGzip({ level: 1, chunkSize: 1 << 20 }), file);
  else await pipeline(source, file);
  return { bytes: file.bytesWritten, unpackedBytes };
}
