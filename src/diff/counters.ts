/** Counts what changed while two snapshots are gone through, and keeps a few examples of each kind. */
import type { Group, Turnover } from './snapshot-diff.ts';

/**
 * All of a kind, counted by type, and a sample that is spread over all of them and the same every time: those whose
 * identifiers have the lowest hashes. Identifiers come in ascending order; only the first item of each is an example.
 */
export function createGroup<T>(sampleSize: number) {
  const counts = createCounts();
  /** By hash, the lowest first. */
  let sample: readonly { readonly id: number; readonly hash: number; readonly item: T }[] = [];
  let last = -1;
  return {
    /** @param id packed */
    add(id: number, type: string, make: () => T): void {
      counts.add(type);
      if (id === last || sampleSize === 0) return;
      last = id;
      const hash = hashOf(id);
      if (sample.length >= sampleSize && hash >= (sample.at(-1)?.hash ?? 0)) return;
      sample = [...sample, { id, hash, item: make() }].sort((a, b) => a.hash - b.hash).slice(0, sampleSize);
    },
    group(): Group<T> {
      const items = sample.toSorted((a, b) => a.id - b.id).map(({ item }) => item);
      return { total: counts.total(), byType: counts.byKey(), sample: items };
    },
  };
}

/** The finalizer of MurmurHash3 over the 36 bits of an identifier. */
function hashOf(id: number): number {
  let hash = id ^ Math.imul(Math.floor(id / 2 ** 32) + 1, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

export function createCounts() {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    add(key: string): void {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      total += 1;
    },
    total: () => total,
    byKey: () => sorted(counts),
  };
}

export function createTurnovers() {
  const turnovers = new Map<string, { added: number; removed: number }>();
  return {
    add(key: string, direction: keyof Turnover): void {
      const turnover = turnovers.get(key) ?? { added: 0, removed: 0 };
      turnovers.set(key, turnover);
      turnover[direction] += 1;
    },
    byKey: (): Readonly<Record<string, Turnover>> => sorted(turnovers),
  };
}

function sorted<T>(map: ReadonlyMap<string, T>): Readonly<Record<string, T>> {
  return Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));
}
