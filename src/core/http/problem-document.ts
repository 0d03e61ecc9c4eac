/** The problem document that clients get, and its schema (RFC 9457). */
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
import { type Problem, problemSlug, PROBLEMS } from './problems.ts';

export const ProblemSchema = described('Problem', 'A problem document (RFC 9457).', {
  apiVersion: HEAD.apiVersion,
  snapshot: Type.Optional(SnapshotReference),
  type: Type.String({
    pattern: '^(?:https?://|about:blank$)',
    description: 'Address of a page that explains this kind of problem; `about:blank` where no pages are served.',
  }),
  title: text('The kind of problem in a few words.'),
  status: Type.Integer({ minimum: 400, maximum: 599, description: 'The HTTP status.' }),
  detail: text('Explanation of this occurrence, for people.'),
  code: vocabulary('The kind of problem, for programs.', Object.keys(PROBLEMS)),
  instance: Type.Optional(text('Identifier of this occurrence: the `X-Request-Id` of the answer.')),
  errors: Type.Optional(
    Type.Array(
      described('ParameterError', 'An error of one parameter.', {
        parameter: text('Name of the parameter.'),
        code: text('Kind of the error, for programs.'),
        detail: text('Explanation of the error, for people.'),
      }),
      { minItems: 1, description: 'The parameters that are wrong.' },
    ),
  ),
  gnd: Type.Optional(gndId('The requested identifier, in its canonical spelling.')),
  reason: Type.Optional(Reason),
  readings: Type.Optional(Readings),
  suggestion: Type.Optional(
    gndId(
      'A repaired identifier that exists in the data; for an unknown address, one that exists and was probably meant.',
    ),
  ),
  successors: Type.Optional(
    list('Records that took over parts of the deleted one.', gndId('Identifier of a successor.')),
  ),
  maximum: Type.Optional(count('Largest number that is allowed.')),
  received: Type.Optional(count('Number that was received.')),
});
export type ProblemDocument = Immutable<Static<typeof ProblemSchema>>;

interface ProblemContext {
  readonly link: DoorLink;
  /** Snapshot in which the problem was found; absent where none is open. */
  readonly snapshot?: Pick<Snapshot, 'id' | 'date'>;
}

export function problemDocument(occurrence: Problem, context: ProblemContext): ProblemDocument {
  const { snapshot } = context;
  return {
    apiVersion: API_VERSION,
    snapshot: snapshot && { id: snapshot.id, date: snapshot.date },
    type: context.link('problem', { slug: problemSlug(occurrence.code) }) ?? 'about:blank',
    title: PROBLEMS[occurrence.code].title,
    status: occurrence.status,
    detail: occurrence.detail,
    code: occurrence.code,
    errors: occurrence.errors,
    ...occurrence.extensions,
  };
}
