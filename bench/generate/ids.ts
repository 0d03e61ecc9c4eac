/** GND identifiers without memory: from the number of an entity to its own, and to those of the records it absorbed. */
import { checkCharacter } from '../../src/model/gnd-id.ts';
import { type Counts, type Kind, KINDS, prominentCount, supplementOf } from './kinds.ts';
import { createPermutation, hash, type Permutation } from './random.ts';

export interface Ids {
  of(kind: Kind, index: number): string;
  /** The `which`th identifier (0 to 12) that an entity took over; none for those without a place for them. */
  former(kind: Kind, index: number, which: number): string | undefined;
  /** A valid identifier that belongs to nothing. */
  stranger(number: number): string;
}

/** Digits before the check character: ranges of numbers, and whether a hyphen follows. */
const SPACES = {
  nine: { ranges: [[10_000_000, 8_000_000]], hyphen: '' },
  ten: { ranges: [[100_000_000, 40_000_000]], hyphen: '' },
  music: { ranges: [[30_000_000, 1_000_000]], hyphen: '' },
  subject: { ranges: [[4_000_000, 1_000_000]], hyphen: '-' },
  supplement: { ranges: [[7_000_000, 1_000_000]], hyphen: '-' },
  body: {
    ranges: [
      [1, 999_999],
      [1_000_000, 3_000_000],
      [5_000_000, 2_000_000],
      [10_000_000, 7_000_000],
    ],
    hyphen: '-',
  },
} as const;
type Space = keyof typeof SPACES;

/** Of a hundred entities of a kind, how many have their identifier from where. */
const FORMS: Readonly<Record<Kind, readonly (readonly [Space, number])[]>> = {
  persons: [
    ['nine', 45],
    ['ten', 55],
  ],
  bodies: [
    ['body', 70],
    ['ten', 30],
  ],
  conferences: [
    ['body', 70],
    ['ten', 30],
  ],
  places: [
    ['subject', 85],
    ['supplement', 5],
    ['ten', 10],
  ],
  subjects: [
    ['subject', 85],
    ['supplement', 5],
    ['ten', 10],
  ],
  works: [
    ['music', 25],
    ['subject', 25],
    ['ten', 50],
  ],
};

/** Where the identifiers of absorbed records come from. */
const FORMER: Readonly<Record<Kind, Space>> = {
  persons: 'ten',
  bodies: 'body',
  conferences: 'body',
  places: 'body',
  subjects: 'body',
  works: 'ten',
};
export const MOST_FORMER = 13;

/** Identifiers that are never given to anything. */
const STRANGERS = 5_000_000;

/** Every tenth entity may have absorbed records: the prominent ones, and each twentieth of all. */
function placeForFormer(index: number, count: number): number | undefined {
  const prominent = prominentCount(count);
  if (index < prominent) return index;
  return index % 20 === 0 ? prominent + index / 20 : undefined;
}

/** @throws RangeError when there are more entities than identifiers */
export function createIds(seed: number, counts: Counts): Ids {
  const permutations = {} as Record<Space, Permutation>;
  const used = {} as Record<Space, number>;
  for (const [number, space] of (Object.keys(SPACES) as Space[]).entries()) {
    const size = SPACES[space].ranges.reduce((sum, [, length]) => sum + length, 0);
    permutations[space] = createPermutation(size, hash(seed, number, 1));
    used[space] = 0;
  }
  const reserve = (space: Space, amount: number): number => {
    const first = used[space];
    used[space] += amount;
    if (used[space] > permutations[space].size)
      throw new RangeError(`there are not enough GND IDs for so many entities`);
    return first;
  };
  /** For each of the hundred places of a kind: where its identifiers come from, from which rank on, in which steps. */
  const forms = {} as Record<Kind, { space: Space; first: number; step: number }[]>;
  const former = {} as Record<Kind, number>;
  for (const kind of KINDS) {
    const blocks = Math.ceil((counts[kind] + supplementOf(kind, counts[kind])) / 100);
    forms[kind] = FORMS[kind].flatMap(([space, share]) => {
      const first = reserve(space, blocks * share);
      return Array.from({ length: share }, (_, i) => ({ space, first: first + i, step: share }));
    });
    const places = (placeForFormer(20 * Math.floor(counts[kind] / 20), counts[kind]) ?? 0) + 1;
    former[kind] = reserve(FORMER[kind], Math.max(places, prominentCount(counts[kind])) * MOST_FORMER);
  }
  reserve('ten', STRANGERS);

  function spell(space: Space, rank: number): string {
    const { ranges, hyphen } = SPACES[space];
    let rest = permutations[space].at(rank);
    for (const [first, length] of ranges) {
      if (rest < length) {
        const digits = String(first + rest);
        return `${digits}${hyphen}${checkCharacter(digits, hyphen !== '')}`;
      }
      rest -= length;
    }
    throw new RangeError(`no number of rank ${rank}`);
  }

  return {
    of(kind, index) {
      const block = Math.floor(index / 100);
      const place = ((index % 100) * 37 + hash(seed, block, 2)) % 100;
      const { space, first, step } = forms[kind][place] as (typeof forms)[Kind][number];
      return spell(space, first + block * step);
    },
    former(kind, index, which) {
      const place = placeForFormer(index, counts[kind]);
      return place === undefined ? undefined : spell(FORMER[kind], former[kind] + place * MOST_FORMER + which);
    },
    stranger: (number) => spell('ten', used.ten - 1 - (number % STRANGERS)),
  };
}
