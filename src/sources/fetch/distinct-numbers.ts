/** Counts and hashes the distinct values among many numbers, in bounded memory: they are sorted on disk. */
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createSpill, openSpills } from '../../files/spill.ts';

const NOTHING = new Uint8Array();
/** Range of the low bits, by which the spill does not sort. */
const LOW = 2 ** 12;
/** Number of values that are hashed at a time. */
const BATCH = 8192;

/** @param file temporary file, which is removed in the end */
export function createDistinctNumbers(file: string) {
  const spill = createSpill(file);
  return {
    /** Adds an integer from 0 to 2^48 - 1; order and repetitions do not matter. */
    add: (value: number): void => spill.add(Math.floor(value / LOW), value, 0, NOTHING),
    /** To be called once, at the end; `sha256` is that of the sorted values in eight bytes each (float64, native order). */
    finish(): { readonly count: number; readonly sha256: string } {
      spill.finish();
      const hash = createHash('sha256');
      let count = 0;
      let batch: number[] = [];
      for (const value of distinctValues(file)) {
        count += 1;
        if (batch.push(value) < BATCH) continue;
        hash.update(new Uint8Array(Float64Array.from(batch).buffer));
        batch = [];
      }
      hash.update(new Uint8Array(Float64Array.from(batch).buffer));
      return { count, sha256: hash.digest('hex') };
    },
    [Symbol.dispose](): void {
      spill[Symbol.dispose]();
      rmSync(file, { force: true });
    },
  };
}

/** Distinct values in ascending order; those that differ only in their low bits are sorted here, at most 2^12 at a time. */
function* distinctValues(file: string): Iterable<number> {
  using spills = openSpills([file]);
  const alike = new Set<number>();
  let key = -1;
  for (const record of spills.records()) {
    if (record.key !== key) yield* [...alike].sort((a, b) => a - b);
    if (record.key !== key) alike.clear();
    key = record.key;
    alike.add(record.related);
  }
  yield* [...alike].sort((a, b) => a - b);
}
