/** What changed between two snapshots: the shape of the report, as `gnd-links diff --json` prints it. */
import type { Snapshot } from '../store/store.ts';

/** All of a kind, counted, and a few of them. */
export interface Group<T> {
  readonly total: number;
  /** By the entity's type, the later one where both snapshots have the entity. */
  readonly byType: Readonly<Record<string, number>>;
  readonly sample: readonly T[];
}

export interface NamedEntity {
  readonly gnd: string;
  readonly type: string;
  readonly preferredName: string;
}
export interface NewEntity extends NamedEntity {
  /** What the identifier stood for before. */
  readonly formerly?: 'merged' | 'deleted';
}
export interface MergedEntity extends NamedEntity {
  readonly into: string;
}
export interface DeletedEntity extends NamedEntity {
  /** Records that took over parts of it. */
  readonly successors: readonly string[];
}
export interface RenamedEntity extends NamedEntity {
  readonly before: string;
}
export interface ChangedEntity extends NamedEntity {
  /** Fields of the answer's entity, attributes by their own names. */
  readonly fields: readonly string[];
}

/** An identifier that is an entity in neither snapshot, and stands for something else than before. */
export interface FormerIdentifier {
  readonly gnd: string;
  /** `unknown`, `deleted`, `merged into 118540238`, `split into …`. */
  readonly before: string;
  readonly after: string;
}

export interface SampleLink {
  readonly gnd: string;
  readonly url: string;
  readonly category: string;
  readonly collection: string;
  /** Keys of the sources; of a link that was altered the later ones. */
  readonly assertedBy: readonly string[];
}

export interface Turnover {
  readonly added: number;
  readonly removed: number;
}

export interface SourceDiff {
  readonly key: string;
  /** `renewed`: another content. `confirmed`: the same content, looked at later. `altered`: anything else that is said of it. */
  readonly change: 'new' | 'gone' | 'renewed' | 'confirmed' | 'altered';
  readonly before?: SourceFacts;
  readonly after?: SourceFacts;
}
export interface SourceFacts {
  readonly retrievedAt?: string;
  readonly checkedAt?: string;
  /** Records that yielded something. */
  readonly accepted: number;
  readonly links: number;
}

export type SnapshotFacts = Pick<Snapshot, 'id' | 'date' | 'builtAt' | 'apiVersion' | 'contentHash' | 'counts'>;

export interface SnapshotDiff {
  /** Whether anything of what follows the two snapshots' own facts is not empty. */
  readonly differs: boolean;
  readonly before: SnapshotFacts;
  readonly after: SnapshotFacts;
  readonly entities: {
    readonly new: Group<NewEntity>;
    readonly merged: Group<MergedEntity>;
    readonly deleted: Group<DeletedEntity>;
    /** Gone, and nobody says where. */
    readonly vanished: Group<NamedEntity>;
    readonly renamed: Group<RenamedEntity>;
    /** Anything else that is answered of an entity; it may have been renamed as well. */
    readonly changed: Group<ChangedEntity> & { readonly byField: Readonly<Record<string, number>> };
  };
  readonly formerIdentifiers: {
    readonly total: number;
    /** Such as `unknown → merged`. */
    readonly byChange: Readonly<Record<string, number>>;
    readonly sample: readonly FormerIdentifier[];
  };
  /** Those of new and of gone entities count as well, so that additions minus removals are the difference of the counts. */
  readonly links: {
    readonly added: Group<SampleLink>;
    readonly removed: Group<SampleLink>;
    /** The same address in the same collection, but with other sources, relation, hits or note. */
    readonly altered: Group<SampleLink>;
    readonly byCategory: Readonly<Record<string, Turnover>>;
    readonly byCollection: Readonly<Record<string, Turnover>>;
    /** A link of several sources counts for each. */
    readonly bySource: Readonly<Record<string, Turnover>>;
  };
  /** Only those that differ. */
  readonly sources: readonly SourceDiff[];
}
