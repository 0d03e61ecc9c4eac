/** A buffer that collects the bytes of a record from several chunks of input, up to a limit. */

/** Number of bytes that are kept of the beginning of a record that is too large. */
const HEAD = 512;

/** @param limit largest record in bytes */
export function createRecordBuffer(limit: number) {
  let parts: Buffer[] = [];
  let total = 0;

  /** Adds a part. Beyond the limit, only the beginning of the record is kept. */
  function add(part: Buffer): void {
    total += part.length;
    if (total <= limit) parts.push(part);
    else parts = [Buffer.concat([...parts, part.subarray(0, HEAD)]).subarray(0, HEAD)];
  }

  return {
    add,
    clear(): void {
      parts = [];
      total = 0;
    },
    /** Adds the last part. @returns the record; undefined if it is larger than the limit */
    take(last: Buffer): string | undefined {
      add(last);
      return total > limit ? undefined : (parts.length === 1 ? last : Buffer.concat(parts)).toString();
    },
    /** The record up to now. */
    peek: (last: Buffer) => Buffer.concat([...parts, last]).toString('latin1'),
    /** The beginning of the record, for a report. */
    head: () => Buffer.concat(parts).toString('utf8', 0, HEAD),
  };
}
