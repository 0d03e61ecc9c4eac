/** A few of very many, spread over all of them and the same every time: those whose identifiers have the lowest hashes. */

export interface SpreadSample<T> {
  /** Identifiers come in ascending order; of several items of one identifier the first counts. */
  offer(id: number, make: () => T): void;
  /** In the order of the identifiers. */
  taken(): readonly T[];
}

interface Taken<T> {
  readonly id: number;
  readonly hash: number;
  readonly item: T;
}

export function createSpreadSample<T>(size: number): SpreadSample<T> {
  /** By hash, the lowest first. */
  let taken: readonly Taken<T>[] = [];
  let last = -1;
  return {
    offer(id, make) {
      if (id === last || size === 0) return;
      last = id;
      const hash = hashOf(id);
      const highest = taken.at(-1);
      if (taken.length >= size && highest !== undefined && hash >= highest.hash) return;
      taken = [...taken, { id, hash, item: make() }].toSorted((a, b) => a.hash - b.hash).slice(0, size);
    },
    taken: () => taken.toSorted((a, b) => a.id - b.id).map(({ item }) => item),
  };
}

/** The finalizer of MurmurHash3 over the 36 bits of an identifier. */
function hashOf(id: number): number {
  let hash = id ^ Math.imul(Math.floor(id / 2 ** 32) + 1, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
