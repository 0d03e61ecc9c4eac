/** The shape of a page of search results. */
import { type Static, Type } from 'typebox';
import {
  closedSet,
  type Immutable,
  text,
  vocabulary,
  count,
  described,
  list,
  Label,
  HEAD,
  gndId,
  gndUri,
  object,
} from '../model/schema.ts';
import { EntityTypeName, Years } from '../snapshot/links-answer.ts';

const SearchItem = described('SearchItem', 'An entity that was found, with the name or identifier that matched.', {
  gnd: gndId('GND identifier.'),
  uri: gndUri,
  type: EntityTypeName,
  typeLabel: Label,
  preferredName: text('Authorised form of the name; for persons the surname comes first.'),
  displayName: Type.Optional(text('The name in natural order; present where that differs from the preferred name.')),
  description: Type.Optional(text('One line that distinguishes the entity from namesakes.')),
  years: Type.Optional(Years),
  differentiated: Type.Optional(
    Type.Boolean({ description: '`false` marks a record that stands for several persons of one name.' }),
  ),
  linkCount: count('Number of links of the entity; `links` in `/coverage`.'),
  matched: object('The name or identifier of the entity that the query matched.', {
    field: vocabulary('Field of the entity that matched.', [
      'preferredName',
      'displayName',
      'variantName',
      'description',
      'gnd',
      'formerId',
      'identifier',
      'url',
    ]),
    value: text('The name or identifier that matched; the description when some words occur only there.'),
  }),
  score: Type.Number({
    minimum: 0,
    maximum: 1,
    description:
      'Agreement between the query and the matched name, regardless of prominence: 1 means an identifier, or all words ' +
      'of a preferred name and no others. Use it as a threshold; results are not sorted by it.',
  }),
});

export const SearchAnswerSchema = described('SearchAnswer', 'A page of results of a search.', {
  ...HEAD,
  query: object('The query as the service read it.', {
    q: text('Text of the query.'),
    type: Type.Optional(
      Type.Array(EntityTypeName, { minItems: 1, description: 'The types searched; absent for all.' }),
    ),
    limit: Type.Integer({ description: 'Maximum number of results.' }),
    offset: Type.Integer({ description: 'Number of results skipped.' }),
  }),
  total: object('Number of entities found, and whether it is exact.', {
    value: count('Number of entities found.'),
    relation: closedSet(['exact', 'atLeast'], {
      description: '`atLeast`: there may be more. Counting stops at 1,000, and earlier where it would take too long.',
    }),
  }),
  approximate: Type.Optional(
    Type.Boolean({
      description:
        '`true` when no entity matches the query as it is, so that similar spellings are returned or words are left out; otherwise absent.',
    }),
  ),
  ignored: Type.Optional(
    Type.Array(Type.String(), {
      minItems: 1,
      description:
        'Words of the query, as they were typed, that were left out because no entity has all words; and years and centuries that none of the entities found has.',
    }),
  ),
  items: list('The entities of this page, the best first.', SearchItem),
});
export type SearchAnswer = Immutable<Static<typeof SearchAnswerSchema>>;
