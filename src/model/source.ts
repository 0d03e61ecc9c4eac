/** What a source is: one entry of the public register, with where it comes from, under which licence and how fresh. */
import type { EntityType, Label } from './entity.ts';
import type { GndId } from './gnd-id.ts';

/** `entities`: dumps of records; `links`: lists of links; `redirects`: lists of merged and deleted identifiers. */
export type SourceKind = 'entities' | 'links' | 'redirects';

/** How often a source is renewed by its publisher. */
export const CADENCES = {
  daily: 1,
  weekly: 7,
  monthly: 31,
  quarterly: 92,
  biannual: 183,
  annual: 366,
  irregular: undefined,
  never: undefined,
  unknown: undefined,
} as const satisfies Record<string, number | undefined>;
export type Cadence = keyof typeof CADENCES;

export type FreshnessState = 'fresh' | 'stale' | 'held' | 'failing';

export interface Origin {
  readonly publisher: string;
  readonly homepage?: string;
  readonly downloadUrl?: string;
  readonly format: string;
}

export interface Licence {
  /** SPDX identifier, e.g. `CC0-1.0`. */
  readonly spdx?: string;
  readonly url?: string;
  /** A sentence for people; "not stated" is an explicit value. */
  readonly statement: string;
}

/** Days and instants of a copy; what depends on today is computed when it is asked for. */
export interface Observation {
  /** RFC 3339 instant at which this copy was fetched; absent when there is none. */
  readonly retrievedAt?: string;
  /** Last time somebody looked whether there is a newer one. */
  readonly checkedAt?: string;
  /** Day the source itself states; absent when unknown, in the future, or simply "now". */
  readonly declaredDate?: string;
  /** First day with this content. */
  readonly observedSince?: string;
  /** Set when the last download was not used. */
  readonly problem?: {
    readonly state: 'held' | 'failing';
    readonly reason: string;
    /** RFC 3339 instant of the first of the downloads in a row that were not used. */
    readonly since?: string;
  };
}

/** What the import made of a source. */
export interface ImportCounts {
  /** Records (lines) met. */
  readonly read: number;
  /** Records (lines) that yielded something. */
  readonly accepted: number;
  /** By reason, for `record` defects and for statements that curation refused. */
  readonly rejected: Readonly<Record<string, number>>;
  /** Of the uncompressed or compressed file as found; absent when it could not be used. */
  readonly sha256?: string;
}

/** What a source contributes to the snapshot. */
export interface Scope {
  readonly types: readonly EntityType[];
  readonly categories: readonly string[];
  readonly collections: readonly string[];
  /** Entities that the source describes or links. */
  readonly entities: number;
  /** Links that the source asserts. */
  readonly links: number;
  readonly description: Label;
}

/** Which different identifiers a list gained and lost against the copy before; the lowest of them as examples. */
export interface ListChange {
  readonly added: { readonly ids: number; readonly first: readonly GndId[] };
  readonly removed: ListChange['added'];
}

/** A source as the snapshot keeps it. */
export interface Source {
  readonly key: string;
  readonly title: Label;
  readonly description: Label;
  readonly kind: SourceKind;
  readonly origin: Origin;
  readonly licence: Licence;
  /** The operator's word on whether dumps may pass its data on; absent where the licence decides. */
  readonly redistributable?: boolean;
  readonly cadence: Cadence;
  readonly observation: Observation;
  readonly scope: Scope;
  readonly import: ImportCounts;
  /** Between a list, its targets and its register entry, in sentences. */
  readonly contradictions?: readonly string[];
}

/** A group of collections; the closed list of `config/categories.yaml`, in its order. */
export interface Category {
  readonly key: string;
  readonly label: Label;
  readonly description: Label;
}

/** A data set that links lead to. */
export interface Collection {
  readonly key: string;
  /** The name the collection itself uses. */
  readonly label: string;
  readonly category: string;
  readonly publisher?: string;
  readonly homepage?: string;
  /** What clients of the SeeAlso interface call it, lower case; one name may stand for several collections. */
  readonly aliases?: readonly string[];
}
