/** The table of all problems; a page explains each of them. */
import type { InvalidReason } from '../model/read-identifiers.ts';

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
  invalid_gnd_id: kind(400, 'Not a GND identifier', 'The path does not hold a GND identifier.'),
  unknown_gnd_id: kind(404, 'Unknown GND identifier', 'No entity with this GND identifier is in the data.', 60),
  deleted_gnd_id: kind(410, 'Deleted GND identifier', 'The record with this GND identifier was deleted.', 60),
  withheld_gnd_id: kind(
    451,
    'Withheld GND identifier',
    'The operator of this service does not show the entity with this GND identifier.',
    60,
  ),
  invalid_search: kind(400, 'Invalid search request', 'The search request has an invalid parameter.'),
  missing_ids: kind(400, 'No identifiers', 'The parameter “ids” must hold at least one GND identifier.'),
  too_many_ids: kind(400, 'Too many identifiers', 'The parameter “ids” holds too many GND identifiers.'),
  invalid_format: kind(400, 'Invalid format', 'The parameter “format” must be “json” or “csv”.'),
  invalid_coverage_request: kind(400, 'Invalid coverage request', 'The coverage request has an invalid parameter.'),
  invalid_request: kind(400, 'Invalid request', 'The request cannot be understood.'),
  not_found: kind(404, 'Not found', 'There is nothing at this address.', 60),
  method_not_allowed: kind(405, 'Method not allowed', 'This address does not answer this method.'),
  request_timeout: kind(408, 'Request timeout', 'The request did not arrive in time.'),
  request_too_long: kind(414, 'Request too long', 'The address or the header of the request is too long.'),
  body_too_large: kind(413, 'Body too large', 'The body of the request may have at most 1 MiB.'),
  unsupported_media_type: kind(
    415,
    'Unsupported media type',
    'This address does not read request bodies of this media type.',
  ),
  rate_limited: kind(429, 'Too many requests', 'The quota of requests is used up.'),
  internal_error: kind(500, 'Internal error', 'The service failed to answer. The request id identifies what happened.'),
  not_ready: kind(503, 'Not ready', 'The service has no data to answer from yet.'),
  data_unreadable: kind(503, 'Data unreadable', 'The data cannot be read at the moment.'),
  overloaded: kind(503, 'Overloaded', 'The service is too busy to answer.'),
} as const satisfies Record<string, ProblemKind>;
export type ProblemCode = keyof typeof PROBLEMS;

export interface ParameterError {
  readonly parameter: string;
  readonly code: string;
  readonly detail: string;
}

/** One occurrence of a problem. */
export interface Problem {
  readonly kind: 'problem';
  readonly code: ProblemCode;
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly ParameterError[];
  readonly extensions?: ProblemExtensions;
  /** Seconds until another attempt may succeed. Pages show them; the field `Retry-After` is that of the quota. */
  readonly retryAfter?: string;
}

/** Members that some problems have beyond those of RFC 9457. */
interface ProblemExtensions {
  readonly instance?: string;
  readonly gnd?: string;
  readonly reason?: InvalidReason | 'check_digit';
  readonly suggestion?: string;
  readonly readings?: readonly { readonly scheme: string; readonly value: string }[];
  readonly successors?: readonly string[];
  readonly maximum?: number;
  readonly received?: number;
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
