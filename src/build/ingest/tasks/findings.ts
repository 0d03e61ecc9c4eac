/** Merged, deleted and unknown numbers of lists: spilled while entities are merged, then written as one table for all lists. */
import { join } from 'node:path';
import { unpackGndId } from '../../../core/model/gnd-id.ts';
import { NUMBERS_FILE } from '../../../shared/dumps/dump-folder.ts';
import { createGzipFile, type WrittenFile } from '../../../shared/files/gzip-file.ts';
import { getOrInsert } from '../../../shared/get-or-insert.ts';
import { createSpill, openSpills, type SpilledRecord } from '../../../shared/files/spill.ts';
import { OTHER_COLLECTION } from '../../sources/register/curation.ts';
import type { StatedLink } from './fold-links.ts';
import { openIdentities } from './identities.ts';
import { sourceOf } from './read.ts';
import type { Task } from './task.ts';

/** Folder of the table in the directory of a snapshot; the header has no hash of it. */
export const FINDINGS_FOLDER = 'findings';

/** Kinds of outdated or wrong numbers. */
const NUMBER_FINDINGS = ['merged', 'deleted', 'unknown'] as const;

type NumberFinding = (typeof NUMBER_FINDINGS)[number];

/**
 * One line per number, source and collection. `collection` is empty for unknown numbers, `successors` are separated by
 * blanks, `links` counts the links that the source states under the number.
 */
export const NUMBERS_COLUMNS = ['gnd', 'finding', 'successors', 'source', 'collection', 'links'] as const;

/** Spill in the directory of a task `merge`. */
export const FINDINGS_FILE = 'findings';

/**
 * Spills findings. Key: the number as a source states it. Related: the entity that it leads to, or 0. Tag: source and finding.
 * Body: the collection of the link; empty for an unknown number.
 */
export function createFindings(directory: string) {
  const spill = createSpill(join(directory, FINDINGS_FILE));
  return {
    /** @param record of a stated link @param to packed */
    add(finding: NumberFinding, { related, tag, body }: SpilledRecord, to = 0): void {
      const { collection, supposed } = JSON.parse(body.toString()) as Omit<StatedLink, 'source'>;
      const mark = sourceOf(tag) * NUMBER_FINDINGS.length + NUMBER_FINDINGS.indexOf(finding);
      spill.add(related, to, mark, finding === 'unknown' ? '' : (collection ?? supposed ?? OTHER_COLLECTION));
    },
    finish: () => spill.finish(),
    [Symbol.dispose]: () => spill[Symbol.dispose](),
  };
}

interface WriteFindingsTask extends Task {
  /** Spills. */
  readonly findings: readonly string[];
  /** Directory of the identities. */
  readonly identities: string;
  /** Keys of all sources, in the order of their numbers. */
  readonly sources: readonly string[];
}

/** Writes {@link NUMBERS_FILE}, with the lines of one number in memory: one for each source and collection. */
export async function writeFindings(task: WriteFindingsTask): Promise<WrittenFile> {
  using spills = openSpills(task.findings);
  using identities = openIdentities(task.identities);
  const out = createGzipFile(join(task.directory, NUMBERS_FILE));
  out.add(`${NUMBERS_COLUMNS.join('\t')}\n`);
  let number: number | undefined;
  /** Lines while their links are counted. */
  const rows = new Map<string, Pick<SpilledRecord, 'tag' | 'related'> & { collection: string; links: number }>();
  const writeNumber = (): void => {
    const gnd = unpackGndId(number ?? 0);
    for (const [, { tag, related, collection, links }] of [...rows].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const finding = NUMBER_FINDINGS[tag % NUMBER_FINDINGS.length];
      const deleted = finding === 'deleted' ? identities.successorsOf(gnd) : [];
      const successors = related === 0 ? deleted : [unpackGndId(related)];
      const source = task.sources[Math.floor(tag / NUMBER_FINDINGS.length)];
      out.add(`${[gnd, finding, successors.join(' '), source, collection, links].join('\t')}\n`);
    }
    rows.clear();
  };
  for (const { key, related, tag, body } of spills.records()) {
    if (key !== number) writeNumber();
    number = key;
    const collection = body.toString();
    // Numbers in texts sort correctly only if they have the same length.
    const place = `${String(tag).padStart(5, '0')} ${collection}`;
    getOrInsert(rows, place, () => ({ tag, related, collection, links: 0 })).links += 1;
    if (out.isFull()) await out.flushed();
  }
  writeNumber();
  return out.close();
}
