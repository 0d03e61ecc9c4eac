/** What the build of a snapshot wrote down for people beside the data, in its report: rejected lines, earlier snapshots. */
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
  /** A few of the lines or records that were not used, or not whole, by reason. */
  readonly examples: readonly { readonly reason: string; readonly line?: number; readonly excerpt?: string }[];
  /** The first of its entities. */
  readonly firstEntities: readonly GndId[];
  /** Links that it asserts, by collection. */
  readonly linksByCollection?: Readonly<Record<string, number>>;
  /** Whom to write to, as the list itself says. */
  readonly contact?: string;
  /** Of a BEACON list: how the register has it read, and what a new copy has to keep to. */
  readonly reading?: { readonly beacon?: object; readonly relation?: string; readonly guard: object };
  readonly scope: { readonly entities: number; readonly links: number };
  /** The same of the snapshot before. */
  readonly before?: SourceNote['scope'];
  readonly change?: ListChange;
}

export interface BuildNotes {
  /** The newest first, this one included. */
  readonly history: readonly SnapshotNote[];
  readonly sources: readonly SourceNote[];
  /** The entities at which the files of a sitemap begin. */
  readonly sitemap: readonly GndId[];
}

/** Nothing depends on them: undefined where there are none that can be read. @param directory of a snapshot */
export async function readBuildNotes(directory: string): Promise<BuildNotes | undefined> {
  try {
    const notes = JSON.parse(await readFile(join(directory, REPORT_FILE), 'utf8')) as BuildNotes;
    return [notes.history, notes.sources, notes.sitemap].every(Array.isArray) ? notes : undefined;
  } catch {
    return undefined;
  }
}
