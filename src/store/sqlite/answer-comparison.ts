/** Whether two answers say the same but for the snapshot that they name; mostly seen without unpacking them. */
import { behindSnapshot, type Openings } from './answer-coding.ts';

/** CRC-32 and length of the whole: see `answer-coding.ts`. */
const TRAILER = 8;

/**
 * What is stored behind an opening does not depend on the snapshot that the opening names, so the same bytes say the same.
 * @returns whether both are surely the same; of some that are, packed otherwise, it is not said
 */
export function createAnswerComparison(before: Openings, after: Openings): (a: Uint8Array, b: Uint8Array) => boolean {
  const comparable = before.map((opening, number) => saysTheSame(opening, after[number] ?? ''));
  return (a, b) => {
    const packed = a.length - TRAILER;
    if (packed < 1 || a.length !== b.length || comparable[a[0] ?? 0] !== true) return false;
    return Buffer.compare(a.subarray(0, packed), b.subarray(0, packed)) === 0;
  };
}

function saysTheSame(before: string, after: string): boolean {
  const said = behindSnapshot(Buffer.from(after));
  return said !== undefined && behindSnapshot(Buffer.from(before))?.equals(said) === true;
}
