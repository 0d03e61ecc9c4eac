/** The files of changes that lead from a state of the data to the newest, in the order in which they are applied. */
import { type Problem, problem } from '../../core/http/problems.ts';
import type { RecentChanges, SnapshotChange } from '../../shared/dumps/dump-folder.ts';

/** A change with its file. */
export type AppliedChange = SnapshotChange & Required<Pick<SnapshotChange, 'from' | 'file' | 'counts'>>;

export interface ChangesSince {
  /** State with which the changes begin. */
  readonly since: SnapshotChange['to'];
  /** Changes, the oldest first; empty where the state is the newest. */
  readonly changes: readonly AppliedChange[];
}

/** Form of a date; any other text is the identifier of a snapshot. */
export const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** @param since identifier of a snapshot, or a date: a date means the newest snapshot of that day or before */
export function changesSince({ snapshots }: Pick<RecentChanges, 'snapshots'>, since: string): ChangesSince | Problem {
  const oldestFirst = snapshots.toReversed();
  const states = [oldestFirst[0]?.from, ...oldestFirst.map(({ to }) => to)].filter((state) => state !== undefined);
  const place = states.findLastIndex(({ id, date }) => (DATE.test(since) ? date <= since : id === since));
  const start = states[place];
  if (start === undefined) {
    const first =
      states[0] === undefined ? 'there are no files of changes yet' : `the oldest known state is ${states[0].id}`;
    return refusal(`Changes since “${since.slice(0, 40)}” are not known; ${first}.`);
  }
  const steps = states.length - 1 - place;
  const changes = oldestFirst.slice(oldestFirst.length - steps);
  const applied = changes.filter(isApplied);
  const gap = changes.find((change) => !isApplied(change));
  return gap === undefined
    ? { since: start, changes: applied }
    : refusal(`There is no file with the changes up to ${gap.to.id}.`);
}

function isApplied(change: SnapshotChange): change is AppliedChange {
  return change.from !== undefined && change.file !== undefined && change.counts !== undefined;
}

/** @param detail a sentence that says why no files lead from the state to the newest one */
export function refusal(detail: string): Problem {
  return problem('not_found', { detail: `${detail} Use the newest dump.` });
}
