/** `/relations/{gnd}`: entities that an entity refers to, and entities that refer to it, in groups with pages. */
import { neighbouringPages } from '../../core/interface/neighbouring-pages.ts';
import { pageLink } from '../../core/interface/page-link.ts';
import { type Static, Type } from 'typebox';
import { json } from '../../core/http/answer.ts';
import { type Answer, type Context, type Door, door } from '../../core/http/door.ts';
import type { DoorLink } from '../../core/http/door-link.ts';
import { type InputOf, integer, type Parameter, strict } from '../../core/http/parameters.ts';
import { isProblem, type Problem } from '../../core/http/problems.ts';
import { parameterError } from '../../core/http/query-string.ts';
import { gndId, HEAD, headOf, type Immutable, named } from '../../core/model/schema.ts';
import type { GndId } from '../../core/model/gnd-id.ts';
import { RELATION_WINDOW } from '../../core/search/inbound.ts';
import { readAnswer } from '../../core/snapshot/stored-answer.ts';
import { findEntity, gndParameter } from '../../core/interface/links.ts';
import {
  groupsOf,
  INCOMING,
  isRelationGroup,
  MAX_ITEMS,
  type RelationGroup,
  RelationGroupSchema,
} from '../../shared/lookup/relation-groups.ts';

const LIMIT = { minimum: 1, maximum: MAX_ITEMS.ofOne, fallback: MAX_ITEMS.ofEach };
const OFFSET = { minimum: 0, maximum: RELATION_WINDOW, fallback: 0 };

const group: Parameter<string | undefined> = {
  in: 'query',
  description:
    'The only group to return: an attribute such as `placeOfBirth` for entities that the entity refers to, or one of ' +
    `${INCOMING.map((name) => `\`${name}\``).join(', ')} for entities that refer to it. Without this parameter, the first items of every group are returned.`,
  schema: { type: 'string' },
  example: 'works',
  read([value], name) {
    if (value === undefined || isRelationGroup(value)) return value;
    return parameterError(name, 'unknown_value', 'is neither an attribute nor a group of references');
  },
};

const parameters = strict(
  {
    gnd: gndParameter,
    group,
    limit: integer(LIMIT, `Number of items per group; at most ${MAX_ITEMS.ofEach} if no group is requested.`),
    offset: integer(OFFSET, 'Number of items in the group to skip.', 20),
  },
  'invalid_request',
  ({ group: key, limit, offset }) => {
    if (key === undefined && offset > 0) return parameterError('offset', 'out_of_range', 'needs a group');
    if (key === undefined && limit > MAX_ITEMS.ofEach)
      return parameterError('limit', 'out_of_range', `must not exceed ${MAX_ITEMS.ofEach} without a group`);
    if (limit + offset > RELATION_WINDOW)
      return parameterError('offset', 'out_of_range', `and “limit” together must not exceed ${RELATION_WINDOW}`);
    return undefined;
  },
);

const RelationsAnswerSchema = named('RelationsAnswer', {
  ...HEAD,
  gnd: gndId('The entity.'),
  redirectedFrom: Type.Optional(Type.Array(gndId('The requested identifier, which belongs to a merged record.'))),
  groups: Type.Array(RelationGroupSchema),
});
type RelationsAnswer = Immutable<Static<typeof RelationsAnswerSchema>>;

const relationsDoor = door({
  name: 'relations',
  path: '/relations/{gnd}',
  summary: 'Entities that an entity refers to, and entities that refer to it, in groups',
  parameters,
  use: {
    group: 'programs',
    name: { de: 'Beziehungen', en: 'Related entities' },
    purpose: {
      de: 'Der Dienst nennt die Werke einer Person, ihre Verwandten oder alle, die an einem Ort geboren sind.',
      en: 'The service lists the works of a person, their relatives, or everybody born in a place.',
    },
    example: (baseUrl) => `curl '${baseUrl}/relations/118540238?group=works&limit=100'`,
    pages: [{ door: 'document', values: { page: 'relations' } }],
  },
  announcement: {
    document: 'relations',
    hint: {
      name: 'Related entities',
      text: (baseUrl) =>
        `the entities that an entity refers to and those that refer to it, ` +
        `\`${baseUrl}/relations/{gnd}?group=works&limit=100&offset=0\``,
    },
  },
  quota: { name: 'links' },
  work: 'heavy',
  dependsOn: 'snapshot',
  cacheControl: 'public, max-age=300, stale-while-revalidate=3600',
  examples: [
    '/relations/118540238',
    '/relations/118540238?group=works&limit=2',
    '/relations/118540238?group=placeOfBirth',
  ],
  service: { id: 'relations', answers: { 'application/json': RelationsAnswerSchema } },
  answer,
});

export const doors = (): readonly Door[] => [relationsDoor];

async function answer(input: InputOf<typeof parameters>, context: Context): Promise<Answer | Problem> {
  const { store } = context;
  const record = await findEntity(input.gnd, store);
  if (isProblem(record)) return record;
  const { entity } = readAnswer(record.answer);
  const gnd = entity.gnd as GndId;
  const groups = await groupsOf(entity, input, store);
  const body: RelationsAnswer = {
    ...headOf(store.snapshot),
    gnd,
    redirectedFrom: record.kind === 'redirected' ? [record.from] : undefined,
    groups,
  };
  const links = [...pageLink(context, 'entityPage', { gnd }), ...pageLinks(context.link, gnd, input, groups)];
  return json(body, { links });
}

/** Neighbouring pages of a group. */
function pageLinks(
  link: DoorLink,
  gnd: GndId,
  { group: key, limit, offset }: InputOf<typeof parameters>,
  [only]: readonly RelationGroup[],
): readonly string[] {
  if (key === undefined || only === undefined) return [];
  const address = (size: number, start: number) =>
    link('relations', { gnd, group: key, limit: `${size}`, offset: `${start}` });
  const hasMore = offset + limit < only.total;
  return neighbouringPages(address, { limit, offset, hasMore, window: RELATION_WINDOW });
}
