/** Finds the identifiers that a list gained and lost since its previous copy, in bounded memory, by sorting on disk. */
import { rmSync } from 'node:fs';
import { createSpill, openSpills } from '../../../shared/files/spill.ts';
import { type GndId, packGndId, unpackGndId } from '../../../core/model/gnd-id.ts';
import type { ListChange } from '../../../core/model/source.ts';
import type { RegisteredSource } from '../register/register.ts';
import { contentOf, readList } from './inspect.ts';

/** Largest number of examples of gained identifiers, and of lost ones. */
const EXAMPLES = 20;
const NOTHING = new Uint8Array();
const [BEFORE, AFTER] = [1, 2] as const;

/**
 * @param before former file of the list
 * @param after new file of the list; a temporary file is written next to it
 * @throws UnusableSource
 */
export async function changeOfList(before: string, after: string, source: RegisteredSource): Promise<ListChange> {
  const scratch = `${after}-change`;
  using opened = new DisposableStack();
  opened.defer(() => rmSync(scratch, { force: true }));
  const spill = opened.use(createSpill(scratch));
  const readSide = async (file: string, side: number): Promise<void> => {
    for await (const batch of readList(file, source)) {
      for (const statement of batch) {
        const stated = contentOf(statement);
        if (stated !== undefined) spill.add(packGndId(stated.id), 0, side, NOTHING);
      }
    }
  };
  await readSide(before, BEFORE);
  await readSide(after, AFTER);
  spill.finish();
  return countSides(scratch);
}

function countSides(scratch: string): ListChange {
  using spills = openSpills([scratch]);
  const onlyIn = { [BEFORE]: { ids: 0, first: [] as GndId[] }, [AFTER]: { ids: 0, first: [] as GndId[] } };
  let [key, sides] = [-1, 0];
  const count = (): void => {
    if (sides !== BEFORE && sides !== AFTER) return;
    const { first } = onlyIn[sides];
    onlyIn[sides].ids += 1;
    if (first.length < EXAMPLES) first.push(unpackGndId(key));
  };
  for (const record of spills.records()) {
    if (record.key !== key) {
      count();
      [key, sides] = [record.key, 0];
    }
    sides |= record.tag;
  }
  count();
  return { added: onlyIn[AFTER], removed: onlyIn[BEFORE] };
}
