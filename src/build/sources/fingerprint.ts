/** A hash of many texts that does not depend on their order. */
import { createHash, hash } from 'node:crypto';

const WORDS_OF_HASH = 4;

/** Fingerprint of texts in any order: sums of the words of their SHA-256, modulo 2^64. Collisions can be constructed. */
export function createFingerprint() {
  const sums = new BigUint64Array(WORDS_OF_HASH);
  return {
    add(text: string): void {
      const digest = hash('sha256', text, 'buffer');
      for (let word = 0; word < WORDS_OF_HASH; word += 1) {
        sums[word] = (sums[word] ?? 0n) + digest.readBigUInt64LE(word * 8);
      }
    },
    /** Sums so far, which can be added to another fingerprint. */
    accumulators: (): readonly string[] => Array.from(sums, String),
    addAccumulators(accumulators: readonly string[]): void {
      for (const [word, value] of accumulators.entries()) sums[word] = (sums[word] ?? 0n) + BigInt(value);
    },
    /** @param facts anything else that decides the outcome, as one text */
    digest(facts = ''): string {
      return createHash('sha256').update(new Uint8Array(sums.buffer)).update(facts).digest('hex');
    },
  };
}
