/** A door: an address of the service described as data, and the function that answers there. Its author holds Door, Context and Answer. */
import type { IncomingHttpHeaders } from 'node:http';
import type { TSchema } from 'typebox';
import type { Label } from '../model/entity.ts';
import type { Limiter } from '../quotas/limiter.ts';
import type { LimitedName, LimitsInForce } from '../quotas/limited.ts';
import type { Store } from '../snapshot/store.ts';
import type { RunLog } from '../snapshot/run-log.ts';
import type { Completeness } from '../model/completeness.ts';
import type { Parameters } from './parameters.ts';
import type { Problem, ProblemCode } from './problems.ts';

export interface Door<Input = unknown> {
  /** Exact, or with one variable part, which may hold slashes: `/embed/{gnd}`. */
  readonly path: string;
  /** The answer in a few words. */
  readonly summary: string;
  /** How a refusal is told: by a problem document, or by a page. */
  readonly audience: 'programs' | 'people';
  /** GET where absent. HEAD comes with GET, OPTIONS with every method. */
  readonly methods?: readonly Method[];
  readonly parameters: Parameters<Input>;
  /** Absent where a request costs next to nothing. */
  readonly quota?: {
    readonly name: LimitedName;
    /**
     * Known before the work; 1 where absent, as for requests that cannot be understood.
     * @returns the problem where the data show that the request is not to be answered
     */
    cost?(input: Input, context: Pick<Context, 'store' | 'limits'>): MaybePromise<number | Problem>;
  };
  /** Heavy work may hold the event loop for milliseconds, so it takes turns, after it was counted. */
  readonly work: 'light' | 'heavy';
  readonly dependsOn: Dependence;
  /** Every valid request is answered 200, whatever the data: a date is then enough to say that nothing has changed. */
  readonly isCertain?: true;
  /** `Cache-Control` of a 200 to GET, where the answer has none of its own. */
  readonly cacheControl: string;
  /** Lower-case names: further fields of every answer, or other values of constant ones. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Requests that the bundled sample answers 200, or with a redirect; documents show the first, tests send all. */
  readonly examples: readonly Example[];
  /** The part of the door in the OpenAPI description; only doors of the contract have one. */
  readonly operation?: Operation;
  /** The part of the door in the description of services beside the contract. */
  readonly service?: Service;
  /** On one door of an interface beside the contract: how programs and people learn of it. */
  readonly announcement?: Announcement;
  /** On one door of each interface: how people put it to use. */
  readonly use?: Use;
  /** On the one door that tells people of refusals at any address; without it they get problem documents. */
  readonly problemPage?: ProblemPage;
  /** Called with valid input only. */
  answer(input: Input, context: Context): MaybePromise<Answer | Problem>;
}

/** Lets the types of a door's parts follow from its parameters; in a list of doors they are unknown. */
export function door<Input>(described: Door<Input>): Door<Input> {
  return described;
}

type MaybePromise<T> = T | Promise<T>;

export type Method = 'GET' | 'POST';

/**
 * The state that an answer depends on beside the request. The first three are known before the work, so that a client that
 * has the answer is told so at once: software and settings; these and the snapshot; these and the day.
 * `file`: files beside the snapshot, so the validator is that of the file, or of the body. `moment`: no validator.
 */
export type Dependence = 'release' | 'snapshot' | 'day' | 'file' | 'moment';

/** The target of a GET, or a POST. */
export type Example =
  | string
  | { readonly target: string; readonly mediaType: string; readonly body: string; readonly accept?: string };

/** The page that a person gets where a program gets a problem document. */
export type ProblemPage = (
  occurrence: Problem,
  asked: { readonly path: string; readonly query: string; readonly headers: IncomingHttpHeaders },
  context: Pick<Context, 'baseUrl' | 'operator' | 'doors'>,
) => Answer;

export interface Announcement {
  /** Path of the page that documents the interface. */
  readonly documentation: string;
  /** The door answers a description of the interface that programs read. */
  readonly isDescription?: true;
  /** For `/llms.txt`, a line of Markdown. */
  readonly hint?: (baseUrl: string) => string;
  /** Values of `{{name}}` in the documentation. */
  readonly placeholders?: (baseUrl: string) => Readonly<Record<string, string>>;
}

/** An entry of the page that shows how the service is used, and of what `npm start` prints. */
export interface Use {
  readonly group: UseGroup;
  readonly name: Label;
  /** The people who need it, in one sentence. */
  readonly purpose: Label;
  /** To copy; it works as it stands. */
  readonly example: (baseUrl: string) => UseExample;
  /** Path of the page that says more, or does it. */
  readonly page: string;
}

export type UseGroup = 'site' | 'lists' | 'programs' | 'data';

export interface UseExample {
  /** `sh`: a command; `html`: part of a web page; `json`: part of a configuration; `address`: to enter into a program. */
  readonly language: 'sh' | 'html' | 'json' | 'ts' | 'address' | 'beacon';
  readonly text: string;
}

export interface Operation {
  readonly id: string;
  readonly description: string;
  /** Bodies of a 200 by media type. */
  readonly answers: Readonly<Record<string, BodyDescription>>;
  /** Problems of its own; those that any address can have are added. */
  readonly problems: readonly ProblemCode[];
}

export interface Service {
  /** Unique. */
  readonly id: string;
  /** Bodies of a 200 by media type: a schema of JSON, undefined for texts. */
  readonly answers: Readonly<Record<string, TSchema | undefined>>;
  /** It may lead to another address. */
  readonly redirects?: true;
  /** Body of a 300. */
  readonly choice?: TSchema;
}

/** A documented body: its schema, and examples that are valid. */
export interface BodyDescription {
  readonly schema: TSchema;
  readonly examples: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;
}

/** Everything that a door works with. */
export interface Context {
  /**
   * The same snapshot for the whole request.
   * @throws StoreUnavailable while there is none; doors that depend on snapshot, day or moment are not asked then
   */
  readonly store: Store;
  /** Public address of the service, without a slash at its end. */
  readonly baseUrl: string;
  /** Whether only programs of this machine reach the service: no address of another is known, and it listens on a loopback address. */
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
  /** Why a newer snapshot is not served; undefined when there is none or it is. */
  readonly refusal: () => string | undefined;
  /** How updates went; absent where nobody knows. */
  readonly updates?: (() => Promise<RunLog | undefined>) | undefined;
  /** How complete the harvested changes are; absent where nobody knows. */
  readonly completeness?: (() => Promise<Completeness | undefined>) | undefined;
  /** All doors of this service, in their order. */
  readonly doors: readonly Door[];
  /**
   * Asks another door within the process: the same answer as through HTTP, from the same snapshot, without quotas.
   * @param target of a GET, e.g. `/api/v1/search?q=goethe`
   */
  readonly call: (target: string) => Promise<InternalAnswer>;
}

export interface InternalAnswer {
  readonly status: number;
  /** Parsed; a problem document when the status says so. */
  readonly body: unknown;
}

/** Named in the footer of every page, in descriptions, and in security.txt. */
export interface Operator {
  /** `mailto:` or an address of the web. */
  readonly contact?: string | undefined;
  /** Address of a page that says who is responsible. */
  readonly imprint?: string | undefined;
  /** Whether pages load pictures from Wikimedia: after a click that the browser remembers, at once, or not. `ask` if absent. */
  readonly pictures?: 'ask' | 'show' | 'off' | undefined;
  /** Takes reports of vulnerabilities. */
  readonly securityContact?: string | undefined;
}

/** Made by the writers of `answer.ts`. */
export interface Answer {
  /** 200 if absent. */
  readonly status?: number;
  readonly contentType: string;
  readonly body: Uint8Array | StoredFile;
  /** The body is compressed already. */
  readonly coded?: 'gzip';
  /** The same body object is answered many times; its compressed forms may be kept. */
  readonly shared?: boolean;
  /** Lower-case names; they replace constant fields or those of the door. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Additional members of the `Link` field, each complete. */
  readonly links?: readonly string[];
  /** In place of the door's. */
  readonly cacheControl?: string;
}

/** A file on the disk, sent as it is. */
export interface StoredFile {
  readonly path: string;
  readonly bytes: number;
  /** With its quotation marks. */
  readonly etag: string;
}
