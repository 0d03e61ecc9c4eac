/** Counts and hashes the distinct values among many numbers in bounded memory; what does not fit waits on disk. */
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Numbers that are held in memory, eight bytes each. */
const CAPACITY = 1 << 20;
/** What does not fit is written to so many files by range of value, each of which is small enough to be sorted. */
const RANGES = 64;

/** Whole numbers from 0 to 2^48 - 1 are added in any order, as often as they come. */
export interface DistinctNumbers {
  add(value: number): void;
  /** To be called once, at the end; `sha256` is that of the sorted values in eight bytes each (float64, native order). */
  finish(): { readonly count: number; readonly sha256: string };
  /** Removes what lies on disk. */
  close(): void;
}

/** @param scratch a folder that need not exist; it is made when the numbers do not fit into memory, and removed in the end */
export function createDistinctNumbers(scratch: string, capacity = CAPACITY): DistinctNumbers {
  let values = new Float64Array(Math.min(capacity, 1024));
  let count = 0;
  let files: readonly number[] = [];

  function makeRoom(): void {
    // A hostile list that says one thing over and over stays small.
    count = compact(values, count);
    if (count <= values.length / 2) return;
    if (values.length < capacity) {
      const grown = new Float64Array(values.length * 2);
      grown.set(values.subarray(0, count));
      values = grown;
    } else {
      spill();
    }
  }

  /** The values are sorted, so each range is one piece. */
  function spill(): void {
    if (files.length === 0) {
      mkdirSync(scratch, { recursive: true });
      files = Array.from({ length: RANGES }, (_, range) => openSync(join(scratch, String(range)), 'w+'));
    }
    for (let begin = 0; begin < count;) {
      const range = rangeOf(values[begin] ?? 0);
      let end = begin;
      while (end < count && rangeOf(values[end] ?? 0) === range) end += 1;
      writeAll(files[range] ?? 0, bytesOf(values.subarray(begin, end)));
      begin = end;
    }
    count = 0;
  }

  return {
    add(value) {
      if (count === values.length) makeRoom();
      values[count] = value;
      count += 1;
    },
    finish() {
      const sha256 = createHash('sha256');
      count = compact(values, count);
      if (files.length === 0) return { count, sha256: sha256.update(bytesOf(values.subarray(0, count))).digest('hex') };
      spill();
      let total = 0;
      for (let range = 0; range < files.length; range += 1) {
        const bytes = readFileSync(join(scratch, String(range)));
        const part = new Float64Array(bytes.length / 8);
        new Uint8Array(part.buffer).set(bytes);
        const distinct = compact(part, part.length);
        total += distinct;
        sha256.update(bytesOf(part.subarray(0, distinct)));
      }
      return { count: total, sha256: sha256.digest('hex') };
    },
    close() {
      for (const file of files) closeSync(file);
      if (files.length > 0) rmSync(scratch, { recursive: true, force: true });
      files = [];
    },
  };
}

function rangeOf(value: number): number {
  return Math.floor(value / (2 ** 48 / RANGES));
}

/** Sorts the first so many values and keeps each once. @returns how many are left */
function compact(values: Float64Array, count: number): number {
  const sorted = values.subarray(0, count).sort();
  let kept = 0;
  for (let i = 0; i < count; i += 1) {
    const value = sorted[i] ?? 0;
    if (kept > 0 && value === sorted[kept - 1]) continue;
    sorted[kept] = value;
    kept += 1;
  }
  return kept;
}

function bytesOf(values: Float64Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
}
