/** The shape of the rows of `/resolve`. */
import { Type } from 'typebox';
import { address, count, gndId, gndUri, HEAD, named, text, vocabulary } from '../../model/schema.ts';
import { VERDICTS } from './resolve-values.ts';

const reading = {
  scheme: text('As what the value was read: a scheme of identifiers, `gnd`, or `url`.', ['wikidata']),
  value: text('The value as it is written in the scheme.', ['Q5879']),
};

const Target = named('ResolveTarget', {
  value: text('Identifier, or the address of a page.'),
  url: Type.Optional(address('Where it leads.')),
  relation: Type.Optional(vocabulary('What the target is to the entity.', ['sameAs', 'about'])),
  assertedBy: Type.Array(text('Key of a source, see `/api/v1/sources`.')),
  conflict: Type.Optional(Type.Boolean({ description: 'It contradicts another one.' })),
});

const candidate = {
  gnd: gndId('GND identifier.'),
  uri: gndUri,
  type: text('Class of the GND ontology.', ['Person']),
  preferredName: text('Authorised form of the name.'),
  ...reading,
  redirectedFrom: Type.Optional(gndId('The identifier asked for, which was merged.')),
  conflict: Type.Optional(Type.Boolean({ description: 'Another candidate carries the same value.' })),
  targets: Type.Optional(
    Type.Unsafe<object>({
      type: 'object',
      additionalProperties: { type: 'array', items: Target },
      description: 'By scheme, where they are asked for.',
    }),
  ),
};

const Row = named('ResolveRow', {
  input: text('The value as it was sent.'),
  verdict: vocabulary('What it stands for.', VERDICTS),
  ...Type.Partial(Type.Object(candidate)).properties,
  readings: Type.Optional(
    Type.Array(Type.Object(reading), { description: 'All ways to read it, where there are several.' }),
  ),
  candidates: Type.Optional(Type.Array(named('ResolveCandidate', candidate))),
  more: Type.Optional(Type.Boolean({ description: 'There are more candidates.' })),
  reason: Type.Optional(text('Why there is none.')),
  successors: Type.Optional(Type.Array(gndId('Record that took over a part of a deleted one.'))),
  suggestion: Type.Optional(text('A repaired identifier that exists.')),
});

export const ResolveAnswerSchema = named('ResolveAnswer', {
  ...HEAD,
  summary: Type.Object({
    requested: count('Values sent.'),
    found: count('Rows with this verdict.'),
    ambiguous: count('Rows with this verdict.'),
    unknown: count('Rows with this verdict.'),
    unreadable: count('Rows with this verdict.'),
  }),
  items: Type.Array(Row, { description: 'One for each value; order and repetitions are kept.' }),
});
