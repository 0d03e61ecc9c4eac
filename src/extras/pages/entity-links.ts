/** The links of an entity by category, in reading order: one line for each link, with folded sources. */
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';
import { externalLink, folded, foldedList, hostOf, icon, joined, readableAddress } from './elements.ts';
import type { Attribution } from './entity-sources.ts';
import { deadBadge, type RegisteredCollection } from '../keeper/health-words.ts';
import { html, type Html } from '../../shared/http/html.ts';
import type { Locale } from '../../shared/http/locale.ts';
import { searchWords } from '../../core/search/names/search-text.ts';
import texts from './texts/entity.json' with { type: 'json' };

type Category = LinksAnswer['links']['categories'][number];
type Link = Category['items'][number];
type Conflicts = LinksAnswer['conflicts'];
type Collections = ReadonlyMap<string, RegisteredCollection>;

const TEXT = texts.linkTexts.page;

/** Number of visible links into one collection; further ones are folded. */
const VISIBLE = 5;
/** The same for concepts without a name, whose codes stand side by side. */
const VISIBLE_CODES = 12;
/** Hosts of permanent addresses, which do not tell where a link leads. */
const REDIRECTORS: ReadonlySet<string> = new Set(['purl.org', 'w3id.org', 'doi.org', 'hdl.handle.net']);

/** @param answer in reading order */
export function linkSections(
  { entity, links: { categories }, conflicts }: LinksAnswer,
  attribution: Attribution,
  collections: Collections,
  locale: Locale,
): Html {
  const { t } = locale;
  const disputed = new Set(conflicts.flatMap(({ urls }) => urls));
  const line = createLine(disputed, createRepetition(entity), attribution, collections, locale);
  return html`${categories.map(
    (one) =>
      html`<section class="links" aria-labelledby="links-${one.category}">
        <h3 id="links-${one.category}">
          ${icon(one.category, locale)} ${t(one.label)} <span class="count">${locale.number(one.total)}</span>
        </h3>
        <ul class="plain-list">
          ${byCollection(one.items).map((links) => html`<li>${line(links)}</li>`)}
        </ul>
      </section>`,
  )}`;
}

/** Groups links by collection, and concepts also by their degree of likeness. */
function byCollection(items: readonly Link[]) {
  return [...Map.groupBy(items, ({ collection, label, match }) => `${collection} ${label} ${match}`).values()];
}

/** The year from which a noble name is right: `Goethe, Johann Wolfgang von/seit 1782`. */
const SINCE_ENNOBLED = /\/seit \d{4}$/;

/** Finds useless notes: they only repeat the label of the link, a name of the entity, its dates or its identifier. */
function createRepetition({ gnd, preferredName, displayName, description = '', variantNames }: LinksAnswer['entity']) {
  const dates = [...searchWords(description).filter((word) => /^\d/.test(word)), ...searchWords(gnd)];
  const names = [preferredName, displayName ?? '', ...variantNames].map((name) => new Set([...searchWords(name), ...dates])); // prettier-ignore
  return ({ annotation = '', label }: Link) => {
    const said = new Set(searchWords(label));
    const words = searchWords(annotation.replace(SINCE_ENNOBLED, '')).filter((word) => !said.has(word));
    return names.some((name) => words.every((word) => name.has(word)));
  };
}

/** @param repeats whether a note only repeats what the page says about the entity */
function createLine(
  disputed: ReadonlySet<string>,
  repeats: (link: Link) => boolean,
  attribution: Attribution,
  collections: Collections,
  locale: Locale,
) {
  const { t, number, count } = locale;
  const dispute = ({ url }: Link) => disputed.has(url) && html` <span class="badge warn">${t(TEXT.conflict)}</span>`;
  const hitsOf = ({ hits }: Link) =>
    hits !== undefined && html` <span class="soft">${count(hits, texts.linkTexts.hits)}</span>`;
  // The name of a single source is the title of the link.
  const titleOf = ({ relation, assertedBy: [only = '', ...others] }: Link) =>
    others.length === 0 ? `${t(TEXT[relation])}, ${t(TEXT.by)} ${attribution.name(only)}` : undefined;
  const why = ({ relation, assertedBy, label }: Link) =>
    assertedBy.length > 1 &&
    html`<details class="why" name="why">
      <summary>
        ${count(assertedBy.length, texts.linkTexts.sources)}<span class="visually-hidden">: ${label}</span>
      </summary>
      <p>${t(TEXT[relation])}, ${t(TEXT.by)} ${attribution.names(assertedBy)}</p>
    </details>`;
  const age = ({ assertedBy }: Link) => attribution.age(assertedBy);
  const remark = (text: string | false) => text && html` <span class="soft">${text}</span>`;
  return (links: readonly Link[]): Html => {
    const [first] = links;
    if (first === undefined) return html``;
    const host = hostOf(first.url);
    const dead = deadBadge(collections.get(first.collection)?.health, locale);
    const isHostShown = host !== first.label && !REDIRECTORS.has(host);
    const where = html`${isHostShown && html` <span class="host soft">${host}</span>`}${dead && html` ${dead}`}`;
    const { match } = first;
    const concepts = match !== undefined && count(links.length, texts.linkTexts.matches[match]);
    if (links.length === 1) {
      const { annotation } = first;
      const note =
        annotation !== undefined && !repeats(first) && html`<p class="note soft"><bdi>${annotation}</bdi></p>`;
      return html`<div class="line">
        ${externalLink(first.url, html`<bdi>${first.label}</bdi>`, titleOf(first))}${where}${hitsOf(first)}${dispute(first)}
        ${remark(concepts)}${remark(age(first))}${why(first)}${note}
      </div>`;
    }
    // The line says once whatever is true of all its links.
    const isCommon = (say: (link: Link) => unknown) => links.every((link) => say(link) === say(first));
    const isOfOneAge = isCommon(age);
    const isOfOneSource = isCommon(asserted);
    const linkOf = (link: Link, name: string) =>
      html`${externalLink(link.url, html`<bdi>${name}</bdi>`, isOfOneSource ? undefined : titleOf(link))}${hitsOf(link)}${dispute(link)}
      ${!isOfOneAge && remark(age(link))}${!isOfOneSource && why(link)}`;
    const title = isOfOneSource ? titleOf(first) : undefined;
    const isNameless = concepts !== false && links.every(({ annotation }) => annotation === undefined);
    const list = isNameless
      ? { visible: VISIBLE_CODES, className: 'many row' }
      : { visible: VISIBLE, className: 'many' };
    return html`<div class="line">
        <b${title !== undefined && html` title="${title}"`}><bdi>${first.label}</bdi></b>
        <span class="count">${concepts || number(links.length)}${isNameless && t(TEXT.nameless)}${lacksTitles(links) && t(TEXT.untitled)}</span>${where}
        ${isOfOneAge && remark(age(first))}${isOfOneSource && why(first)}
      </div>
      ${foldedList(entriesOf(links, linkOf, locale), { ...list, summary: (n) => count(n, texts.linkTexts.more) })}`;
  };
}

/** An address up to its last part, and that part. */
const ADDRESS = /^(.*)[/:#=]([^/:#=]+)$/su;

/** Groups links whose addresses differ only in their last part. Such a group is shared unless it is the only one. */
function byStem(links: readonly Link[]) {
  const named = links.map((link) => {
    const whole = link.annotation ?? readableAddress(link.url);
    const [, stem, part = whole] = link.annotation === undefined ? (ADDRESS.exec(whole) ?? []) : [];
    return { link, whole, stem, part };
  });
  const groups = [...Map.groupBy(named, ({ stem, link }) => stem ?? link.url).values()];
  return groups.map((group) => ({ group, isShared: group.length > 1 && groups.length > 1 }));
}

/** Whether the text of a shared group is known only by a part of its addresses. */
const lacksTitles = (links: readonly Link[]) =>
  byStem(links).some(({ isShared, group }) => isShared && group.every(({ link }) => link.annotation === undefined));

/** A line for each link; those of a shared group have one, which folds all but the first. */
function entriesOf(
  links: readonly Link[],
  linkOf: (link: Link, name: string) => Html,
  { t, count }: Locale,
): readonly Html[] {
  const groups = byStem(links);
  const shared = groups.filter(({ isShared }) => isShared);
  const nameOf = distinctNames(shared.flatMap(({ group: [first] }) => first?.stem ?? []));
  return groups.flatMap(({ group, isShared }) => {
    if (!isShared) {
      const isOnly = groups.length === 1;
      return group.map(({ link, whole, part }) => html`<div class="line">${linkOf(link, isOnly ? part : whole)}</div>`);
    }
    const [first, ...others] = group.map(({ link, part }) => linkOf(link, part));
    const name = html`${t(TEXT.text)} <bdi>${nameOf(group[0]?.stem ?? '')}</bdi>`;
    const more = folded(count(others.length, texts.facts.more), html`<p>${joined(others)}</p>`);
    return html`<div class="line">${name} · ${count(group.length, texts.linkTexts.passages)}: ${first} ${more}</div>`;
  });
}

/** Shortens addresses by the beginning that all of them share, and the last part of a single one. */
function distinctNames(stems: readonly string[]): (stem: string) => string {
  const [first = '', ...others] = stems;
  const isShared = (length: number) => others.every((other) => other.startsWith(first.slice(0, length)));
  const ends = [...first.matchAll(/[/:#=]/g)].map(({ index }) => index + 1);
  const begin = ends.findLast(isShared) ?? 0;
  return (stem) => stem.slice(begin);
}

const asserted = ({ relation, assertedBy }: Link): string => `${relation} ${assertedBy.join(' ')}`;

/** Notices of conflicts. They come before the links, so that no reader takes a disputed link for certain. */
export function conflictNotices(conflicts: Conflicts, categories: readonly Category[], { t, number }: Locale): Html {
  const labels = new Map(categories.flatMap(({ items }) => items.map(({ collection, label }) => [collection, label])));
  return html`${conflicts.map(
    ({ collection, urls }) =>
      html`<div class="notice warn">
        <p>${t(TEXT.conflictOf, { collection: labels.get(collection) ?? collection, n: number(urls.length) })}</p>
        <ul>
          ${urls.map((url) => html`<li>${externalLink(url, readableAddress(url))}</li>`)}
        </ul>
      </div>`,
  )}`;
}
