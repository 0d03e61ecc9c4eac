/** Files of sorted numbers, in which a number is found without an object for each. */
import { readFileSync, writeFileSync } from 'node:fs';

/** @param numbers integers below 2^53 */
export function writeNumbers(file: string, numbers: readonly number[]): void {
  writeFileSync(file, new Uint8Array(Float64Array.from(numbers).sort().buffer));
}

/** Reads a set of numbers; each takes eight bytes in memory. @param file written by {@link writeNumbers} */
export function readNumberSet(file: string): { has(number: number): boolean } {
  const bytes = readFileSync(file);
  const sorted = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  return {
    has(number) {
      let [low, high] = [0, sorted.length];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((sorted[middle] as number) < number) low = middle + 1;
        else high = middle;
      }
      return sorted[low] === number;
    },
  };
}
