/** Random numbers that depend on nothing but a seed: streams, hashes, permutations, skewed choices. */

export interface Random {
  /** 0 ≤ number < 1. */
  next(): number;
  /** 0 ≤ integer < limit. */
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly [T, ...T[]]): T;
  /** @returns undefined only for an empty list */
  pick<T>(list: readonly T[]): T | undefined;
  shuffle<T>(list: readonly T[]): T[];
}

/** Marsaglia's xorshift on 32 bits. */
export function createRandom(seed: number): Random {
  // Neighbouring seeds are spread apart; a state of 0 would stay 0.
  let state = Math.imul(seed + 1, 0x9e37_79b1) || 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: <T>(list: readonly T[]) => list[below(list.length)] as T,
    shuffle(list) {
      const shuffled = [...list];
      for (let last = shuffled.length - 1; last > 0; last -= 1) {
        const other = below(last + 1);
        [shuffled[last], shuffled[other]] = [
          shuffled[other] as (typeof list)[number],
          shuffled[last] as (typeof list)[number],
        ];
      }
      return shuffled;
    },
  };
}

/** Combines the numbers into 32 bits, depending on their order. */
export function hash(...numbers: readonly number[]): number {
  let sum = 0;
  for (const number of numbers) sum = scramble(sum + Math.imul(number + 1, 0x9e37_79b1));
  return sum;
}

/** The finaliser of MurmurHash3. */
function scramble(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85eb_ca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2_ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Permutes 0 … size - 1 in steps of about the golden ratio; products stay exact for sizes up to 90 million. */
export function createPermutation(size: number, seed: number): (position: number) => number {
  let step = Math.max(1, Math.round(size * 0.618));
  while (greatestCommonDivisor(step, size) > 1) step += 1;
  return (position) => (position * step + (seed % size)) % size;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** A rank in 0 … n - 1 with a probability in proportion to 1 / (rank + shift): Zipf's law with Mandelbrot's shift. */
export function zipf(random: Random, n: number, shift: number): number {
  return Math.min(n - 1, Math.floor(shift * ((n / shift + 1) ** random.next() - 1)));
}
