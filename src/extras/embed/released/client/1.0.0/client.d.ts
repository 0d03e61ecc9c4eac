export type CoverageItem = CoverageAnswer['items'][number];
export type Snapshot = CoverageAnswer['snapshot'];
export type SearchOptions = {
    readonly type?: string;
    readonly limit?: number;
    readonly offset?: number;
} & CallOptions;
export type CoverageOptions = CallOptions & {
    readonly onSnapshot?: ((snapshot: Snapshot) => void) | undefined;
};
export type Target = {
    /**
     * identifier in the scheme, or the address where a link carries none
     */
    value: string;
    url: string;
    /**
     * key of the collection; for links only
     */
    collection?: string;
    relation: 'sameAs' | 'about';
    /**
     * keys of sources
     */
    assertedBy: readonly string[];
    /**
     * the entity has several identifiers but there can be only one, or shares one with another
     */
    conflict?: true;
};
export type Reading = {
    readonly scheme: string;
    readonly value: string;
};
export type EntityOfValue = {
    gnd: string;
    uri: string;
    type: string;
    preferredName: string;
    scheme: string;
    value: string;
    /**
     * the requested identifier, whose record was merged
     */
    redirectedFrom?: string;
    /**
     * set where another candidate has the same value, although only one entity can have it
     */
    conflict?: true;
    targets?: Readonly<Record<string, readonly Target[]>>;
};
export type ResolvedItem = {
    readonly input: string;
    readonly readings?: readonly Reading[];
} & (({
    readonly verdict: 'found';
} & EntityOfValue) | {
    readonly verdict: 'ambiguous';
    readonly candidates: readonly EntityOfValue[];
    readonly more?: true;
} | ({
    readonly verdict: 'unknown';
    readonly reason?: string;
    readonly successors?: readonly string[];
    readonly suggestion?: string;
} & Partial<Reading>) | {
    readonly verdict: 'unreadable';
    readonly reason: string;
    readonly suggestion?: string;
});
export type ResolveOptions = {
    readonly to?: readonly string[];
    readonly relation?: readonly ('sameAs' | 'about')[];
} & CoverageOptions;
export type RelationsOptions = {
    readonly group?: string;
    readonly limit?: number;
    readonly offset?: number;
} & CallOptions;
export type RelatedItem = {
    readonly gnd: string;
    readonly type?: string;
    readonly preferredName?: string;
    readonly displayName?: string;
    readonly description?: string;
    readonly role?: string;
};
export type RelationGroup = {
    group: string;
    direction: 'outgoing' | 'incoming';
    total: number;
    items: readonly RelatedItem[];
};
export type RelationsAnswer = {
    apiVersion: string;
    snapshot: Snapshot;
    gnd: string;
    redirectedFrom?: readonly string[];
    groups: readonly RelationGroup[];
};
export type Change = {
    readonly change: string;
    readonly linksAdded: number;
    readonly linksRemoved: number;
    readonly to?: string;
};
export type ChangedItem = Change & {
    readonly input: string;
    readonly gnd?: string;
    readonly more?: true;
    readonly changes: readonly (Change & {
        readonly snapshot: Snapshot;
    })[];
};
export type ChangesFile = {
    readonly url: string;
    readonly name: string;
    readonly bytes: number;
    readonly sha256: string;
    readonly from: Snapshot;
    readonly to: Snapshot;
};
export type ChangesSince = {
    readonly since: Snapshot;
    readonly snapshot: Snapshot;
    readonly files: readonly ChangesFile[];
};
/**
 * Every method throws `ProblemError` when the service refuses, the error of `fetch` when the network fails for long, and the
 * reason of `signal` when that is aborted.
 * @param {RequestOptions} options
 */
export declare function createClient(options: RequestOptions): {
    /**
     * An entity with all its links.
     * @param {string} gnd in any form @param {CallOptions} [call] @returns {Promise<LinksAnswer>}
     */
    links: (gnd: string, call?: CallOptions) => Promise<LinksAnswer>;
    /** @param {string} q @param {SearchOptions} [search] @returns {Promise<SearchAnswer>} */
    search: (q: string, { signal, ...parameters }?: SearchOptions) => Promise<SearchAnswer>;
    /**
     * Yields one item for each identifier of a list of any length, in the order of the list.
     * @param {Iterable<string> | AsyncIterable<string>} ids
     * @param {CoverageOptions} [call]
     * @returns {AsyncGenerator<CoverageItem, void, undefined>}
     */
    coverage: (ids: Iterable<string> | AsyncIterable<string>, { signal, onSnapshot }?: CoverageOptions) => AsyncGenerator<CoverageItem, void, undefined>;
    /**
     * Yields the entities that identifiers and addresses of any kind stand for, with `to` also their identifiers in
     * other schemes: one item for each value of a list of any length, in the order of the list.
     * @param {Iterable<string> | AsyncIterable<string>} values
     * @param {ResolveOptions} [options]
     * @returns {AsyncGenerator<ResolvedItem, void, undefined>}
     */
    resolve: (values: Iterable<string> | AsyncIterable<string>, { to, relation, signal, onSnapshot }?: ResolveOptions) => AsyncGenerator<ResolvedItem, void, undefined>;
    /**
     * References from and to an entity: one page of a group, or the beginning of all groups.
     * @param {string} gnd in any form @param {RelationsOptions} [options] @returns {Promise<RelationsAnswer>}
     */
    relations: (gnd: string, { signal, ...parameters }?: RelationsOptions) => Promise<RelationsAnswer>;
    /**
     * The files that lead from a state to the newest, in the order in which they are applied.
     * @param {string} since identifier of a snapshot, or a date @param {CallOptions} [call] @returns {Promise<ChangesSince>}
     */
    changes: (since: string, call?: CallOptions) => Promise<ChangesSince>;
    /**
     * Yields the changes of identifiers since a state: one item for each identifier of a list of any length, in order.
     * @param {Iterable<string> | AsyncIterable<string>} ids
     * @param {{ readonly since: string } & CoverageOptions} options
     * @returns {AsyncGenerator<ChangedItem, void, undefined>}
     */
    changesFor: (ids: Iterable<string> | AsyncIterable<string>, { since, signal, onSnapshot }: {
        readonly since: string;
    } & CoverageOptions) => AsyncGenerator<ChangedItem, void, undefined>;
    /** @param {CallOptions} [call] @returns {Promise<SourcesAnswer>} */
    sources: (call?: CallOptions) => Promise<SourcesAnswer>;
    /** @param {CallOptions} [call] @returns {Promise<StatusAnswer>} */
    status: (call?: CallOptions) => Promise<StatusAnswer>;
};

export type TurnOptions = {
    /**
     * public address of the service
     */
    baseUrl: string;
    /**
     * requests at a time; 2 if absent
     */
    concurrency?: number;
    /**
     * attempts, also those that a quota refuses, before a request fails; 6 if absent
     */
    attempts?: number;
    /**
     * longest wait, after which a request fails; 3600 if absent
     */
    patienceSeconds?: number;
    /**
     * called at the beginning of each wait
     */
    onWait?: (wait: Wait) => void;
};
export type RequestOptions = TurnOptions & AttemptOptions;
export type Wait = {
    reason: 'quota' | 'busy' | 'network';
    seconds: number;
};
export type CallOptions = {
    readonly signal?: AbortSignal | undefined;
};
/**
 * @param {RequestOptions} options
 * @returns {(path: string, options?: CallOptions & { readonly json?: unknown }) => Promise<object>} resolves to the parsed body; equal requests at the
 *   same time are sent once. It throws {@link ProblemError}, the error of the network, or the reason of the signal
 */
export declare function createRequests(options: RequestOptions): (path: string, options?: CallOptions & {
    readonly json?: unknown;
}) => Promise<object>;

export type AttemptOptions = {
    fetch?: typeof globalThis.fetch;
    /**
     * time after which an incomplete answer is given up; 30 if absent
     */
    timeoutSeconds?: number;
};
/**
 * @typedef {object} AttemptOptions
 * @property {typeof globalThis.fetch} [fetch]
 * @property {number} [timeoutSeconds] time after which an incomplete answer is given up; 30 if absent
 */
/** The service refused a request or failed: `problem` is its problem document (RFC 9457), `code` says what is wrong. */
export declare class ProblemError extends Error {
    status: number;
    problem: Readonly<Record<string, unknown>>;
    retryAfterSeconds: number | undefined;
    /** Such as `unknown_gnd_id`; see `/docs`. */
    code: string | undefined;
    /** @override */
    name: string;
    /**
     * @param {number} status of HTTP
     * @param {Readonly<Record<string, unknown>>} problem empty where the answer is not a problem document
     * @param {number} [retryAfterSeconds] seconds after which the service asks to try again
     */
    constructor(status: number, problem: Readonly<Record<string, unknown>>, retryAfterSeconds?: number);
}
/**
 * @param {AttemptOptions} options
 * @returns {(url: string, signal?: AbortSignal, json?: unknown) => Promise<{ readonly answer: object, readonly headers: Headers }>} throws
 *   {@link ProblemError}, the error of the network or of the answer, or the signal's reason
 */
export declare function createAttempt({ fetch, timeoutSeconds }: AttemptOptions): (url: string, signal?: AbortSignal, json?: unknown) => Promise<{
    readonly answer: object;
    readonly headers: Headers;
}>;

/** The answers of the interface. Objects are open: fields may be added. Written by docs/generate.ts. */

/** An entity and its links. */
export type LinksAnswer = {
  /** Version of the interface. */
  readonly apiVersion: string;
  readonly snapshot: SnapshotReference;
  /** Collections in which the entity has several identifiers, although only one is possible. */
  readonly conflicts: readonly Conflict[];
  readonly entity: Entity;
  /** The requested identifier, in its canonical form. */
  readonly requested: string;
  /** The field is present only if the requested identifier belongs to a record that was merged into this one. */
  readonly redirectedFrom?: readonly string[];
  /** The links of the entity, by category. */
  readonly links: {
    /** Number of links. */
    readonly total: number;
    /** Categories with links, in the order of `/sources`. */
    readonly categories: readonly LinkCategory[];
  };
};

/** A page of search results. */
export type SearchAnswer = {
  /** Version of the interface. */
  readonly apiVersion: string;
  readonly snapshot: SnapshotReference;
  /** The query as the service understood it. */
  readonly query: {
    /** Text of the query. */
    readonly q: string;
    /** The types that were searched. The field is absent if all were. */
    readonly type?: readonly EntityType[];
    /** Maximum number of results. */
    readonly limit: number;
    /** Number of results skipped. */
    readonly offset: number;
  };
  /** Number of entities found, and whether it is exact. */
  readonly total: {
    /** Number of entities found. */
    readonly value: number;
    /** `exact`: the number is exact. `atLeast`: there may be more. Counting stops at 1,000, or earlier if it would take too long. */
    readonly relation: 'exact' | 'atLeast';
  };
  /** `true` if no entity matches the query as it is, so that similar spellings were tried or words left out. Otherwise the field is absent. */
  readonly approximate?: boolean;
  /** Words of the query, as typed, that the best matches lack because no entity has all the words; other matches may have only one of the words. The list also contains years and centuries that fit none of the entities found. */
  readonly ignored?: readonly string[];
  /** The entities of this page, the best matches first. */
  readonly items: readonly SearchItem[];
};

/** Verdicts on a list of identifiers. */
export type CoverageAnswer = {
  /** Version of the interface. */
  readonly apiVersion: string;
  readonly snapshot: SnapshotReference;
  /** Number of rows with each verdict. */
  readonly summary: {
    /** Number of identifiers in the list. */
    readonly requested: number;
    /** Number of different identifiers in the list. */
    readonly distinct: number;
    /** Number of rows with the verdict `covered`. */
    readonly covered: number;
    /** Number of rows with the verdict `no_links`. */
    readonly noLinks: number;
    /** Number of rows with the verdict `redirected`. */
    readonly redirected: number;
    /** Number of rows with the verdict `deleted`. */
    readonly deleted: number;
    /** Number of rows with the verdict `withheld`. */
    readonly withheld: number;
    /** Number of rows with the verdict `unknown`. */
    readonly unknown: number;
    /** Number of rows with the verdict `invalid`. */
    readonly invalid: number;
  };
  /** One row for each identifier in the list, in the order of the list. */
  readonly items: readonly CoverageRow[];
};

/** The register of sources. */
export type SourcesAnswer = {
  /** Version of the interface. */
  readonly apiVersion: string;
  readonly snapshot: SnapshotReference;
  /** The active sources. */
  readonly sources: readonly Source[];
  /** Sources that are no longer fetched. */
  readonly retired: readonly RetiredSource[];
  /** The categories, in the order in which answers list them. */
  readonly categories: readonly Category[];
  /** The collections that links lead to. */
  readonly collections: readonly Collection[];
  /** Licence of the collections, the categories and the decisions about links, which this service itself contributes. */
  readonly curationLicence: {
    /** SPDX identifier. */
    readonly spdx: string;
    /** Address of the licence text. */
    readonly url: string;
    /** The licence in words, and what it applies to. */
    readonly statement: string;
  };
  readonly entityDecisions: EntityDecisions;
};

/** State of the service and of its data. */
export type StatusAnswer = {
  /** Version of the interface. */
  readonly apiVersion: string;
  readonly snapshot: SnapshotReport;
  readonly entityDecisions: EntityDecisions;
  readonly status: Health;
  /** Version of the software. */
  readonly release: string;
  /** Number of sources in each state of freshness. */
  readonly sources: {
    /** Number of sources that are up to date or completed. */
    readonly fresh: number;
    /** Number of sources that state no schedule. */
    readonly unscheduled: number;
    /** Number of sources that are older than their schedule allows. */
    readonly stale: number;
    /** Number of sources for which a newer version was held back because it looks wrong. */
    readonly held: number;
    /** Number of sources that could not be fetched or have an unusable file. */
    readonly failing: number;
  };
  /** The sources that are not fresh, those with the latest change of state first. */
  readonly notFresh: readonly NotFresh[];
  /** The quotas in force. */
  readonly limits: {
    readonly links: Quota;
    readonly search: Quota;
    readonly coverage: Quota;
    readonly resolve: Quota;
    readonly reconcile: Quota;
    readonly mcp: Quota;
  };
  /** Seconds since the start of the server. */
  readonly uptimeSeconds: number;
  /** Checks of the parts of the service. */
  readonly checks: readonly Check[];
  /** Runs that keep the data fresh. The field is absent before the first update. */
  readonly updates?: {
    readonly update?: Upkeep;
    readonly prune?: Upkeep;
    readonly harvestCheck?: Upkeep;
    readonly dump?: Upkeep;
    readonly changes?: Upkeep;
    readonly publish?: Upkeep;
    readonly harvest?: Upkeep;
    readonly audit?: Upkeep;
  };
  readonly completeness?: Completeness;
};

/** A problem document (RFC 9457). */
export type Problem = {
  /** Version of the interface. */
  readonly apiVersion: string;
  readonly snapshot?: SnapshotReference;
  /** Address of a page that explains this kind of problem, or `about:blank` if the service has no pages. */
  readonly type: string;
  /** The kind of problem in a few words. */
  readonly title: string;
  /** The HTTP status. */
  readonly status: number;
  /** Explanation of this occurrence, for people. */
  readonly detail: string;
  /** The kind of problem, for programs. */
  readonly code: string;
  /** Identifier of this occurrence. It is the value of `X-Request-Id` in the answer. */
  readonly instance?: string;
  /** The wrong parameters. */
  readonly errors?: readonly ParameterError[];
  /** The requested identifier, in its canonical form. */
  readonly gnd?: string;
  /** The reason why the identifier is wrong, if it is known. */
  readonly reason?: string;
  /** All readings of a text that is not exactly one GND identifier. */
  readonly readings?: readonly {
    /** Register to which the identifier belongs. */
    readonly scheme: string;
    /** The identifier in the form of that register. */
    readonly value: string;
  }[];
  /** A corrected identifier that exists in the data. For an unknown address, it is an address that exists and was probably meant. */
  readonly suggestion?: string;
  /** Records that took over parts of the deleted record. */
  readonly successors?: readonly string[];
  /** Maximum number of identifiers allowed. */
  readonly maximum?: number;
  /** Number of identifiers received. */
  readonly received?: number;
};

/** State of the data on which an answer is based. */
export type SnapshotReference = {
  /** Identifier of the state of the data. The same identifier always means the same data. */
  readonly id: string;
  /** Date of the newest source in this state of the data. */
  readonly date: string;
};

/** Several different identifiers in a collection in which an entity can have only one. */
export type Conflict = {
  /** Key of the collection. */
  readonly collection: string;
  /** Addresses of the different identifiers. */
  readonly urls: readonly string[];
};

/** A GND entity with its identifier, type, names and selected attributes. */
export type Entity = {
  readonly type: EntityType;
  readonly typeLabel: Label;
  /** Subclasses of the GND ontology, sorted. */
  readonly subtypes: readonly string[];
  /** `false` marks a record that stands for several persons of the same name. */
  readonly differentiated?: boolean;
  /** Canonical URI of the entity. */
  readonly uri: string;
  /** GND identifier. */
  readonly gnd: string;
  /** Authorised form of the name. For persons, the surname comes first. */
  readonly preferredName: string;
  /** Name in natural order. The field is absent if it would be the same as the preferred name. */
  readonly displayName?: string;
  /** One line that distinguishes the entity from namesakes. */
  readonly description?: string;
  /** The other names as texts. The field `names` contains them with their kinds. */
  readonly variantNames: readonly string[];
  /** The preferred name and the other names, each with its kind, language and script. */
  readonly names?: readonly Name[];
  readonly years?: Years;
  readonly attributes: Attributes;
  /** Identifiers of records that were merged into this one. */
  readonly formerIds: readonly string[];
  readonly depiction?: Depiction;
  /** Day on which the record was last changed. */
  readonly modified?: string;
  /** Cataloguing level of the record. The best level is 1. */
  readonly level?: number;
  /** `true` if the record only names entities that are used instead of it (see `complexSeeReferenceSubject`). A search for words does not find such a record. */
  readonly isReferenceRecord?: boolean;
  readonly maintainer?: Maintainer;
  /** Sources of the names, the attributes and the picture, sorted. The sources of links are in `assertedBy`. */
  readonly describedBy?: readonly string[];
};

/** The links of one category. Categories without links are left out. */
export type LinkCategory = {
  /** Key of the category. */
  readonly category: string;
  readonly label: Label;
  /** Number of links in the category. */
  readonly total: number;
  /** The links. */
  readonly items: readonly Link[];
};

/** Class of the GND ontology, or `AuthorityResource` if the class of the record is unknown. */
export type EntityType = 'Person' | 'Family' | 'CorporateBody' | 'ConferenceOrEvent' | 'PlaceOrGeographicName' | 'SubjectHeading' | 'Work' | 'AuthorityResource';

/** An entity that was found, with the name or identifier that matched the query. */
export type SearchItem = {
  /** GND identifier. */
  readonly gnd: string;
  /** Canonical URI of the entity. */
  readonly uri: string;
  readonly type: EntityType;
  readonly typeLabel: Label;
  /** Authorised form of the name. For persons, the surname comes first. */
  readonly preferredName: string;
  /** Name in natural order. The field is absent if it would be the same as the preferred name. */
  readonly displayName?: string;
  /** One line that distinguishes the entity from namesakes. */
  readonly description?: string;
  readonly years?: Years;
  /** `false` marks a record that stands for several persons of the same name. */
  readonly differentiated?: boolean;
  /** Number of links of the entity. In `/coverage` this field is called `links`. */
  readonly linkCount: number;
  /** The name or identifier of the entity that matched the query. */
  readonly matched: {
    /** Field of the entity that matched the query. */
    readonly field: string;
    /** The name or identifier that matched the query, or the description if some words occur only there. */
    readonly value: string;
  };
  /** Agreement between the query and the name that matched it. It does not depend on how well known the entity is. The value is 1 for an identifier, and for a query that has all the words of a preferred name and no others. You can leave out results with a low value; results are not sorted by it. */
  readonly score: number;
};

/** Verdict on one identifier in the list, with the entity and the number of its links. */
export type CoverageRow = {
  /** Identifier as it was sent. */
  readonly input: string;
  /** Verdict on the identifier. */
  readonly verdict: 'covered' | 'no_links' | 'redirected' | 'deleted' | 'withheld' | 'unknown' | 'invalid';
  /** The reason why the identifier is wrong, if it is known. */
  readonly reason?: string;
  /** All readings of a text that is not exactly one GND identifier. */
  readonly readings?: readonly {
    /** Register to which the identifier belongs. */
    readonly scheme: string;
    /** The identifier in the form of that register. */
    readonly value: string;
  }[];
  /** A corrected identifier that exists in the data. */
  readonly suggestion?: string;
  /** GND identifier. If the requested record was merged, it is the identifier of the surviving record. */
  readonly gnd?: string;
  /** Canonical URI of the entity. */
  readonly uri?: string;
  /** Records that took over parts of the deleted record. */
  readonly successors?: readonly string[];
  readonly type?: EntityType;
  /** Authorised form of the name. */
  readonly preferredName?: string;
  /** Number of links. */
  readonly links?: number;
  /** Number of links in each category. Categories without links are left out. */
  readonly byCategory?: {
    readonly [name: string]: number;
  };
  /** Categories without a link. */
  readonly missingCategories?: readonly string[];
  /** Keys of the sources that contain the links, sorted. */
  readonly sources?: readonly string[];
};

/** A source with its origin, licence, age and scope. */
export type Source = {
  /** Stable key, which `assertedBy` uses. */
  readonly key: string;
  readonly title: Label;
  readonly description: Label;
  /** Kind of source: a dump of records, a list of links, or a list of merged and deleted identifiers. */
  readonly kind: 'entities' | 'links' | 'redirects';
  /** Publisher and address of the source. */
  readonly origin: {
    /** Name of the publisher. */
    readonly publisher: string;
    /** Address of a page about the source. */
    readonly homepage?: string;
    /** Address from which the data are fetched. */
    readonly downloadUrl?: string;
    /** Format of the file. */
    readonly format: string;
  };
  /** Licence for the data from the source. */
  readonly licence: {
    /** SPDX identifier. */
    readonly spdx?: string;
    /** Address of the licence text. */
    readonly url?: string;
    /** The licence in words, or `not stated` if the publisher states no licence. */
    readonly statement: string;
  };
  /** Age of the version in use, and whether it is too old. */
  readonly freshness: {
    /** Time at which this version was fetched. */
    readonly retrievedAt?: string;
    /** Time of the last check for a newer version. */
    readonly checkedAt?: string;
    /** Time from which the next check is due. The field is absent if there will be none. */
    readonly nextCheck?: string;
    /** Date that the source itself states. */
    readonly declaredDate?: string;
    /** Day on which the service first loaded the current content of the source. */
    readonly observedSince?: string;
    /** Interval at which the publisher releases new versions. */
    readonly cadence: string;
    /** Days since the date that the source states. If it states none, the count begins on the day on which the service first loaded the current content of the source. */
    readonly ageDays?: number;
    /** `fresh`: the source is up to date or completed. `unscheduled`: the source announces no schedule, so nobody can say whether there should be a newer version. `stale`: the source is older than its schedule allows. `held`: a newer version was held back because it looks wrong. `failing`: the source could not be fetched, or its file cannot be used. */
    readonly state: 'fresh' | 'unscheduled' | 'stale' | 'held' | 'failing';
    /** First day of this state. The field is absent if the source is `fresh` or `unscheduled`, or if the day is unknown. */
    readonly since?: string;
    /** Reason why the source is stale, held or failing. */
    readonly reason?: string;
  };
  /** Contribution of the source to the snapshot. */
  readonly scope: {
    /** Types of the entities. */
    readonly types: readonly EntityType[];
    /** Keys of the categories to which the links belong. */
    readonly categories: readonly string[];
    /** Keys of the collections to which the links belong. */
    readonly collections: readonly string[];
    /** Number of entities that the source describes or has links for. */
    readonly entities: number;
    /** Number of links that the source contains. */
    readonly links: number;
    readonly description: Label;
  };
  /** Result of reading the file. */
  readonly import: {
    /** Number of records read. */
    readonly read: number;
    /** Number of records used. */
    readonly accepted: number;
    /** Number of records not used, by reason. */
    readonly rejected: {
      readonly [name: string]: number;
    };
    /** SHA-256 of the file, in hexadecimal digits. */
    readonly sha256?: string;
  };
  /** Contradictions between the list, the hosts that its links lead to, and its entry in the register. */
  readonly contradictions?: readonly string[];
};

/** A source that is no longer fetched. */
export type RetiredSource = {
  /** Key of the source. No other source will ever have this key. */
  readonly key: string;
  readonly title: Label;
  /** First day on which the source was no longer fetched. */
  readonly since: string;
  readonly reason: Label;
};

/** A category of links. */
export type Category = {
  /** Key of the category. */
  readonly key: string;
  readonly label: Label;
  readonly description: Label;
};

/** A collection that links lead to. */
export type Collection = {
  /** Stable key, which the field `collection` of a link uses. */
  readonly key: string;
  /** Name that the collection uses for itself. */
  readonly label: string;
  /** Key of the category to which the collection belongs. */
  readonly category: string;
  /** Name of the publisher. */
  readonly publisher?: string;
  /** Address of a page about the collection. */
  readonly homepage?: string;
  readonly health?: CollectionHealth;
};

/** Decisions of the operator about entities, by verdict. The identifiers of the entities and the reasons are not published. */
export type EntityDecisions = {
  /** Number of decisions to withhold a whole entity. */
  readonly withheld: number;
  /** Number of decisions to withhold some attributes or names of an entity. */
  readonly without: number;
};

/** The snapshot in use. */
export type SnapshotReport = {
  /** Identifier of the state of the data. The same identifier always means the same data. */
  readonly id: string;
  /** Date of the newest source in this state of the data. */
  readonly date: string;
  /** Time at which the snapshot was built. */
  readonly builtAt: string;
  /** Days since the date of the snapshot. */
  readonly ageDays: number;
  /** Version of the snapshot format. */
  readonly format: number;
  /** Contents of the snapshot, in numbers. */
  readonly counts: {
    /** Number of entities. */
    readonly entities: number;
    /** Number of entities by type. */
    readonly byType: {
      readonly [name: string]: number;
    };
    /** Number of links. */
    readonly links: number;
    /** Number of links by category. */
    readonly byCategory: {
      readonly [name: string]: number;
    };
    /** Number of identifiers of merged records. */
    readonly redirects: number;
  };
};

/** `pass`: everything is in order. `warn`: the service works, but has a fault. `fail`: it does not work. */
export type Health = 'pass' | 'warn' | 'fail';

/** A source that is older than its schedule allows, or whose last download was not used. */
export type NotFresh = {
  /** Key of the source. */
  readonly key: string;
  /** `fresh`: the source is up to date or completed. `unscheduled`: the source announces no schedule, so nobody can say whether there should be a newer version. `stale`: the source is older than its schedule allows. `held`: a newer version was held back because it looks wrong. `failing`: the source could not be fetched, or its file cannot be used. */
  readonly state: 'fresh' | 'unscheduled' | 'stale' | 'held' | 'failing';
  /** First day of this state, if it is known. */
  readonly since?: string;
  /** Reason why the source is stale, held or failing. */
  readonly reason: string;
};

/** Requests allowed per IP address (IPv6: per /64). */
export type Quota = {
  /** Requests per window. For `resolve`, `reconcile` and `mcp`, the identifiers and names in the requests are counted. */
  readonly quota: number;
  /** Length of the window in seconds. */
  readonly windowSeconds: number;
  /** Maximum number of requests within one second, counted in the same way as requests per window. */
  readonly burst: number;
  /** Requests per window from a whole IPv6 /48. The field is absent if there is no such limit. */
  readonly site?: number;
};

/** Check of a part of the service. */
export type Check = {
  /** Name of the part of the service that was checked. */
  readonly name: string;
  readonly status: Health;
  /** Measured value. */
  readonly observedValue?: number;
  /** Unit of the measured value. */
  readonly observedUnit?: string;
  /** Description of the fault, as a sentence. The field is absent if there is none. */
  readonly output?: string;
};

/** Runs of one kind: the last run that ended, the last successful run, and the run in progress. */
export type Upkeep = {
  /** The last run that ended. */
  readonly last?: {
    /** Time at which the run ended. */
    readonly at: string;
    /** Duration of the run in seconds. */
    readonly seconds: number;
    /** `failed`, or the result of the run. */
    readonly outcome: string;
    /** Stage in which the run failed. */
    readonly stage?: string;
    /** Kind of failure. */
    readonly reason?: string;
    /** Reason for the failure, as a sentence. */
    readonly detail?: string;
  };
  /** The last successful run. */
  readonly lastSuccess?: {
    /** Time at which the run ended. */
    readonly at: string;
    /** Duration of the run in seconds. */
    readonly seconds: number;
    /** `failed`, or the result of the run. */
    readonly outcome: string;
    /** Seconds since the run ended. */
    readonly ageSeconds: number;
  };
  /** The run in progress. */
  readonly running?: {
    /** Time at which the run began. */
    readonly since: string;
    /** Stage that the run has reached. */
    readonly stage: string;
  };
  /** Time at which the next run should begin. */
  readonly nextDue?: string;
  /** `true` if the next run should have begun more than six hours ago. */
  readonly overdue: boolean;
};

/** Completeness of the harvested changes. The field is absent if nothing is harvested. */
export type Completeness = {
  /** Time up to which the snapshot contains all changes from the publisher. */
  readonly harvestedThrough: string;
  /** Time up to which all changes were harvested a second time. */
  readonly auditedThrough?: string;
  /** Number of records that the first harvest missed and that a second one found within the last 30 days. */
  readonly missed: number;
  /** Number of records that were harvested but cannot be used, by reason. The field is absent if there are none. */
  readonly unreadByReason?: {
    readonly [name: string]: number;
  };
  /** Number of days for which the changes will be harvested again, because there were far fewer than expected or some are missing. */
  readonly held: number;
  /** Minutes since `harvestedThrough`. */
  readonly lagMinutes: number;
  /** Time at which changes were last harvested again, by the clock of the repository. */
  readonly checkedAt?: string;
  /** Comparison of the harvest with the newest dump. */
  readonly dump?: {
    /** Date of the snapshot that contains the dump. */
    readonly date: string;
    /** Number of records in the dump that were compared with the harvest. */
    readonly compared: number;
    /** Number of compared records that were missing from the previous snapshot, by type. */
    readonly missedByType: {
      readonly [name: string]: number;
    };
    /** Number of compared records that were outdated in the previous snapshot, by type. */
    readonly outdatedByType: {
      readonly [name: string]: number;
    };
  };
};

/** An error in one parameter. */
export type ParameterError = {
  /** Name of the parameter. */
  readonly parameter: string;
  /** Kind of error, for programs. */
  readonly code: string;
  /** Explanation of the error, for people. */
  readonly detail: string;
};

/** A text for people, in both languages. */
export type Label = {
  /** German */
  readonly de: string;
  /** English */
  readonly en: string;
};

/** A name with the kind, language and script that the record states. */
export type Name = {
  /** The name. */
  readonly value: string;
  /** Kind of name. New kinds may be added. */
  readonly kind: string;
  /** Language (BCP 47), if the record states it. */
  readonly lang?: string;
  /** Script (ISO 15924). */
  readonly script?: string;
};

/** First and last year of life or existence. Uncertain years are left out. */
export type Years = {
  /** Year that the record states. Years before the common era are negative. */
  readonly start?: number;
  /** Year that the record states. Years before the common era are negative. */
  readonly end?: number;
};

/** Selected properties of the GND ontology under their own names. Each value is a list. */
export type Attributes = {
  /** Abbreviated name: texts from the record; property `abbreviatedNameForTheCorporateBody` of the GND ontology. */
  readonly abbreviatedNameForTheCorporateBody?: readonly string[];
  /** Academic degree: entities, terms from a vocabulary, or texts from the record; property `academicDegree` of the GND ontology. */
  readonly academicDegree?: readonly (string | Reference)[];
  /** Acquaintances and friends: entities, terms from a vocabulary, or texts from the record; property `acquaintanceshipOrFriendship` of the GND ontology. */
  readonly acquaintanceshipOrFriendship?: readonly (string | Reference)[];
  /** Affiliation: entities, terms from a vocabulary, or texts from the record; property `affiliation` of the GND ontology. */
  readonly affiliation?: readonly (string | Reference)[];
  /** Artist: entities, terms from a vocabulary, or texts from the record; property `artist` of the GND ontology. */
  readonly artist?: readonly (string | Reference)[];
  /** Author: entities, terms from a vocabulary, or texts from the record; property `author` of the GND ontology. */
  readonly author?: readonly (string | Reference)[];
  /** Biographical or historical note: texts from the record; property `biographicalOrHistoricalInformation` of the GND ontology. */
  readonly biographicalOrHistoricalInformation?: readonly string[];
  /** Broader term: entities, terms from a vocabulary, or texts from the record; property `broaderTermGeneral` of the GND ontology. */
  readonly broaderTermGeneral?: readonly (string | Reference)[];
  /** Broader term (generic): entities, terms from a vocabulary, or texts from the record; property `broaderTermGeneric` of the GND ontology. */
  readonly broaderTermGeneric?: readonly (string | Reference)[];
  /** Broader term (instance of): entities, terms from a vocabulary, or texts from the record; property `broaderTermInstantial` of the GND ontology. */
  readonly broaderTermInstantial?: readonly (string | Reference)[];
  /** Broader term (part of): entities, terms from a vocabulary, or texts from the record; property `broaderTermPartitive` of the GND ontology. */
  readonly broaderTermPartitive?: readonly (string | Reference)[];
  /** To be used instead: entities, terms from a vocabulary, or texts from the record; property `complexSeeReferenceSubject` of the GND ontology. */
  readonly complexSeeReferenceSubject?: readonly (string | Reference)[];
  /** Composer: entities, terms from a vocabulary, or texts from the record; property `composer` of the GND ontology. */
  readonly composer?: readonly (string | Reference)[];
  /** Contributor: entities, terms from a vocabulary, or texts from the record; property `contributor` of the GND ontology. */
  readonly contributor?: readonly (string | Reference)[];
  /** Coordinates: longitude and latitude in degrees (WGS 84); property `coordinates` of the GND ontology. */
  readonly coordinates?: readonly Coordinates[];
  /** Creator: entities, terms from a vocabulary, or texts from the record; property `creator` of the GND ontology. */
  readonly creator?: readonly (string | Reference)[];
  /** Date of birth: dates as the record states them, in ISO 8601 form if they are exact; property `dateOfBirth` of the GND ontology. */
  readonly dateOfBirth?: readonly string[];
  /** Date of the event: dates as the record states them, in ISO 8601 form if they are exact; property `dateOfConferenceOrEvent` of the GND ontology. */
  readonly dateOfConferenceOrEvent?: readonly string[];
  /** Date of death: dates as the record states them, in ISO 8601 form if they are exact; property `dateOfDeath` of the GND ontology. */
  readonly dateOfDeath?: readonly string[];
  /** Established: dates as the record states them, in ISO 8601 form if they are exact; property `dateOfEstablishment` of the GND ontology. */
  readonly dateOfEstablishment?: readonly string[];
  /** Date of production: dates as the record states them, in ISO 8601 form if they are exact; property `dateOfProduction` of the GND ontology. */
  readonly dateOfProduction?: readonly string[];
  /** Date of publication: dates as the record states them, in ISO 8601 form if they are exact; property `dateOfPublication` of the GND ontology. */
  readonly dateOfPublication?: readonly string[];
  /** Dissolved or ended: dates as the record states them, in ISO 8601 form if they are exact; property `dateOfTermination` of the GND ontology. */
  readonly dateOfTermination?: readonly string[];
  /** Definition: texts from the record; property `definition` of the GND ontology. */
  readonly definition?: readonly string[];
  /** Family: entities, terms from a vocabulary, or texts from the record; property `familialRelationship` of the GND ontology. */
  readonly familialRelationship?: readonly (string | Reference)[];
  /** Field of activity: entities, terms from a vocabulary, or texts from the record; property `fieldOfActivity` of the GND ontology. */
  readonly fieldOfActivity?: readonly (string | Reference)[];
  /** Field of study: entities, terms from a vocabulary, or texts from the record; property `fieldOfStudy` of the GND ontology. */
  readonly fieldOfStudy?: readonly (string | Reference)[];
  /** First author: entities, terms from a vocabulary, or texts from the record; property `firstAuthor` of the GND ontology. */
  readonly firstAuthor?: readonly (string | Reference)[];
  /** First composer: entities, terms from a vocabulary, or texts from the record; property `firstComposer` of the GND ontology. */
  readonly firstComposer?: readonly (string | Reference)[];
  /** Form of work: entities, terms from a vocabulary, or texts from the record; property `formOfWorkAndExpression` of the GND ontology. */
  readonly formOfWorkAndExpression?: readonly (string | Reference)[];
  /** Gender: entities, terms from a vocabulary, or texts from the record; property `gender` of the GND ontology. */
  readonly gender?: readonly (string | Reference)[];
  /** Country or region: entities, terms from a vocabulary, or texts from the record; property `geographicAreaCode` of the GND ontology. */
  readonly geographicAreaCode?: readonly (string | Reference)[];
  /** Subject category: entities, terms from a vocabulary, or texts from the record; property `gndSubjectCategory` of the GND ontology. */
  readonly gndSubjectCategory?: readonly (string | Reference)[];
  /** Part of: entities, terms from a vocabulary, or texts from the record; property `hierarchicalSuperiorOfPlaceOrGeographicName` of the GND ontology. */
  readonly hierarchicalSuperiorOfPlaceOrGeographicName?: readonly (string | Reference)[];
  /** Parent body: entities, terms from a vocabulary, or texts from the record; property `hierarchicalSuperiorOfTheCorporateBody` of the GND ontology. */
  readonly hierarchicalSuperiorOfTheCorporateBody?: readonly (string | Reference)[];
  /** Website: web addresses; property `homepage` of the GND ontology. */
  readonly homepage?: readonly string[];
  /** Language of the work: entities, terms from a vocabulary, or texts from the record; property `languageOfWork` of the GND ontology. */
  readonly languageOfWork?: readonly (string | Reference)[];
  /** Literary source: entities, terms from a vocabulary, or texts from the record; property `literarySource` of the GND ontology. */
  readonly literarySource?: readonly (string | Reference)[];
  /** Member of the family: entities, terms from a vocabulary, or texts from the record; property `memberOfTheFamily` of the GND ontology. */
  readonly memberOfTheFamily?: readonly (string | Reference)[];
  /** Opus number: texts from the record; property `opusNumericDesignationOfMusicalWork` of the GND ontology. */
  readonly opusNumericDesignationOfMusicalWork?: readonly string[];
  /** Period of activity: texts from the record; property `periodOfActivity` of the GND ontology. */
  readonly periodOfActivity?: readonly string[];
  /** Place of activity: entities, terms from a vocabulary, or texts from the record; property `placeOfActivity` of the GND ontology. */
  readonly placeOfActivity?: readonly (string | Reference)[];
  /** Place of birth: entities, terms from a vocabulary, or texts from the record; property `placeOfBirth` of the GND ontology. */
  readonly placeOfBirth?: readonly (string | Reference)[];
  /** Seat: entities, terms from a vocabulary, or texts from the record; property `placeOfBusiness` of the GND ontology. */
  readonly placeOfBusiness?: readonly (string | Reference)[];
  /** Place of the event: entities, terms from a vocabulary, or texts from the record; property `placeOfConferenceOrEvent` of the GND ontology. */
  readonly placeOfConferenceOrEvent?: readonly (string | Reference)[];
  /** Place of death: entities, terms from a vocabulary, or texts from the record; property `placeOfDeath` of the GND ontology. */
  readonly placeOfDeath?: readonly (string | Reference)[];
  /** Preceding event: entities, terms from a vocabulary, or texts from the record; property `precedingConferenceOrEvent` of the GND ontology. */
  readonly precedingConferenceOrEvent?: readonly (string | Reference)[];
  /** Preceding body: entities, terms from a vocabulary, or texts from the record; property `precedingCorporateBody` of the GND ontology. */
  readonly precedingCorporateBody?: readonly (string | Reference)[];
  /** Preceding place: entities, terms from a vocabulary, or texts from the record; property `precedingPlaceOrGeographicName` of the GND ontology. */
  readonly precedingPlaceOrGeographicName?: readonly (string | Reference)[];
  /** Profession or occupation: entities, terms from a vocabulary, or texts from the record; property `professionOrOccupation` of the GND ontology. */
  readonly professionOrOccupation?: readonly (string | Reference)[];
  /** Professional relationships: entities, terms from a vocabulary, or texts from the record; property `professionalRelationship` of the GND ontology. */
  readonly professionalRelationship?: readonly (string | Reference)[];
  /** Pseudonym: entities, terms from a vocabulary, or texts from the record; property `pseudonym` of the GND ontology. */
  readonly pseudonym?: readonly (string | Reference)[];
  /** Publication: texts from the record; property `publication` of the GND ontology. */
  readonly publication?: readonly string[];
  /** Real name: entities, terms from a vocabulary, or texts from the record; property `realIdentity` of the GND ontology. */
  readonly realIdentity?: readonly (string | Reference)[];
  /** Related corporate body: entities, terms from a vocabulary, or texts from the record; property `relatedCorporateBody` of the GND ontology. */
  readonly relatedCorporateBody?: readonly (string | Reference)[];
  /** Dewey Decimal Classification: entities, terms from a vocabulary, or texts from the record; property `relatedDdcWithDegreeOfDeterminacy` of the GND ontology. */
  readonly relatedDdcWithDegreeOfDeterminacy?: readonly (string | Reference)[];
  /** Related term: entities, terms from a vocabulary, or texts from the record; property `relatedTerm` of the GND ontology. */
  readonly relatedTerm?: readonly (string | Reference)[];
  /** Related work: entities, terms from a vocabulary, or texts from the record; property `relatedWork` of the GND ontology. */
  readonly relatedWork?: readonly (string | Reference)[];
  /** Region of activity: entities, terms from a vocabulary, or texts from the record; property `spatialAreaOfActivity` of the GND ontology. */
  readonly spatialAreaOfActivity?: readonly (string | Reference)[];
  /** Succeeding event: entities, terms from a vocabulary, or texts from the record; property `succeedingConferenceOrEvent` of the GND ontology. */
  readonly succeedingConferenceOrEvent?: readonly (string | Reference)[];
  /** Succeeding body: entities, terms from a vocabulary, or texts from the record; property `succeedingCorporateBody` of the GND ontology. */
  readonly succeedingCorporateBody?: readonly (string | Reference)[];
  /** Succeeding place: entities, terms from a vocabulary, or texts from the record; property `succeedingPlaceOrGeographicName` of the GND ontology. */
  readonly succeedingPlaceOrGeographicName?: readonly (string | Reference)[];
  /** Title of nobility: entities, terms from a vocabulary, or texts from the record; property `titleOfNobility` of the GND ontology. */
  readonly titleOfNobility?: readonly (string | Reference)[];
  /** Topic: entities, terms from a vocabulary, or texts from the record; property `topic` of the GND ontology. */
  readonly topic?: readonly (string | Reference)[];
  /** Usage note: texts from the record; property `usingInstructions` of the GND ontology. */
  readonly usingInstructions?: readonly string[];
  readonly [name: string]: readonly (string | Reference | Coordinates)[] | undefined;
};

/** A picture with a known licence. */
export type Depiction = {
  /** Address of the page that describes the picture. */
  readonly url: string;
  /** Address of a small version of the picture. */
  readonly thumbnail?: string;
  /** SPDX identifier of the licence, if there is one, or else the address of the licence. */
  readonly licence: string;
  /** Name of the author, which must be shown with the picture. */
  readonly credit?: string;
  /** Key of the source that names the picture. */
  readonly source: string;
};

/** Library that is responsible for the record and corrects it. */
export type Maintainer = {
  /** Name of the library, or its ISIL if the name is not known. */
  readonly name: string;
  /** International Standard Identifier for Libraries. */
  readonly isil?: string;
  /** Address of the entry for the library in the directory of libraries. The entry contains the postal address. */
  readonly url?: string;
};

/** A link from an entity to a page or record on the web. */
export type Link = {
  /** Address of the target. */
  readonly url: string;
  /** Key of the collection to which the target belongs; it is explained in `/sources`. */
  readonly collection: string;
  /** Name of the collection. */
  readonly label: string;
  /** `sameAs`: the target describes the same entity. `about`: the target says something about the entity. */
  readonly relation: 'sameAs' | 'about';
  /** How well the target matches the entity, as a SKOS mapping property. The field is absent if no source states it. */
  readonly match?: 'exact' | 'close' | 'broad' | 'narrow' | 'related';
  /** Number of items on the target page, if the source counts them. */
  readonly hits?: number;
  /** Note from the source about the link. */
  readonly annotation?: string;
  /** Keys of the sources that contain the link, sorted; they are explained in `/sources`. */
  readonly assertedBy: readonly string[];
};

/** Result of the last check of sample addresses in the collection. */
export type CollectionHealth = {
  /** Number of addresses in the last sample. Addresses without a clear result count only here. */
  readonly sampled: number;
  /** Number of addresses that lead to a page. */
  readonly ok: number;
  /** Number of addresses that redirect permanently to another page. */
  readonly moved: number;
  /** Number of addresses that no longer exist or that lead to a page without content. */
  readonly gone: number;
  /** Number of addresses that refused the check but may be open to people. */
  readonly blocked: number;
  /** Day since which the links have led to pages, or have led nowhere. */
  readonly since: string;
  /** Time of the last check. */
  readonly checkedAt: string;
};

/** A related entity or a term from a vocabulary. */
export type Reference = {
  /** GND identifier of the related entity. */
  readonly gnd?: string;
  /** URI of the term in its vocabulary. */
  readonly uri?: string;
  /** Name of the entity or term. The field is absent if the name is not in the data. */
  readonly label?: string;
  /** Role in the relation, in the words of the record. */
  readonly role?: string;
};

/** Coordinates in degrees (WGS 84). */
export type Coordinates = {
  /** Degrees of longitude. Values to the east are positive. */
  readonly longitude: number;
  /** Degrees of latitude. Values to the north are positive. */
  readonly latitude: number;
};
