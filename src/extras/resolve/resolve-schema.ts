/** The shape of the rows of `/resolve`. */
import { Type } from 'typebox';
import { RELATIONS } from '../../core/model/link.ts';
import { address, count, gndId, gndUri, HEAD, named, text, vocabulary, list } from '../../core/model/schema.ts';
import { VERDICTS } from '../../shared/lookup/resolve-values.ts';

const reading = {
  scheme: text('How the value was read: as a scheme of identifiers, `gnd` or `url`.', ['wikidata']),
  value: text('The value in the spelling of that scheme.', ['Q5879']),
};

const Target = named('ResolveTarget', {
  value: text('Identifier, or the address of the page where there is no identifier.'),
  url: address('Address of the page.'),
  collection: Type.Optional(text('Key of the collection of a link, see `/api/v1/sources`; for `links` only.')),
  relation: vocabulary('Relation of the target to the entity.', RELATIONS),
  assertedBy: Type.Array(text('Key of a source, see `/api/v1/sources`.')),
  conflict: Type.Optional(Type.Boolean({ description: '`true` when the target contradicts another one.' })),
});

const candidate = {
  gnd: gndId('GND identifier.'),
  uri: gndUri,
  type: text('Class of the GND ontology.', ['Person']),
  preferredName: text('Authorised form of the name.'),
  ...reading,
  redirectedFrom: Type.Optional(gndId('The requested identifier, whose record was merged.')),
  conflict: Type.Optional(Type.Boolean({ description: '`true` when another candidate has the same value.' })),
  targets: Type.Optional(
    Type.Unsafe<object>({
      type: 'object',
      additionalProperties: { type: 'array', items: Target },
      description: 'Lists of targets by scheme; present when the parameter `to` asks for targets.',
    }),
  ),
};

const Row = named('ResolveRow', {
  input: text('The value as it was sent.'),
  verdict: vocabulary('Verdict on the value.', VERDICTS),
  ...Type.Partial(Type.Object(candidate)).properties,
  readings: Type.Optional(list('All ways to read the value, where there are several.', Type.Object(reading))),
  candidates: Type.Optional(Type.Array(named('ResolveCandidate', candidate))),
  more: Type.Optional(Type.Boolean({ description: '`true` when there are more candidates.' })),
  reason: Type.Optional(text('Reason why there is no candidate.')),
  successors: Type.Optional(Type.Array(gndId('Record that took over a part of a deleted one.'))),
  suggestion: Type.Optional(text('A repaired identifier that exists.')),
});

export const ResolveAnswerSchema = named('ResolveAnswer', {
  ...HEAD,
  summary: Type.Object({
    requested: count('Number of values sent.'),
    found: count('Number of rows with this verdict.'),
    ambiguous: count('Number of rows with this verdict.'),
    unknown: count('Number of rows with this verdict.'),
    unreadable: count('Number of rows with this verdict.'),
  }),
  items: list('One row for each value; order and repetitions are kept.', Row),
});
