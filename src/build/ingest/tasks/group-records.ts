/** Groups sorted records by their key, and limits the number of records in memory. */
import type { SpilledRecord } from '../../../shared/files/spill.ts';

/** All records with one key. */
export interface RecordGroup {
  readonly key: number;
  /** Sorted by tag, then by body, then by the related number; the order of addition does not matter. */
  readonly records: readonly SpilledRecord[];
}

/**
 * @param records sorted by key
 * @param limit number of records kept per key; up to twice as many are in memory
 * @param onDropped receives the tag of each record beyond the limit
 */
export function* groupByKey(
  records: Iterable<SpilledRecord>,
  limit: number,
  onDropped: (tag: number) => void,
): Iterable<RecordGroup> {
  let [key, group]: [number, SpilledRecord[]] = [-1, []];
  const trim = (): void => {
    group.sort((a, b) => a.tag - b.tag || a.body.compare(b.body) || a.related - b.related);
    for (const { tag } of group.splice(limit)) onDropped(tag);
  };
  for (const record of records) {
    if (record.key !== key) {
      trim();
      if (group.length > 0) yield { key, records: group };
      [key, group] = [record.key, []];
    } else if (group.length >= 2 * limit) {
      trim();
      // A body is a view of its whole block, which would stay in memory.
      group = group.map((kept) => ({ ...kept, body: Buffer.from(kept.body) }));
    }
    group.push(record);
  }
  trim();
  if (group.length > 0) yield { key, records: group };
}
