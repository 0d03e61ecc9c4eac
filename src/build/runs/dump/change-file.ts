/** Changes between two snapshots, one line per identifier: a dump and this file give the next dump. */
import { type AnswerLink, compareLinks, differing, isSameEntity, linksOf, mergeJoin } from '../compare-snapshots.ts';
import { type GndId, unpackGndId } from '../../../core/model/gnd-id.ts';
import { type Progress, SILENT } from '../../ingest/progress.ts';
import { omit } from '../../../shared/omit.ts';
import { mayBeLiving } from '../../../shared/dumps/living.ts';
import { openRows } from '../../ingest/snapshot/read-rows.ts';
import type { SnapshotRows, SnapshotRow } from '../../../shared/snapshot-rows.ts';
import { describeFormer, type EntityDescription } from '../../../shared/dumps/former-entities.ts';
import { inflateAnswer } from '../../../core/snapshot/stored-answer.ts';
import type { CHANGE_KINDS, ChangesHeader } from '../../../shared/dumps/dump-folder.ts';
import { createGzipFile } from '../../../shared/files/gzip-file.ts';
import { createRedistribution, type DumpedAnswer, restrictedSources } from './redistribution.ts';

/** A line after the header: a changed entity, redirect or deletion. Lines are in order of the identifiers. */
export interface Change {
  readonly gnd: GndId;
  readonly change: (typeof CHANGE_KINDS)[number];
  /** Links that were added and removed; a link that changed, for example in its number of hits, is removed and added. */
  readonly links?: { readonly added: readonly AnswerLink[]; readonly removed: readonly AnswerLink[] };
  /** Names of the fields and attributes that changed. */
  readonly fields?: readonly string[];
  /** The new answer, where the entity was added or changed. */
  readonly answer?: DumpedAnswer;
  /** The surviving entity, where the identifier was redirected. */
  readonly to?: GndId;
  /** The successors, where the entity was deleted. */
  readonly successors?: readonly GndId[];
  /** The entity that was deleted, with what may be kept of it. */
  readonly was?: EntityDescription;
  /** The identifier is gone, without an entry in the table of deletions. */
  readonly vanished?: true;
}

/**
 * @param before and after: directories of snapshots
 * @returns the file, its counts, and the packed identifiers that are withheld now and were not before; the file has only those
 * that were known
 * @throws UnusableSnapshot
 */
export async function writeChanges(before: string, after: string, file: string, progress: Progress = SILENT) {
  try {
    using earlier = await openRows(before);
    using later = await openRows(after);
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
    const withheld = new Set<number>();
    for (const [was, is] of mergeJoin(earlier.all(), later.all())) {
      const change = changeOf(was, is);
      if (is?.kind === 'withheld' && was?.kind !== 'withheld') withheld.add(is.id);
      if (change !== undefined) {
        counts[change.change] += 1;
        counts.linksAdded += change.links?.added.length ?? 0;
        counts.linksRemoved += change.links?.removed.length ?? 0;
        out.add(`${JSON.stringify(change)}\n`);
      }
      if (is?.kind === 'entity') progress.advance(1);
      if (out.isFull()) await out.flushed();
    }
    return { ...(await out.close()), counts, withheld };
  } finally {
    progress.end();
  }
}

/** @returns a function of the former and the present row of an identifier: undefined where both dumps are the same */
function createComparison(earlier: SnapshotRows, later: SnapshotRows) {
  const restricted = (rows: SnapshotRows) => new Set(restrictedSources(rows.header).map(({ key }) => key));
  const [keysBefore, keysAfter] = [restricted(earlier), restricted(later)];
  const isSameLicence = keysBefore.symmetricDifference(keysAfter).size === 0;
  const [readBefore, readAfter] = [createRedistribution(keysBefore), createRedistribution(keysAfter)];
  const year = Number(later.header.date.slice(0, 4));

  return (was: SnapshotRow | undefined, is: SnapshotRow | undefined): Change | undefined => {
    // Dumps do not name withheld identifiers, so that nobody gets a list of them.
    const isGone = (row?: SnapshotRow) => row === undefined || row.kind === 'withheld';
    if (isGone(was) && isGone(is)) return undefined;
    const [earlierBody, laterBody] = [was, is].map((row) =>
      row?.kind === 'entity' ? inflateAnswer(row.answer) : undefined,
    );
    if (earlierBody && laterBody && isSameLicence && isSameEntity(earlierBody, laterBody)) return undefined;
    const before = earlierBody && readBefore(earlierBody).answer;
    const after = laterBody && readAfter(laterBody).answer;
    if (after !== undefined) return entityChange(before, after, year);
    const gnd = unpackGndId((is ?? was)?.id ?? 0);
    if (is?.kind === 'withheld') return { gnd, change: 'deleted', successors: [], vanished: true };
    if (is?.kind === 'redirect') {
      if (was?.kind === 'redirect' && was.target === is.target) return undefined;
      const links = before && { links: { added: [], removed: removedLinks(linksOf(before), before, year) } };
      return { gnd, change: 'redirected', to: is.target, ...links };
    }
    const former = before && formerly(before, year);
    if (is?.kind === 'deletion') {
      if (was?.kind === 'deletion' && String(was.successors) === String(is.successors)) return undefined;
      return { gnd, change: 'deleted', successors: is.successors, ...former };
    }
    return { gnd, change: 'deleted', successors: [], vanished: true, ...former };
  };
}

/** The deleted entity; without links if its name is not kept, because addresses and notes often have the name. */
function formerly(before: DumpedAnswer, year: number): Pick<Change, 'was' | 'links'> {
  const was = describeFormer(before.entity, year);
  return was.preferredName === undefined ? { was } : { was, links: { added: [], removed: linksOf(before) } };
}

/** Leaves out notes about a person who may be living. */
function removedLinks(links: readonly AnswerLink[], { entity }: DumpedAnswer, year: number): readonly AnswerLink[] {
  return mayBeLiving(entity, year) ? links.map((link) => omit(link, 'annotation')) : links;
}

function entityChange(before: DumpedAnswer | undefined, after: DumpedAnswer, year: number): Change | undefined {
  const gnd = after.entity.gnd as GndId;
  if (before === undefined) {
    return { gnd, change: 'added', links: { added: linksOf(after), removed: [] }, answer: after };
  }
  // The two may differ in links that are left out, and have as many of them.
  if (JSON.stringify({ ...before, apiVersion: after.apiVersion, snapshot: after.snapshot }) === JSON.stringify(after))
    return undefined;
  const { added, removed, altered } = compareLinks(before, after);
  const links = {
    added: [...added, ...altered.map((link) => link.after)],
    removed: removedLinks([...removed, ...altered.map((link) => link.before)], after, year),
  };
  const fields = fieldsThatDiffer(before, after, links.added.length + links.removed.length > 0);
  return { gnd, change: 'changed', fields, links, answer: after };
}

/** Names of the members of an answer and of the attributes that differ, also of those that follow from others. */
export function fieldsThatDiffer(
  before: DumpedAnswer,
  after: DumpedAnswer,
  areLinksListed: boolean,
): readonly string[] {
  const members = ({ entity, conflicts, links }: DumpedAnswer) => ({
    ...entity,
    attributes: undefined,
    conflicts,
    ...(!areLinksListed && { links }),
  });
  return [
    ...differing(members(before), members(after)),
    ...differing(before.entity.attributes, after.entity.attributes),
  ].toSorted();
}

/**
 * Name of the file of changes, e.g. `changes-20261013-3f9c2a7d-20261120-14890e46.jsonl.gz`.
 * @param compacted the snapshot whose changes have last been taken out of the file, so that no name has two contents
 */
export function changesFileName(from: string, to: string, compacted?: string): string {
  return `changes-${[from, to, ...(compacted === undefined ? [] : [compacted])].join('-')}.jsonl.gz`;
}
