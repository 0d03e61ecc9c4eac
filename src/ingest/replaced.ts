/** Identifiers whose records in the dumps are out of date, because an update of them was harvested since. */
import { readFileSync, writeFileSync } from 'node:fs';

/** In the directory of a source of updates. */
export const REPLACED_FILE = 'replaced';

/** By packed identifier. */
export interface Replaced {
  /** There is an update: a record, or the statement that it is gone. */
  has(id: number): boolean;
  /** The update is a record. */
  lives(id: number): boolean;
}

/** @param updates whether there is a record, by packed identifier */
export function writeReplaced(file: string, updates: ReadonlyMap<number, boolean>): void {
  const codes = Float64Array.from(updates, ([id, lives]) => 2 * id + Number(lives)).sort();
  writeFileSync(file, new Uint8Array(codes.buffer));
}

/** Eight bytes for each update of the months since the last dumps are held in memory. */
export function readReplaced(files: readonly string[]): Replaced {
  const lists = files.map((file) => {
    const bytes = readFileSync(file);
    return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  });
  const lives = (id: number): boolean => lists.some((list) => holds(list, 2 * id + 1));
  return { lives, has: (id) => lists.some((list) => holds(list, 2 * id)) || lives(id) };
}

function holds(sorted: Float64Array, code: number): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < code) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === code;
}
