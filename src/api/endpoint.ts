/** What an endpoint is: its address and description as data, and a pure function from input to reply. */
import type { TSchema } from 'typebox';
import type { Limiter } from '../limit/limiter.ts';
import type { Quota, QuotaInForce } from '../limit/quotas.ts';
import type { Store } from '../store/store.ts';
import type { Problem, ProblemCode } from './problems.ts';

/** The endpoints whose requests are counted, each against its own quota. */
export const LIMITED = ['links', 'search', 'coverage'] as const;
export type LimitedName = (typeof LIMITED)[number];

/** What is configured. */
export type Limits = Readonly<Record<LimitedName, Quota>>;
/** What is told: with the quota of an IPv6 site, where there is one. */
export type LimitsInForce = Readonly<Record<LimitedName, QuotaInForce>>;

/** What handlers work with. */
export interface Dependencies {
  /** The snapshot in force. @throws when there is none yet */
  readonly store: () => Store;
  readonly clock: () => Date;
  readonly limits: LimitsInForce;
  readonly limiter: Limiter;
  /** Version of the software. */
  readonly release: string;
  /** Public address of the service, without a slash at its end. */
  readonly baseUrl: () => string;
  readonly uptimeSeconds: () => number;
  /** Why a newer snapshot is not served; absent when there is none or it is. */
  readonly refusal?: () => string | undefined;
}

/** An answer as a plain value. */
export interface Reply {
  readonly kind: 'reply';
  readonly status: 200 | 503;
  readonly contentType: string;
  readonly body: Uint8Array;
  /** The body is stored compressed. */
  readonly coded?: 'gzip';
  /** The same body object is answered many times; its compressed forms may be kept. */
  readonly shared?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** Additional members of the `Link` field, each complete. */
  readonly links?: readonly string[];
}
export type Outcome = Reply | Problem;

/** A request as the contract sees it: texts still percent-encoded. */
export interface RawInput {
  /** Value of the path parameter, where there is one. */
  readonly path?: string;
  /** What stands after the question mark. */
  readonly query: string;
}

/** A request that was understood and may be carried out. */
export interface Prepared {
  readonly kind: 'prepared';
  /** The same for every spelling of the same request. */
  readonly normalised: string;
  /** Whether the answer is certain to be 200, whatever the data. */
  readonly certain: boolean;
  run(deps: Dependencies): Promise<Outcome>;
}

export interface ParameterDescription {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly example: string | number;
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
  prepare(input: RawInput): Prepared | Problem;
}

export function prepared(normalised: string, certain: boolean, run: Prepared['run']): Prepared {
  return { kind: 'prepared', normalised, certain, run };
}

/** An answer in compact JSON. */
export function jsonReply(value: unknown, extra: Partial<Omit<Reply, 'kind' | 'body' | 'contentType'>> = {}): Reply {
  return {
    kind: 'reply',
    status: 200,
    contentType: 'application/json',
    body: Buffer.from(JSON.stringify(value)),
    ...extra,
  };
}
