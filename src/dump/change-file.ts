/** What changed between two snapshots, one line per identifier: a dump and this file give the next dump. */
import { type AnswerLink, compareAnswers, linksOf } from '../diff/diff-counter.ts';
import { isSameEntity, mergeJoin } from '../diff/diff-snapshots.ts';
import { type GndId, unpackGndId } from '../model/gnd-id.ts';
import { type Progress, SILENT } from '../ingest/progress.ts';
import { openWalk, type SnapshotWalk, type Walked } from '../store/sqlite/walk.ts';
import { createGzipFile, type WrittenFile } from './gzip-file.ts';
import { createRedistribution, type DumpedAnswer, withheldSources } from './redistribution.ts';

/** First line of the file. */
export interface ChangesHeader {
  readonly apiVersion: string;
  readonly from: { readonly id: string; readonly date: string };
  /** What every answer of the next dump names. */
  readonly to: { readonly id: string; readonly date: string };
}

/** Any other line: what an identifier stands for now, that stood for something else before. In order of the identifiers. */
export interface Change {
  readonly gnd: GndId;
  readonly change: 'added' | 'changed' | 'redirected' | 'deleted';
  /** One that is told otherwise, with another number for example, is removed and added. */
  readonly links?: { readonly added: readonly AnswerLink[]; readonly removed: readonly AnswerLink[] };
  /** Of what was changed: names of fields and attributes. */
  readonly fields?: readonly string[];
  /** Of what was added or changed. */
  readonly answer?: DumpedAnswer;
  /** Of what was redirected. */
  readonly to?: GndId;
  /** Of what was deleted. */
  readonly successors?: readonly GndId[];
  /** Nobody says what became of it: it is not in the table of deletions. */
  readonly vanished?: true;
}

export type ChangeCounts = Readonly<Record<Change['change'] | 'linksAdded' | 'linksRemoved', number>>;

/** Identifiers between two looks at what has to be written. */
const STRIDE = 1024;

/** @param before and after: directories of snapshots @throws UnusableSnapshot */
export async function writeChanges(
  before: string,
  after: string,
  file: string,
  progress: Progress = SILENT,
): Promise<WrittenFile & { readonly counts: ChangeCounts }> {
  try {
    using earlier = await openWalk(before);
    using later = await openWalk(after);
    return await writeChangesOf(earlier, later, file, progress);
  } finally {
    progress.end();
  }
}

async function writeChangesOf(earlier: SnapshotWalk, later: SnapshotWalk, file: string, progress: Progress) {
  const out = createGzipFile(file);
  const changeOf = createComparison(earlier, later);
  const counts = { added: 0, changed: 0, redirected: 0, deleted: 0, linksAdded: 0, linksRemoved: 0 };
  const header: ChangesHeader = {
    apiVersion: later.header.apiVersion,
    from: { id: earlier.header.id, date: earlier.header.date },
    to: { id: later.header.id, date: later.header.date },
  };
  out.add(`${JSON.stringify(header)}\n`);
  progress.stage('changes', later.header.counts.entities);
  let identifiers = 0;
  for (const [was, is] of mergeJoin(earlier.all(), later.all())) {
    const change = changeOf(was, is);
    identifiers += 1;
    if (change !== undefined) {
      counts[change.change] += 1;
      counts.linksAdded += change.links?.added.length ?? 0;
      counts.linksRemoved += change.links?.removed.length ?? 0;
      out.add(`${JSON.stringify(change)}\n`);
    }
    if (identifiers % STRIDE === 0) progress.advance(STRIDE);
    if (out.isFull()) await out.flushed();
  }
  return { ...(await out.close()), counts };
}

/** @returns a function of what an identifier stood and stands for; undefined where dumps say the same */
function createComparison(earlier: SnapshotWalk, later: SnapshotWalk) {
  const withheld = (walk: SnapshotWalk) => new Set(withheldSources(walk.header).map(({ key }) => key));
  const [keysBefore, keysAfter] = [withheld(earlier), withheld(later)];
  const isSameLicence = keysBefore.symmetricDifference(keysAfter).size === 0;
  const [readBefore, readAfter] = [createRedistribution(keysBefore), createRedistribution(keysAfter)];

  return (was: Walked | undefined, is: Walked | undefined): Change | undefined => {
    if (was?.kind === 'entity' && is?.kind === 'entity' && isSameLicence && isSameEntity(was.answer, is.answer)) {
      return undefined;
    }
    const before = was?.kind === 'entity' ? readBefore(was.answer).answer : undefined;
    const after = is?.kind === 'entity' ? readAfter(is.answer).answer : undefined;
    if (after !== undefined) return entityChange(before, after);
    const links = before === undefined ? {} : { links: { added: [], removed: linksOf(before) } };
    const gnd = unpackGndId((is ?? was)?.id ?? 0);
    if (is?.kind === 'redirect') {
      if (was?.kind === 'redirect' && was.target === is.target) return undefined;
      return { gnd, change: 'redirected', to: is.target, ...links };
    }
    if (is?.kind === 'deletion') {
      if (was?.kind === 'deletion' && String(was.successors) === String(is.successors)) return undefined;
      return { gnd, change: 'deleted', successors: is.successors, ...links };
    }
    return { gnd, change: 'deleted', successors: [], vanished: true, ...links };
  };
}

function entityChange(before: DumpedAnswer | undefined, after: DumpedAnswer): Change | undefined {
  const gnd = after.entity.gnd as GndId;
  if (before === undefined) {
    return { gnd, change: 'added', links: { added: linksOf(after), removed: [] }, answer: after };
  }
  // What was withheld may be all that differs.
  if (JSON.stringify({ ...before, apiVersion: after.apiVersion, snapshot: after.snapshot }) === JSON.stringify(after))
    return undefined;
  const { fields, added, removed, altered } = compareAnswers(before, after);
  const links = {
    added: [...added, ...altered.map((link) => link.after)],
    removed: [...removed, ...altered.map((link) => link.before)],
  };
  return { gnd, change: 'changed', fields, links, answer: after };
}

/** Its name, `changes-20261013-3f9c2a7d-20261120-14890e46.jsonl.gz`. */
export function changesFileName(from: string, to: string): string {
  return `changes-${from}-${to}.jsonl.gz`;
}
