/** Compares two snapshots identifier by identifier, in one pass with one record of each in memory. */
import { inflateAnswer, parseAnswer, readAnswer } from '../../../core/snapshot/stored-answer.ts';
import { type Progress, SILENT } from '../progress.ts';
import { openRows } from '../../../core/sqlite/read-rows.ts';
import type { SnapshotRows, SnapshotRow } from '../../../core/snapshot/rows.ts';
import { createDiffCounter, type SnapshotDiff } from './diff-counter.ts';

interface DiffOptions {
  /** Number of examples of each kind of change. */
  readonly sample: number;
  readonly progress?: Progress;
}

const ENTITIES_PER_REPORT = 4096;

/** First member after `snapshot` in an answer: from there on, answers differ only if the entities differ. */
const AFTER_SNAPSHOT = '"conflicts":';

/** @throws UnusableSnapshot when a directory holds no readable snapshot */
export async function diffSnapshots(
  before: string,
  after: string,
  { sample, progress = SILENT }: DiffOptions,
): Promise<SnapshotDiff> {
  try {
    using earlier = await openRows(before);
    using later = await openRows(after);
    return compare(earlier, later, sample, progress);
  } finally {
    progress.end();
  }
}

function compare(earlier: SnapshotRows, later: SnapshotRows, sample: number, progress: Progress): SnapshotDiff {
  const counter = createDiffCounter(sample);

  function compareIdentifier(was: SnapshotRow | undefined, is: SnapshotRow | undefined): void {
    if (was?.kind === 'entity' && is?.kind === 'entity') {
      const [before, after] = [inflateAnswer(was.answer), inflateAnswer(is.answer)];
      if (!isSameEntity(before, after)) counter.kept(is.id, parseAnswer(before), parseAnswer(after));
    } else if (is?.kind === 'entity') counter.appeared(is.id, readAnswer(is.answer), was);
    else if (was?.kind === 'entity') counter.disappeared(was.id, readAnswer(was.answer), is);
    else counter.former(was, is);
  }

  progress.stage('compare', earlier.header.counts.entities + later.header.counts.entities);
  let entities = 0;
  for (const [was, is] of mergeJoin(earlier.all(), later.all())) {
    compareIdentifier(was, is);
    entities += (was?.kind === 'entity' ? 1 : 0) + (is?.kind === 'entity' ? 1 : 0);
    if (entities < ENTITIES_PER_REPORT) continue;
    progress.advance(entities);
    entities = 0;
  }
  progress.advance(entities);
  return counter.result(earlier.header, later.header);
}

/** Whether two stored answers are equal but for the snapshot; false may also mean that only labels differ. */
export function isSameEntity(before: Buffer, after: Buffer): boolean {
  const [from, to] = [before.indexOf(AFTER_SNAPSHOT), after.indexOf(AFTER_SNAPSHOT)];
  return from >= 0 && to >= 0 && before.subarray(from).equals(after.subarray(to));
}

/** Two items with the same identifier, at least one of which exists. */
type Pair<T> = readonly [left: T, right: T] | readonly [left: T, right: undefined] | readonly [undefined, T];

/** Pairs the items of two strictly ascending sequences, with one item of each in memory. */
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
