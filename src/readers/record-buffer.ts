/** Holds what earlier pieces of input gave of a record, until its end is there. */

/** Bytes that are kept of a record that is too large. */
const HEAD = 512;

/** Capacity to begin with and to return to. */
const SMALL = 64 * 1024;

/** @param limit of a record, in bytes */
export function createRecordBuffer(limit: number) {
  let buffer = Buffer.allocUnsafeSlow(SMALL);
  let length = 0;
  let total = 0;

  /** Keeps a part of the record. Beyond the limit only the beginning of the record is kept. */
  function add(bytes: Buffer, from: number, to: number): void {
    total += to - from;
    if (total > limit) length = Math.min(length, HEAD);
    const size = Math.min(to - from, total > limit ? HEAD - length : Infinity);
    if (size <= 0) return;
    if (length + size > buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(2 * buffer.length, length + size));
      buffer.copy(larger, 0, 0, length);
      buffer = larger;
    }
    bytes.copy(buffer, length, from, from + size);
    length += size;
  }

  return {
    add,
    clear(): void {
      length = 0;
      total = 0;
      if (buffer.length > 16 * SMALL) buffer = Buffer.allocUnsafeSlow(SMALL);
    },
    /** The record with its last part; undefined when it is larger than the limit. */
    take(bytes: Buffer, from: number, to: number): string | undefined {
      if (total === 0 && to - from <= limit) return bytes.toString('utf8', from, to);
      add(bytes, from, to);
      return total > limit ? undefined : buffer.toString('utf8', 0, length);
    },
    /** The beginning of what was kept, to show in a report. */
    head: () => buffer.toString('utf8', 0, Math.min(length, HEAD)),
    /** Whether the record up to `to` ends with these bytes. */
    endsWith(bytes: Buffer, from: number, to: number, wanted: Buffer): boolean {
      const here = Math.min(wanted.length, to - from);
      if (bytes.compare(wanted, wanted.length - here, wanted.length, to - here, to) !== 0) return false;
      const before = wanted.length - here;
      return before === 0 || (length >= before && buffer.compare(wanted, 0, before, length - before, length) === 0);
    },
  };
}
