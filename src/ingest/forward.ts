/** Carries what was stated under former identifiers over to the partition of the entity that they lead to. */
import { join } from 'node:path';
import { openIdentities } from './identities.ts';
import type { PartitionRange } from './identify.ts';
import { createPartitionWriter, openPartitions } from './partitions.ts';

export interface ForwardOrder extends PartitionRange {
  /** Files of statements. */
  readonly inputs: readonly string[];
  /** Directory of the identities. */
  readonly identities: string;
  readonly directory: string;
}

/** @returns a file of statements, those that have moved */
export function forward(order: ForwardOrder, _: unknown, advance: (units: number) => void): string {
  const { inputs, partitions, from, to, directory } = order;
  const identities = openIdentities(order.identities, partitions);
  const statements = openPartitions(inputs);
  const path = join(directory, 'moved');
  const moved = createPartitionWriter(path, partitions);
  try {
    for (let partition = from; partition < to; partition += 1) {
      const targets = identities.movedFrom(partition);
      if (targets.size > 0) {
        for (const records of statements.blocks(partition)) {
          for (let record = 0; record < records.count; record += 1) {
            const stated = records.entity(record);
            const target = targets.get(stated);
            if (target !== undefined) moved.add(target, stated, records.tag(record), records.body(record));
          }
        }
      }
      advance(1);
    }
    moved.finish();
    return path;
  } finally {
    statements.close();
    identities.close();
  }
}
