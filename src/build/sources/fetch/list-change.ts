/** Finds the identifiers that a list gained and lost since its previous copy. */
import { type GndId, unpackGndId } from '../../../core/model/gnd-id.ts';
import type { ListChange } from '../../../core/model/source.ts';
import { openInput } from '../readers/input.ts';
import { READERS } from '../readers/readers.ts';
import type { RegisteredSource } from '../register/register.ts';
import { createIdCounter } from './id-counter.ts';
import { contentOf } from './inspect.ts';

/** Largest number of examples of gained identifiers, and of lost ones. */
const EXAMPLES = 20;
const [BEFORE, AFTER] = [1, 2] as const;

/**
 * @param before former file of the list
 * @param after new file of the list; a temporary file is written next to it
 * @throws UnusableSource
 */
export async function changeOfList(before: string, after: string, source: RegisteredSource): Promise<ListChange> {
  using ids = createIdCounter(`${after}-change`);
  const files: readonly [file: string, mark: number][] = [
    [before, BEFORE],
    [after, AFTER],
  ];
  for (const [file, mark] of files) {
    for await (const batch of READERS[source.origin.format].read(openInput(file), source)) {
      for (const statement of batch) {
        const stated = contentOf(statement);
        if (stated !== undefined) ids.add(stated.id, mark);
      }
    }
  }
  const onlyIn = { [BEFORE]: { ids: 0, first: [] as GndId[] }, [AFTER]: { ids: 0, first: [] as GndId[] } };
  for (const [id, marks] of ids.distinct()) {
    if (marks !== BEFORE && marks !== AFTER) continue;
    const { first } = onlyIn[marks];
    onlyIn[marks].ids += 1;
    if (first.length < EXAMPLES) first.push(unpackGndId(id));
  }
  return { added: onlyIn[AFTER], removed: onlyIn[BEFORE] };
}
