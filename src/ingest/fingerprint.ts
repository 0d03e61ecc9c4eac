/** A hash over a set of texts that does not depend on their order: the same inputs give the same, however they are sorted. */
import { createHash, hash } from 'node:crypto';

const WORDS = 4;

/** Adds the SHA-256 of each text, word by word modulo 2^64. Not meant to withstand somebody who wants a collision. */
export function createFingerprint() {
  const sums = new BigUint64Array(WORDS);
  return {
    add(text: string): void {
      const digest = hash('sha256', text, 'buffer');
      for (let word = 0; word < WORDS; word += 1) {
        sums[word] = (sums[word] ?? 0n) + digest.readBigUInt64LE(word * 8);
      }
    },
    /** What was added so far, to be added to another fingerprint. */
    accumulators: (): readonly string[] => Array.from(sums, String),
    addAccumulators(accumulators: readonly string[]): void {
      for (const [word, value] of accumulators.entries()) sums[word] = (sums[word] ?? 0n) + BigInt(value);
    },
    /** @param facts whatever else decides the outcome, as one text */
    digest(facts: string): string {
      return createHash('sha256').update(new Uint8Array(sums.buffer)).update(facts).digest('hex');
    },
  };
}
export type Fingerprint = ReturnType<typeof createFingerprint>;
