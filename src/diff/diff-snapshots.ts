/** Compares two snapshots identifier by identifier, in one pass over both that holds one record of each. */
import type { LinksAnswer } from '../api/schemas.ts';
import { type Progress, SILENT } from '../ingest/progress.ts';
import { unpackGndId } from '../model/gnd-id.ts';
import { behindSnapshot } from '../store/sqlite/answer-coding.ts';
import { createAnswerComparison } from '../store/sqlite/answer-comparison.ts';
import { openWalk, type SnapshotWalk, type Walked } from '../store/sqlite/walk.ts';
import { compareSources } from './compare-sources.ts';
import { createDiffTally } from './diff-tally.ts';
import { mergeJoin } from './merge-join.ts';
import type { SnapshotDiff } from './snapshot-diff.ts';

export interface DiffOptions {
  /** Examples of each kind of change. */
  readonly sample: number;
  readonly progress?: Progress;
}

type Entity = Walked & { readonly kind: 'entity' };

/** Entities between two reports of progress. */
const STRIDE = 4096;

/** @throws UnusableSnapshot when one of the directories holds none that can be read */
export async function diffSnapshots(
  before: string,
  after: string,
  { sample, progress = SILENT }: DiffOptions,
): Promise<SnapshotDiff> {
  const earlier = await openWalk(before);
  try {
    const later = await openWalk(after);
    try {
      return compare(earlier, later, sample, progress);
    } finally {
      later.close();
    }
  } finally {
    progress.end();
    earlier.close();
  }
}

function compare(earlier: SnapshotWalk, later: SnapshotWalk, sample: number, progress: Progress): SnapshotDiff {
  const tally = createDiffTally(sample);
  const same = createAnswerComparison(earlier.openings, later.openings);

  function compareEntities(id: number, was: Entity, is: Entity): void {
    if (same(was.answer, is.answer)) return;
    const [before, after] = [earlier.plain(was.answer), later.plain(is.answer)];
    // The same text may be packed otherwise.
    const said = behindSnapshot(after);
    if (said === undefined || behindSnapshot(before)?.equals(said) !== true) {
      tally.kept(id, parse(before), parse(after));
    }
  }

  function compareIdentifier(id: number, was: Walked | undefined, is: Walked | undefined): void {
    if (was?.kind === 'entity' && is?.kind === 'entity') compareEntities(id, was, is);
    else if (is?.kind === 'entity') tally.appeared(id, parse(later.plain(is.answer)), was);
    else if (was?.kind === 'entity') tally.disappeared(id, parse(earlier.plain(was.answer)), is);
    else tally.former(id, unpackGndId(id), was, is);
  }

  progress.stage('compare', earlier.header.counts.entities + later.header.counts.entities);
  let entities = 0;
  for (const [was, is] of mergeJoin(earlier.all(), later.all())) {
    compareIdentifier((was ?? is)?.id ?? 0, was, is);
    entities += (was?.kind === 'entity' ? 1 : 0) + (is?.kind === 'entity' ? 1 : 0);
    if (entities < STRIDE) continue;
    progress.advance(entities);
    entities = 0;
  }
  progress.advance(entities);
  return tally.result(earlier.header, later.header, compareSources(earlier.header.sources, later.header.sources));
}

function parse(answer: Buffer): LinksAnswer {
  return JSON.parse(answer.toString()) as LinksAnswer;
}
