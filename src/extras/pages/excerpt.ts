/** Whether the data are all of the GND or an excerpt; pages about an excerpt say so. */
import type { SnapshotCounts } from '../../core/snapshot/store.ts';

/** Fewest entities of the whole GND; it has about ten million. */
const WHOLE_GND = 1_000_000;

/** @param counts of the snapshot, or of the answer about the status */
export function isExcerpt({ counts }: { readonly counts: Pick<SnapshotCounts, 'entities'> }): boolean {
  return counts.entities < WHOLE_GND;
}
