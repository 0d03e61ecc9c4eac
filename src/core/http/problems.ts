/** Problems: the table of their kinds, an occurrence, and the document that clients get (RFC 9457). */
import { type Static, Type } from 'typebox';
import {
  API_VERSION,
  type Immutable,
  text,
  vocabulary,
  count,
  list,
  SnapshotReference,
  HEAD,
  gndId,
  described,
} from '../model/schema.ts';
import { Readings, Reason } from '../snapshot/links-answer.ts';
import type { Snapshot } from '../snapshot/store.ts';
import type { DoorLink } from './door-link.ts';

interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** Default explanation of an occurrence. */
  readonly detail: string;
  /** Seconds for which a cache may keep the problem; 0 for none. */
  readonly maxAge: number;
}

const kind = (status: number, title: string, detail: string, maxAge = 0): ProblemKind => ({
  status,
  title,
  detail,
  maxAge,
});

export const PROBLEMS = {
  invalid_gnd_id: kind(400, 'Not a GND identifier', 'The path does not contain a GND identifier.'),
  unknown_gnd_id: kind(404, 'Unknown GND identifier', 'No entity with this GND identifier is in the data.', 60),
  deleted_gnd_id: kind(410, 'Deleted GND identifier', 'The record with this GND identifier was deleted.', 60),
  withheld_gnd_id: kind(
    451,
    'Withheld GND identifier',
    'The operator of this service has withheld the entry with this GND identifier.',
    60,
  ),
  invalid_search: kind(400, 'Invalid search request', 'The search request has an invalid parameter.'),
  missing_ids: kind(400, 'No identifiers', 'The parameter “ids” must contain at least one GND identifier.'),
  too_many_ids: kind(400, 'Too many identifiers', 'The parameter “ids” contains too many GND identifiers.'),
  invalid_format: kind(400, 'Invalid format', 'The parameter “format” must be “json” or “csv”.'),
  invalid_coverage_request: kind(400, 'Invalid coverage request', 'The coverage request has an invalid parameter.'),
  invalid_request: kind(400, 'Invalid request', 'The request cannot be understood.'),
  not_found: kind(404, 'Not found', 'There is nothing at this address.', 60),
  method_not_allowed: kind(405, 'Method not allowed', 'This address does not support this method.'),
  request_timeout: kind(408, 'Request timeout', 'The request did not arrive in time.'),
  request_too_long: kind(414, 'Request too long', 'The address or the header of the request is too long.'),
  body_too_large: kind(413, 'Body too large', 'The body of the request may be at most 1 MiB.'),
  unsupported_media_type: kind(
    415,
    'Unsupported media type',
    'This address does not accept request bodies of this media type.',
  ),
  rate_limited: kind(429, 'Too many requests', 'The quota of requests is used up.'),
  internal_error: kind(
    500,
    'Internal error',
    'The service failed to answer. The log has details under the request id.',
  ),
  not_ready: kind(503, 'Not ready', 'The service has no data yet.'),
  data_unreadable: kind(503, 'Data unreadable', 'The data cannot be read at the moment.'),
  overloaded: kind(503, 'Overloaded', 'The service is too busy to answer.'),
} as const satisfies Record<string, ProblemKind>;
export type ProblemCode = keyof typeof PROBLEMS;

const ParameterErrorValue = described('ParameterError', 'An error in one parameter.', {
  parameter: text('Name of the parameter.'),
  code: text('Kind of error, for programs.'),
  detail: text('Explanation of the error, for people.'),
});
export type ParameterError = Immutable<Static<typeof ParameterErrorValue>>;

export const ProblemSchema = described('Problem', 'A problem document (RFC 9457).', {
  apiVersion: HEAD.apiVersion,
  snapshot: Type.Optional(SnapshotReference),
  type: Type.String({
    pattern: '^(?:https?://|about:blank$)',
    description: 'Address of a page that explains this kind of problem, or `about:blank` if the service has no pages.',
  }),
  title: text('The kind of problem in a few words.'),
  status: Type.Integer({ minimum: 400, maximum: 599, description: 'The HTTP status.' }),
  detail: text('Explanation of this occurrence, for people.'),
  code: vocabulary('The kind of problem, for programs.', Object.keys(PROBLEMS)),
  instance: Type.Optional(text('Identifier of this occurrence. It is the value of `X-Request-Id` in the answer.')),
  errors: Type.Optional(Type.Array(ParameterErrorValue, { minItems: 1, description: 'The wrong parameters.' })),
  gnd: Type.Optional(gndId('The requested identifier, in its canonical form.')),
  reason: Type.Optional(Reason),
  readings: Type.Optional(Readings),
  suggestion: Type.Optional(
    gndId(
      'A corrected identifier that exists in the data. For an unknown address, it is an address that exists and was probably meant.',
    ),
  ),
  successors: Type.Optional(
    list('Records that took over parts of the deleted record.', gndId('GND identifier of a successor.')),
  ),
  maximum: Type.Optional(count('Maximum number of identifiers allowed.')),
  received: Type.Optional(count('Number of identifiers received.')),
});
export type ProblemDocument = Immutable<Static<typeof ProblemSchema>>;

/** One occurrence of a problem. */
export interface Problem {
  readonly kind: 'problem';
  readonly code: ProblemCode;
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly ParameterError[];
  /** Members that some problems have beyond those of RFC 9457. */
  readonly extensions?: Pick<
    ProblemDocument,
    'instance' | 'gnd' | 'reason' | 'suggestion' | 'readings' | 'successors' | 'maximum' | 'received'
  >;
  /** Seconds until another attempt may succeed. Pages show them; the field `Retry-After` is that of the quota. */
  readonly retryAfter?: string;
}

export type ProblemDetails = Partial<Pick<Problem, 'status' | 'detail' | 'errors' | 'extensions' | 'retryAfter'>>;

export function problem(code: ProblemCode, details: ProblemDetails = {}): Problem {
  const { status, detail } = PROBLEMS[code];
  return { kind: 'problem', code, status, detail, ...details };
}

export function isProblem(outcome: unknown): outcome is Problem {
  return typeof outcome === 'object' && outcome !== null && 'kind' in outcome && outcome.kind === 'problem';
}

/** Last part of the address of a problem's page, e.g. `unknown-gnd-id`. */
export function problemSlug(code: ProblemCode): string {
  return code.replaceAll('_', '-');
}

/** Inverse of {@link problemSlug}. */
export function problemOfSlug(slug: string): ProblemCode | undefined {
  return (Object.keys(PROBLEMS) as ProblemCode[]).find((code) => problemSlug(code) === slug);
}

/** `Cache-Control` of a problem. */
export function problemCacheControl(code: ProblemCode): string {
  const { maxAge } = PROBLEMS[code];
  return maxAge === 0 ? 'no-store' : `public, max-age=${maxAge}`;
}

/** @param snapshot in which the problem was found; undefined where none is open */
export function problemDocument(
  { code, status, detail, errors, extensions }: Problem,
  link: DoorLink,
  snapshot: Pick<Snapshot, 'id' | 'date'> | undefined,
): ProblemDocument {
  return {
    apiVersion: API_VERSION,
    snapshot: snapshot && { id: snapshot.id, date: snapshot.date },
    type: link('problem', { slug: problemSlug(code) }) ?? 'about:blank',
    title: PROBLEMS[code].title,
    status,
    detail,
    code,
    errors,
    ...extensions,
  };
}
