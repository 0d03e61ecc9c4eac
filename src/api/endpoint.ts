/** What an endpoint is: its address and description as data, and a function from a request to its response. */
import type { TSchema } from 'typebox';
import type { Limiter } from '../limit/limiter.ts';
import type { LimitedName, LimitsInForce } from '../limit/limited.ts';
import type { Store } from '../store/store.ts';
import type { Updates } from '../store/updates.ts';
import type { Problem, ProblemCode } from './problems.ts';

/** What was asked. */
export interface Request {
  /** Value of the path's variable segment, still percent-encoded, where there is one. */
  readonly segment?: string | undefined;
  /** What stands after the question mark, still percent-encoded. */
  readonly query: string;
}

/** What is answered, before content coding. */
export interface Response {
  /** 200 if absent. */
  readonly status?: number;
  readonly contentType: string;
  readonly body: Uint8Array;
  /** The body is compressed already. */
  readonly coded?: 'gzip';
  /** The same body object is answered many times; its compressed forms may be kept. */
  readonly shared?: boolean;
  /** Lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Additional members of the `Link` field, each complete. */
  readonly links?: readonly string[];
}

/** What endpoints work with beside the data. */
export interface Dependencies {
  readonly clock: () => Date;
  readonly limits: LimitsInForce;
  readonly limiter: Limiter;
  /** Version of the software. */
  readonly release: string;
  /** Public address of the service, without a slash at its end. */
  readonly baseUrl: () => string;
  /** Web or mail address of whoever runs the service. */
  readonly contact?: string | undefined;
  readonly uptimeSeconds: () => number;
  /** Why a newer snapshot is not served; absent when there is none or it is. */
  readonly refusal?: () => string | undefined;
  /** How updates went; absent where nobody knows. */
  readonly updates?: (() => Promise<Updates | undefined>) | undefined;
}

/** A request that was understood and may be carried out. */
export interface Prepared {
  readonly kind: 'prepared';
  /** The same for every spelling of the same request. */
  readonly normalised: string;
  /** Whether the answer is certain to be 200, whatever the data. */
  readonly certain: boolean;
  run(store: Store, deps: Dependencies): Promise<Response | Problem>;
}

export interface ParameterDescription {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description: string;
  /** Of an array: it is written with commas. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly example: string | number | readonly string[];
}

/** A documented body: its schema, or plain text, with examples that are valid. */
export interface BodyDescription {
  readonly schema: TSchema;
  readonly examples: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;
}

export interface Endpoint {
  readonly operationId: string;
  /** As OpenAPI writes it, below the base URL. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly ParameterDescription[];
  /** Bodies of a 200 by media type. */
  readonly answers: Readonly<Record<string, BodyDescription>>;
  /** Problems of its own; those that any address can have are added. */
  readonly problems: readonly ProblemCode[];
  /** The quota it counts against; absent for unlimited ones. */
  readonly limited?: LimitedName;
  /** May hold the event loop for milliseconds, so its requests take turns. */
  readonly heavy?: true;
  readonly cacheControl: string;
  /** What the body depends on besides request and snapshot: nothing, the day, or the very moment. */
  readonly changesWith: 'snapshot' | 'day' | 'moment';
  prepare(request: Request): Prepared | Problem;
}

/** Compact JSON. */
export function jsonResponse(value: unknown, extra: Omit<Partial<Response>, 'body' | 'contentType'> = {}): Response {
  return { contentType: 'application/json', body: Buffer.from(JSON.stringify(value)), ...extra };
}

export function isProblem(outcome: Response | Prepared | Problem): outcome is Problem {
  return 'kind' in outcome && outcome.kind === 'problem';
}
