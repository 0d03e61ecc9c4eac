/** Sentences about JSON that does not fit a schema: each place once, with what is allowed there. */
import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { createReader } from '../../src/shared/http/schema-errors.ts';

const SCHEMA = Type.Object(
  {
    query: Type.Optional(Type.String()),
    strict: Type.Optional(Type.Union([Type.Literal('any'), Type.Literal('all')])),
    type: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
  },
  { additionalProperties: false },
);

it.each<[unknown, string]>([
  [{ query: 1 }, '“query” must be string.'],
  [{ querry: 'x' }, 'The JSON must not have “querry”; allowed: query, strict, type.'],
  [{ strict: 'x' }, '“strict” must be “any” or must be “all”.'],
  [{ type: [1] }, '“type.0” must be string.'],
  [{ type: null }, '“type” must be string or must be array.'],
  [5, 'The JSON must be object.'],
])('%j', (value, sentence) => expect(createReader(SCHEMA, 'The JSON')(value)).toBe(sentence));
