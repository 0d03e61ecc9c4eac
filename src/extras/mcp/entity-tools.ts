/** Tools about single entities: search, links, relations. */
import { Type } from 'typebox';
import { ENTITY_TYPES } from '../../core/model/entity.ts';
import { isAddress } from '../../core/model/identifier-text.ts';
import { gndIdIn, readGndId } from '../../core/model/read-identifiers.ts';
import { closedSet } from '../../core/model/schema.ts';
import { CATEGORY_KEYS, type LinksAnswer } from '../../core/snapshot/links-answer.ts';
import type { Store } from '../../core/snapshot/store.ts';
import { diagnoseInvalid, diagnoseUnknown } from '../../core/interface/gnd-input.ts';
import { readingOrder } from '../../shared/lookup/reading-order.ts';
import { answerOf } from '../../shared/lookup/record.ts';
import { groupsOf, isRelationGroup } from '../../shared/lookup/relation-groups.ts';
import { reportAddress } from '../../shared/lookup/report-address.ts';
import { answer, CARD, cardOf, closed, cut, itemsOf, MAX, some, text, tool } from './tool.ts';

/** Most links of each category when no category is requested. */
const LINKS_EACH = 4;

export const searchEntities = tool({
  name: 'search_entities',
  title: 'Search the GND',
  description:
    'Finds entities of the GND (persons, families, corporate bodies, conferences, places, subject headings, works) by name, ' +
    'with words in any order and spelling. Namesakes are common: compare description and type. When you know dates or a profession, ' +
    'match_names is better.',
  input: closed({
    query: text('Name or part of a name, perhaps with a year'),
    types: Type.Optional(some(closedSet(ENTITY_TYPES), ENTITY_TYPES.length, 'Only entities of these types')),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX.query, default: 8 })),
  }),
  output: answer({
    total: Type.Integer(),
    isExact: Type.Boolean(),
    ignored: Type.Optional(
      Type.Array(Type.String(), { description: 'Words and years of the query that were left out' }),
    ),
    ...itemsOf({ ...CARD, linkCount: Type.Integer(), matched: Type.Optional(Type.String()) }),
  }),
  // With this cost, the quota allows as many searches in a minute as that of `/api/v1/search`.
  cost: () => 2,
  async run(store, { query, types, limit = 8 }) {
    const page = await store.search({ q: query.normalize('NFC').trim(), limit, offset: 0, ...(types && { types }) });
    const items = page.items.map((hit) => {
      const matched = hit.matched.field === 'preferredName' ? undefined : cut(hit.matched.value);
      return { ...cardOf(hit), linkCount: hit.linkCount, matched };
    });
    const ignored = page.ignored?.map(cut);
    if (items.length > 0) return { total: page.total.value, isExact: page.approximate !== true, ignored, items };
    if (isAddress(query)) return `The address ${cut(query)} belongs to no entity of the GND.`;
    return `Nothing was found for “${cut(query)}”. Try fewer words, another spelling, or no types.`;
  },
});

export const getLinks = tool({
  name: 'get_links',
  title: 'Links of an entity',
  description:
    'Gives the main facts about one GND entity, and its curated links to other sites (encyclopedias, biographies, archives, library ' +
    `catalogues …). Without “categories”, at most ${LINKS_EACH} links of each category are listed; “counts” gives the ` +
    'number of links in each category. “report” contains only sources with a known contact.',
  input: closed({
    gnd: text('GND identifier or URI, e.g. 118540238'),
    categories: Type.Optional(
      some(
        closedSet(CATEGORY_KEYS),
        CATEGORY_KEYS.length,
        'Only links of these categories; then all that fit into the answer are listed',
      ),
    ),
  }),
  output: answer({
    mergedFrom: Type.Optional(
      Type.String({ description: 'The requested identifier, if its record was merged into this one' }),
    ),
    entity: Type.Object({ ...CARD, uri: Type.String(), variantNames: Type.Array(Type.String()) }),
    counts: Type.Record(Type.String(), Type.Integer()),
    links: Type.Array(
      Type.Object({ category: Type.String(), ...itemsOf({ label: Type.String(), url: Type.String() }) }),
    ),
    report: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description:
          'For each source of these links, the address of a prepared message with which the user can report a wrong link',
      }),
    ),
  }),
  cost: () => 1,
  async run(store, { gnd, categories: wanted }) {
    const stored = await answerOf(store, gnd);
    if (stored === undefined) return missing(store, gnd);
    const { entity, links } = (await readingOrder(store))(stored);
    const requested = gndIdIn(gnd);
    const shown = links.categories.filter(({ category }) => wanted?.some((key) => key === category) ?? true);
    const variantNames = entity.variantNames.slice(0, MAX.variants).map(cut);
    const listed = withinLimit(shown, wanted === undefined ? LINKS_EACH : Infinity);
    const report = reportsOf(stored, new Set(listed.flatMap(({ items }) => items.map(({ url }) => url))), store);
    return {
      mergedFrom: requested === entity.gnd ? undefined : requested,
      entity: { ...cardOf(entity), uri: entity.uri, variantNames },
      counts: Object.fromEntries(links.categories.map(({ category, total }) => [category, total])),
      links: listed,
      report: Object.keys(report).length > 0 ? report : undefined,
    };
  },
});

/** Says why there is no entity, with the number that is probably meant, as check_ids does. */
async function missing(store: Store, text: string): Promise<string> {
  const parsed = readGndId(text);
  const { suggestion } = parsed.ok
    ? await diagnoseUnknown(store, parsed.id)
    : await diagnoseInvalid(store, text, parsed);
  const what = parsed.ok ? `There is no entity ${parsed.id}` : `${cut(text)} is not a GND identifier`;
  const meant = suggestion === undefined ? '' : `; perhaps ${suggestion} was meant`;
  return `${what}${meant}. Find the entity by name with search_entities.`;
}

/** Prepared messages to sources with a known contact, each about one listed link; sources with most links first. */
function reportsOf({ entity, links }: LinksAnswer, listed: ReadonlySet<string>, { snapshot }: Store) {
  const items = links.categories.flatMap((category) => category.items).filter(({ url }) => listed.has(url));
  const asserted = snapshot.sources.flatMap(({ key, contact }) => {
    const urls = items.filter(({ assertedBy }) => assertedBy.includes(key)).map(({ url }) => url);
    return contact === undefined || urls.length === 0 ? [] : [{ source: key, contact, urls }];
  });
  const busiest = asserted.toSorted((a, b) => b.urls.length - a.urls.length).slice(0, MAX.reports);
  const named = { gnd: entity.gnd, name: cut(entity.preferredName), snapshot: snapshot.id };
  return Object.fromEntries(
    busiest.map(({ source, contact, urls }) => {
      return [source, reportAddress({ ...named, source, urls: urls.slice(0, 1) }, [contact]) ?? contact];
    }),
  );
}

/** The first links of each category, within the limit of the answer. */
function withinLimit(categories: LinksAnswer['links']['categories'], each: number) {
  let room: number = MAX.linkCharacters;
  return categories.map(({ category, items }) => {
    const links = items.slice(0, Math.min(each, items.length)).map(({ label, url }) => ({ label: cut(label), url }));
    return { category, items: links.filter((link) => (room -= JSON.stringify(link).length) >= 0) };
  });
}

export const listRelations = tool({
  name: 'list_relations',
  title: 'Related entities',
  description:
    'Lists entities that a GND entity refers to (placeOfBirth, professionOrOccupation …) and entities that refer to it (works, born, members, ' +
    `narrower …). Without “group”, it lists the first ${MAX.relatedOfEach} entities of each group and says how many there are; with “group”, it lists a page of that group.`,
  input: closed({
    gnd: text('GND identifier or URI, e.g. 118540238'),
    group: Type.Optional(text('One of the groups that an answer without “group” lists', 60)),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX.related, default: 20 })),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000, default: 0 })),
  }),
  output: answer({
    gnd: Type.String(),
    groups: Type.Array(
      Type.Object({
        group: Type.String(),
        direction: Type.String(),
        total: Type.Integer(),
        ...itemsOf({ gnd: Type.String(), type: Type.Optional(Type.String()), name: Type.Optional(Type.String()) }),
      }),
    ),
  }),
  cost: () => 2,
  async run(store, { gnd, group, limit = 20, offset = 0 }) {
    if (group !== undefined && !isRelationGroup(group))
      return `There is no group ${cut(group)}; leave out “group” to see all groups.`;
    const stored = await answerOf(store, gnd);
    if (stored === undefined) return missing(store, gnd);
    const page = group === undefined ? { limit: MAX.relatedOfEach, offset: 0 } : { limit, offset };
    const groups = await groupsOf(stored.entity, { group, ...page }, store);
    return {
      gnd: stored.entity.gnd,
      groups: groups.map(({ items, ...rest }) => ({
        ...rest,
        items: items.map(({ gnd: id, type, preferredName }) => ({ gnd: id, type, name: cut(preferredName) })),
      })),
    };
  },
});
