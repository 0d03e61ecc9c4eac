/** Reduces what the sources claim of identities, partition by partition: one name, one count, the claims without repetitions. */
import { join } from 'node:path';
import { openPartitions, type Records } from './partitions.ts';
import { createRun } from './runs.ts';
import { CLAIM } from './statements.ts';

/** Some of the partitions. */
export interface PartitionRange {
  readonly partitions: number;
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

export interface IdentifyOrder extends PartitionRange {
  /** Files of claims. */
  readonly inputs: readonly string[];
  readonly directory: string;
}

/** Kinds of rows of a run of identities: `minor` of the row, and what the payload holds. */
export const IDENTITY = {
  /** A byte: the rank; then the label. */
  name: 0,
  deletion: 1,
  /** How many refer to it, as a text. */
  relations: 2,
  /** JSON: packed target, place of the evidence. */
  redirect: 3,
} as const;

interface Name {
  readonly rank: number;
  readonly precedence: string;
  readonly label: string;
}

/** @returns the runs */
export function identify({ inputs, directory, from, to }: IdentifyOrder): string[] {
  const claims = openPartitions(inputs);
  try {
    return Array.from({ length: to - from }, (_, index) => {
      const path = join(directory, `${from + index}.run`);
      writeIdentities(path, claims.blocks(from + index));
      return path;
    });
  } finally {
    claims.close();
  }
}

function writeIdentities(path: string, blocks: Iterable<Records>): void {
  const names = new Map<number, Name>();
  const relations = new Map<number, number>();
  const deletions = new Set<number>();
  const redirects = new Map<number, Map<number, number>>();
  for (const records of blocks) {
    for (let record = 0; record < records.count; record += 1) {
      const id = records.entity(record);
      switch (records.tag(record)) {
        case CLAIM.name: {
          const [rank, precedence, label] = JSON.parse(records.body(record).toString()) as [number, string, string];
          const name = { rank, precedence, label };
          const known = names.get(id);
          if (known === undefined || isBetter(name, known)) names.set(id, name);
          break;
        }
        case CLAIM.redirect: {
          const targets = redirects.get(id) ?? new Map<number, number>();
          const target = records.stated(record);
          const evidence = records.body(record)[0] ?? 0;
          targets.set(target, Math.min(evidence, targets.get(target) ?? evidence));
          redirects.set(id, targets);
          break;
        }
        case CLAIM.deletion:
          deletions.add(id);
          break;
        default:
          relations.set(id, (relations.get(id) ?? 0) + 1);
      }
    }
  }
  const run = createRun(path);
  const ids = new Set([...names.keys(), ...relations.keys(), ...deletions, ...redirects.keys()]);
  for (const id of Float64Array.from(ids).sort()) {
    const name = names.get(id);
    if (name !== undefined) run.add(id, IDENTITY.name, Buffer.from(`${String.fromCharCode(name.rank)}${name.label}`));
    if (deletions.has(id)) run.add(id, IDENTITY.deletion, Buffer.alloc(0));
    const count = relations.get(id);
    if (count !== undefined) run.add(id, IDENTITY.relations, Buffer.from(String(count)));
    for (const claim of redirects.get(id) ?? []) run.add(id, IDENTITY.redirect, Buffer.from(JSON.stringify(claim)));
  }
  run.finish();
}

/** The better name wins whatever comes first: rank, then the record's precedence, then the text. */
function isBetter(a: Name, b: Name): boolean {
  if (a.rank !== b.rank) return a.rank < b.rank;
  if (a.precedence !== b.precedence) return a.precedence < b.precedence;
  return a.label < b.label;
}
