/** Inflates and parses a stored answer, which a snapshot keeps as a gzip member. */
import { gunzipSync } from 'node:zlib';
import type { LinksAnswer } from './links-answer.ts';

/** Largest inflated answer in bytes; a larger one means that the snapshot is damaged. */
export const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/**
 * Length of the inflated answer in bytes, as the last bytes of the member state it (RFC 1952 §2.3.1).
 * @param answer gzip of one member, shorter than 4 GiB
 */
export function inflatedLength(answer: Uint8Array): number {
  return Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength).readUInt32LE(answer.byteLength - 4);
}

/**
 * Inflates an answer into one chunk, which takes half the time of joining smaller ones. The chunk is one byte longer than the
 * answer, because otherwise zlib would be called again to find the end.
 * @param answer gzip of one member, shorter than 4 GiB
 * @throws the error of zlib when it is damaged
 */
export function inflateAnswer(answer: Uint8Array): Buffer {
  const chunkSize = Math.min(Math.max(inflatedLength(answer) + 1, 64), MAX_ANSWER_BYTES);
  return gunzipSync(answer, { chunkSize, maxOutputLength: MAX_ANSWER_BYTES });
}

/** @throws the error of zlib when it is damaged, or SyntaxError */
export function readAnswer(answer: Uint8Array): LinksAnswer {
  return parseAnswer(inflateAnswer(answer));
}

/** @param body inflated: UTF-8 @throws SyntaxError */
export function parseAnswer(body: Uint8Array): LinksAnswer {
  return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString()) as LinksAnswer;
}
