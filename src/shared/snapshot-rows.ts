/** The rows of a snapshot, independent of the engine: identifiers, entities with the keys that find them, words. */
import type { EntityType } from '../core/model/entity.ts';
import type { GndId } from '../core/model/gnd-id.ts';
import type { SnapshotHeader } from '../core/snapshot/header.ts';

/** A packed identifier with its entity, redirect or deletion, or without anything if it is withheld. */
export type SnapshotRow =
  /** The answer as it is stored, one gzip member. */
  | { readonly kind: 'entity'; readonly id: number; readonly answer: Uint8Array }
  | { readonly kind: 'redirect'; readonly id: number; readonly target: GndId }
  | { readonly kind: 'deletion'; readonly id: number; readonly successors: readonly GndId[] }
  | { readonly kind: 'withheld'; readonly id: number };

export interface SnapshotRows extends Disposable {
  readonly header: SnapshotHeader;
  /** Every identifier of the snapshot, ascending. @throws UnusableSnapshot when the file is damaged */
  all(): Iterable<SnapshotRow>;
}

/** An engine whose snapshots can be read as a whole. */
export interface ContentEngine {
  /** @throws UnusableSnapshot when the directory holds no readable snapshot */
  readonly openContent: (directory: string) => Promise<SnapshotContent>;
}

/** All that a snapshot holds: enough to load another engine with it. */
export interface SnapshotContent extends SnapshotRows {
  /** Coverage row of an entity, as `createCoverageEncoder` writes it. @param id packed */
  coverageOf(id: number): string;
  /** By rank. */
  searchRows(): Iterable<IndexedEntity>;
  readonly wordCount: number;
  words(): Iterable<IndexedWord>;
}

/** An entity as search stores it, and the keys and words that find it. */
export interface IndexedEntity {
  /** Packed. */
  readonly id: number;
  readonly rank: number;
  readonly prominence: number;
  readonly type: EntityType;
  readonly years: readonly [start: number | null, end: number | null];
  /** Folded, one per line: preferred name, display name, variants. */
  readonly names: string;
  /** Unfolded, one per line. */
  readonly variants: string;
  /** As `encodeCard` writes it. */
  readonly card: string;
  readonly words: ReadonlySet<string>;
  /** Decimal, separated by blanks. */
  readonly nameKeys: string;
  readonly identifierKeys: string;
}

/** A word of the index. */
export interface IndexedWord {
  readonly word: string;
  /** Number of entities that have the word. */
  readonly entities: number;
  readonly sound: number | null;
  /** Whether the word is a candidate for query words that differ in two letters. */
  readonly isNear: boolean;
}
