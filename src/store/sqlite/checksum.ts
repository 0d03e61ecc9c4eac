/** Checksums of rows, so that a page that was damaged on the disk is noticed instead of answered from. */
import { crc32 } from 'node:zlib';

/** What was read is not what was written. */
export class DamagedRow extends Error {
  override readonly name = 'DamagedRow';
}

/** CRC-32 of the row's integers, in decimal, each followed by a blank, and then its content in UTF-8. */
export function checksumOf(integers: readonly number[], content: string | Uint8Array): number {
  const head = `${integers.join(' ')} `;
  // For a text one call, of which each costs more than what it does.
  return typeof content === 'string' ? crc32(head + content) : crc32(content, crc32(head));
}

/** @throws DamagedRow unless the content, whatever it is, has the checksum */
export function verifyChecksum(integers: readonly number[], content: unknown, checksum: unknown): void {
  const isContent = typeof content === 'string' || content instanceof Uint8Array;
  if (isContent && checksumOf(integers, content) === checksum) return;
  throw new DamagedRow(`a row of ${integers[0]} is damaged`);
}
