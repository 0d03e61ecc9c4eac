/** An entity on its way into `entities.sqlite`: digest of the answer, compressed answer and coverage row as one piece of bytes. */
import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { SnapshotEntity } from '../store.ts';
import { type CoverageWords, createCoverageEncoder } from './coverage-entry.ts';

/** SHA-256. */
const DIGEST = 32;

/** For a text that such a window holds it compresses as well, and need not make the large tables ready. */
const SMALL_WINDOW = { windowBits: 13, memLevel: 6 };
const SHORT = 2 ** 12;
/** Most results fit into one piece; larger pieces are garbage for the most part. */
const CHUNK = 1024;
/** Where a gzip member names the operating system, and what it says when that is unknown. RFC 1952 §2.3 */
const SYSTEM = { at: 9, unknown: 0xff };

export interface EntityRow {
  /** SHA-256 of the answer, uncompressed. */
  readonly digest: Uint8Array;
  /** The answer as a gzip member. */
  readonly answer: Uint8Array;
  readonly entry: string;
}

export function createEntityEncoder(words: CoverageWords) {
  const encodeEntry = createCoverageEncoder(words);
  return {
    encode({ answer, coverage }: SnapshotEntity): Buffer {
      const stored = compress(answer);
      const length = Buffer.allocUnsafe(4);
      length.writeUInt32LE(stored.length);
      return Buffer.concat([hash('sha256', answer, 'buffer'), length, stored, Buffer.from(encodeEntry(coverage))]);
    },
  };
}

function compress(answer: string): Buffer {
  const stored = gzipSync(answer, { level: 6, chunkSize: CHUNK, ...(answer.length < SHORT && SMALL_WINDOW) });
  stored[SYSTEM.at] = SYSTEM.unknown;
  return stored;
}

export function decodeEntityRow(row: Buffer): EntityRow {
  const end = DIGEST + 4 + row.readUInt32LE(DIGEST);
  return { digest: row.subarray(0, DIGEST), answer: row.subarray(DIGEST + 4, end), entry: row.toString('utf8', end) };
}
