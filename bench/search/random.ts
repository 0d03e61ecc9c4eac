/** Chance that repeats itself: the same seed draws the same. */

export interface Random {
  /** 0 ≤ number < 1. */
  next(): number;
  /** 0 ≤ integer < limit. */
  below(limit: number): number;
  /** Undefined only when there is nothing to pick from. */
  pick<T>(list: readonly T[]): T | undefined;
  shuffle<T>(list: readonly T[]): T[];
}

/** Marsaglia's xorshift on 32 bits. */
export function createRandom(seed: number): Random {
  // Neighbouring seeds would begin with similar numbers; nought would stay nought.
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
    pick: (list) => list[below(list.length)],
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
