/** `report.json` of a snapshot: notes of the build for people, such as rejected lines and earlier snapshots. */
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { GndId } from '../model/gnd-id.ts';
import type { Immutable } from '../model/schema.ts';
import type { ListChange } from '../model/source.ts';
import { readJson } from './read-json.ts';

export const REPORT_FILE = 'report.json';
/** Entities in one file of the sitemap: https://www.sitemaps.org/protocol.html allows no more addresses. */
export const SITEMAP_ENTRIES = 50_000;

const text = Type.String();
const gndId = Type.Unsafe<GndId>(Type.String({ pattern: '^[\\dX-]{3,12}$' }));
const count = Type.Integer({ minimum: 0 });
const counts = Type.Record(text, count);
/** Identifiers that a list gained or lost: their number, and the first. */
const turnover = Type.Object({ ids: count, first: Type.Array(gndId) });

const snapshotNote = Type.Object({
  id: text,
  date: text,
  /** RFC 3339. */
  builtAt: text,
  entities: count,
  links: count,
});
export type SnapshotNote = Immutable<Static<typeof snapshotNote>>;

/** A decision of the curators about links of one entity, as `links.yaml` has it. */
const decisionNote = Type.Object({
  /** Place of the decision at the time of the build, `links.yaml:LINE:COLUMN`. */
  place: text,
  gnd: gndId,
  url: Type.Optional(text),
  verdict: Type.Enum(['refused', 'moved', 'relation']),
  to: Type.Optional(text),
  relation: Type.Optional(text),
  reason: text,
  since: text,
  by: text,
  /** Number of links of this source that the decision changed or refused. */
  links: count,
});
export type DecisionNote = Immutable<Static<typeof decisionNote>>;

const sourceNote = Type.Object({
  key: text,
  /** Examples of lines or records that were left out, whole or in part, by reason; of records, pages show only those that name nobody. */
  examples: Type.Array(Type.Object({ reason: text, line: Type.Optional(count), excerpt: Type.Optional(text) })),
  /** Number of parts of records that were left out, by reason. */
  details: Type.Optional(counts),
  /** Number of used lines with oddities, by reason. */
  notices: Type.Optional(counts),
  /** Fields of the header of a BEACON list. */
  header: Type.Optional(Type.Record(text, text)),
  /** The first entities of the source in the order of identifiers. */
  firstEntities: Type.Array(gndId),
  /** Number of links that the source asserts, by collection. */
  linksByCollection: Type.Optional(counts),
  /** Address for questions, as the list states it. */
  contact: Type.Optional(text),
  /** Settings of a BEACON list in the register: switches of the reader, and limits for a new copy. */
  reading: Type.Optional(
    Type.Object({
      beacon: Type.Optional(Type.Object({})),
      relation: Type.Optional(text),
      guard: Type.Object({}),
    }),
  ),
  /** Decisions of the curators that were applied to links of the source. */
  decisions: Type.Optional(Type.Array(decisionNote)),
  /** Numbers of entities and links of the source. */
  scope: Type.Object({ entities: count, links: count }),
  /** The difference from the previous copy of the list. */
  change: Type.Optional(Type.Unsafe<ListChange>(Type.Object({ added: turnover, removed: turnover }))),
});
export type SourceNote = Immutable<Static<typeof sourceNote>>;

const buildNotes = Type.Object({
  /** Snapshots, the newest first, this one included. */
  history: Type.Array(snapshotNote),
  sources: Type.Array(sourceNote),
  /** First entity of each file of the sitemap. */
  sitemap: Type.Array(gndId),
});
export type BuildNotes = Immutable<Static<typeof buildNotes>>;
const validator = Compile(buildNotes);

/** @param directory of a snapshot @returns undefined for missing or unreadable notes: nothing depends on them */
export async function readBuildNotes(directory: string): Promise<BuildNotes | undefined> {
  return readJson(join(directory, REPORT_FILE), (notes) => validator.Check(notes));
}
