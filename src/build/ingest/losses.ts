/** Compares a new snapshot with the current one: what has lost more than its bound does not go into service by itself. */
import { addCounts, type Counts } from '../../shared/counts.ts';
import { readBuildNotes } from '../../core/snapshot/build-notes.ts';
import { HeldForLoss } from '../sources/fetch/plausibility.ts';
import { grouped, percent } from '../../shared/numbers.ts';
import { readHeader, UnusableSnapshot } from '../../core/snapshot/header.ts';

/** Largest loss that is accepted unseen, as a share of what the current snapshot has. */
const LOSS_BOUNDS = {
  entities: 0.05,
  links: 0.1,
  /** Share of the entities of one type. */
  type: 0.1,
  /** Share of the stated links of one collection. */
  collection: 0.25,
} as const;
/** A loss of fewer entities or links is always accepted. */
const LEAST_LOSS = 100;

/**
 * @param former directory of the current snapshot; undefined where there is none
 * @param accepted identifier of the snapshot whose losses a person has accepted
 * @throws HeldForLoss with a sentence for each loss
 */
export async function checkLosses(
  former: string | undefined,
  directory: string,
  accepted: string | undefined,
): Promise<void> {
  if (former === undefined) return;
  const after = await readHeader(directory);
  const before = await readHeader(former).catch((error: unknown) => {
    // A damaged snapshot is replaced in any case.
    if (!(error instanceof UnusableSnapshot)) throw error;
  });
  if (before === undefined || after.id === accepted) return;
  const losses = [
    ...lossOf('entities', before.counts.entities, after.counts.entities, LOSS_BOUNDS.entities),
    ...lossOf('links', before.counts.links, after.counts.links, LOSS_BOUNDS.links),
    ...lossesIn('entities of type', before.counts.byType, after.counts.byType, LOSS_BOUNDS.type),
    ...lossesIn('links to', await countCollections(former), await countCollections(directory), LOSS_BOUNDS.collection),
  ];
  if (losses.length === 0) return;
  throw new HeldForLoss(
    `The new snapshot ${after.id} is held, because too much is missing from it. ${losses.join(' ')} ` +
      `To use it, run the command with --accept-loss ${after.id}`,
  );
}

/** Stated links by collection; none for a snapshot without a report. */
async function countCollections(directory: string): Promise<Readonly<Counts>> {
  const counts: Counts = {};
  for (const { linksByCollection = {} } of (await readBuildNotes(directory))?.sources ?? [])
    addCounts(counts, linksByCollection);
  return counts;
}

function lossesIn(what: string, before: Readonly<Counts>, after: Readonly<Counts>, bound: number): readonly string[] {
  return Object.entries(before).flatMap(([name, count]) => lossOf(`${what} ${name}`, count, after[name] ?? 0, bound));
}

function lossOf(what: string, before: number, after: number, bound: number): readonly string[] {
  const lost = before - after;
  if (lost < LEAST_LOSS || lost <= bound * before) return [];
  const sentence = `It has ${grouped(after)} of ${grouped(before)} ${what}`;
  return [`${sentence}: ${percent(lost / before)} are lost, but only ${percent(bound)} are allowed.`];
}
