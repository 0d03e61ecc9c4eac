/** The five tools for language models: what each takes and answers, and nothing longer than it must be. */
import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import { coverageRows } from '../../api/coverage.ts';
import { readGndId } from '../../api/gnd-input.ts';
import { CATEGORY_KEYS, closedSet, type LinksAnswer } from '../../api/schemas.ts';
import { ENTITY_TYPES } from '../../model/entity.ts';
import type { EntityCard, MatchQuery, Snapshot, Store } from '../../store/store.ts';
import { answerOf } from '../reconcile/extend.ts';
import { matchBatch } from '../reconcile/match-batch.ts';
import { circumstancesOf } from '../reconcile/properties.ts';
import { resolveValues } from '../resolve/rows.ts';

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: TSchema;
  readonly output: TSchema;
  /** @param input valid */
  readonly run: (store: Store, input: never) => Promise<Readonly<Record<string, unknown>> | ToolFailure>;
}

/** Told to the model, with what it can do next. */
export interface ToolFailure {
  readonly failure: string;
}

/** Characters of an answer as JSON at most; the limits below make most much shorter. */
const MAX_ANSWER = 14_000;
/** Longer names and descriptions are cut. */
const MAX_TEXT = 240;
const MAX_VARIANTS = 5;
/** Links of each category where no category was asked for. */
const LINKS_EACH = 4;
const ITEMS = { search: 20, ids: 50, names: 20, candidates: 3 } as const;

const text = (description: string, maxLength = 300) => Type.String({ description, minLength: 1, maxLength });
const optional = <S extends TSchema>(schema: S) => Type.Optional(schema);
const open = <P extends TProperties>(properties: P) => Type.Object(properties);
const closed = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false });
const types = optional(
  Type.Array(closedSet(ENTITY_TYPES), { description: 'Only these kinds of entities', minItems: 1, maxItems: 8 }),
);
const categories = optional(
  Type.Array(closedSet(CATEGORY_KEYS), {
    description: 'Only links of these categories, and then all that fit',
    minItems: 1,
    maxItems: 13,
  }),
);

const CARD = {
  gnd: Type.String(),
  type: Type.String(),
  name: Type.String(),
  description: optional(Type.String()),
};
const Card = open(CARD);
const answer = <P extends TProperties>(properties: P) =>
  open({ snapshot: open({ id: Type.String(), date: Type.String() }), ...properties });

function cardOf({
  gnd,
  type,
  preferredName,
  description,
}: Pick<EntityCard, 'type' | 'preferredName' | 'description'> & { readonly gnd: string }) {
  return { gnd, type, name: cut(preferredName), ...(description !== undefined && { description: cut(description) }) };
}

function cut(value: string): string {
  return value.length <= MAX_TEXT ? value : `${value.slice(0, MAX_TEXT - 1)}…`;
}

export function snapshotOf({ id, date }: Snapshot) {
  return { id, date };
}

/** Keeps the types of what a tool takes; nobody else needs them. */
function tool<I extends TSchema>(
  of: Omit<Tool, 'input' | 'run'> & {
    readonly input: I;
    readonly run: (store: Store, input: Static<I>) => ReturnType<Tool['run']>;
  },
): Tool {
  return of;
}

const searchEntities = tool({
  name: 'search_entities',
  title: 'Search the GND',
  description:
    'Finds entities of the GND (persons, families, corporate bodies, conferences, places, subject headings, works) by name in any order and spelling. ' +
    'Namesakes are common: compare description and type. When you know dates or a profession, match_names is better.',
  input: closed({
    query: text('Name, or part of it; a year may stand beside it'),
    types,
    limit: optional(Type.Integer({ minimum: 1, maximum: ITEMS.search, default: 8 })),
  }),
  output: answer({
    total: Type.Integer(),
    isExact: Type.Boolean(),
    items: Type.Array(open({ ...CARD, links: Type.Integer(), matched: optional(Type.String()) })),
  }),
  async run(store, { query, types: wanted, limit = 8 }) {
    const page = await store.search({
      q: query.normalize('NFC').trim(),
      limit,
      offset: 0,
      ...(wanted && { types: wanted }),
    });
    if (page.items.length === 0)
      return { failure: `Nothing is found for “${cut(query)}”. Try fewer words, another spelling, or no types.` };
    const items = page.items.map((hit) => ({
      ...cardOf(hit),
      links: hit.linkCount,
      ...(hit.matched.field !== 'preferredName' && { matched: cut(hit.matched.value) }),
    }));
    return { total: page.total.value, isExact: page.approximate !== true, items };
  },
});

const getLinks = tool({
  name: 'get_links',
  title: 'Links of an entity',
  description:
    'The card of one GND entity and its curated links into the web (encyclopedias, biographies, archives, library catalogues …). ' +
    `Without categories at most ${LINKS_EACH} links of each are listed; counts says how many there are.`,
  input: closed({ gnd: text('GND identifier or URI, e.g. 118540238', 200), categories }),
  output: answer({
    entity: open({ ...CARD, uri: Type.String(), variantNames: Type.Array(Type.String()) }),
    counts: Type.Record(Type.String(), Type.Integer()),
    links: Type.Array(
      open({ category: Type.String(), items: Type.Array(open({ label: Type.String(), url: Type.String() })) }),
    ),
  }),
  async run(store, { gnd, categories: wanted }) {
    const found = await answerOf(store, gnd);
    if (found === undefined)
      return {
        failure: `There is no entity ${cut(gnd)}. Find it by name with search_entities, or ask check_ids what became of it.`,
      };
    const { entity, links } = found;
    const shown = links.categories.filter(({ category }) => wanted?.some((key) => key === category) ?? true);
    const card = {
      ...cardOf(entity),
      uri: entity.uri,
      variantNames: entity.variantNames.slice(0, MAX_VARIANTS).map(cut),
    };
    return {
      entity: card,
      counts: Object.fromEntries(links.categories.map(({ category, total }) => [category, total])),
      links: withinLimit(shown, wanted === undefined ? LINKS_EACH : Infinity),
    };
  },
});

/** As many links of each category as were wanted, and fit. */
function withinLimit(categories: LinksAnswer['links']['categories'], each: number) {
  let room = MAX_ANSWER - 3000;
  return categories.map(({ category, items }) => {
    const links: { label: string; url: string }[] = [];
    for (const { label, url } of items.slice(0, Math.min(each, items.length))) {
      room -= label.length + url.length + 24;
      if (room < 0) break;
      links.push({ label: cut(label), url });
    }
    return { category, items: links };
  });
}

const checkIds = tool({
  name: 'check_ids',
  title: 'Check GND identifiers',
  description:
    'Tells of each GND identifier whether it exists, was merged into another record (then gnd is the one to use), was deleted, or is mistyped.',
  input: closed({ ids: Type.Array(text('GND identifier in any spelling', 200), { minItems: 1, maxItems: ITEMS.ids }) }),
  output: answer({
    items: Type.Array(
      open({
        id: Type.String(),
        verdict: Type.String(),
        gnd: optional(Type.String()),
        name: optional(Type.String()),
        links: optional(Type.Integer()),
        suggestion: optional(Type.String()),
      }),
    ),
  }),
  async run(store, { ids }) {
    const inputs = ids.map((id) => id.normalize('NFC'));
    const rows = await coverageRows(store, inputs, inputs.map(readGndId));
    return {
      items: rows.map(({ input, verdict, gnd, preferredName, links, suggestion }) => ({
        id: input,
        verdict,
        ...(gnd !== undefined && { gnd }),
        ...(preferredName !== undefined && { name: cut(preferredName) }),
        ...(links !== undefined && { links }),
        ...(suggestion !== undefined && { suggestion }),
      })),
    };
  },
});

const resolveIdentifiers = tool({
  name: 'resolve_identifiers',
  title: 'From other identifiers to the GND',
  description:
    'Finds the GND entities that carry identifiers or addresses of others: Wikidata, VIAF, ISNI, ORCID, GeoNames, Wikipedia and pages of linked collections.',
  input: closed({
    identifiers: Type.Array(text('E.g. Q5879, viaf:24602065, https://de.wikipedia.org/wiki/…', 2000), {
      minItems: 1,
      maxItems: ITEMS.ids,
    }),
  }),
  output: answer({
    items: Type.Array(open({ input: Type.String(), verdict: Type.String(), entities: Type.Array(Card) })),
  }),
  async run(store, { identifiers }) {
    const rows = await resolveValues(store, identifiers);
    return {
      items: rows.map((row) => {
        const found =
          row.verdict === 'found'
            ? [row]
            : row.verdict === 'ambiguous'
              ? row.candidates.slice(0, ITEMS.candidates)
              : [];
        return {
          input: cut(row.input),
          verdict: row.verdict,
          entities: found.map(({ gnd, type, preferredName }) => ({ gnd, type, name: cut(preferredName) })),
        };
      }),
    };
  },
});

const Name = closed({
  name: text('As it stands in the list: "Goethe, Johann Wolfgang von" or in natural order'),
  type: optional(closedSet(ENTITY_TYPES)),
  birthYear: optional(Type.Integer({ description: 'Or that of foundation, publication' })),
  deathYear: optional(Type.Integer({ description: 'Or that of the end' })),
  place: optional(text('Any place connected with it')),
  profession: optional(text('E.g. Maler; German as in the GND')),
  author: optional(text('Of a work')),
  identifier: optional(text('Any foreign identifier', 2000)),
});

const matchNames = tool({
  name: 'match_names',
  title: 'Match names',
  description:
    'Says who is meant by each name of a list, with a score from 0 to 100. match is given only when the whole name fits, nothing contradicts and no namesake fits as well; ' +
    'otherwise decide among the candidates, or leave it open. Give years, type, place or profession where you know them.',
  input: closed({ names: Type.Array(Name, { minItems: 1, maxItems: ITEMS.names }) }),
  output: answer({
    items: Type.Array(
      open({
        name: Type.String(),
        match: optional(Type.String()),
        candidates: Type.Array(open({ ...CARD, score: Type.Number() })),
      }),
    ),
  }),
  async run(store, { names }) {
    const found = await matchBatch(store, names.map(queryOf));
    return {
      items: names.map(({ name }, place) => {
        const candidates = found[place] ?? [];
        const match = candidates.find((one) => one.match)?.card.gnd;
        return {
          name: cut(name),
          ...(match !== undefined && { match }),
          candidates: candidates
            .slice(0, match === undefined ? ITEMS.candidates : 1)
            .map(({ card, score }) => ({ ...cardOf(card), score })),
        };
      }),
    };
  },
});

function queryOf({ name, type, birthYear, deathYear, identifier, ...others }: Static<typeof Name>): MatchQuery {
  const { properties } = circumstancesOf(Object.entries(others).map(([pid, v]) => ({ pid, v })));
  return {
    name,
    ...(type && { types: [type] }),
    years: [birthYear, deathYear],
    properties,
    ...(identifier !== undefined && { identifiers: [identifier] }),
    limit: ITEMS.candidates,
  };
}

/** In the order in which they are listed. */
export const TOOLS: readonly Tool[] = [searchEntities, getLinks, checkIds, resolveIdentifiers, matchNames];
