/** Whether two answers say the same but for the snapshot that they name; mostly seen without unpacking them. */
import type { Openings } from './answer-coding.ts';

/** CRC-32 and length of the whole: see `answer-coding.ts`. */
const TRAILER = 8;

/** An answer names the snapshot before it comes to the entity. */
const ENTITY = '"entity":';

/** What an answer says, or an opening, behind the snapshot that it names; nothing when it is none. */
export function behindSnapshot(answer: Buffer): Buffer | undefined {
  const start = answer.indexOf(ENTITY);
  return start < 0 ? undefined : answer.subarray(start);
}

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
