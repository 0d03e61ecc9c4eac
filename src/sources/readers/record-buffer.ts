/** Collects the bytes of a record that comes in several pieces of the input, up to a limit. */

/** Number of bytes that are kept of a record that is too large. */
const HEAD = 512;

/** @param limit largest record in bytes */
export function createRecordBuffer(limit: number) {
  let parts: Buffer[] = [];
  let total = 0;

  /** Beyond the limit only the beginning of the record is kept. */
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
    /** The record with its last part; undefined when it is larger than the limit. */
    take(last: Buffer): string | undefined {
      add(last);
      return total > limit ? undefined : (parts.length === 1 ? last : Buffer.concat(parts)).toString();
    },
    /** The beginning of what was kept, to show in a report. */
    head: () => Buffer.concat(parts).toString('utf8', 0, HEAD),
    /** Whether the record with its last part ends with these bytes. */
    endsWith(last: Buffer, wanted: Buffer): boolean {
      const end = last.length < wanted.length ? Buffer.concat([...parts, last]) : last;
      return end.subarray(-wanted.length).equals(wanted);
    },
  };
}
