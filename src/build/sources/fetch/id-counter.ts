/** Counts the distinct identifiers of lists in bounded memory, by sorting on disk. */
import { rmSync } from 'node:fs';
import { createSpill, openSpills } from '../../../shared/files/spill.ts';
import { type GndId, packGndId } from '../../../core/model/gnd-id.ts';

const NOTHING = new Uint8Array();

/** @param file path of a temporary file, which is removed at the end */
export function createIdCounter(file: string) {
  const spill = createSpill(file);

  /** Call once, at the end. @returns each identifier once, packed and ascending, with the sum of its distinct marks */
  function* distinct(): Generator<readonly [id: number, marks: number], void> {
    spill.finish();
    using spills = openSpills([file]);
    let [id, marks] = [-1, 0];
    for (const { key, tag } of spills.records()) {
      if (key !== id && id >= 0) yield [id, marks];
      marks = key === id ? marks | tag : tag;
      id = key;
    }
    if (id >= 0) yield [id, marks];
  }

  return {
    /** Adds an identifier; order and repetitions do not matter. @param mark a power of two */
    add: (gnd: GndId, mark = 1): void => spill.add(packGndId(gnd), 0, mark, NOTHING),
    distinct,
    /** Call once, at the end. @returns the number of distinct identifiers */
    finish: (): number => distinct().reduce((count) => count + 1, 0),
    [Symbol.dispose](): void {
      spill[Symbol.dispose]();
      rmSync(file, { force: true });
    },
  };
}
