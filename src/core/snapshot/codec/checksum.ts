/** Checksums of rows, which reveal damage on the disk, and the hash of a snapshot's content (docs/snapshot-format.md). */
import { createHash, type Hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** A row that was read differs from what was written. */
export class DamagedRow extends Error {
  override readonly name = 'DamagedRow';
}

/** CRC-32 of the row's integers, in decimal, each followed by a blank, and then its content in UTF-8. */
export function checksumOf(integers: readonly number[], content: string | Uint8Array): number {
  let head = '';
  for (const integer of integers) head += `${integer} `;
  // One call for a text: a second call of `crc32` costs more than joining the strings.
  return typeof content === 'string' ? crc32(head + content) : crc32(content, crc32(head));
}

/** @throws DamagedRow unless the content, of any type, has the checksum */
export function verifyChecksum(integers: readonly number[], content: unknown, checksum: unknown): void {
  const isContent = typeof content === 'string' || content instanceof Uint8Array;
  if (isContent && checksumOf(integers, content) === checksum) return;
  throw new DamagedRow(`a row of ${integers[0]} is damaged`);
}

export function createContentHasher() {
  const answers = createHash('sha256');
  const redirects = createHash('sha256');
  const deletions = createHash('sha256');
  const withheld = createHash('sha256');
  const line = (hash: Hash, text: string) => hash.update(`${text}\n`);
  return {
    /** @param digest SHA-256 of the answer, uncompressed; in order of the identifiers */
    entity: (digest: Uint8Array) => void answers.update(digest),
    redirect: (from: number, to: number) => void line(redirects, `${from} ${to}`),
    /** @param successors JSON list */
    deletion: (id: number, successors: string) => void line(deletions, `${id} ${successors}`),
    withheld: (id: number) => void line(withheld, String(id)),
    digest(): string {
      const whole = createHash('sha256');
      for (const part of [answers, redirects, deletions, withheld]) whole.update(part.digest());
      return whole.digest('hex');
    },
  };
}
