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
  const matches = ({ id, date }: SnapshotChange['to']) => (DATE.test(since) ? date <= since : id === since);
  const place = oldestFirst.findLastIndex(({ to }) => matches(to));
  const oldest = oldestFirst[0];
  const start =
    oldestFirst[place]?.to ?? (oldest?.from !== undefined && matches(oldest.from) ? oldest.from : undefined);
  if (start === undefined) {
    const first =
      oldest === undefined ? 'there are none' : `the oldest known state is ${(oldest.from ?? oldest.to).id}`;
    return refusal(`Changes since “${since.slice(0, 40)}” are not known; ${first}.`);
  }
  const changes = oldestFirst.slice(place + 1);
  const applied = changes.filter(isApplied);
  const gap = changes.find((change) => !isApplied(change));
  return gap === undefined ? { since: start, changes: applied } : refusal(`No file of changes leads to ${gap.to.id}.`);
}

function isApplied(change: SnapshotChange): change is AppliedChange {
  return change.from !== undefined && change.file !== undefined && change.counts !== undefined;
}

/** @param detail a sentence that says why no files lead from the state to the newest one */
export function refusal(detail: string): Problem {
  return problem('not_found', { detail: `${detail} Take the newest dump.` });
}
