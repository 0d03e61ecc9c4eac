/** Who is in which link list: a function of list and entity, so that nobody need remember it. */
import { type Counts, type Kind, kindNumber } from './kinds.ts';
import { LINK_LISTS } from './link-lists.ts';
import { hash } from './random.ts';

/** Links of the longest list, in proportion to all entities; the others follow in proportion to rank ^ -EXPONENT. */
const LONGEST = 0.34;
const EXPONENT = 0.7;

export interface Membership {
  has(list: number, kind: Kind, index: number, prominence: number): boolean;
}

export function createMembership(seed: number, counts: Counts): Membership {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const shares = LINK_LISTS.map(({ kinds, empty }, rank) => {
    const population = kinds.reduce((sum, kind) => sum + counts[kind], 0);
    return empty === true ? 0 : Math.min(0.7, (LONGEST * total) / (rank + 1) ** EXPONENT / Math.max(1, population));
  });
  return {
    has(list, kind, index, prominence) {
      const share = shares[list] ?? 0;
      if (!(LINK_LISTS[list]?.kinds.includes(kind) ?? false)) return false;
      // Of the prominent, ever more; what they take is left out elsewhere, so that the size stays.
      const chance = prominence === 0 ? share * 0.92 : 1 - (1 - share) ** (2 + 60 * prominence ** 2);
      return hash(seed + 7919 * list, index, kindNumber(kind)) < chance * 4_294_967_296;
    },
  };
}
