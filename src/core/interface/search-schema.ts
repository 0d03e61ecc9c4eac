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

const SearchItem = described(
  'SearchItem',
  'An entity that was found, with the name or identifier that matched the query.',
  {
    gnd: gndId('GND identifier.'),
    uri: gndUri,
    type: EntityTypeName,
    typeLabel: Label,
    preferredName: text('Authorised form of the name. For persons, the surname comes first.'),
    displayName: Type.Optional(
      text('Name in natural order. The field is absent if it would be the same as the preferred name.'),
    ),
    description: Type.Optional(text('One line that distinguishes the entity from namesakes.')),
    years: Type.Optional(Years),
    differentiated: Type.Optional(
      Type.Boolean({ description: '`false` marks a record that stands for several persons of the same name.' }),
    ),
    linkCount: count('Number of links of the entity. In `/coverage` this field is called `links`.'),
    matched: object('The name or identifier of the entity that matched the query.', {
      field: vocabulary('Field of the entity that matched the query.', [
        'preferredName',
        'displayName',
        'variantName',
        'description',
        'gnd',
        'formerId',
        'identifier',
        'url',
      ]),
      value: text('The name or identifier that matched the query, or the description if some words occur only there.'),
    }),
    score: Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'Agreement between the query and the name that matched it. It does not depend on how well known the entity is. The value is 1 for an identifier, and for a query that has all the words of a preferred name and no others. You can leave out results with a low value; results are not sorted by it.',
    }),
  },
);

export const SearchAnswerSchema = described('SearchAnswer', 'A page of search results.', {
  ...HEAD,
  query: object('The query as the service understood it.', {
    q: text('Text of the query.'),
    type: Type.Optional(
      Type.Array(EntityTypeName, {
        minItems: 1,
        description: 'The types that were searched. The field is absent if all were.',
      }),
    ),
    limit: Type.Integer({ description: 'Maximum number of results.' }),
    offset: Type.Integer({ description: 'Number of results skipped.' }),
  }),
  total: object('Number of entities found, and whether it is exact.', {
    value: count('Number of entities found.'),
    relation: closedSet(['exact', 'atLeast'], {
      description:
        '`exact`: the number is exact. `atLeast`: there may be more. Counting stops at 1,000, or earlier if it would take too long.',
    }),
  }),
  approximate: Type.Optional(
    Type.Boolean({
      description:
        '`true` if no entity matches the query as it is, so that similar spellings were tried or words left out. Otherwise the field is absent.',
    }),
  ),
  ignored: Type.Optional(
    Type.Array(Type.String(), {
      minItems: 1,
      description:
        'Words of the query, as typed, that the best matches lack because no entity has all the words; other matches may have only one of the words. The list also contains years and centuries that fit none of the entities found.',
    }),
  ),
  items: list('The entities of this page, the best matches first.', SearchItem),
});
export type SearchAnswer = Immutable<Static<typeof SearchAnswerSchema>>;
