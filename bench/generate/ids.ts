/** GND identifiers computed from the number of an entity: its own, and those of the records it absorbed. */
import { checkDigit } from '../../src/core/model/gnd-id.ts';
import { createPermutation, hash } from '../random.ts';
import { byKind, type Counts, type Kind, kindNumber, supplementOf } from './kinds.ts';

export interface Ids {
  of(kind: Kind, index: number): string;
  /** Identifiers of the records that the entity absorbed; every twentieth entity has some. */
  former(kind: Kind, index: number): readonly string[];
  /** A valid identifier that belongs to no record. */
  stranger(number: number): string;
}

/** Forms of identifiers: first number before the check digit, amount of numbers, hyphen after them. */
const SPACES = {
  nine: { first: 10_000_000, size: 8_000_000, hyphen: '' },
  ten: { first: 100_000_000, size: 40_000_000, hyphen: '' },
  three: { first: 30_000_000, size: 1_000_000, hyphen: '' },
  hyphen: { first: 1, size: 17_999_999, hyphen: '-' },
} as const;
type Space = keyof typeof SPACES;

/** Form of identifiers of a kind, and how many of 20 consecutive entities have it; the others have ten characters. */
const FORMS: Readonly<Record<Kind, readonly [Space, number]>> = {
  persons: ['nine', 9],
  bodies: ['hyphen', 14],
  conferences: ['hyphen', 14],
  places: ['hyphen', 18],
  subjects: ['hyphen', 18],
  works: ['three', 3],
};
const ROW = 20;
export const MOST_FORMER = 3;
/** Size of the range of identifiers that no record has. */
const STRANGERS = 5_000_000;

/** @throws RangeError when there are more entities than identifiers */
export function createIds(seed: number, counts: Counts): Ids {
  const used: Record<Space, number> = { nine: 0, ten: 0, three: 0, hyphen: 0 };
  const reserve = (space: Space, amount: number): number => {
    const first = used[space];
    used[space] += amount;
    if (used[space] > SPACES[space].size) throw new RangeError('there are not enough GND IDs for so many entities');
    return first;
  };
  const first = byKind((kind) => {
    const rows = Math.ceil((counts[kind] + supplementOf(kind, counts[kind])) / ROW);
    const [space, share] = FORMS[kind];
    const former = kind === 'persons' || kind === 'works' ? 'ten' : 'hyphen';
    return {
      own: reserve(space, rows * share),
      ten: reserve('ten', rows * (ROW - share)),
      former: [former, reserve(former, rows * MOST_FORMER)],
    } as const;
  });
  const strangers = reserve('ten', STRANGERS);
  const permute = Object.fromEntries(
    Object.entries(SPACES).map(([space, { size }]) => [space, createPermutation(size, hash(seed, size))]),
  );

  function spell(space: Space, rank: number): string {
    const { first: least, hyphen } = SPACES[space];
    const digits = String(least + (permute[space]?.(rank) ?? 0));
    return `${digits}${hyphen}${checkDigit(digits, hyphen !== '')}`;
  }

  return {
    of(kind, index) {
      const [space, share] = FORMS[kind];
      const [row, place] = [Math.floor(index / ROW), index % ROW];
      if (place < share) return spell(space, first[kind].own + row * share + place);
      return spell('ten', first[kind].ten + row * (ROW - share) + place - share);
    },
    former(kind, index) {
      if (index % ROW !== 0 || index >= counts[kind]) return [];
      const [space, from] = first[kind].former;
      // A quarter of the entities with former identifiers absorbed two or three records.
      const amount = [1, 1, 1, 1, 1, 1, 2, MOST_FORMER][hash(seed, kindNumber(kind), index) % 8] ?? 1;
      return Array.from({ length: amount }, (_, which) => spell(space, from + (index / ROW) * MOST_FORMER + which));
    },
    stranger: (number) => spell('ten', strangers + (number % STRANGERS)),
  };
}
