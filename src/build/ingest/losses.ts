/** Compares a new snapshot with the current one: what has lost more than its bound does not go into service by itself. */
import { readBuildNotes } from '../../core/snapshot/build-notes.ts';
import { grouped, HeldForLoss, percent } from '../sources/fetch/plausibility.ts';
import { readHeader, type SnapshotHeader, UnusableSnapshot } from '../../core/snapshot/header.ts';

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
    ...lossesIn('entities of the type', countTypes(before), countTypes(after), LOSS_BOUNDS.type),
    ...lossesIn('links of', await countCollections(former), await countCollections(directory), LOSS_BOUNDS.collection),
  ];
  if (losses.length === 0) return;
  throw new HeldForLoss(
    `The new snapshot ${after.id} is held, because it has lost too much. ${losses.join(' ')} ` +
      `To use it, run the command with --accept-loss ${after.id}`,
  );
}

function countTypes({ counts }: SnapshotHeader): ReadonlyMap<string, number> {
  return new Map(Object.entries(counts.byType));
}

/** Stated links by collection; none for a snapshot without a report. */
async function countCollections(directory: string): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const { linksByCollection = {} } of (await readBuildNotes(directory))?.sources ?? []) {
    for (const [key, links] of Object.entries(linksByCollection)) counts.set(key, (counts.get(key) ?? 0) + links);
  }
  return counts;
}

function lossesIn(
  what: string,
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  bound: number,
): readonly string[] {
  return [...before].flatMap(([name, count]) => lossOf(`${what} ${name}`, count, after.get(name) ?? 0, bound));
}

function lossOf(what: string, before: number, after: number, bound: number): readonly string[] {
  const lost = before - after;
  if (lost < LEAST_LOSS || lost <= bound * before) return [];
  const sentence = `Of ${grouped(before)} ${what} it has ${grouped(after)}`;
  return [`${sentence}: ${percent(lost / before)} are lost, ${percent(bound)} are allowed.`];
}
