/** The answers of the interface. Objects are open: fields may be added. Written by docs/generate.ts. */

export type LinksAnswer = {
  /** Version of the interface. */
  readonly apiVersion: string;
  readonly snapshot: SnapshotReference;
  readonly conflicts: readonly Conflict[];
  readonly entity: Entity;
  /** The requested identifier, in its canonical spelling. */
  readonly requested: string;
  /** Present only when the requested identifier belongs to a record that was merged into this one. */
  readonly redirectedFrom?: readonly string[];
  readonly links: {
    /** Number of links. */
    readonly total: number;
    readonly categories: readonly LinkCategory[];
  };
};

export type SearchAnswer = {
  /** Version of the interface. */
  readonly apiVersion: string;
  readonly snapshot: SnapshotReference;
  /** The query as the service read it. */
  readonly query: {
    /** Text of the query. */
    readonly q: string;
    readonly type?: readonly EntityType[];
    /** Largest number of results. */
    readonly limit: number;
    /** Number of results left out. */
    readonly offset: number;
  };
  readonly total: {
    /** Number of entities found. */
    readonly value: number;
    /** `atLeast`: there may be more. Counting stops at 1,000, and earlier where it would take too long. */
    readonly relation: 'exact' | 'atLeast';
  };
  /** `true` when no entity meets the query as it is, so that near spellings are answered or words are left out; otherwise absent. */
  readonly approximate?: boolean;
  /** Words of the query, as they were typed, that were left out because no entity has all words; and years and centuries that no entity found has. */
  readonly ignored?: readonly string[];
  readonly items: readonly SearchItem[];
};

export type CoverageAnswer = {
  /** Version of the interface. */
  readonly apiVersion: string;
  readonly snapshot: SnapshotReference;
  readonly summary: {
    /** Number of identifiers in the list. */
    readonly requested: number;
    /** Number of different identifiers in the list. */
    readonly distinct: number;
    /** Number of rows with this verdict. */
    readonly covered: number;
    /** Number of rows with this verdict. */
    readonly noLinks: number;
    /** Number of rows with this verdict. */
    readonly redirected: number;
    /** Number of rows with this verdict. */
    readonly deleted: number;
    /** Number of rows with this verdict. */
    readonly unknown: number;
    /** Number of rows with this verdict. */
    readonly invalid: number;
  };
  readonly items: readonly CoverageRow[];
};

export type SourcesAnswer = {
  /** Version of the interface. */
  readonly apiVersion: string;
  readonly snapshot: SnapshotReference;
  readonly sources: readonly Source[];
  /** Sources that are no longer fetched. */
  readonly retired: readonly RetiredSource[];
  /** Categories, in the order in which answers list them. */
  readonly categories: readonly Category[];
  /** The collections that links lead into. */
  readonly collections: readonly Collection[];
  /** Licence of the work of this service itself: collections, categories, decisions about links. */
  readonly curationLicence: {
    /** SPDX identifier. */
    readonly spdx: string;
    /** Text of the licence. */
    readonly url: string;
    /** Subject of the licence, as a sentence for people. */
    readonly statement: string;
  };
};

export type StatusAnswer = {
  /** Version of the interface. */
  readonly apiVersion: string;
  readonly snapshot: SnapshotReport;
  readonly status: Health;
  /** Version of the software. */
  readonly release: string;
  readonly sources: {
    /** Number of sources in this state. */
    readonly fresh: number;
    /** Number of sources in this state. */
    readonly stale: number;
    /** Number of sources in this state. */
    readonly held: number;
    /** Number of sources in this state. */
    readonly failing: number;
  };
  /** The sources that are not fresh, the latest first. */
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
  /** Runs that keep the data fresh; absent before the first update. */
  readonly updates?: {
    readonly update?: Upkeep;
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
  /** Address of a page that explains this kind of problem. */
  readonly type: string;
  /** The kind of problem in a few words. */
  readonly title: string;
  /** The HTTP status. */
  readonly status: number;
  /** Explanation of this occurrence, for people. */
  readonly detail: string;
  /** The kind of problem, for programs. */
  readonly code: string;
  /** Identifier of this occurrence: the `X-Request-Id` of the answer. */
  readonly instance?: string;
  readonly errors?: readonly ParameterError[];
  /** The requested identifier, in its canonical spelling. */
  readonly gnd?: string;
  /** Reason why the identifier is malformed, where it is known. */
  readonly reason?: string;
  /** A repaired identifier that exists in the data; for an unknown address, one that exists and was probably meant. */
  readonly suggestion?: string;
  readonly successors?: readonly string[];
  /** Largest number that is allowed. */
  readonly maximum?: number;
  /** Number that was received. */
  readonly received?: number;
};

/** Which data an answer was made from. */
export type SnapshotReference = {
  /** Identifies the state of the data; the same identifier always means the same data. */
  readonly id: string;
  /** Day of the newest source in it. */
  readonly date: string;
};

/** Several different identifiers of one collection where there can be only one. */
export type Conflict = {
  /** Key of the collection. */
  readonly collection: string;
  readonly urls: readonly string[];
};

/** A GND entity: identity, type, names and selected attributes. */
export type Entity = {
  readonly type: EntityType;
  readonly typeLabel: Label;
  readonly subtypes: readonly string[];
  /** `false` marks a record that stands for several persons of one name. */
  readonly differentiated?: boolean;
  /** Canonical URI of the entity. */
  readonly uri: string;
  /** GND identifier. */
  readonly gnd: string;
  /** Authorised form of the name; for persons the surname comes first. */
  readonly preferredName: string;
  /** The name in natural order; present where that differs from the preferred name. */
  readonly displayName?: string;
  /** One line that distinguishes the entity from namesakes. */
  readonly description?: string;
  readonly variantNames: readonly string[];
  /** The preferred name and the variants, each with its kind, language and script. */
  readonly names?: readonly Name[];
  readonly years?: Years;
  readonly attributes: Attributes;
  readonly formerIds: readonly string[];
  readonly depiction?: Depiction;
  /** Day of the last change of the record. */
  readonly modified?: string;
  /** Cataloguing level of the record; 1 is the best. */
  readonly level?: number;
  /** `true` for a record that only refers to entities to be used instead, see `complexSeeReferenceSubject`; search by words does not find it. */
  readonly isReferenceRecord?: boolean;
  readonly maintainer?: Maintainer;
};

/** The links of one category. Categories without links are left out. */
export type LinkCategory = {
  /** Key of the category. */
  readonly category: string;
  readonly label: Label;
  /** Number of links in the category. */
  readonly total: number;
  readonly items: readonly Link[];
};

/** Class of the GND ontology; `AuthorityResource` for a record whose class is unknown. */
export type EntityType = 'Person' | 'Family' | 'CorporateBody' | 'ConferenceOrEvent' | 'PlaceOrGeographicName' | 'SubjectHeading' | 'Work' | 'AuthorityResource';

/** An entity that was found, with the name or identifier that matched. */
export type SearchItem = {
  /** GND identifier. */
  readonly gnd: string;
  /** Canonical URI of the entity. */
  readonly uri: string;
  readonly type: EntityType;
  readonly typeLabel: Label;
  /** Authorised form of the name; for persons the surname comes first. */
  readonly preferredName: string;
  /** The name in natural order; present where that differs from the preferred name. */
  readonly displayName?: string;
  /** One line that distinguishes the entity from namesakes. */
  readonly description?: string;
  readonly years?: Years;
  /** `false` marks a record that stands for several persons of one name. */
  readonly differentiated?: boolean;
  /** Number of links of the entity. */
  readonly linkCount: number;
  /** The same number, under the name that it has in `/coverage`. */
  readonly links: number;
  readonly matched: {
    /** Field of the entity that matched. */
    readonly field: string;
    /** The name or identifier that matched; the description when some words occur only there. */
    readonly value: string;
  };
  /** Agreement of the query and the matched name, without the prominence: 1 is an identifier, or all words of a preferred name and no other. Use it as a threshold; results are not sorted by it. */
  readonly score: number;
};

/** Verdict on one identifier of the list, with the entity and the number of its links. */
export type CoverageRow = {
  /** The identifier as it was sent. */
  readonly input: string;
  /** Verdict on the identifier. */
  readonly verdict: 'covered' | 'no_links' | 'redirected' | 'deleted' | 'unknown' | 'invalid';
  /** Reason why the identifier is malformed, where it is known. */
  readonly reason?: string;
  /** A repaired identifier that exists in the data. */
  readonly suggestion?: string;
  /** GND identifier; that of the surviving record for a merged one. */
  readonly gnd?: string;
  /** Canonical URI of the entity. */
  readonly uri?: string;
  readonly successors?: readonly string[];
  readonly type?: EntityType;
  /** Authorised form of the name. */
  readonly preferredName?: string;
  /** Number of links. */
  readonly links?: number;
  /** Number of links per category; only categories that occur. */
  readonly byCategory?: {
    readonly [name: string]: number;
  };
  readonly missingCategories?: readonly string[];
  readonly sources?: readonly string[];
};

/** A data source: origin, licence, freshness and scope. */
export type Source = {
  /** Stable key, as in `assertedBy`. */
  readonly key: string;
  readonly title: Label;
  readonly description: Label;
  /** Dump of records, list of links, or list of merged and deleted identifiers. */
  readonly kind: 'entities' | 'links' | 'redirects';
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
  readonly licence: {
    /** SPDX identifier. */
    readonly spdx?: string;
    /** Text of the licence. */
    readonly url?: string;
    /** A sentence for people; `not stated` where the publisher says nothing. */
    readonly statement: string;
  };
  readonly freshness: {
    /** Time at which this copy was fetched. */
    readonly retrievedAt?: string;
    /** Time of the last look for a newer copy. */
    readonly checkedAt?: string;
    /** Time from which the next look is due; absent when there will be none. */
    readonly nextCheck?: string;
    /** Day that the source itself states. */
    readonly declaredDate?: string;
    /** Day on which this content was first seen. */
    readonly observedSince?: string;
    /** Interval at which the publisher renews the source. */
    readonly cadence: string;
    /** Days since the declared date, or else since this content was first seen. */
    readonly ageDays?: number;
    /** `stale`: older than its cadence. `held`: a newer copy was refused as implausible. `failing`: it could not be fetched. */
    readonly state: 'fresh' | 'stale' | 'held' | 'failing';
    /** First day of that state; absent when the source is `fresh` or the day is unknown. */
    readonly since?: string;
    /** Reason why the source is held or failing, as a sentence. */
    readonly reason?: string;
  };
  readonly scope: {
    readonly types: readonly EntityType[];
    readonly categories: readonly string[];
    readonly collections: readonly string[];
    /** Number of entities that the source describes or links. */
    readonly entities: number;
    /** Number of links that the source asserts. */
    readonly links: number;
    readonly description: Label;
  };
  readonly import: {
    /** Number of records read. */
    readonly read: number;
    /** Number of records used. */
    readonly accepted: number;
    /** Number of records refused, by reason. */
    readonly rejected: {
      readonly [name: string]: number;
    };
    /** SHA-256 of the file, in hexadecimal digits. */
    readonly sha256?: string;
  };
  /** Contradictions between the list, the hosts that it leads to and its entry in the register. */
  readonly contradictions?: readonly string[];
};

/** A source that is not fetched any more. */
export type RetiredSource = {
  /** Key of the source; no other source gets it. */
  readonly key: string;
  readonly title: Label;
  /** Day on which the source ended. */
  readonly since: string;
  readonly reason: Label;
};

export type Category = {
  /** Key of the category. */
  readonly key: string;
  readonly label: Label;
  readonly description: Label;
};

export type Collection = {
  /** Stable key, as in the `collection` of a link. */
  readonly key: string;
  /** Name that the collection itself uses. */
  readonly label: string;
  /** Key of the category of the collection. */
  readonly category: string;
  /** Name of the publisher. */
  readonly publisher?: string;
  /** Address of a page about the collection. */
  readonly homepage?: string;
  readonly health?: CollectionHealth;
};

export type SnapshotReport = {
  /** Identifies the state of the data; the same identifier always means the same data. */
  readonly id: string;
  /** Day of the newest source in it. */
  readonly date: string;
  /** Time at which the snapshot was built. */
  readonly builtAt: string;
  /** Days since the date of the snapshot. */
  readonly ageDays: number;
  /** Version of the snapshot format. */
  readonly format: number;
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

/** `pass`, `warn`: in service with a fault, or `fail`. */
export type Health = 'pass' | 'warn' | 'fail';

/** A source that is older than its cadence, or whose last download was not used. */
export type NotFresh = {
  /** Key of the source. */
  readonly key: string;
  /** `stale`: older than its cadence. `held`: a newer copy was refused as implausible. `failing`: it could not be fetched. */
  readonly state: 'fresh' | 'stale' | 'held' | 'failing';
  /** First day of that state, where it is known. */
  readonly since?: string;
  /** Reason why the source is held or failing, as a sentence. */
  readonly reason?: string;
};

/** Requests allowed per client address (IPv6: per /64). */
export type Quota = {
  /** Requests per window; for `reconcile`, queries per window. */
  readonly quota: number;
  /** Length of the window in seconds. */
  readonly windowSeconds: number;
  /** Largest number of them within one second. */
  readonly burst: number;
  /** Requests per window from a whole IPv6 /48; absent when there is no such limit. */
  readonly site?: number;
};

export type Check = {
  /** Name of the part of the service that was checked. */
  readonly name: string;
  readonly status: Health;
  /** Measured value. */
  readonly observedValue?: number;
  /** Unit of the measured value. */
  readonly observedUnit?: string;
  /** Description of the fault, as a sentence; absent when the check passes. */
  readonly output?: string;
};

/** Runs of one kind: the last one, the last that did not fail, and the one in progress. */
export type Upkeep = {
  readonly last?: {
    /** Time at which the run ended. */
    readonly at: string;
    /** Duration of the run in seconds. */
    readonly seconds: number;
    /** `failed`, or the result of the run. */
    readonly outcome: string;
    /** Stage in which the run failed. */
    readonly stage?: string;
    /** Kind of the failure. */
    readonly reason?: string;
    /** Reason of the failure, as a sentence. */
    readonly detail?: string;
  };
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
  readonly running?: {
    /** Time at which the run began. */
    readonly since: string;
    /** Stage that the run has reached. */
    readonly stage: string;
  };
  /** Time at which the next run should begin. */
  readonly nextDue?: string;
  /** `true` when the next run should have succeeded hours ago. */
  readonly overdue: boolean;
};

/** Completeness of the harvested changes; absent where nothing is harvested. */
export type Completeness = {
  /** Time up to which every change of the publisher is in the snapshot. */
  readonly harvestedThrough: string;
  /** Time up to which all changes were harvested a second time. */
  readonly auditedThrough?: string;
  /** Number of records that harvests had missed and audits of the last 30 days found. */
  readonly missed: number;
  /** Number of days that brought far fewer records than expected, or have a gap, and will be harvested again. */
  readonly held: number;
  /** Minutes since `harvestedThrough`. */
  readonly lagMinutes: number;
  /** Time of the last audit, by the clock of the repository. */
  readonly checkedAt?: string;
  /** Comparison of the harvest with the newest dump. */
  readonly dump?: {
    /** Date of the snapshot with the dump. */
    readonly date: string;
    /** Number of records that are older than the harvest. */
    readonly compared: number;
    /** Number of these records that the snapshot before did not have, by type. */
    readonly missed: {
      readonly [name: string]: number;
    };
    /** Number of these records that the snapshot before had in an older version, by type. */
    readonly stale: {
      readonly [name: string]: number;
    };
  };
};

export type ParameterError = {
  /** Name of the parameter. */
  readonly parameter: string;
  /** Kind of the error, for programs. */
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

/** A name, with its kind, language and script as the record states them. */
export type Name = {
  /** The name. */
  readonly value: string;
  /** Kind of the name. New kinds may be added. */
  readonly kind: string;
  /** Language (BCP 47), where the record states it. */
  readonly lang?: string;
  /** Script (ISO 15924). */
  readonly script?: string;
};

/** Years of life or existence; uncertain years are left out. */
export type Years = {
  /** Year; negative before the common era, as in the record. */
  readonly start?: number;
  /** Year; negative before the common era, as in the record. */
  readonly end?: number;
};

/** Selected properties of the GND ontology under their own names; each value is a list. */
export type Attributes = {
  readonly abbreviatedNameForTheCorporateBody?: readonly string[];
  readonly academicDegree?: readonly (string | Reference)[];
  readonly acquaintanceshipOrFriendship?: readonly (string | Reference)[];
  readonly affiliation?: readonly (string | Reference)[];
  readonly artist?: readonly (string | Reference)[];
  readonly author?: readonly (string | Reference)[];
  readonly biographicalOrHistoricalInformation?: readonly string[];
  readonly broaderTermGeneral?: readonly (string | Reference)[];
  readonly broaderTermGeneric?: readonly (string | Reference)[];
  readonly broaderTermInstantial?: readonly (string | Reference)[];
  readonly broaderTermPartitive?: readonly (string | Reference)[];
  readonly complexSeeReferenceSubject?: readonly (string | Reference)[];
  readonly composer?: readonly (string | Reference)[];
  readonly contributor?: readonly (string | Reference)[];
  readonly coordinates?: readonly Coordinates[];
  readonly creator?: readonly (string | Reference)[];
  readonly dateOfBirth?: readonly string[];
  readonly dateOfConferenceOrEvent?: readonly string[];
  readonly dateOfDeath?: readonly string[];
  readonly dateOfEstablishment?: readonly string[];
  readonly dateOfProduction?: readonly string[];
  readonly dateOfPublication?: readonly string[];
  readonly dateOfTermination?: readonly string[];
  readonly definition?: readonly string[];
  readonly familialRelationship?: readonly (string | Reference)[];
  readonly fieldOfActivity?: readonly (string | Reference)[];
  readonly fieldOfStudy?: readonly (string | Reference)[];
  readonly firstAuthor?: readonly (string | Reference)[];
  readonly firstComposer?: readonly (string | Reference)[];
  readonly formOfWorkAndExpression?: readonly (string | Reference)[];
  readonly gender?: readonly (string | Reference)[];
  readonly geographicAreaCode?: readonly (string | Reference)[];
  readonly gndSubjectCategory?: readonly (string | Reference)[];
  readonly hierarchicalSuperiorOfPlaceOrGeographicName?: readonly (string | Reference)[];
  readonly hierarchicalSuperiorOfTheCorporateBody?: readonly (string | Reference)[];
  readonly homepage?: readonly string[];
  readonly languageOfWork?: readonly (string | Reference)[];
  readonly literarySource?: readonly (string | Reference)[];
  readonly memberOfTheFamily?: readonly (string | Reference)[];
  readonly opusNumericDesignationOfMusicalWork?: readonly string[];
  readonly periodOfActivity?: readonly string[];
  readonly placeOfActivity?: readonly (string | Reference)[];
  readonly placeOfBirth?: readonly (string | Reference)[];
  readonly placeOfBusiness?: readonly (string | Reference)[];
  readonly placeOfConferenceOrEvent?: readonly (string | Reference)[];
  readonly placeOfDeath?: readonly (string | Reference)[];
  readonly precedingConferenceOrEvent?: readonly (string | Reference)[];
  readonly precedingCorporateBody?: readonly (string | Reference)[];
  readonly precedingPlaceOrGeographicName?: readonly (string | Reference)[];
  readonly professionOrOccupation?: readonly (string | Reference)[];
  readonly professionalRelationship?: readonly (string | Reference)[];
  readonly pseudonym?: readonly (string | Reference)[];
  readonly publication?: readonly string[];
  readonly realIdentity?: readonly (string | Reference)[];
  readonly relatedCorporateBody?: readonly (string | Reference)[];
  readonly relatedDdcWithDegreeOfDeterminacy?: readonly (string | Reference)[];
  readonly relatedTerm?: readonly (string | Reference)[];
  readonly relatedWork?: readonly (string | Reference)[];
  readonly spatialAreaOfActivity?: readonly (string | Reference)[];
  readonly succeedingConferenceOrEvent?: readonly (string | Reference)[];
  readonly succeedingCorporateBody?: readonly (string | Reference)[];
  readonly succeedingPlaceOrGeographicName?: readonly (string | Reference)[];
  readonly titleOfNobility?: readonly (string | Reference)[];
  readonly topic?: readonly (string | Reference)[];
  readonly usingInstructions?: readonly string[];
  readonly [name: string]: readonly (string | Reference | Coordinates)[] | undefined;
};

/** A picture; only with a known licence. */
export type Depiction = {
  /** Address of the page that describes the picture. */
  readonly url: string;
  /** Address of a small version of the picture. */
  readonly thumbnail?: string;
  /** SPDX identifier where there is one, else the address of the licence. */
  readonly licence: string;
  /** Name of the author, to be shown with the picture. */
  readonly credit?: string;
  /** Key of the source that states the picture. */
  readonly source: string;
};

/** The library that is responsible for the record and corrects it. */
export type Maintainer = {
  /** Name of the library; its ISIL where the name is not known. */
  readonly name: string;
  /** International Standard Identifier for Libraries. */
  readonly isil?: string;
  /** Address of the entry in the directory of libraries, where its postal address is. */
  readonly url?: string;
};

/** A curated connection from an entity to a page or record. */
export type Link = {
  /** Address of the target. */
  readonly url: string;
  /** Key of the collection of the target, see `/sources`. */
  readonly collection: string;
  /** Name of the collection. */
  readonly label: string;
  /** `sameAs`: the target describes the same entity. `about`: the target says something about the entity. */
  readonly relation: 'sameAs' | 'about';
  /** Degree to which the target matches (SKOS mapping properties); only where a source states it. */
  readonly match?: 'exact' | 'close' | 'broad' | 'narrow' | 'related';
  /** Number of items at the target, where the source counts them. */
  readonly hits?: number;
  /** Note of the source about the link. */
  readonly annotation?: string;
  readonly assertedBy: readonly string[];
};

/** Result of probing some addresses of the collection. */
export type CollectionHealth = {
  /** Number of addresses in the last probe: those counted below, and those without a clear verdict. */
  readonly sampled: number;
  /** Number of addresses that lead to a page. */
  readonly ok: number;
  /** Number of addresses that redirect permanently to a page elsewhere. */
  readonly moved: number;
  /** Number of addresses that no longer exist, or lead to a page about nothing. */
  readonly gone: number;
  /** Number of addresses that were refused to the probe, but perhaps not to people. */
  readonly blocked: number;
  /** Day since which the collection is alive, or dead, as it is now. */
  readonly since: string;
  /** Time of the last probe. */
  readonly checkedAt: string;
};

/** A related entity or a term of a vocabulary. */
export type Reference = {
  /** GND identifier of the related entity. */
  readonly gnd?: string;
  /** URI of the term of a vocabulary. */
  readonly uri?: string;
  /** Name of the entity or term; absent when the data do not have it. */
  readonly label?: string;
  /** Role in the relation, in the words of the record. */
  readonly role?: string;
};

/** Coordinates in degrees (WGS 84). */
export type Coordinates = {
  readonly longitude: number;
  readonly latitude: number;
};
