/** A hash over a set of texts that does not depend on their order: the same inputs give the same, however they are sorted. */
import { createHash, hash } from 'node:crypto';

const LANES = 4;

/** Adds the SHA-256 of each text, lane by lane modulo 2^64. Not meant to withstand somebody who wants a collision. */
export function createFingerprint() {
  const sums = new BigUint64Array(LANES);
  return {
    add(text: string): void {
      const digest = hash('sha256', text, 'buffer');
      for (let lane = 0; lane < LANES; lane += 1) {
        sums[lane] = (sums[lane] ?? 0n) + digest.readBigUInt64LE(lane * 8);
      }
    },
    /** What was added so far, to be added to another fingerprint. */
    lanes: (): readonly string[] => Array.from(sums, String),
    addLanes(lanes: readonly string[]): void {
      for (const [lane, value] of lanes.entries()) sums[lane] = (sums[lane] ?? 0n) + BigInt(value);
    },
    /** @param facts whatever else decides the outcome, as one text */
    digest(facts: string): string {
      return createHash('sha256').update(new Uint8Array(sums.buffer)).update(facts).digest('hex');
    },
  };
}
export type Fingerprint = ReturnType<typeof createFingerprint>;
