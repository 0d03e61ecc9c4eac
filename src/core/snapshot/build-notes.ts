/** `report.json` of a snapshot: notes of the build for people, such as rejected lines and earlier snapshots. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GndId } from '../model/gnd-id.ts';
import type { ListChange } from '../model/source.ts';

export const REPORT_FILE = 'report.json';
/** Entities in one file of the sitemap: https://www.sitemaps.org/protocol.html allows no more addresses. */
export const SITEMAP_ENTRIES = 50_000;

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
  /** Number of used lines with oddities, by reason. */
  readonly notices?: Readonly<Record<string, number>>;
  /** Number of links stated under identifiers of merged records. */
  readonly linksViaFormerIds?: number;
  /** Fields of the header of a BEACON list. */
  readonly header?: Readonly<Record<string, string>>;
  /** The first entities of the source in the order of identifiers. */
  readonly firstEntities: readonly GndId[];
  /** Number of links that the source asserts, by collection. */
  readonly linksByCollection?: Readonly<Record<string, number>>;
  /** Address for questions, as the list states it. */
  readonly contact?: string;
  /** Settings of a BEACON list in the register: switches of the reader, and limits for a new copy. */
  readonly reading?: { readonly beacon?: object; readonly relation?: string; readonly guard: object };
  /** Decisions of the curators that were applied to links of the source. */
  readonly decisions?: readonly DecisionNote[];
  readonly scope: { readonly entities: number; readonly links: number };
  /** Scope of the source in the previous snapshot. */
  readonly before?: SourceNote['scope'];
  readonly change?: ListChange;
}

/** A decision of the curators about links of one entity, as `links.yaml` has it. */
export interface DecisionNote {
  /** Place of the decision at the time of the build, `links.yaml:LINE:COLUMN`. */
  readonly place: string;
  readonly gnd: GndId;
  readonly url?: string;
  readonly verdict: 'refused' | 'moved' | 'relation';
  readonly to?: string;
  readonly relation?: string;
  readonly reason: string;
  readonly since: string;
  readonly by: string;
  /** Number of links of this source that the decision changed or refused. */
  readonly links: number;
}

export interface BuildNotes {
  /** Snapshots, the newest first, this one included. */
  readonly history: readonly SnapshotNote[];
  readonly sources: readonly SourceNote[];
  /** Places of decisions that nothing met at the time of the build, `FILE:LINE:COLUMN`. */
  readonly unusedDecisions?: readonly string[];
  /** First entity of each file of the sitemap. */
  readonly sitemap: readonly GndId[];
}

/** @param directory of a snapshot @returns undefined for missing or unreadable notes: nothing depends on them */
export async function readBuildNotes(directory: string): Promise<BuildNotes | undefined> {
  try {
    const notes = JSON.parse(await readFile(join(directory, REPORT_FILE), 'utf8')) as BuildNotes;
    return [notes.history, notes.sources, notes.sitemap].every(Array.isArray) ? notes : undefined;
  } catch {
    return undefined;
  }
}
