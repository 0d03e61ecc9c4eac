/** Counts and hashes the distinct values of many numbers in bounded memory, by sorting on disk. */
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createSpill, openSpills } from '../../../shared/files/spill.ts';

const NOTHING = new Uint8Array();
/** Number of values of the lowest 12 bits: the spill sorts by the bits above, as its keys have only 36 bits. */
const LOW = 2 ** 12;
const BATCH = 8192;

/** @param file path of a temporary file, which is removed at the end */
export function createDistinctNumbers(file: string) {
  const spill = createSpill(file);
  return {
    /** Adds an integer from 0 to 2^48 - 1; order and repetitions do not matter. */
    add: (value: number): void => spill.add(Math.floor(value / LOW), value, 0, NOTHING),
    /** Call once, at the end. `sha256` is the hash of the sorted distinct values, as float64 in native byte order. */
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

/** Distinct values in ascending order. Values that differ only in the low bits are sorted in memory: at most 2^12. */
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
