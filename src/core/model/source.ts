/** A source: one entry of the public register, with its origin, its licence, and how fresh it is. */
import type { EntityType, Label } from './entity.ts';
import type { GndId } from './gnd-id.ts';

/** `entities`: dumps of records; `links`: lists of links; `redirects`: lists of merged and deleted identifiers. */
export const SOURCE_KINDS = ['entities', 'links', 'redirects'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/**
 * How often a publisher renews a source, with the days after which a copy is stale: infinity for a finished source, and
 * undefined where no rhythm is promised, so that nobody can say whether a copy is stale.
 */
export const CADENCES = {
  daily: 1,
  weekly: 7,
  monthly: 31,
  quarterly: 92,
  biannual: 183,
  annual: 366,
  irregular: undefined,
  never: Number.POSITIVE_INFINITY,
  unknown: undefined,
} as const satisfies Record<string, number | undefined>;
export type Cadence = keyof typeof CADENCES;

/** Cadences with a value of #UPDATE in BEACON lists, the shortest first. Specification: gbv/beaconspec */
export const BEACON_UPDATES: Readonly<Partial<Record<Cadence, string>>> = {
  daily: 'daily',
  weekly: 'weekly',
  monthly: 'monthly',
  annual: 'yearly',
};

/** `fresh` and `unscheduled` are in order; the others are reported. */
export const FRESHNESS_STATES = ['fresh', 'unscheduled', 'stale', 'held', 'failing'] as const;
export type FreshnessState = (typeof FRESHNESS_STATES)[number];

export interface Origin {
  readonly publisher: string;
  readonly homepage?: string | undefined;
  readonly downloadUrl?: string | undefined;
  readonly format: string;
}

export interface Licence {
  /** SPDX identifier, e.g. `CC0-1.0`. */
  readonly spdx?: string | undefined;
  readonly url?: string | undefined;
  /** A sentence for people; "not stated" is an explicit value. */
  readonly statement: string;
}

/** The shortest name of a licence: its SPDX identifier, else its statement. */
export function licenceName({ spdx, statement }: Licence): string {
  return spdx ?? statement;
}

/** An event in the history of a source that its publisher and its users should know. */
export type SourceEvent = {
  /** RFC 3339 instant of the check; one check has at most one event of a kind. */
  readonly at: string;
} & (
  | { readonly kind: 'held' | 'failing'; readonly reason: string; readonly code?: string }
  /** The check succeeded after one that had failed. */
  | { readonly kind: 'back' }
  /** Numbers of distinct identifiers that a new copy gained and lost. */
  | { readonly kind: 'changed'; readonly added: number; readonly removed: number }
  /** A new copy has more unusable lines than the one before. */
  | { readonly kind: 'rejected'; readonly before: number; readonly now: number }
);

/** A line that was not used. */
export interface ExampleLine {
  readonly line?: number | undefined;
  readonly excerpt?: string | undefined;
}

/** Days and instants of a copy; its age is computed on demand. */
export interface SourceObservation {
  /** RFC 3339 instant at which this copy was fetched; absent when there is none. */
  readonly retrievedAt?: string | undefined;
  /** RFC 3339 instant of the last check for a newer copy. */
  readonly checkedAt?: string | undefined;
  /** RFC 3339 instant from which the next check is due; absent when none is planned. */
  readonly nextCheck?: string | undefined;
  /** Day that the source itself states; absent when it is unknown or not before the day of retrieval. */
  readonly declaredDate?: string | undefined;
  /** Datestamp up to which all changes are harvested; for harvested sources only. */
  readonly harvestedThrough?: string | undefined;
  /** Day on which the service first loaded the current content of the source. */
  readonly observedSince?: string | undefined;
  /** Set when the last download was not used. */
  readonly problem?: {
    readonly state: 'held' | 'failing';
    /** English sentence. */
    readonly reason: string;
    /** The reason in snake_case; absent in snapshots of former versions. */
    readonly code?: string;
    /** RFC 3339 instant since which no download was used. */
    readonly since?: string | undefined;
    /** Lines of a list for which it is held: their numbers by reason, and the first of them. */
    readonly lines?:
      | { readonly reasons: Readonly<Record<string, number>>; readonly example?: ExampleLine | undefined }
      | undefined;
  };
  /** Events, the newest first; absent where there is none. */
  readonly events?: readonly SourceEvent[] | undefined;
}

export interface ImportCounts {
  /** Records (lines) in the file. */
  readonly read: number;
  /** Records (lines) that yielded a statement. */
  readonly accepted: number;
  /** Number of refused records by reason: defects of records, and statements that curation refused. */
  readonly rejected: Readonly<Record<string, number>>;
  /** SHA-256 of the file as it is stored, compressed or not; absent when the file could not be used. */
  readonly sha256?: string | undefined;
}

/** The contribution of a source to the snapshot. */
interface Scope {
  readonly types: readonly EntityType[];
  readonly categories: readonly string[];
  readonly collections: readonly string[];
  /** Entities that the source describes or links. */
  readonly entities: number;
  /** Links that the source asserts. */
  readonly links: number;
  readonly description: Label;
}

/** Numbers of distinct identifiers that a list gained and lost since the previous copy; `first` has the lowest ones. */
export interface ListChange {
  readonly added: { readonly ids: number; readonly first: readonly GndId[] };
  readonly removed: ListChange['added'];
}

/** A source in the header of a snapshot. */
export interface Source {
  readonly key: string;
  readonly title: Label;
  readonly description: Label;
  readonly kind: SourceKind;
  readonly origin: Origin;
  readonly licence: Licence;
  /** Contact for reports of wrong links: an e-mail address or a web address. */
  readonly contact?: string | undefined;
  /** The operator's decision whether dumps may include data of the source; absent where the licence decides. */
  readonly redistributable?: boolean | undefined;
  readonly cadence: Cadence;
  readonly observation: SourceObservation;
  readonly scope: Scope;
  readonly import: ImportCounts;
  /** Contradictions between a list, its targets and its register entry, in sentences. */
  readonly contradictions?: readonly string[] | undefined;
}

/** Licences by SPDX identifier that allow everybody to pass on extracts of the data. */
const FREE =
  /^(?:CC0-|CC-PDDC$|PDDL-|CC-BY-\d|CC-BY-SA-\d|ODC-By-|ODbL-|DL-DE-(?:BY|ZERO)-|MIT$|Apache-2\.0$|BSD-[23]-Clause$)/;

/** Whether dumps may include data of a source: by the operator's decision, else by the licence. */
export function isRedistributable({ redistributable, licence }: Pick<Source, 'redistributable' | 'licence'>): boolean {
  return redistributable ?? FREE.test(licence.spdx ?? '');
}

/** A source that is no longer fetched or built. The register keeps its entry. */
export interface RetiredSource {
  readonly key: string;
  readonly title: Label;
  /** `YYYY-MM-DD` */
  readonly since: string;
  readonly reason: Label;
}

/** A group of collections: an entry of `config/categories.yaml`. */
export interface Category {
  readonly key: string;
  readonly label: Label;
  readonly description: Label;
}

/** Results of the last probe of the addresses of a collection. */
export interface CollectionHealth {
  /** Number of probed addresses, including addresses without a clear verdict. */
  readonly sampled: number;
  readonly ok: number;
  readonly moved: number;
  /** Number of addresses that no longer exist, or lead to a page with other content. */
  readonly gone: number;
  /** Number of addresses that refused the probe, but may work for people. */
  readonly blocked: number;
  /** Day since which the links have led to pages, or have led nowhere. */
  readonly since: string;
  /** RFC 3339 instant of the last probe. */
  readonly checkedAt: string;
  /** Days on which the collection died or came back, oldest first; absent without a change since the first probe. */
  readonly turns?: readonly { readonly day: string; readonly dead: boolean }[];
}

/** Number of addresses with a clear verdict that a verdict on the collection needs. */
const MIN_JUDGED = 3;
/** Share of gone addresses at which a collection counts as dead. */
const DEAD_SHARE = 0.8;

/** Whether nearly all addresses with a clear verdict are gone. */
export function isDead({ ok, moved, gone }: Pick<CollectionHealth, 'ok' | 'moved' | 'gone'>): boolean {
  const judged = ok + moved + gone;
  return judged >= MIN_JUDGED && gone >= DEAD_SHARE * judged;
}

/** Number of addresses without a clear verdict. */
export function countUnclear({ sampled, ok, moved, gone, blocked }: CollectionHealth): number {
  return sampled - ok - moved - gone - blocked;
}

/** A collection that links lead to. */
export interface Collection {
  readonly key: string;
  /** The name that the collection itself uses. */
  readonly label: string;
  readonly category: string;
  readonly publisher?: string | undefined;
  readonly homepage?: string | undefined;
  /** Names in the SeeAlso interface, in lower case; several collections may share a name. */
  readonly aliases?: readonly string[] | undefined;
  /** Absent before the first probe of the collection. */
  readonly health?: CollectionHealth | undefined;
}
