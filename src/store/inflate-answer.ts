/** A ready-made answer as the text that it is. */
import { gunzipSync } from 'node:zlib';

/** What an answer may inflate to, in bytes. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * In a buffer of the length that stands at its end (RFC 1952 §2.3.1), which takes half the time of pieces that are joined;
 * with a byte more, or zlib would be asked again whether that was all.
 * @param answer gzip of one member, shorter than 4 GiB
 */
export function inflateAnswer(answer: Uint8Array): Buffer {
  const length = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength).readUInt32LE(answer.byteLength - 4);
  return gunzipSync(answer, { chunkSize: Math.min(Math.max(length + 1, 64), MAX_BYTES), maxOutputLength: MAX_BYTES });
}
