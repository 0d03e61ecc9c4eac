/** A door: an address of the service described as data, with the function that answers there. */
import type { IncomingHttpHeaders } from 'node:http';
import type { TSchema } from 'typebox';
import type { Label } from '../model/entity.ts';
import type { Limiter } from '../quotas/limiter.ts';
import type { QuotaName, LimitsInForce } from '../quotas/quota-table.ts';
import type { MaybePromise } from '../snapshot/create-store.ts';
import type { Snapshot, Store } from '../snapshot/store.ts';
import type { RunLog } from '../snapshot/run-log.ts';
import type { Completeness } from '../snapshot/completeness.ts';
import type { DoorName, DoorLink } from './door-link.ts';
import type { Parameters } from './parameters.ts';
import type { Problem, ProblemCode } from './problems.ts';

/** A door as its folder describes it. */
interface DoorDescription<Input> {
  /** Name by which doors of other folders link to this one. */
  readonly name?: DoorName;
  /** Exact, or with one variable part, which may hold slashes: `/embed/{gnd}`. */
  readonly path: string;
  /** The address may also end with a slash. */
  readonly mayEndWithSlash?: true;
  /** A door that this one calls: without that door, this one is not served either. */
  readonly needs?: DoorName;
  /** The answer in a few words. */
  readonly summary: string;
  /** Form of refusals: a problem document for programs, the default, or a page for people. */
  readonly audience?: 'programs' | 'people';
  /** GET where absent. HEAD comes with GET, OPTIONS with every method. */
  readonly methods?: readonly Method[];
  readonly parameters: Parameters<Input>;
  /** Absent where a request costs next to nothing. */
  readonly quota?: {
    readonly name: QuotaName;
    /** Whether a request beyond the burst waits for up to a second before it is refused. */
    readonly isPatient?: boolean;
    /**
     * The cost of a request, known before the work; 1 where absent, and for malformed requests.
     * @returns a problem where the data show that the request must be refused
     */
    cost?(input: Input, context: Pick<Context, 'store' | 'limits'>): MaybePromise<number | Problem>;
  };
  /** Heavy work may block the event loop for milliseconds, so it waits for its turn; light work is the default. */
  readonly work?: 'light' | 'heavy';
  readonly dependsOn: Dependence;
  /** Every valid request is answered 200, whatever the data: then `If-Modified-Since` is enough for a 304. */
  readonly isCertain?: true;
  /** `Cache-Control` of a 200 to GET, where the answer has none of its own. */
  readonly cacheControl: string;
  /** Fields of every answer, by lower-case name; they replace constant fields of the same name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Requests that the bundled sample answers with 200 or a redirect; documents show the first, tests send all. */
  readonly examples: readonly Example[];
  /** Part of the OpenAPI description of the contract; absent on all other doors. */
  readonly operation?: Operation;
  /** Part of the OpenAPI description of the services outside the contract. */
  readonly service?: Service;
  /** Entries in `/llms.txt`, documents and descriptions; on one door of each interface outside the contract. */
  readonly announcement?: Announcement;
  /** Entry of the page that shows how the service is used; on one door of each interface. */
  readonly use?: Use;
  /** Makes the page for refusals at any address. At most one door has it; without it, people get problem documents. */
  readonly problemPage?: ProblemPage;
  /** Writes a refusal in the form of the protocol of the door; undefined where it is a problem document or a page. */
  readonly writeRefusal?: (occurrence: Problem) => (Answer & { readonly body: Uint8Array }) | undefined;
  /** Names of damaged files that the door needs, for the check of files in the status. */
  readonly damagedFiles?: () => Promise<readonly string[]>;
  /** Identifier of the snapshot in the newest files of the door, for the same check; undefined where there are none. */
  readonly newestFiles?: () => Promise<string | undefined>;
  /** Called with valid input only. */
  answer(input: Input, context: Context): MaybePromise<Answer | Problem>;
}

export type Door<Input = unknown> = DoorDescription<Input> &
  Required<Pick<DoorDescription<Input>, 'audience' | 'work'>>;

/** Completes a description. The type of the door's input is that of its parameters. */
export function door<Input>(described: DoorDescription<Input>): Door<Input> {
  return { audience: 'programs', work: 'light', ...described };
}

type Method = 'GET' | 'POST';

/**
 * The things other than the request on which an answer depends. `release`: software and settings; `snapshot`: also the
 * snapshot; `day`: also the day. All three are known in advance, so a 304 needs no work. `file`: files outside the
 * snapshot; the validator is made from the file or the body. `moment`: the time of the request; there is no validator.
 */
export type Dependence = 'release' | 'snapshot' | 'day' | 'file' | 'moment';

/** The target of a GET, or a POST. */
export type Example =
  | string
  | { readonly target: string; readonly mediaType: string; readonly body: string; readonly accept?: string };

/** The page that a person gets where a program gets a problem document. */
export type ProblemPage = (
  occurrence: Problem,
  request: { readonly path: string; readonly query: string; readonly headers: IncomingHttpHeaders },
  /** The snapshot that is served; undefined while there is none. */
  context: Pick<Context, 'baseUrl' | 'operator' | 'doors'> & { readonly snapshot: Snapshot | undefined },
) => Answer;

interface Announcement {
  /** Name of the document about the interface. */
  readonly document: string;
  /** The door answers a description of the interface that programs read. */
  readonly isDescription?: true;
  /** For `/llms.txt`: the name of the interface, and a text in Markdown about it. */
  readonly hint?: { readonly name: string; readonly text: (baseUrl: string) => string };
  /** Values of `{{name}}` in the documentation. */
  readonly placeholders?: (baseUrl: string) => Readonly<Record<string, string>>;
}

/** An entry of the page about uses of the service, and of the text that `npm start` prints. */
export interface Use {
  readonly group: UseGroup;
  readonly name: Label;
  /** Says in one sentence who needs this use. */
  readonly purpose: Label;
  /** An example that works when it is copied; none for a page that people open. */
  readonly example?: (baseUrl: string) => string;
  /** The pages that offer the use or explain it. */
  readonly pages: readonly UsePage[];
}

export interface UsePage {
  readonly door: DoorName;
  readonly values?: Readonly<Record<string, string>>;
  readonly fragment?: string;
}

export type UseGroup = 'site' | 'lists' | 'programs' | 'data';

export interface Operation {
  readonly id: string;
  readonly description: string;
  /** Bodies of a 200 by media type. */
  readonly answers: Readonly<Record<string, BodyDescription>>;
  /** Problems of this door; problems that every address may have are added. */
  readonly problems: readonly ProblemCode[];
}

export interface Service {
  /** Unique identifier of the operation. */
  readonly id: string;
  /** Bodies of a 200 by media type: a schema of JSON, undefined for texts. */
  readonly answers: Readonly<Record<string, TSchema | undefined>>;
  /** The door may redirect to another address. */
  readonly redirects?: true;
  /** Media type of refusals that are no problem documents. */
  readonly refusals?: 'text/html' | 'application/json';
  /** Schema of the body of a 300. */
  readonly choice?: TSchema;
}

/** A documented body: its schema and valid examples. */
interface BodyDescription {
  readonly schema: TSchema;
  readonly examples: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;
}

/** Everything that a door works with. */
export interface Context {
  /**
   * The store of one snapshot, the same for the whole request.
   * @throws StoreUnavailable without a snapshot; then doors that depend on snapshot, day or moment are not called
   */
  readonly store: Store;
  /** Public address of the service, without a trailing slash. */
  readonly baseUrl: string;
  /** Whether the address of the service is a loopback address, so that only programs on this machine reach it. */
  readonly isLocal: boolean;
  /** Path and query as they were sent. */
  readonly target: string;
  /** Version of the software. */
  readonly release: string;
  readonly operator: Operator;
  readonly clock: () => Date;
  readonly uptimeSeconds: () => number;
  readonly limits: LimitsInForce;
  readonly limiter: Limiter;
  /** Reason why a newer snapshot is not served; undefined when the newest is served. */
  readonly snapshotRefusal: () => string | undefined;
  /** Reads the run log; absent where the service has none. */
  readonly updates?: (() => Promise<RunLog | undefined>) | undefined;
  /** Reads the completeness of the harvested changes; absent where the service harvests none. */
  readonly completeness?: (() => Promise<Completeness | undefined>) | undefined;
  /** All doors of this service, in their order. */
  readonly doors: readonly Door[];
  /** The address of another door; undefined where that door is not served. */
  readonly link: DoorLink;
  /**
   * Calls another door within the process, with the same answer as through HTTP, the same snapshot and no quotas.
   * @param target of a GET, e.g. `/api/v1/search?q=goethe`
   */
  readonly call: (target: string) => Promise<InternalAnswer>;
}

export interface InternalAnswer {
  readonly status: number;
  /** Parsed JSON, or text; a problem document when the status is an error. */
  readonly body: unknown;
}

/** The operator of the service, with contacts that pages, descriptions and security.txt name. */
export interface Operator {
  /** `mailto:` or an address of the web. */
  readonly contact?: string | undefined;
  /** Name and address; the privacy notice says so. */
  readonly name?: string | undefined;
  /** A legitimate interest, or the task of a public body; without it the privacy notice names both. */
  readonly legalBasis?: 'interest' | 'task' | undefined;
  /** Address of a page that says who is responsible. */
  readonly imprint?: string | undefined;
  /** Address of the operator's own privacy notice; without it the service has a page. */
  readonly privacy?: string | undefined;
  /** Address of the operator's own accessibility statement; without it the service has a page. */
  readonly accessibility?: string | undefined;
  /**
   * When pages load pictures from Wikimedia: after a click (`ask`, the default), always, never.
   */
  readonly pictures?: 'ask' | 'show' | 'off' | undefined;
  /** Contact for reports of vulnerabilities. */
  readonly securityContact?: string | undefined;
  /** Whether the service runs as `gnd-links demo`, with sample data; pages then say so. */
  readonly isDemonstration?: boolean | undefined;
  /** Whether requests are logged; true by default. The privacy notice says so. */
  readonly accessLog?: boolean | undefined;
  /** Whether several servers share the counts of requests, in Valkey or Redis. The privacy notice says so. */
  readonly countsTogether?: boolean | undefined;
  /** Whether a web server stands in front of the service. The privacy notice says that it logs nothing. */
  readonly isBehindProxy?: boolean | undefined;
}

/** An answer, made by one of the writers in `answer.ts`. */
export interface Answer {
  /** 200 if absent. */
  readonly status?: number;
  readonly contentType: string;
  readonly body: Uint8Array | StoredFile;
  /** Coding in which the body is stored. */
  readonly coded?: 'gzip';
  /** The same body object is sent many times, so its compressed forms are kept. */
  readonly shared?: boolean;
  /** Fields by lower-case name; they replace constant fields and fields of the door. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Additional members of the `Link` field, each complete. */
  readonly links?: readonly string[];
  /** `Cache-Control` in place of the door's. */
  readonly cacheControl?: string;
}

/** A file on the disk, sent as it is. */
export interface StoredFile {
  readonly path: string;
  readonly bytes: number;
  /** Entity tag with its quotation marks. */
  readonly etag: string;
}
