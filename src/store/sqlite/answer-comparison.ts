/** Whether two answers say the same but for the snapshot that they name; mostly seen without unpacking them. */
import { crc32 } from 'node:zlib';
import type { Openings } from './answer-coding.ts';

/** Number of the opening, compressed rest, CRC-32 and length of the whole: see `answer-coding.ts`. */
const TRAILER = 8;

/** An answer names the snapshot before it comes to the entity. */
const ENTITY = '"entity":';

/** Longer ones are compared unpacked: what a damaged snapshot claims of its lengths is not to be believed. */
const MAX_LENGTH = 16 * 1024 ** 2;

/** What an answer says, or an opening, behind the snapshot that it names; nothing when it is none. */
export function behindSnapshot(answer: Buffer): Buffer | undefined {
  const start = answer.indexOf(ENTITY);
  return start < 0 ? undefined : answer.subarray(start);
}

/**
 * @returns whether both are surely the same; of some that are, packed otherwise, it is not said
 */
export function createAnswerComparison(before: Openings, after: Openings): (a: Uint8Array, b: Uint8Array) => boolean {
  const pairs = before.map((opening, number) => pairOf(opening, after[number] ?? ''));
  return (a, b) => {
    const pair = pairs[a[0] ?? 0];
    const packed = a.length - TRAILER;
    if (pair === undefined || packed < 1 || a.length !== b.length) return false;
    if (Buffer.compare(a.subarray(0, packed), b.subarray(0, packed)) !== 0) return false;
    const [left, right] = [trailerOf(a), trailerOf(b)];
    const length = left.length - pair.before.length;
    if (length < 0 || length > MAX_LENGTH || length !== right.length - pair.after.length) return false;
    // The same packed bytes may refer to the day in the opening, which is another.
    return (left.crc ^ right.crc) === pair.crcDifference(length);
  };
}

/** Nothing when the openings differ in more than the snapshot, or name none. */
function pairOf(earlier: string, later: string) {
  const [before, after] = [Buffer.from(earlier), Buffer.from(later)];
  const said = behindSnapshot(after);
  if (said === undefined || behindSnapshot(before)?.equals(said) !== true) return undefined;
  const [left, right] = [crc32(before), crc32(after)];
  const differences = new Map<number, number>();
  return {
    before,
    after,
    /** CRC is linear: behind both openings any text makes the same difference as that many zeros. */
    crcDifference(length: number): number {
      const known = differences.get(length);
      if (known !== undefined) return known;
      const zeros = new Uint8Array(length);
      const difference = crc32(zeros, left) ^ crc32(zeros, right);
      differences.set(length, difference);
      return difference;
    },
  };
}

function trailerOf(stored: Uint8Array) {
  const view = new DataView(stored.buffer, stored.byteOffset + stored.length - TRAILER, TRAILER);
  return { crc: view.getUint32(0, true), length: view.getUint32(4, true) };
}
