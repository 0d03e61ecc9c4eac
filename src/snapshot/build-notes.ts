/** Notes of the build for people, beside the data of a snapshot: rejected lines, earlier snapshots. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GndId } from '../model/gnd-id.ts';
import type { ListChange } from '../model/source.ts';

export const REPORT_FILE = 'report.json';

export interface SnapshotNote {
  readonly id: string;
  readonly date: string;
  /** RFC 3339. */
  readonly builtAt: string;
  readonly entities: number;
  readonly links: number;
}

export interface SourceNote {
  readonly key: string;
  /** Examples of lines or records that were left out, whole or in part, by reason. */
  readonly examples: readonly { readonly reason: string; readonly line?: number; readonly excerpt?: string }[];
  /** Oddities in lines that were used, by reason. */
  readonly notices?: Readonly<Record<string, number>>;
  /** Links stated under numbers of merged records. */
  readonly linksViaFormerIds?: number;
  /** Fields of the header of a BEACON list. */
  readonly header?: Readonly<Record<string, string>>;
  /** Its first entities by identifier. */
  readonly firstEntities: readonly GndId[];
  /** Number of links that it asserts, by collection. */
  readonly linksByCollection?: Readonly<Record<string, number>>;
  /** Address for questions, as the list states it. */
  readonly contact?: string;
  /** For a BEACON list: switches of its reader in the register, and the limits for a new copy. */
  readonly reading?: { readonly beacon?: object; readonly relation?: string; readonly guard: object };
  /** Decisions about single links that were applied to its links. */
  readonly decisions?: readonly DecisionNote[];
  readonly scope: { readonly entities: number; readonly links: number };
  /** The same of the snapshot before. */
  readonly before?: SourceNote['scope'];
  readonly change?: ListChange;
}

/** A decision of the curators about links of one entity, as `links.yaml` has it. */
export interface DecisionNote {
  /** `links.yaml:LINE:COLUMN` as it was built. */
  readonly place: string;
  readonly gnd: GndId;
  readonly url?: string;
  readonly verdict: 'refused' | 'moved' | 'relation';
  readonly to?: string;
  readonly relation?: string;
  readonly reason: string;
  readonly since: string;
  readonly by: string;
  /** Links of this source that were changed or refused. */
  readonly links: number;
}

export interface BuildNotes {
  /** The newest first, this one included. */
  readonly history: readonly SnapshotNote[];
  readonly sources: readonly SourceNote[];
  /** First entity of each file of the sitemap. */
  readonly sitemap: readonly GndId[];
}

/** Undefined where there are none that can be read: nothing depends on them. @param directory of a snapshot */
export async function readBuildNotes(directory: string): Promise<BuildNotes | undefined> {
  try {
    const notes = JSON.parse(await readFile(join(directory, REPORT_FILE), 'utf8')) as BuildNotes;
    return [notes.history, notes.sources, notes.sitemap].every(Array.isArray) ? notes : undefined;
  } catch {
    return undefined;
  }
}
