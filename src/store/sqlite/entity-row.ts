/** An entity on its way into `entities.sqlite`: digest of the answer, stored answer and coverage row as one piece of bytes. */
import { hash } from 'node:crypto';
import type { SnapshotEntity } from '../store.ts';
import { createAnswerEncoder, type Openings } from './answer-coding.ts';
import { type CoverageWords, createCoverageEncoder } from './coverage-entry.ts';

/** SHA-256. */
const DIGEST = 32;

export interface EntityRow {
  /** SHA-256 of the answer, uncompressed. */
  readonly digest: Uint8Array;
  readonly answer: Uint8Array;
  readonly entry: string;
}

export function createEntityEncoder({ openings, ...words }: CoverageWords & { readonly openings: Openings }) {
  const encodeAnswer = createAnswerEncoder(openings);
  const encodeEntry = createCoverageEncoder(words);
  return {
    encode({ answer, coverage }: SnapshotEntity): Buffer {
      const stored = encodeAnswer(answer);
      const length = Buffer.allocUnsafe(4);
      length.writeUInt32LE(stored.length);
      return Buffer.concat([hash('sha256', answer, 'buffer'), length, stored, Buffer.from(encodeEntry(coverage))]);
    },
  };
}

export function decodeEntityRow(row: Buffer): EntityRow {
  const end = DIGEST + 4 + row.readUInt32LE(DIGEST);
  return { digest: row.subarray(0, DIGEST), answer: row.subarray(DIGEST + 4, end), entry: row.toString('utf8', end) };
}
