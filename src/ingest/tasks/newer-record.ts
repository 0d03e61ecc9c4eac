/** Decides statement by statement whether a dump or a harvest has the newer record of an identifier. */
import { join } from 'node:path';
import { type GndId, packGndId } from '../../model/gnd-id.ts';
import type { Statement } from '../../sources/readers/reader.ts';
import type { RegisteredSource } from '../../sources/register/register.ts';
import {
  createFates,
  dateNumber,
  type Fate,
  isLater,
  readReplaced,
  readSuperseded,
  REPLACED_FILE,
  SUPERSEDED_FILE,
  writeSuperseded,
} from './replaced.ts';

/** Records of other sources with the same identifiers. */
export interface Rivals {
  /** For a dump: files of harvested records. */
  readonly replaced: readonly string[];
  /** For a harvest: files of its records that are older than those of a dump. */
  readonly superseded: readonly string[];
}

export interface NewerRecord {
  /** Must be called with all statements of a record before `isOutdated`. */
  readonly look: (batch: readonly Statement[]) => void;
  /** Whether another source has a newer record. */
  readonly isOutdated: (statement: Statement) => boolean;
  /** Writes the facts that other sources are compared with. @returns the number of harvested records that are older */
  readonly finish: (directory: string) => number;
}

const NOTHING: NewerRecord = { look: () => undefined, isOutdated: () => false, finish: () => 0 };

export function createNewerRecord(source: RegisteredSource, { replaced, superseded }: Rivals): NewerRecord {
  if (source.updates === true) return ofHarvest(superseded);
  return isRecordOfGnd(source) ? ofDump(source, replaced) : NOTHING;
}

/** Dumps of the GND's records, in whatever format; Entity Facts are made of them, and not as often. */
export function isRecordOfGnd({ kind, origin }: RegisteredSource): boolean {
  return kind !== 'links' && origin.format !== 'entity-facts';
}

function ofHarvest(files: readonly string[]): NewerRecord {
  const superseded = readSuperseded(files);
  const fates = createFates();
  return {
    look(batch) {
      for (const statement of batch) {
        const [fate, modified] = fateOf(statement) ?? [];
        const subject = subjectOf(statement);
        if (fate !== undefined && subject !== undefined) fates.add(packGndId(subject), fate, dateNumber(modified));
      }
    },
    isOutdated(statement) {
      const subject = subjectOf(statement);
      return subject !== undefined && superseded.has(packGndId(subject));
    },
    finish(directory) {
      fates.write(join(directory, REPLACED_FILE));
      return 0;
    },
  };
}

function ofDump({ kind }: RegisteredSource, files: readonly string[]): NewerRecord {
  const replaced = readReplaced(files);
  const superseded = new Set<number>();
  /** Dates of the records of one batch: a link has none of its own. */
  const dates = new Map<GndId, number>();
  return {
    look(batch) {
      dates.clear();
      if (replaced.size === 0) return;
      for (const statement of batch) {
        const [, modified] = fateOf(statement) ?? [];
        const subject = subjectOf(statement);
        if (modified !== undefined && subject !== undefined) dates.set(subject, dateNumber(modified));
      }
    },
    isOutdated(statement) {
      const subject = replaced.size === 0 ? undefined : subjectOf(statement);
      if (subject === undefined) return false;
      const id = packGndId(subject);
      const harvested = replaced.find(id);
      if (harvested === undefined) return false;
      const date = dates.get(subject) ?? Number.NaN;
      if (isLater(date, harvested.date)) {
        superseded.add(id);
        return false;
      }
      if (kind !== 'redirects' || harvested.fate === 'living') return true;
      // A list knows the successor of a record, where a harvest may know only that it is gone.
      return harvested.fate === 'redirected' && !Number.isNaN(date);
    },
    finish(directory) {
      writeSuperseded(join(directory, SUPERSEDED_FILE), superseded);
      return superseded.size;
    },
  };
}

/** The identifier of the record that makes the statement; undefined for statements that no record makes. */
export function subjectOf(statement: Statement): GndId | undefined {
  // A list speaks of the record that is gone, a record of those that it absorbed.
  if (statement.kind === 'redirect') return statement.evidence === 'list' ? statement.from : statement.to;
  const isOfRecord = statement.kind === 'entity' || statement.kind === 'link' || statement.kind === 'deletion';
  return isOfRecord ? statement.gnd : undefined;
}

/** The state of its record and the date of that, for statements that tell. */
function fateOf(statement: Statement): readonly [Fate, modified?: string | undefined] | undefined {
  if (statement.kind === 'entity') return ['living', statement.modified];
  if (statement.kind === 'deletion') return ['deleted', statement.modified];
  if (statement.kind === 'redirect' && statement.evidence === 'list') return ['redirected', statement.modified];
  return undefined;
}
