/** `/gnd/{gnd}/relations`: entities that an entity refers to, and entities that refer to it, in groups with pages. */
import { html, type Html } from '../../shared/http/html.ts';
import { entryOf, type Locale } from '../../shared/http/locale.ts';
import { textParameter } from '../../core/http/parameters.ts';
import { type Label, referenceOf } from '../../core/model/entity.ts';
import labels from '../../core/model/entity-labels.json' with { type: 'json' };
import { RELATION_WINDOW } from '../../core/search/inbound.ts';
import type { Installation } from '../../core/interface/installation.ts';
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';
import { redirect } from '../../core/http/answer.ts';
import { groupsOf, type RelationGroup } from '../../shared/lookup/relation-groups.ts';
import { entityLink, externalLink, gndRecords, section } from './elements.ts';
import { subtitleIn } from './entity-dates.ts';
import { linesBelow } from './entity-lines.ts';
import { type EntityLine, entityList, placeOf } from './entity-list.ts';
import { missingEntity } from './entity-missing.ts';
import { namelessIn, namesElsewhere } from './entity-nameless.ts';
import { withNaturalDescriptions, withNaturalNames } from './natural-names.ts';
import { pageDoor, segment } from './page-door.ts';
import { pathWith } from './path-with.ts';
import { problemAnswer } from './problem-answer.ts';
import { pagination } from './pagination.ts';
import { naturalName } from './titles.ts';
import resultsTexts from './texts/results.json' with { type: 'json' };
import texts from './texts/entity.json' with { type: 'json' };

type Entity = LinksAnswer['entity'];
type Attributes = Entity['attributes'];

const TEXT = texts.relations.page;
const PAGE_SIZE = 20;
/** Items of each group when all groups are shown. */
const FIRST = 10;
const MAX_PAGE = RELATION_WINDOW / PAGE_SIZE;

/** Path of the page for one group or for all groups. */
export function relationsPath(gnd: string, group = '', page = 1): string {
  return pathWith(`/gnd/${encodeURIComponent(gnd)}/relations`, { group, page: page > 1 && String(page) });
}

export const relationsPage = ({ dumps, vocabulary }: Pick<Installation, 'dumps' | 'vocabulary'>) =>
  pageDoor({
    path: '/gnd/{gnd}/relations',
    summary: 'Entities that an entity refers to, and entities that refer to it',
    parameters: {
      gnd: segment('GND identifier.', '118540238'),
      group: textParameter(
        'Group whose entities are shown page by page. Without it, the page shows the beginning of each group.',
        'works',
      ),
      page: textParameter('Number of the page, beginning with 1.', '2'),
    },
    quota: { name: 'links' },
    dependsOn: 'snapshot',
    examples: ['/gnd/118540238/relations', '/gnd/118540238/relations?group=works&lang=en'],
    async answer({ gnd, group, page }, { call, store }, locale) {
      const { status, body } = await call(`/api/v1/gnd/${encodeURIComponent(gnd)}/links`);
      if (status !== 200) return missingEntity(gnd, { status, body }, { call, store }, locale, dumps);
      const { entity: stored } = body as LinksAnswer;
      if (stored.gnd !== gnd) return redirect(301, locale.link(relationsPath(stored.gnd, group)));
      const entity = withFamilyInOrder(stored);
      if (group !== '' && labelOf(group) === undefined) {
        return problemAnswer({ locale, path: relationsPath(gnd, group), code: 'not_found' });
      }
      const at = /^[1-9]\d{0,4}$/.test(page) ? Math.min(Number(page), MAX_PAGE) : 1;
      const window = group === '' ? { limit: FIRST, offset: 0 } : { limit: PAGE_SIZE, offset: (at - 1) * PAGE_SIZE };
      const all = await groupsOf(entity, { group: group === '' ? undefined : group, ...window }, store);
      const groups = await Promise.all(
        all.map(async (one) => {
          const items = one.items.map((item) => withoutName(item, entity));
          return { ...one, items: await withNaturalDescriptions(items, store) };
        }),
      );
      const name = naturalName(entity);
      const shown = await withNaturalNames(entity, store, locale, vocabulary);
      const data = locale.to('relations', { gnd, ...(group !== '' && { group }) });
      const heading = locale.t(labelOf(group) ?? TEXT.title);
      return {
        title: `${heading}: ${name}`,
        description: locale.t(TEXT.description, { name }),
        path: relationsPath(gnd, group, at),
        scripts: ['copy.js'],
        heading: {
          icon: entity.type,
          kind: entityLink(gnd, name, locale),
          title: heading,
          ...linesBelow(shown, subtitleIn(shown, locale), locale),
        },
        main: html`${group === '' ? allGroups(entity, groups, locale) : oneGroup(gnd, groups[0], at, locale)}
        ${data !== undefined && html`<p><a href="${data}">${locale.t(TEXT.json)}</a></p>`}`,
      };
    },
  });

/** The entity with its relatives in the usual order: parents, spouses, children. */
export function withFamilyInOrder(entity: Entity): Entity {
  const { familialRelationship: relatives } = entity.attributes;
  if (relatives === undefined) return entity;
  const place = (value: (typeof relatives)[number]) => placeOf(referenceOf(value)?.role);
  const familialRelationship = relatives.toSorted((a, b) => place(a) - place(b));
  return { ...entity, attributes: { ...entity.attributes, familialRelationship } };
}

/** An entity whose description does not name the one that the page is about, for example as the author of a work. */
function withoutName(item: RelationGroup['items'][number], { preferredName }: LinksAnswer['entity']) {
  const { description, ...rest } = item;
  if (description === undefined) return item;
  const others = `, ${description}, `.replaceAll(`, ${preferredName}, `, ', ').slice(2, -2);
  return others === '' ? rest : { ...rest, description: others };
}

/** Undefined for a text that is not a group. */
function labelOf(group: string): Label | undefined {
  return entryOf<Label>(labels.inbound, group) ?? entryOf<Label>(labels.attributes, group);
}

function allGroups({ gnd, attributes }: LinksAnswer['entity'], groups: readonly RelationGroup[], locale: Locale): Html {
  const { t, link, number } = locale;
  if (groups.length === 0) return html`<p>${t(TEXT.none)}</p>`;
  const contentOf = (one: RelationGroup) => {
    const { group, total } = one;
    const known = one.items.filter(isNamed);
    const nameless = namelessOf(one, attributes);
    const path = relationsPath(gnd, group);
    const elsewhere = namesElsewhere(nameless, { page: path, isMore: known.length > 0 }, locale);
    return html`<div>
      <h3>${t(labelOf(group) ?? TEXT.title)} <span class="count">${number(total)}</span></h3>
      ${known.length > 0 && entityList(known, locale)} ${elsewhere && html`<p>${elsewhere}</p>`}
      ${total > known.length + nameless.length && html`<p><a href="${link(path)}">${t(TEXT.all, { n: total })}</a></p>`}
    </div>`;
  };
  const parts = [...Map.groupBy(withoutRepetition(groups), ({ direction }) => direction)];
  return html`${parts.map(([direction, own]) => section(direction, t(TEXT[direction]), html`<div class="columns">${own.map(contentOf)}</div>`))}`;
}

/** Two records may name each other: such an entity is shown once, unless it is one of many. */
function withoutRepetition(groups: readonly RelationGroup[]) {
  const idsOf = (wanted: RelationGroup['direction']) =>
    new Set(groups.flatMap(({ direction, items }) => (direction === wanted ? items.map(({ gnd }) => gnd) : [])));
  const [named, naming] = [idsOf('outgoing'), idsOf('incoming')];
  return groups.flatMap(({ items, total, ...group }) => {
    if (group.direction === 'outgoing')
      return { ...group, total, items: items.map((item) => ({ ...item, isMutual: naming.has(item.gnd) })) };
    const others = items.length < total ? items : items.filter(({ gnd }) => !named.has(gnd));
    return others.length === 0 ? [] : { ...group, items: others, total: total - items.length + others.length };
  });
}

const isNamed = ({ preferredName }: EntityLine) => preferredName !== undefined;

/** Identifiers of the related entities in a group that have a name neither in this record nor in the data. */
function namelessOf({ group, direction, items }: RelationGroup, attributes: Attributes) {
  const known = new Set(items.filter(isNamed).map(({ gnd }) => gnd));
  const references = direction === 'incoming' ? [] : namelessIn(attributes[group] ?? []);
  return references.filter((gnd) => !known.has(gnd));
}

function oneGroup(gnd: string, shown: RelationGroup | undefined, page: number, locale: Locale): Html {
  const { t, count, link } = locale;
  const { group = '', direction, total = 0, items = [] } = shown ?? {};
  if (total === 0) return html`<p>${t(TEXT.none)}</p>`;
  if (items.length === 0)
    return html`<p>${t(resultsTexts.page.beyond)}</p>
      <p><a href="${link(relationsPath(gnd, group))}">${t(resultsTexts.page.firstPage)}</a></p>`;
  const from = (page - 1) * PAGE_SIZE;
  const pages = Math.min(Math.ceil(total / PAGE_SIZE), MAX_PAGE);
  const nameless = items.filter((item) => !isNamed(item)).map((item) => item.gnd);
  const range = t(TEXT.range, { from: from + 1, to: from + items.length, n: total });
  // Entities that the record itself names are in its order, relatives in the usual one.
  const order = direction === 'incoming' && t(TEXT.bestKnownFirst);
  return html`<p class="soft">${range}${order}</p>
    <div class="columns"><div>${entityList(items, locale)}</div></div>
    ${nameless.length > 0 && html`<p>${externalLink(gndRecords(nameless), count(nameless.length, texts.relations.names))}</p>`}
    ${pagination(page, pages, (to) => link(relationsPath(gnd, group, to)), locale)}`;
}
