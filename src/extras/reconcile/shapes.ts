/** Shapes of the requests of the Reconciliation Service API, and sentences about errors in them. */
import { type Static, Type } from 'typebox';
import { createReader } from '../../shared/http/schema-errors.ts';
import { type Problem, problem } from '../../core/http/problems.ts';

/** Largest number of queries, or of identifiers for data extension, in one request. */
export const BATCH_SIZE = 50;
const MANY = { maxItems: 100 } as const;

const Value = Type.Union([
  Type.String(),
  Type.Number(),
  Type.Boolean(),
  Type.Object({ id: Type.String(), name: Type.Optional(Type.String()) }),
]);
const Values = Type.Union([Value, Type.Array(Value, MANY)]);

const Types = Type.Union([Type.String(), Type.Array(Type.String(), MANY)]);
const Query = Type.Object(
  {
    query: Type.Optional(Type.String()),
    type: Type.Optional(Types),
    limit: Type.Optional(Type.Number()),
    properties: Type.Optional(Type.Array(Type.Object({ pid: Type.String(), v: Values }), MANY)),
    type_strict: Type.Optional(Type.Union([Type.Literal('any'), Type.Literal('should'), Type.Literal('all')])),
  },
  { additionalProperties: false },
);
export type SentQuery = Static<typeof Query>;

const Extension = Type.Object({
  ids: Type.Array(Type.String(), MANY),
  properties: Type.Array(
    Type.Object({ id: Type.String(), settings: Type.Optional(Type.Record(Type.String(), Type.Unknown())) }),
    MANY,
  ),
});
export type SentExtension = Static<typeof Extension>;

export const readQueries = createReader(Type.Record(Type.String(), Query), 'The JSON');
export const readExtension = createReader(Extension, 'The JSON');

export function refuse(detail: string): Problem {
  return problem('invalid_request', { detail });
}

export function refuseTooMany(what: string): Problem {
  return problem('body_too_large', { detail: `A request may have at most ${BATCH_SIZE} ${what}.` });
}
