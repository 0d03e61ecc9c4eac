/** Harvested records by identifier, with their dates: where a dump has the same identifier, the newer record counts. */
import { DAY_MS } from '../../../core/model/days.ts';
import { readFileSync, writeFileSync } from 'node:fs';

/** File in the directory of a harvested source with the dates of its records. */
export const HARVESTED_RECORDS_FILE = 'replaced';

/** The state of a harvested record. */
export const OUTCOMES = ['deleted', 'redirected', 'living'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** A harvested record. */
export interface HarvestedVersion {
  readonly outcome: Outcome;
  /** See `dateNumber`; NaN when unknown. */
  readonly date: number;
}

/** Numbers per day: one for each second, and one for a date without a time. */
const NUMBERS_PER_DAY = 86_401;

/**
 * A date of modification, `YYYY-MM-DD` or with `Thh:mm:ss`, as a number; NaN for none. Dumps and harvests have the same local
 * time, so it need not be converted.
 */
export function dateNumber(modified: string | undefined): number {
  if (modified === undefined) return Number.NaN;
  const day = Date.parse(modified.slice(0, 10)) / DAY_MS;
  const second = modified.length > 10 ? Date.parse(`1970-01-01${modified.slice(10, 19)}Z`) / 1000 + 1 : 0;
  return day * NUMBERS_PER_DAY + second;
}

/** Compares two results of {@link dateNumber}; where one has no time, by day. */
export function isLater(date: number, than: number): boolean {
  const withoutTime = date % NUMBERS_PER_DAY === 0 || than % NUMBERS_PER_DAY === 0;
  return withoutTime ? Math.floor(date / NUMBERS_PER_DAY) > Math.floor(than / NUMBERS_PER_DAY) : date > than;
}

/** Harvested records by packed identifier. */
interface HarvestedRecords {
  readonly size: number;
  find(id: number): HarvestedVersion | undefined;
  /** Packed identifiers, each once per harvest that has it. */
  ids(): Iterable<number>;
}

/** Collects harvested records. Among several with one identifier, a living one takes precedence, then the newest. */
export function createHarvestedRecords() {
  const versions = new Map<number, HarvestedVersion>();
  return {
    add(id: number, outcome: Outcome, date: number): void {
      const known = versions.get(id);
      const rank = known === undefined ? 1 : OUTCOMES.indexOf(outcome) - OUTCOMES.indexOf(known.outcome);
      if (rank > 0 || (rank === 0 && !isLater(known?.date ?? Number.NaN, date))) versions.set(id, { outcome, date });
    },
    write(file: string): void {
      const sorted = [...versions].sort(([a], [b]) => a - b);
      const numbers = new Float64Array(2 * sorted.length);
      for (const [index, [id, { outcome, date }]] of sorted.entries()) {
        numbers[index] = OUTCOMES.length * id + OUTCOMES.indexOf(outcome);
        numbers[sorted.length + index] = date;
      }
      writeFileSync(file, new Uint8Array(numbers.buffer));
    },
  };
}

/** Reads harvested records; each takes sixteen bytes in memory. */
export function readHarvestedRecords(files: readonly string[]): HarvestedRecords {
  const lists = files.map(readNumbers);
  return {
    size: lists.reduce((sum, { length }) => sum + length / 2, 0),
    find(id) {
      let newest: HarvestedVersion | undefined;
      for (const list of lists) {
        const found = findIn(list, id);
        if (found !== undefined && (newest === undefined || !isLater(newest.date, found.date))) newest = found;
      }
      return newest;
    },
    *ids() {
      for (const list of lists) {
        for (const number of list.subarray(0, list.length / 2)) yield Math.floor(number / OUTCOMES.length);
      }
    },
  };
}

function findIn(list: Float64Array, id: number): HarvestedVersion | undefined {
  const count = list.length / 2;
  const index = firstFrom(list, count, OUTCOMES.length * id);
  const outcome = OUTCOMES[(list[index] ?? 0) - OUTCOMES.length * id];
  return index < count && outcome !== undefined ? { outcome, date: list[count + index] ?? Number.NaN } : undefined;
}

/** @param numbers integers below 2^53 */
export function writeNumbers(file: string, numbers: Iterable<number>): void {
  writeFileSync(file, new Uint8Array(Float64Array.from(numbers).sort().buffer));
}

/** Reads a set of numbers; each takes eight bytes in memory. @param file written by {@link writeNumbers} */
export function readNumberSet(file: string): { has(number: number): boolean } {
  const numbers = readNumbers(file);
  return { has: (number) => numbers[firstFrom(numbers, numbers.length, number)] === number };
}

function readNumbers(file: string): Float64Array {
  const bytes = readFileSync(file);
  return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

/** Index of the first number ≥ `least` among the first `count`, which are sorted. */
function firstFrom(sorted: Float64Array, count: number, least: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
