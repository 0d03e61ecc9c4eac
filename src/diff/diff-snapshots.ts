/** Compares two snapshots identifier by identifier, in one pass over both that holds one record of each. */
import type { LinksAnswer } from '../api/schemas.ts';
import { type Progress, SILENT } from '../ingest/progress.ts';
import { openWalk, type SnapshotWalk, type Walked } from '../store/sqlite/walk.ts';
import { createDiffCounter, type SnapshotDiff } from './diff-counter.ts';

interface DiffOptions {
  /** Examples of each kind of change. */
  readonly sample: number;
  readonly progress?: Progress;
}

/** Entities between two reports of progress. */
const STRIDE = 4096;

/** An answer names its snapshot before it comes to this; what follows is the same while the entity is. */
const BEHIND_SNAPSHOT = '"conflicts":';

/** @throws UnusableSnapshot when one of the directories holds none that can be read */
export async function diffSnapshots(
  before: string,
  after: string,
  { sample, progress = SILENT }: DiffOptions,
): Promise<SnapshotDiff> {
  try {
    using earlier = await openWalk(before);
    using later = await openWalk(after);
    return compare(earlier, later, sample, progress);
  } finally {
    progress.end();
  }
}

function compare(earlier: SnapshotWalk, later: SnapshotWalk, sample: number, progress: Progress): SnapshotDiff {
  const counter = createDiffCounter(sample);

  function compareIdentifier(was: Walked | undefined, is: Walked | undefined): void {
    if (was?.kind === 'entity' && is?.kind === 'entity') {
      if (!isSameEntity(was.answer, is.answer)) counter.kept(is.id, parse(was.answer), parse(is.answer));
    } else if (is?.kind === 'entity') counter.appeared(is.id, parse(is.answer), was);
    else if (was?.kind === 'entity') counter.disappeared(was.id, parse(was.answer), is);
    else counter.former(was, is);
  }

  progress.stage('compare', earlier.header.counts.entities + later.header.counts.entities);
  let entities = 0;
  for (const [was, is] of mergeJoin(earlier.all(), later.all())) {
    compareIdentifier(was, is);
    entities += (was?.kind === 'entity' ? 1 : 0) + (is?.kind === 'entity' ? 1 : 0);
    if (entities < STRIDE) continue;
    progress.advance(entities);
    entities = 0;
  }
  progress.advance(entities);
  return counter.result(earlier.header, later.header);
}

/** Whether two stored answers say the same of an entity; false may also mean that the wording differs. */
export function isSameEntity(before: Buffer, after: Buffer): boolean {
  const [from, to] = [before.indexOf(BEHIND_SNAPSHOT), after.indexOf(BEHIND_SNAPSHOT)];
  return from >= 0 && to >= 0 && before.subarray(from).equals(after.subarray(to));
}

function parse(answer: Buffer): LinksAnswer {
  return JSON.parse(answer.toString()) as LinksAnswer;
}

/** At least one of the two is there; both are of the same identifier. */
type Pair<T> = readonly [left: T, right: T] | readonly [left: T, right: undefined] | readonly [undefined, T];

/** Holds one item of each. Both must be in strictly ascending order. */
export function* mergeJoin<T extends { readonly id: number }>(
  left: Iterable<T>,
  right: Iterable<T>,
): Generator<Pair<T>> {
  const [lefts, rights] = [left[Symbol.iterator](), right[Symbol.iterator]()];
  try {
    let [a, b] = [lefts.next(), rights.next()];
    while (a.done !== true || b.done !== true) {
      if (b.done === true || (a.done !== true && a.value.id < b.value.id)) {
        yield [a.value as T, undefined];
        a = lefts.next();
      } else if (a.done === true || b.value.id < a.value.id) {
        yield [undefined, b.value];
        b = rights.next();
      } else {
        yield [a.value, b.value];
        [a, b] = [lefts.next(), rights.next()];
      }
    }
  } finally {
    lefts.return?.();
    rights.return?.();
  }
}
