/** A buffer that collects the bytes of a record from several chunks of input, up to a limit. */

/** Number of bytes that are kept of the beginning of a record that is too large. */
const HEAD = 512;
/** Number of bytes of the end that `tail` returns. */
const TAIL = 256;

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
    /** The end of the record up to now. */
    tail(last: Buffer): string {
      const end = last.length < TAIL ? Buffer.concat([...parts.slice(-TAIL), last]) : last;
      return end.toString('latin1', Math.max(0, end.length - TAIL));
    },
    /** The beginning of the record, for a report. */
    head: () => Buffer.concat(parts).toString('utf8', 0, HEAD),
  };
}
