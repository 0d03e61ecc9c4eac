/** An example of every problem for the description of the interface. */
import { problem, type ProblemCode, type ProblemDetails, problemDocument } from './problems.ts';
import type { ProblemDocument } from './problem-schema.ts';

const SNAPSHOT = { id: '20261013-3f9c2a7d', date: '2026-10-13' } as const;

const DETAILS: Partial<Record<ProblemCode, ProblemDetails>> = {
  invalid_gnd_id: {
    detail: 'The hyphen before the last character is missing. Perhaps 4018118-2 was meant.',
    errors: [{ parameter: 'gnd', code: 'missing_hyphen', detail: 'The hyphen before the last character is missing.' }],
    extensions: { reason: 'missing_hyphen', suggestion: '4018118-2' },
  },
  unknown_gnd_id: {
    detail: 'No entity 118540239 is in the data. Its check digit is wrong. Perhaps 118540238 was meant.',
    extensions: { gnd: '118540239', reason: 'check_digit', suggestion: '118540238' },
  },
  deleted_gnd_id: { detail: 'The record 4234567-X was deleted.', extensions: { gnd: '4234567-X' } },
  invalid_search: {
    detail: '“q” must have 2 to 200 characters, not 1.',
    errors: [{ parameter: 'q', code: 'too_short', detail: '“q” must have 2 to 200 characters, not 1.' }],
  },
  missing_ids: {
    errors: [{ parameter: 'ids', code: 'missing', detail: '“ids” must hold at least one GND identifier.' }],
  },
  too_many_ids: {
    detail: '“ids” takes at most 100 identifiers, not 101.',
    errors: [{ parameter: 'ids', code: 'too_many', detail: '“ids” takes at most 100 identifiers, not 101.' }],
    extensions: { maximum: 100, received: 101 },
  },
  invalid_format: {
    errors: [{ parameter: 'format', code: 'unknown_value', detail: '“format” takes “json” or “csv”.' }],
  },
  invalid_coverage_request: {
    detail: '“ids” is given more than once.',
    errors: [{ parameter: 'ids', code: 'duplicate_parameter', detail: '“ids” is given more than once.' }],
  },
  invalid_request: {
    detail: 'This address has no parameters.',
    errors: [{ parameter: 'page', code: 'unknown_parameter', detail: '“page” does not exist; there are none here.' }],
  },
  rate_limited: { detail: 'The quota of requests is used up. Try again in 17 seconds.' },
  internal_error: { extensions: { instance: 'urn:uuid:0d4c2a5e-5d2e-4c7e-9f57-3d6f0f5c9a11' } },
};

/** @param status one code may have several */
export function problemExample(code: ProblemCode, status: number, baseUrl: string): ProblemDocument {
  return problemDocument(problem(code, { ...DETAILS[code], status }), { baseUrl, snapshot: SNAPSHOT });
}
