/** The shape of the rows of `/resolve`. */
import { Type } from 'typebox';
import { RELATIONS } from '../../core/model/link.ts';
import { address, count, gndId, gndUri, HEAD, named, text, vocabulary, list } from '../../core/model/schema.ts';
import { VERDICTS } from '../../shared/lookup/resolve-values.ts';

const reading = {
  scheme: text('Scheme by which the value was read: `gnd`, `url`, or that of another register.', ['wikidata']),
  value: text('The value in the form of that scheme.', ['Q5879']),
};

const Target = named('ResolveTarget', {
  value: text('Identifier, or the address of the page if there is no identifier.'),
  url: address('Address of the page.'),
  collection: Type.Optional(
    text('Key of the collection of a link, which `/api/v1/sources` explains. The field is present for `links` only.'),
  ),
  relation: vocabulary('Relation of the target to the entity.', RELATIONS),
  assertedBy: Type.Array(text('Key of a source, which `/api/v1/sources` explains.')),
  conflict: Type.Optional(Type.Boolean({ description: '`true` if the target contradicts another one.' })),
});

const candidate = {
  gnd: gndId('GND identifier.'),
  uri: gndUri,
  type: text('Class of the GND ontology.', ['Person']),
  preferredName: text('Authorised form of the name.'),
  ...reading,
  redirectedFrom: Type.Optional(gndId('The requested identifier, which belongs to a merged record.')),
  conflict: Type.Optional(Type.Boolean({ description: '`true` if another candidate has the same value.' })),
  targets: Type.Optional(
    Type.Unsafe<object>({
      type: 'object',
      additionalProperties: { type: 'array', items: Target },
      description: 'Lists of targets by scheme. The field is present if the parameter `to` asks for targets.',
    }),
  ),
};

const Row = named('ResolveRow', {
  input: text('The value as it was sent.'),
  verdict: vocabulary('Verdict on the value.', VERDICTS),
  ...Type.Partial(Type.Object(candidate)).properties,
  readings: Type.Optional(list('All readings of the value, if there are several.', Type.Object(reading))),
  candidates: Type.Optional(Type.Array(named('ResolveCandidate', candidate))),
  more: Type.Optional(Type.Boolean({ description: '`true` if there are more candidates.' })),
  reason: Type.Optional(text('Reason why there is no candidate.')),
  successors: Type.Optional(Type.Array(gndId('Record that took over a part of the deleted record.'))),
  suggestion: Type.Optional(text('A corrected identifier that exists.')),
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
