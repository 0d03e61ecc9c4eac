/** Counts what changed while two snapshots are gone through, and keeps a few examples of each kind. */
import { createSpreadSample } from './spread-sample.ts';
import type { Group, Turnover } from './snapshot-diff.ts';

export interface GroupTally<T> {
  /** `id` is packed; they come in ascending order. */
  add(id: number, type: string, make: () => T): void;
  group(): Group<T>;
}

export function createGroup<T>(sampleSize: number): GroupTally<T> {
  const sample = createSpreadSample<T>(sampleSize);
  const types = createCounts();
  return {
    add(id, type, make) {
      types.add(type);
      sample.offer(id, make);
    },
    group: () => ({ total: types.total(), byType: types.byKey(), sample: sample.taken() }),
  };
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
