/** A file of lines that is compressed in another thread while it is written; the same lines give the same bytes. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import { GZIP_SYSTEM } from '../../core/snapshot/codec/entity-row.ts';
import { syncToDisk } from './durable-file.ts';

/** Length of the text that is handed to the other thread at a time, in UTF-16 units. */
const PIECE = 64 * 1024;

export interface WrittenFile {
  /** Size of the compressed file. */
  readonly bytes: number;
  readonly lines: number;
  /** Lines after those of the header; absent for a file without one. */
  readonly entries?: number;
  /** Hexadecimal digest of the compressed bytes. */
  readonly sha256: string;
}

export type GzipFile = ReturnType<typeof createGzipFile>;

/** @param header first lines, each with its line feed */
export function createGzipFile(file: string, header: readonly string[] = []) {
  const gzip = createGzip({ level: constants.Z_DEFAULT_COMPRESSION });
  const sha256 = createHash('sha256');
  let [bytes, lines, pending] = [0, header.length, header.join('')];
  const meter = new Transform({
    transform(piece: Buffer, _, done) {
      if (bytes <= GZIP_SYSTEM.at && bytes + piece.length > GZIP_SYSTEM.at)
        piece[GZIP_SYSTEM.at - bytes] = GZIP_SYSTEM.unknown;
      bytes += piece.length;
      sha256.update(piece);
      done(null, piece);
    },
  });
  const written = pipeline(gzip, meter, createWriteStream(file));
  // The error is thrown again when the file is closed or flushed.
  written.catch(() => undefined);
  return {
    /** Adds lines, each with its line feed. @param count number of lines */
    add(text: string, count = 1): void {
      pending += text;
      lines += count;
    },
    /** Whether enough text is pending to call `flushed`. */
    isFull: () => pending.length >= PIECE,
    /** Hands the added lines to the other thread, and resolves when more may be added. */
    async flushed(): Promise<void> {
      const piece = pending;
      pending = '';
      if (!gzip.write(piece)) await Promise.race([once(gzip, 'drain'), written]);
    },
    async close(): Promise<WrittenFile> {
      gzip.end(pending);
      await written;
      await syncToDisk(file);
      return {
        bytes,
        lines,
        ...(header.length > 0 && { entries: lines - header.length }),
        sha256: sha256.digest('hex'),
      };
    },
  };
}
