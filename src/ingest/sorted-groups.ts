/** The records of a partition, entity by entity, in an order that does not depend on how they came in. */
import { compareRecords, type Records } from './partitions.ts';

export interface Group {
  /** Packed identifier. */
  readonly entity: number;
  /** Numbers of its records, in order. */
  readonly members: readonly number[];
}

/**
 * @param left entities whose records are left out
 * @param limit of records per entity
 * @param onDropped told the tag of each record beyond it
 */
export function* sortedGroups(
  records: Records,
  left: { has(entity: number): boolean },
  limit: number,
  onDropped: (tag: number) => void,
): Iterable<Group> {
  // Sorting numbers is much faster than sorting by what is behind them.
  const entities = Float64Array.from({ length: records.count }, (_, record) => records.entity(record));
  const order = Uint32Array.from({ length: records.count }, (_, record) => record);
  order.sort((a, b) => (entities[a] as number) - (entities[b] as number));
  for (let start = 0; start < order.length;) {
    const entity = entities[order[start] as number] as number;
    let end = start + 1;
    while (end < order.length && entities[order[end] as number] === entity) end += 1;
    if (!left.has(entity)) {
      const members = Array.from(order.subarray(start, end)).sort((a, b) => compareRecords(records, a, b));
      for (const record of members.splice(limit)) onDropped(records.tag(record));
      yield { entity, members };
    }
    start = end;
  }
}
