/** Random numbers that depend on nothing but their seed: streams, hashes, bijections and skewed choices. */

/** A stream of random numbers that can be set back to any of its beginnings. */
export interface Random {
  /** Goes to the beginning that belongs to these numbers. */
  seed(a: number, b: number, c: number): Random;
  /** 0 ≤ x < 1 */
  unit(): number;
  /** 0, 1, … n - 1 */
  below(n: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** How often in succession `chance(probability)` came true, at most `most` times. */
  run(probability: number, most: number): number;
}

/** Chris Doty-Humphrey's small fast counter generator (sfc32), of 128 bits. */
export function createRandom(): Random {
  let [a, b, c, count] = [0, 0, 0, 0];

  function next(): number {
    const sum = (a + b + count) | 0;
    count = (count + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  }

  const random: Random = {
    seed(first, second, third) {
      [a, b, c, count] = [first | 0, second | 0, third | 0, 1];
      for (let round = 0; round < 12; round += 1) next();
      return random;
    },
    unit: next,
    below: (n) => Math.floor(next() * n),
    chance: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)] as (typeof list)[number],
    run(probability, most) {
      let length = 0;
      while (length < most && next() < probability) length += 1;
      return length;
    },
  };
  return random;
}

/** A bijection of the 32-bit integers without visible order: the finaliser of MurmurHash3. */
export function scramble(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A 32-bit number that the three together stand for. */
export function hash(a: number, b: number, c: number): number {
  return scramble(scramble(scramble(a) + Math.imul(b, 0x9e3779b1)) + Math.imul(c, 0x85ebca77));
}

/** The integers from 0 to size - 1 in another order. */
export interface Permutation {
  readonly size: number;
  at(position: number): number;
  indexOf(value: number): number;
}

/** Steps of about the golden section through a ring, which leaves no visible order. `size` is at most 90 million. */
export function createPermutation(size: number, seed: number): Permutation {
  let step = Math.max(1, Math.round(size * 0.618));
  while (greatestCommonDivisor(step, size) > 1) step += 1;
  const offset = seed % size;
  const back = inverse(step, size);
  return {
    size,
    at: (position) => (position * step + offset) % size,
    indexOf: (value) => (((value - offset + size) % size) * back) % size,
  };
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** x with value · x ≡ 1 modulo `size` (extended Euclid). */
function inverse(value: number, size: number): number {
  let [r, nextR, x, nextX] = [size, value % size, 0, 1];
  while (nextR !== 0) {
    const quotient = Math.floor(r / nextR);
    [r, nextR] = [nextR, r - quotient * nextR];
    [x, nextX] = [nextX, x - quotient * nextX];
  }
  return ((x % size) + size) % size;
}

/** Of n things by rank, the first most often: in proportion to 1 / (rank + shift), Zipf's law with Mandelbrot's shift. */
export function zipf(unit: number, n: number, shift: number): number {
  return Math.min(n - 1, Math.floor(shift * ((n / shift + 1) ** unit - 1)));
}

/** A choice from a list in which the first member is the most frequent one; as {@link zipf}. */
export function zipfPick<T>(random: Random, list: readonly T[], shift: number): T {
  return list[zipf(random.unit(), list.length, shift)] as T;
}
