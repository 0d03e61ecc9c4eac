/** The interface between doors and engines: the questions that a snapshot answers, and the entities in it. */
import type { EntityType } from '../model/entity.ts';
import type { GndId } from '../model/gnd-id.ts';
import type { IdentifierScheme } from '../model/identifier-scheme.ts';
import type { Category, Collection, RetiredSource, Source } from '../model/source.ts';
import type { BuildNotes } from './build-notes.ts';
import type { EntityCard } from '../search/engine.ts';
import type { InboundGroup, RelationPage } from '../search/inbound.ts';
import type { MatchCandidate, MatchQuery } from '../search/match.ts';
import type { Resolution } from '../search/resolve.ts';
import type { SearchPage, SearchQuery } from '../search/search.ts';

/** Header of a snapshot: its identity and its claims about the contents. */
export interface Snapshot {
  /** `YYYYMMDD-` and the first eight digits of {@link fingerprint}. */
  readonly id: string;
  /** Day of the newest source, `YYYY-MM-DD`. */
  readonly date: string;
  /** RFC 3339. */
  readonly builtAt: string;
  /** Version of the format, `docs/snapshot-format.md`. */
  readonly format: number;
  /** Version of the interface that the stored answers follow. */
  readonly apiVersion: string;
  /** SHA-256 over statements, configuration and release. Order of inputs and time of the build have no effect. */
  readonly fingerprint: string;
  /** SHA-256 over every answer, redirect, deletion and withheld identifier. */
  readonly contentHash: string;
  readonly counts: SnapshotCounts;
  readonly sources: readonly Source[];
  /** Retired sources; absent where an older release built the snapshot. */
  readonly retired?: readonly RetiredSource[];
  readonly categories: readonly Category[];
  /** Number of the operator's decisions about entities, by verdict. */
  readonly entityDecisions: { readonly withheld: number; readonly without: number };
  /** Collections of the links, sorted by key. */
  readonly collections: readonly Collection[];
}

export interface SnapshotCounts {
  readonly entities: number;
  readonly byType: Readonly<Record<string, number>>;
  readonly links: number;
  readonly byCategory: Readonly<Record<string, number>>;
  readonly redirects: number;
  readonly deletions: number;
  /** Identifiers of withheld entities, former ones included. */
  readonly withheld: number;
  /** Distinct (scheme, value) pairs by which entities are found. */
  readonly identifiers: number;
}

/** `answer` is the stored body of `/gnd/{gnd}/links`: one complete JSON object, compact, as one gzip member. */
export interface Found {
  readonly kind: 'found';
  readonly answer: Uint8Array;
}
/** The identifier belongs to a record that was merged; `answer` is the survivor's. */
export interface Redirected {
  readonly kind: 'redirected';
  readonly from: GndId;
  readonly to: GndId;
  readonly answer: Uint8Array;
}
export interface Deleted {
  readonly kind: 'deleted';
  /** Records that took over parts of a record that was split; usually empty. */
  readonly successors: readonly GndId[];
}

/** The operator does not show the entity: only that the identifier is withheld is known. */
export interface Withheld {
  readonly kind: 'withheld';
}

/** Coverage of one existing entity. */
export interface CoverageEntry {
  readonly gnd: GndId;
  readonly type: EntityType;
  readonly preferredName: string;
  readonly links: number;
  /** Number of links by category; absent or undefined for categories without links. */
  readonly byCategory: Readonly<Record<string, number>>;
  /** Keys, sorted. */
  readonly sources: readonly string[];
}

export type Coverage =
  | {
      readonly kind: 'found' | 'redirected';
      /** With the keys of the categories of the snapshot in which the entity has no links. */
      readonly entry: CoverageEntry & { readonly missingCategories: readonly string[] };
    }
  | Deleted
  | Withheld
  | { readonly kind: 'unknown' };

/**
 * The data could not be read, or differ from the data that were written. Whether an identifier is known remains open,
 * so this error must never become a 404. Another attempt, or another snapshot, may succeed.
 */
export class StoreReadError extends Error {
  override readonly name = 'StoreReadError';
}

/** The engine refuses a request because it has too many. */
export class StoreOverloaded extends StoreReadError {}

/** The engine does not answer, or only in part, but may soon. */
export class StoreUnavailable extends StoreReadError {}

/**
 * A snapshot, open for reading. Any number of calls may run at a time, and no argument makes one fail.
 * @throws StoreReadError from every method that reads
 */
export interface Store {
  readonly snapshot: Snapshot;
  entity(id: GndId): Promise<Found | Redirected | Deleted | Withheld | undefined>;
  search(query: SearchQuery): Promise<SearchPage>;
  /** The best candidates for each query, in the order of the queries; some milliseconds each. */
  match(queries: readonly MatchQuery[]): Promise<readonly (readonly MatchCandidate[])[]>;
  /** Readings of a text as an identifier or address of another data set, `scheme:value`. */
  readonly identify: (text: string) => readonly string[];
  /** The schemes of identifiers that {@link identify} tells apart. */
  readonly schemes: readonly IdentifierScheme[];
  /** One result per identifier, in order. */
  coverage(ids: readonly GndId[]): Promise<readonly Coverage[]>;
  /** The entities that have a foreign identifier or a link to an address; one result per text, in order. */
  resolve(texts: readonly string[]): Promise<readonly Resolution[]>;
  /** Selects the keys, `scheme:value`, that several entities have. */
  sharedKeys(keys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Other entities of the same name and type, the most prominent first. @param limit at most 20 */
  namesakes(entity: Pick<EntityCard, 'gnd' | 'type' | 'preferredName'>, limit: number): Promise<readonly EntityCard[]>;
  /**
   * One page of each group of entities that refer to an entity, in the order of the groups.
   * @param page limit and offset together ≤ `RELATION_WINDOW`
   */
  relations(
    id: GndId,
    groups: readonly InboundGroup[],
    page: { readonly limit: number; readonly offset: number },
  ): Promise<readonly RelationPage[]>;
  /** Cards of the entities that the snapshot has. */
  cards(ids: readonly GndId[]): Promise<ReadonlyMap<GndId, EntityCard>>;
  /**
   * Checks that the data can be read: every file has its length, no read has failed in the last minute, and a question of each
   * kind is answered. The questions are asked at most once a second.
   * @returns milliseconds that the questions took
   * @throws StoreReadError when the data cannot be read
   */
  check(): Promise<number>;
  /** A sentence, without addresses, about a fault that is temporary or does not prevent reading. */
  readonly warning?: () => string | undefined;
  /** Identifiers of entities, ascending, beginning with `from`. @param limit at most 5,000 */
  entityIds(from: GndId | undefined, limit: number): Promise<readonly GndId[]>;
  /** Undefined where the build left no notes. */
  notes(): Promise<BuildNotes | undefined>;
  close(): Promise<void>;
}

/** One entity on its way into a snapshot. */
export interface SnapshotEntity {
  readonly card: EntityCard;
  readonly coverage: CoverageEntry;
  /** The body to be stored, one complete JSON object, compact. The encoder of the row compresses it. */
  readonly answer: string;
  /** Unfolded, without repetitions. */
  readonly variantNames: readonly string[];
  /** Among equally good matches the most prominent comes first; an integer, 0 ≤ prominence < 2^31. */
  readonly prominence: number;
  /** Folded link addresses and identifiers, `scheme:value`, that find the entity. */
  readonly identifiers: readonly string[];
  /** `inboundKeys` of the entity's attributes. */
  readonly relations: readonly number[];
}
