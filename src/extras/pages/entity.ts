/** `/gnd/{gnd}`: the page of an entity, with its facts and links. */
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';
import { redirect } from '../../core/http/answer.ts';
import type { Context, Door } from '../../core/http/door.ts';
import { textParameter } from '../../core/http/parameters.ts';
import { preferredForm } from '../../shared/http/preferred-form.ts';
import type { GndId } from '../../core/model/gnd-id.ts';
import { mayBeLiving } from '../../shared/dumps/living.ts';
import type { EntityCard } from '../../core/search/engine.ts';
import type { Snapshot } from '../../core/snapshot/store.ts';
import type { RelationPage } from '../../core/search/inbound.ts';
import { definitionList, dnbSearch, externalLink, linkRow, type PageHead, section, typeWord } from './elements.ts';
import { subtitleIn } from './entity-dates.ts';
import { citedState } from './entity-cited.ts';
import { type Entity, factsOf, type Facts, inboundList, kindsOf, outsideNote } from './entity-facts.ts';
import { linksAddress } from './entity-json.ts';
import { identifierList } from './entity-identifiers.ts';
import { conflictNotices, linkSections } from './entity-links.ts';
import { linesBelow } from './entity-lines.ts';
import { entityList } from './entity-list.ts';
import { missingEntity } from './entity-missing.ts';
import { otherNames } from './entity-names.ts';
import { creditOf, hasThumbnail, pictureHosts, pictureOf } from './entity-picture.ts';
import { reuse } from './entity-reuse.ts';
import { relationsPath, withFamilyInOrder } from './entity-relations.ts';
import { createAttribution, recordLine, sourceList } from './entity-sources.ts';
import { html, type Html } from '../../shared/http/html.ts';
import { withNaturalDescriptions, withNaturalNames } from './natural-names.ts';
import { pageDoor, segment } from './page-door.ts';
import { pathWith } from './path-with.ts';
import type { Installation } from '../../core/interface/installation.ts';
import { readRegister, type Register } from './register.ts';
import type { Locale } from '../../shared/http/locale.ts';
import { readingOrder } from '../../shared/lookup/reading-order.ts';
import { INCOMING } from '../../shared/lookup/relation-groups.ts';
import { naturalName, withoutFamily } from './titles.ts';
import texts from './texts/entity.json' with { type: 'json' };

const TEXT = texts.page;
/** Longest name that is searched for, in characters. */
const MAX_QUERY = 150;
/** From this number of links on, a row leads to their categories. */
const MANY_LINKS = 10;
/** Most others of the same name. */
const NAMESAKES = 5;
/** Most entities of each inbound relation; a link leads to the others. */
const INBOUND = 6;

type Parts = Pick<Installation, 'dumps' | 'thumbnails' | 'vocabulary'>;

export function entityPage(installation: Parts): Door {
  return pageDoor({
    name: 'entityPage',
    path: '/gnd/{gnd}',
    summary: 'An entity and its links',
    parameters: {
      gnd: segment('GND identifier.', '118540238'),
      snapshot: textParameter('The state of the data that was cited.', '20261120-06bd9bfd'),
      format: preferredForm,
    },
    quota: { name: 'links' },
    // The page shows the state of sources, which changes with the day.
    dependsOn: 'day',
    examples: ['/gnd/118540238', '/gnd/118540238?lang=en'],
    async answer({ gnd, snapshot, format }, context, locale) {
      const { call, baseUrl } = context;
      if (format === 'json') return redirect(303, linksAddress(baseUrl, gnd), 'public, max-age=300');
      const { status, body } = await call(`/api/v1/gnd/${encodeURIComponent(gnd)}/links`);
      if (status !== 200) return missingEntity(gnd, { status, body }, context, locale, installation.dumps);
      const answer = body as LinksAnswer;
      const { entity, redirectedFrom: [merged = entity.gnd] = [] } = answer;
      // Other spellings redirect to the address of the entity. Former identifiers do not: that would take a slow connection half a second.
      if (gnd !== merged) return redirect(301, locale.link(`/gnd/${merged}`));
      return entityDocument(answer, snapshot, context, locale, installation);
    },
  });
}

/** @param snapshot the cited state, as it was sent */
async function entityDocument(
  answer: LinksAnswer,
  snapshot: string,
  context: Context,
  locale: Locale,
  { dumps, thumbnails, vocabulary }: Parts,
) {
  const { call, store, baseUrl } = context;
  const { entity, redirectedFrom: [merged] = [] } = answer;
  const shown = await withNaturalNames(entity, store, locale, vocabulary);
  const names = namesOf(shown, locale);
  const [register, inOrder, inbound, namesakes] = await Promise.all([
    readRegister(call),
    readingOrder(store),
    store.relations(entity.gnd as GndId, INCOMING, { limit: INBOUND, offset: 0 }),
    namesakesOf(entity, store),
  ]);
  const facts = factsOf(withFamilyInOrder(shown), names.subtitle, locale);
  const related = inboundSection(entity, inbound, locale);
  const isPictured = await hasThumbnail(entity, thumbnails);
  const cited =
    snapshot !== '' &&
    snapshot !== answer.snapshot.id &&
    (await citedState(snapshot, answer.snapshot.id, dumps, locale));
  // A record of several persons is nobody's own.
  const isOnePerson = entity.differentiated !== false && mayBeLiving(entity, Number(answer.snapshot.date.slice(0, 4)));
  const { t } = locale;
  const picture = !isPictured && pictureOf(shown, names.title, locale);
  const identifiers = section(
    'identifiers',
    t(TEXT.identifiers),
    identifierList(answer, merged, locale),
    recordLine(answer, register, locale),
  );
  return {
    path: `/gnd/${entity.gnd}`,
    title: names.title,
    description: summary(answer, names, locale),
    head: html`<link rel="alternate" type="application/json" href="${linksAddress(baseUrl, entity.gnd)}" />`,
    scripts: ['copy.js', 'entity.js'],
    ...(!isPictured && { pictures: pictureHosts(entity, locale.operator) }),
    heading: headingOf(shown, names, isPictured, locale),
    main: html`${entity.type === 'Person' && entity.differentiated === false && html`<p class="notice warn">${t(TEXT.undifferentiated)}</p>`}
      ${merged !== undefined && mergedNotice(merged, entity.gnd, locale)}
      ${isOnePerson && isThisYou(entity.gnd, locale)} ${cited}
      <div class="entity${answer.links.total < MANY_LINKS && ' brief'}">
        ${keyFacts(facts, Object.keys(shown.attributes).length === 0, locale)}
        <div class="entity-links">
          ${linksOf(inOrder(answer), register, store.snapshot.sources, related !== false, locale)}
        </div>
        <div class="entity-facts">
          ${picture} ${furtherFacts(facts, locale)} ${otherNames(entity, locale)} ${identifiers}
        </div>
        ${related} ${namesakeSection(entity, namesakes, locale)} ${reuse(answer, context, locale)}
      </div>`,
  };
}

/** Title, and the line below it. */
interface Names {
  readonly title: string;
  readonly subtitle: string | undefined;
}

function namesOf(entity: Entity, locale: Locale): Names {
  const name = naturalName(entity);
  // The type stands above the title.
  const title = entity.type === 'Family' ? withoutFamily(name) : name;
  return { title, subtitle: subtitleIn(entity, locale) };
}

async function namesakesOf(entity: Entity, store: Context['store']): Promise<readonly EntityCard[]> {
  const cards = await store.namesakes({ ...entity, gnd: entity.gnd as GndId }, NAMESAKES);
  return withNaturalDescriptions(cards, store);
}

function summary({ entity, links }: LinksAnswer, { title, subtitle }: Names, { t, count }: Locale): string {
  const name = subtitle === undefined ? title : `${title}, ${subtitle}`;
  return t(TEXT.description, { name, n: count(links.total, texts.links), gnd: entity.gnd });
}

/** @param isPictured whether this service has a thumbnail */
function headingOf(entity: Entity, { title, subtitle }: Names, isPictured: boolean, locale: Locale): PageHead {
  const { t, address } = locale;
  const { gnd, type } = entity;
  return {
    icon: type,
    picture: isPictured && html`<img class="face" src="${address(`/gnd/${gnd}/thumbnail`)}" alt="${title}" />`,
    note: isPictured && creditOf(entity, locale),
    kind: [typeWord(type), ...kindsOf(entity).slice(0, 1)].map((label) => t(label)).join(' · '),
    title: html`<bdi>${title}</bdi>`,
    ...linesBelow(entity, subtitle, locale),
  };
}

/** Advice about a former identifier: it should be replaced by the valid one. */
function mergedNotice(merged: string, gnd: string, { t, link }: Locale): Html {
  return html`<div class="notice merged">
    <p><strong>${t(TEXT.merged, { gnd: merged })}</strong> ${t(TEXT.mergedInto, { gnd })}</p>
    <p><a href="${link('/coverage')}">${t(texts.missing.page.checkList)}</a></p>
  </div>`;
}

/** Leads persons to those who correct and erase what is known about them. */
function isThisYou(gnd: string, { t, link }: Locale): Html {
  return html`<p class="soft you">
    <a href="${link(`/about?gnd=${gnd}`)}#person" rel="nofollow">${t(TEXT.isThisYou)}</a>
  </p>`;
}

/** The facts that identify an entity. If none does, these are all facts. @param isNameOnly whether there are none but the name */
function keyFacts({ key }: Facts, isNameOnly: boolean, locale: Locale): Html | false {
  if (key.length === 0) return false;
  const list = definitionList('fact-list', key, locale);
  const own = section(
    'facts',
    locale.t(TEXT.facts),
    list,
    isNameOnly ? html`<p class="soft">${locale.t(TEXT.nameOnly)}</p>` : outsideNote(key, locale),
  );
  return html`<div class="entity-key">${own}</div>`;
}

/** All other facts. */
function furtherFacts({ further }: Facts, locale: Locale): Html | false {
  if (further.length === 0) return false;
  const list = definitionList('entity-list', further, locale);
  return section('further-facts', locale.t(TEXT.furtherFacts), list, outsideNote(further, locale));
}

/** Entities that refer to this one, and the way to all relations. */
function inboundSection(entity: Entity, inbound: readonly RelationPage[], locale: Locale): Html | false {
  const others = inboundList(entity, inbound, locale);
  const all = html`<p>
    <a href="${locale.link(relationsPath(entity.gnd))}">${locale.t(texts.relations.page.every)}</a>
  </p>`;
  return others !== undefined && section('inbound', locale.t(TEXT.inbound), others, all);
}

/** The beginning of a name without its qualifier: in “Wiener Kongress (1814–1815, Wien)”, place and year would find nothing else. */
const soughtBy = (name: string) =>
  Array.from(name.replace(/ \([^()]*\)$/u, ''))
    .slice(0, MAX_QUERY)
    .join('');

function namesakeSection(
  { type, preferredName }: Entity,
  namesakes: readonly EntityCard[],
  locale: Locale,
): Html | false {
  const { t, link } = locale;
  if (namesakes.length === 0) return false;
  const name = soughtBy(preferredName);
  const search = link(pathWith('/search', { q: name, type }));
  const more = html`<p><a href="${search}">${t(TEXT.searchNamesakes, { name })}</a></p>`;
  const title = type === 'ConferenceOrEvent' ? TEXT.eventNamesakes : TEXT.namesakes;
  return section('namesakes', t(title), entityList(namesakes, locale), more);
}

/** @param answer in reading order @param listed sources in the snapshot @param isRelated whether the page has a section of relations */
function linksOf(
  answer: LinksAnswer,
  { byKey: sources, collectionsByKey: collections }: Register,
  listed: Snapshot['sources'],
  isRelated: boolean,
  locale: Locale,
): Html {
  const { links, conflicts } = answer;
  const { t, count, number } = locale;
  const items = links.categories.flatMap((category) => category.items);
  const sum = new Set(items.map(({ collection }) => collection)).size;
  const title = html`<h2 id="links">
    ${t(TEXT.links)}
    <span class="count">${number(links.total)} ${sum < links.total && count(sum, texts.linkTexts.collections)}</span>
  </h2>`;
  const literature = html`<p>${externalLink(dnbSearch(answer.entity.gnd), t(TEXT.literature))}</p>`;
  if (links.total === 0) {
    return html`${title}
      <p>${t(TEXT.noLinks)}</p>
      ${literature}`;
  }
  const parts = links.categories.map((one) => {
    const content = html`${t(one.label)} <span class="count">${number(one.total)}</span>`;
    return [`#links-${one.category}`, content] as const;
  });
  // With one category there is nothing to choose.
  const isLong = links.total >= MANY_LINKS && parts.length > 1;
  const attribution = createAttribution(sources, locale);
  const isDated = items.some(({ assertedBy }) => attribution.age(assertedBy));
  const jumps = isRelated ? [...parts, ['#inbound', t(TEXT.inbound)] as const] : parts;
  return html`${title} ${isLong && linkRow(t(texts.linkTexts.page.categories), jumps)}
    ${conflictNotices(conflicts, links.categories, locale)} ${linkSections(answer, attribution, collections, locale)}
    ${isDated && html`<p class="soft">${t(texts.linkTexts.page.years)}</p>`} ${literature}
    <details class="link-sources">
      <summary>${t(TEXT.sources)}</summary>
      ${sourceList(answer, sources, listed, locale)}
    </details>`;
}
