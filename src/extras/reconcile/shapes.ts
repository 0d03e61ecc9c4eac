/** Shapes of the requests of the Reconciliation Service API, and sentences about errors in them. */
import { type Static, type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
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

export const readQueries = reader(Type.Record(Type.String(), Query));
export const readExtension = reader(Extension);

/** @returns a function that returns a valid value, or a sentence about the error in it */
function reader<const S extends TSchema>(schema: S): (value: unknown) => Static<S> | string {
  const compiled = Compile(schema);
  return (value) => {
    if (compiled.Check(value)) return value as Static<S>;
    const errors = compiled.Errors(value).filter(({ keyword }) => keyword !== 'boolean');
    const last = errors.find(({ keyword }) => keyword === 'anyOf') ?? errors[0];
    const where = last?.instancePath.slice(1).replaceAll('/', ' › ');
    const { requiredProperties: required, additionalProperties: additional } = (last?.params ?? {}) as Record<
      string,
      readonly string[]
    >;
    const kinds = errors.flatMap(({ params, instancePath }) =>
      instancePath === last?.instancePath && 'type' in params ? [params.type] : [],
    );
    const what =
      last?.keyword === 'anyOf'
        ? `has a value that is none of the allowed ones${kinds.length > 0 ? ` (${kinds.join(', ')})` : ''}`
        : required
          ? `lacks “${required.join('”, “')}”`
          : additional
            ? `has no member “${additional.join('”, “').slice(0, 100)}”`
            : (last?.message ?? 'is not valid');
    return `${where ? `“${where.slice(0, 200)}”` : 'The JSON'} ${what}.`;
  };
}

export function refuse(detail: string): Problem {
  return problem('invalid_request', { detail });
}

export function refuseTooMany(what: string): Problem {
  return problem('body_too_large', { detail: `A request may have at most ${BATCH_SIZE} ${what}.` });
}
