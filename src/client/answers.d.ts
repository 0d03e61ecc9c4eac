/** What the interface answers. Objects are open: fields may be added. Written by docs/generate.ts. */

export type LinksAnswer = {
  /** Version of the interface. */
  readonly apiVersion: string;
  readonly snapshot: SnapshotReference;
  readonly conflicts: readonly Conflict[];
  readonly entity: Entity;
  /** The identifier asked for, in its canonical spelling. */
  readonly requested: string;
  /** Only when the identifier asked for belongs to a record that was merged into this one. */
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
  /** The query as it was understood. */
  readonly query: {
    readonly q: string;
    readonly type?: readonly EntityType[];
    readonly limit: number;
    readonly offset: number;
  };
  readonly total: {
    /** Number of entities found. */
    readonly value: number;
    /** `atLeast`: there may be more. Counting stops at 1,000, and earlier where it would take too long. */
    readonly relation: 'exact' | 'atLeast';
  };
  /** `true` when nothing meets the query as it is: near spellings are answered, or words left out; otherwise absent. */
  readonly approximate?: boolean;
  /** Words of the query, as they were typed, that did not count, because nothing has all of them; and years and centuries that nothing found has. */
  readonly ignored?: readonly string[];
  readonly items: readonly SearchItem[];
};

export type CoverageAnswer = {
  /** Version of the interface. */
  readonly apiVersion: string;
  readonly snapshot: SnapshotReference;
  readonly summary: {
    /** Identifiers in the list. */
    readonly requested: number;
    /** Different ones among them. */
    readonly distinct: number;
    /** Rows with this verdict. */
    readonly covered: number;
    /** Rows with this verdict. */
    readonly noLinks: number;
    /** Rows with this verdict. */
    readonly redirected: number;
    /** Rows with this verdict. */
    readonly deleted: number;
    /** Rows with this verdict. */
    readonly unknown: number;
    /** Rows with this verdict. */
    readonly invalid: number;
  };
  readonly items: readonly CoverageRow[];
};

export type SourcesAnswer = {
  /** Version of the interface. */
  readonly apiVersion: string;
  readonly snapshot: SnapshotReference;
  readonly sources: readonly Source[];
  /** Sources that are on record only. */
  readonly retired: readonly RetiredSource[];
  /** In the order in which answers list them. */
  readonly categories: readonly Category[];
  readonly collections: readonly Collection[];
  /** Licence of what this service adds itself: collections, categories, decisions about links. */
  readonly curationLicence: {
    /** SPDX identifier. */
    readonly spdx: string;
    /** Text of the licence. */
    readonly url: string;
    /** What it is about. */
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
    /** Sources in this state. */
    readonly fresh: number;
    /** Sources in this state. */
    readonly stale: number;
    /** Sources in this state. */
    readonly held: number;
    /** Sources in this state. */
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
  /** Seconds since the start. */
  readonly uptimeSeconds: number;
  readonly checks: readonly Check[];
  /** What keeps the data fresh; absent before the first update. */
  readonly updates?: {
    readonly update?: Upkeep;
    readonly harvest?: Upkeep;
    readonly audit?: Upkeep;
  };
  readonly completeness?: Completeness;
};

/** An error as RFC 9457 has it. */
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
  /** This occurrence, for people. */
  readonly detail: string;
  /** The kind of problem, for programs. */
  readonly code: string;
  /** Identifies this occurrence; the `X-Request-Id` of the answer. */
  readonly instance?: string;
  readonly errors?: readonly ParameterError[];
  /** The identifier asked for, in its canonical spelling. */
  readonly gnd?: string;
  /** Why, where that helps. */
  readonly reason?: string;
  /** A repaired identifier that exists in the data; for an unknown address, one that exists and was probably meant. */
  readonly suggestion?: string;
  readonly successors?: readonly string[];
  /** The most that is allowed. */
  readonly maximum?: number;
  /** How many there were. */
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
  /** Authorised form of the name, inverted for persons. */
  readonly preferredName: string;
  /** The name in natural order, where it differs. */
  readonly displayName?: string;
  /** One line that tells namesakes apart. */
  readonly description?: string;
  readonly variantNames: readonly string[];
  /** The preferred name and the variants, described. */
  readonly names?: readonly Name[];
  readonly years?: Years;
  readonly attributes: Attributes;
  readonly formerIds: readonly string[];
  readonly depiction?: Depiction;
  /** Last change of the record. */
  readonly modified?: string;
  /** Cataloguing level of the record, 1 is the best. */
  readonly level?: number;
  /** The record only refers to entities to be used instead, see `complexSeeReferenceSubject`; not found by words. */
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

/** An entity that was found, and by what. */
export type SearchItem = {
  /** GND identifier. */
  readonly gnd: string;
  /** Canonical URI of the entity. */
  readonly uri: string;
  readonly type: EntityType;
  readonly typeLabel: Label;
  readonly preferredName: string;
  readonly displayName?: string;
  /** One line that tells namesakes apart. */
  readonly description?: string;
  readonly years?: Years;
  readonly differentiated?: boolean;
  /** Number of links of the entity. */
  readonly linkCount: number;
  /** The same number, under the name that it has in `/coverage`. */
  readonly links: number;
  readonly matched: {
    /** What matched. */
    readonly field: string;
    /** The name or identifier that matched; the description when some words stand only there. */
    readonly value: string;
  };
  /** How well the query and the matched name agree, whatever the prominence: 1 is an identifier, or all words of a preferred name and no other. For a threshold; results are not sorted by it. */
  readonly score: number;
};

/** What the data hold for one identifier of the list. */
export type CoverageRow = {
  /** The identifier as it was sent. */
  readonly input: string;
  readonly verdict: 'covered' | 'no_links' | 'redirected' | 'deleted' | 'unknown' | 'invalid';
  /** Why, where that helps. */
  readonly reason?: string;
  /** A repaired identifier that exists in the data. */
  readonly suggestion?: string;
  /** GND identifier; that of the surviving record for a merged one. */
  readonly gnd?: string;
  /** Canonical URI of the entity. */
  readonly uri?: string;
  readonly successors?: readonly string[];
  readonly type?: EntityType;
  readonly preferredName?: string;
  /** Number of links. */
  readonly links?: number;
  /** Links per category; only categories that occur. */
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
    readonly publisher: string;
    /** About the source. */
    readonly homepage?: string;
    /** Where the data come from. */
    readonly downloadUrl?: string;
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
    /** When this copy was fetched. */
    readonly retrievedAt?: string;
    /** When somebody last looked for a newer one. */
    readonly checkedAt?: string;
    /** From when on the next look is due; absent when there will be none. */
    readonly nextCheck?: string;
    /** Day that the source itself states. */
    readonly declaredDate?: string;
    /** First day with this content. */
    readonly observedSince?: string;
    /** How often the publisher renews it. */
    readonly cadence: string;
    /** Days since the declared date, or else since this content was first seen. */
    readonly ageDays?: number;
    /** `stale`: older than its cadence. `held`: a newer copy was refused as implausible. `failing`: it could not be fetched. */
    readonly state: 'fresh' | 'stale' | 'held' | 'failing';
    /** First day of that state; absent when it is `fresh` or the day is unknown. */
    readonly since?: string;
    /** Why it is held or failing. */
    readonly reason?: string;
  };
  readonly scope: {
    readonly types: readonly EntityType[];
    readonly categories: readonly string[];
    readonly collections: readonly string[];
    /** Entities it describes or links. */
    readonly entities: number;
    /** Links it asserts. */
    readonly links: number;
    readonly description: Label;
  };
  readonly import: {
    /** Records met. */
    readonly read: number;
    /** Records used. */
    readonly accepted: number;
    /** Records refused, by reason. */
    readonly rejected: {
      readonly [name: string]: number;
    };
    /** SHA-256 of the file. */
    readonly sha256?: string;
  };
  /** Where the list, the hosts it leads to and its entry in the register contradict each other. */
  readonly contradictions?: readonly string[];
};

/** A source that is not fetched any more. */
export type RetiredSource = {
  /** Its key, which no other source gets. */
  readonly key: string;
  readonly title: Label;
  /** When it ended. */
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
  /** Stable key, as in links. */
  readonly key: string;
  /** The name the collection itself uses. */
  readonly label: string;
  /** Its category. */
  readonly category: string;
  readonly publisher?: string;
  /** About the collection. */
  readonly homepage?: string;
  readonly health?: CollectionHealth;
};

export type SnapshotReport = {
  /** Identifies the state of the data; the same identifier always means the same data. */
  readonly id: string;
  /** Day of the newest source in it. */
  readonly date: string;
  /** When the snapshot was built. */
  readonly builtAt: string;
  /** Days since its date. */
  readonly ageDays: number;
  /** Version of the snapshot format. */
  readonly format: number;
  readonly counts: {
    /** Entities. */
    readonly entities: number;
    /** Entities by type. */
    readonly byType: {
      readonly [name: string]: number;
    };
    /** Links. */
    readonly links: number;
    /** Links by category. */
    readonly byCategory: {
      readonly [name: string]: number;
    };
    /** Identifiers of merged records. */
    readonly redirects: number;
  };
};

export type Health = 'pass' | 'warn' | 'fail';

/** A source that is older than its cadence, or whose last download was not used. */
export type NotFresh = {
  /** Key of the source. */
  readonly key: string;
  /** `stale`: older than its cadence. `held`: a newer copy was refused as implausible. `failing`: it could not be fetched. */
  readonly state: 'fresh' | 'stale' | 'held' | 'failing';
  /** First day of that state, where it is known. */
  readonly since?: string;
  /** Why it is held or failing. */
  readonly reason?: string;
};

/** Requests allowed per client address (IPv6: per /64). */
export type Quota = {
  /** Requests per window; of `reconcile`, queries. */
  readonly quota: number;
  readonly windowSeconds: number;
  /** Of these at most so many within one second. */
  readonly burst: number;
  /** Requests per window of a whole IPv6 /48; absent when there is no such limit. */
  readonly site?: number;
};

export type Check = {
  /** What was looked at. */
  readonly name: string;
  readonly status: Health;
  readonly observedValue?: number;
  readonly observedUnit?: string;
  /** What is wrong. */
  readonly output?: string;
};

/** How updates or harvests went; the last one, and the last that did not fail. */
export type Upkeep = {
  readonly last?: {
    /** When it was over. */
    readonly at: string;
    /** How long it took. */
    readonly seconds: number;
    /** `failed`, or what was achieved. */
    readonly outcome: string;
    /** What it was at when it failed. */
    readonly stage?: string;
    /** Why it failed. */
    readonly reason?: string;
    /** The reason as a sentence. */
    readonly detail?: string;
  };
  readonly lastSuccess?: {
    /** When it was over. */
    readonly at: string;
    /** How long it took. */
    readonly seconds: number;
    /** `failed`, or what was achieved. */
    readonly outcome: string;
    /** Seconds since it was over. */
    readonly ageSeconds: number;
  };
  readonly running?: {
    /** When it began. */
    readonly since: string;
    /** What it is at. */
    readonly stage: string;
  };
  /** When the next one should begin. */
  readonly nextDue?: string;
  /** The next one should have ended well hours ago. */
  readonly overdue: boolean;
};

/** How complete the harvested changes are; absent where nothing is harvested. */
export type Completeness = {
  /** Everything that the publisher changed up to here is in the snapshot. */
  readonly harvestedThrough: string;
  /** Everything up to here was asked for a second time. */
  readonly auditedThrough?: string;
  /** Records that a harvest had missed and an audit of the last 30 days found. */
  readonly missed: number;
  /** Days that brought far less than expected, or have a gap, and wait to be asked again. */
  readonly held: number;
  /** Minutes since `harvestedThrough`. */
  readonly lagMinutes: number;
  /** The last audit, by the clock of the repository. */
  readonly checkedAt?: string;
  /** The harvest, checked against the newest dump. */
  readonly dump?: {
    /** Date of the snapshot with the dump. */
    readonly date: string;
    /** Records that are older than the harvest. */
    readonly compared: number;
    /** Records among them that were not there before, by type. */
    readonly missed: {
      readonly [name: string]: number;
    };
    /** Records among them that were there in an older version, by type. */
    readonly stale: {
      readonly [name: string]: number;
    };
  };
};

export type ParameterError = {
  /** Name of the parameter. */
  readonly parameter: string;
  /** What is wrong with it, for programs. */
  readonly code: string;
  /** What is wrong with it, for people. */
  readonly detail: string;
};

/** A text for people, in both languages. */
export type Label = {
  /** German */
  readonly de: string;
  /** English */
  readonly en: string;
};

/** A name, with what the record says about it. */
export type Name = {
  /** The name. */
  readonly value: string;
  /** How the name came about. New kinds may be added. */
  readonly kind: string;
  /** Language (BCP 47), where the record says it. */
  readonly lang?: string;
  /** Script (ISO 15924). */
  readonly script?: string;
};

/** Years of life or existence; only certain ones. */
export type Years = {
  /** Negative before the common era, as the record writes it. */
  readonly start?: number;
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
  /** Page that describes the picture. */
  readonly url: string;
  /** The picture itself, small. */
  readonly thumbnail?: string;
  /** SPDX identifier where there is one, else the address of the licence. */
  readonly licence: string;
  /** Whom to name. */
  readonly credit?: string;
  /** Key of the source that gives it. */
  readonly source: string;
};

/** The library that answers for the record, and corrects it. */
export type Maintainer = {
  /** Name of the library; its ISIL where the name is not known. */
  readonly name: string;
  /** International Standard Identifier for Libraries. */
  readonly isil?: string;
  /** Its entry in the directory of libraries, with its address. */
  readonly url?: string;
};

/** A curated connection from an entity to a page or record. */
export type Link = {
  /** Where the link leads. */
  readonly url: string;
  /** Key of the collection it leads to, see `/sources`. */
  readonly collection: string;
  /** Name of the collection. */
  readonly label: string;
  /** `sameAs`: the target describes the same entity. `about`: it says something about the entity. */
  readonly relation: 'sameAs' | 'about';
  /** How closely the target matches (SKOS mapping properties); only where a source says so. */
  readonly match?: 'exact' | 'close' | 'broad' | 'narrow' | 'related';
  /** Number of things behind the target, where the source counts them. */
  readonly hits?: number;
  /** Note of the source. */
  readonly annotation?: string;
  readonly assertedBy: readonly string[];
};

/** What a probe of some addresses of the collection found. */
export type CollectionHealth = {
  /** Addresses that were looked at last: the sum of the counts, and of those without a clear verdict. */
  readonly sampled: number;
  /** Lead to a page. */
  readonly ok: number;
  /** Lead to a page elsewhere, for good. */
  readonly moved: number;
  /** Are not there any more, or lead to a page about nothing. */
  readonly gone: number;
  /** Refused to the probe, perhaps not to people. */
  readonly blocked: number;
  /** Since then the collection is alive, or dead, as it is now. */
  readonly since: string;
  /** Of the last look. */
  readonly checkedAt: string;
};

/** A related entity or a term of a vocabulary. */
export type Reference = {
  /** Another GND entity. */
  readonly gnd?: string;
  /** A term of a vocabulary. */
  readonly uri?: string;
  /** Its name; absent when the data do not have it. */
  readonly label?: string;
  /** Its part in the relation, as the record says it. */
  readonly role?: string;
};

/** WGS 84, in degrees. */
export type Coordinates = {
  readonly longitude: number;
  readonly latitude: number;
};
