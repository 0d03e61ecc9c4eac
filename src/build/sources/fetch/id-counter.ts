/** Counts the distinct identifiers of a list in bounded memory, by sorting on disk. */
import { rmSync } from 'node:fs';
import { createSpill, openSpills } from '../../../shared/files/spill.ts';
import { type GndId, packGndId } from '../../../core/model/gnd-id.ts';

const NOTHING = new Uint8Array();

/** @param file path of a temporary file, which is removed at the end */
export function createIdCounter(file: string) {
  const spill = createSpill(file);
  return {
    /** Adds an identifier; order and repetitions do not matter. */
    add: (gnd: GndId): void => spill.add(packGndId(gnd), 0, 0, NOTHING),
    /** Call once, at the end. @returns the number of distinct identifiers */
    finish(): number {
      spill.finish();
      using spills = openSpills([file]);
      let [count, last] = [0, -1];
      for (const { key } of spills.records()) {
        if (key !== last) count += 1;
        last = key;
      }
      return count;
    },
    [Symbol.dispose](): void {
      spill[Symbol.dispose]();
      rmSync(file, { force: true });
    },
  };
}
