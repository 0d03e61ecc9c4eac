/** What came of a record in earlier pieces of input, and the record as a whole once its end is there. */

export interface Carry {
  clear(): void;
  /** Keeps a part of the record. Beyond the limit only the beginning of the record is kept. */
  add(bytes: Buffer, from: number, to: number): void;
  /** The record with its last part, or nothing when it is larger than the limit. */
  take(bytes: Buffer, from: number, to: number): string | undefined;
  /** The beginning of what was kept, to show in a report. */
  head(): string;
  /** Whether the record up to `to` ends with these bytes. */
  endsWith(bytes: Buffer, from: number, to: number, wanted: Buffer): boolean;
}

/** Bytes that are kept of a record that is too large. */
const HEAD = 512;

/** Capacity to begin with and to return to. */
const SMALL = 64 * 1024;

/** @param limit of a record, in bytes */
export function createCarry(limit: number): Carry {
  let buffer = Buffer.allocUnsafeSlow(SMALL);
  let length = 0;
  let total = 0;

  function add(bytes: Buffer, from: number, to: number): void {
    total += to - from;
    if (total > limit) length = Math.min(length, HEAD);
    const room = total > limit ? HEAD - length : to - from;
    const size = Math.min(room, to - from);
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
    clear() {
      length = 0;
      total = 0;
      if (buffer.length > 16 * SMALL) buffer = Buffer.allocUnsafeSlow(SMALL);
    },
    take(bytes, from, to) {
      if (total + to - from > limit) {
        add(bytes, from, to);
        return undefined;
      }
      if (total === 0) return bytes.toString('utf8', from, to);
      add(bytes, from, to);
      return buffer.toString('utf8', 0, length);
    },
    head() {
      return buffer.toString('utf8', 0, Math.min(length, HEAD));
    },
    endsWith(bytes, from, to, wanted) {
      const here = Math.min(wanted.length, to - from);
      if (bytes.compare(wanted, wanted.length - here, wanted.length, to - here, to) !== 0) return false;
      const before = wanted.length - here;
      return before === 0 || (length >= before && buffer.compare(wanted, 0, before, length - before, length) === 0);
    },
  };
}
