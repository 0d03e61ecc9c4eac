/** The links of an entity by category, in reading order: one line for each link, with folded sources. */
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';
import { externalLink, folded, foldedList, hostOf, icon, joined, plainList, readableAddress } from './elements.ts';
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

const TEXTS = texts.linkTexts;
const TEXT = TEXTS.page;

/** Number of visible links into one collection; further ones are folded. */
const VISIBLE = 5;

/** @param answer in reading order */
export function linkSections(
  { entity, links: { categories }, conflicts }: LinksAnswer,
  attribution: Attribution,
  collections: Collections,
  locale: Locale,
): Html {
  const { t } = locale;
  const disputed = new Set(conflicts.flatMap(({ urls }) => urls));
  const line = createLine(createParts(disputed, attribution, collections, locale), createRepetition(entity), locale);
  // The heading of all links has the number of a single category.
  const isOneOfMany = categories.length > 1;
  const hasCodes = categories.some(({ items }) => byCollection(items).some(isCoded));
  return html`${categories.map(
    (one) =>
      html`<section class="links" aria-labelledby="links-${one.category}">
        <h3 id="links-${one.category}">
          ${icon(one.category, locale)} ${t(one.label)}
          ${isOneOfMany && html`<span class="count">${locale.number(one.total)}</span>`}
        </h3>
        <ul class="plain-list">
          ${byCollection(one.items).map((links) => html`<li>${line(links)}</li>`)}
        </ul>
      </section>`,
  )}${hasCodes && html`<p class="soft">${t(TEXT.codes)}</p>`}`;
}

/** Groups links by collection, and concepts also by their degree of likeness. */
function byCollection(items: readonly Link[]) {
  return [...Map.groupBy(items, ({ collection, label, match }) => `${collection} ${label} ${match}`).values()];
}

/** The year from which a noble name is right: `Goethe, Johann Wolfgang von/seit 1782`. */
const SINCE_ENNOBLED = /\/seit \d{4}$/;

/** Whether a note only says that the link leads to an entry: `Personenseite im Archivportal-D`, `Entry at archINFORM Architecture Database`. */
function namesOnly(label: string, annotation: string): boolean {
  const [before = '', after, ...others] = annotation.split(label);
  const isBare = after !== undefined && others.length === 0 && /^(?: \p{L}+){0,2}$/u.test(after);
  return isBare && /^\S+ (?:at|bei|im|in|on) $/.test(before);
}

/** Finds useless notes: they only repeat the label of the link, a name of the entity, its dates or its identifier. */
function createRepetition({ gnd, preferredName, displayName, description = '', variantNames }: LinksAnswer['entity']) {
  const dates = [...searchWords(description).filter((word) => /^\d/.test(word)), ...searchWords(gnd)];
  const names = [preferredName, displayName ?? '', ...variantNames].map((name) => new Set([...searchWords(name), ...dates])); // prettier-ignore
  return ({ annotation = '', label }: Link) => {
    const said = new Set(searchWords(label));
    const words = searchWords(annotation.replace(SINCE_ENNOBLED, '')).filter((word) => !said.has(word));
    return namesOnly(label, annotation) || names.some((name) => words.every((word) => name.has(word)));
  };
}

/** Functions for the parts of a line. */
function createParts(
  disputed: ReadonlySet<string>,
  attribution: Attribution,
  collections: Collections,
  locale: Locale,
) {
  const { t, count } = locale;
  const dispute = ({ url }: Link) => disputed.has(url) && html` <span class="badge warn">${t(TEXT.conflict)}</span>`;
  const hitsOf = ({ hits }: Link) => hits !== undefined && html` <span class="soft">${count(hits, TEXTS.hits)}</span>`;
  // The name of a single source is the title of the link.
  const titleOf = ({ relation, assertedBy: [only = '', ...others] }: Link) =>
    others.length === 0 ? `${t(TEXT[relation])}, ${t(TEXT.by)} ${attribution.name(only)}` : undefined;
  const why = ({ relation, assertedBy, label }: Link) =>
    assertedBy.length > 1 &&
    html`<details class="why" name="why">
      <summary>${count(assertedBy.length, TEXTS.sources)}<span class="visually-hidden">: ${label}</span></summary>
      <p>${t(TEXT[relation])}, ${t(TEXT.by)} ${attribution.names(assertedBy)}</p>
    </details>`;
  const age = ({ assertedBy }: Link) => attribution.age(assertedBy);
  /** The host, and whether the collection answers no longer. */
  const whereOf = ({ url, label, collection }: Link) => {
    const host = hostOf(url);
    const dead = deadBadge(collections.get(collection)?.health, locale);
    return html`${host !== label && html` <span class="host soft">${host}</span>`}${dead && html` ${dead}`}`;
  };
  return { dispute, hitsOf, titleOf, why, age, whereOf };
}

/** @param repeats whether a note only repeats what the page says about the entity */
function createLine(
  { dispute, hitsOf, titleOf, why, age, whereOf }: ReturnType<typeof createParts>,
  repeats: (link: Link) => boolean,
  locale: Locale,
) {
  const { count } = locale;
  const remark = (text: string | false) => text && html` <span class="soft">${text}</span>`;
  return (links: readonly Link[]): Html => {
    const [first] = links;
    if (first === undefined) return html``;
    // The line says once whatever is true of all its links.
    const isCommon = (say: (link: Link) => unknown) => links.every((link) => say(link) === say(first));
    const isOfOneAge = isCommon(age);
    const isOfOneSource = isCommon(asserted);
    const linkOf = (link: Link, name: string) =>
      html`${externalLink(link.url, html`<bdi>${name}</bdi>`, isOfOneSource ? undefined : titleOf(link))}${hitsOf(link)}${dispute(link)}
      ${!isOfOneAge && remark(age(link))}${!isOfOneSource && why(link)}`;
    const passages = passagesIn(links);
    const others = links.filter((link) => !passages.has(link));
    const [only] = others;
    const { match } = first;
    const concepts = match !== undefined && others.length > 0 && count(others.length, TEXTS.matches[match]);
    const where = whereOf(first);
    if (only !== undefined && others.length === 1) {
      const { annotation } = only;
      const note =
        annotation !== undefined && !repeats(only) && html`<p class="note soft"><bdi>${annotation}</bdi></p>`;
      return html`<div class="line">
          ${externalLink(only.url, html`<bdi>${only.label}</bdi>`, titleOf(only))}${where}${hitsOf(only)}${dispute(only)}
          ${remark(concepts)}${remark(age(only))}${why(only)}${note}
        </div>
        ${foldedPassages(passages, linkOf, locale)}`;
    }
    const title = isOfOneSource ? titleOf(first) : undefined;
    const number = others.length > 0 && html` <span class="count">${concepts || locale.number(others.length)}</span>`;
    const list = { visible: VISIBLE, className: 'many', summary: (n: number) => count(n, TEXTS.more) };
    return html`<div class="line">
        <b${title !== undefined && html` title="${title}"`}><bdi>${first.label}</bdi></b>${number}${where}
        ${isOfOneAge && remark(age(first))}${isOfOneSource && why(first)}
      </div>
      ${others.length > 0 && foldedList(entriesOf(others, linkOf), list)} ${foldedPassages(passages, linkOf, locale)}`;
  };
}

/** An address up to its last part, and that part. */
const ADDRESS = /^(.*)[/:#=]([^/:#=]+)$/su;

const addressOf = ({ url }: Link) => {
  const whole = readableAddress(url);
  const [, stem = whole, part = whole] = ADDRESS.exec(whole) ?? [];
  return { whole, stem, part };
};

const isNameless = ({ annotation }: Link) => annotation === undefined;
/** Whether a link may lead to a passage of a text. */
const isPassage = (link: Link) => isNameless(link) && link.relation === 'about';

/**
 * The links to passages of texts, which the source names only by a code. Passages of one text have addresses that differ only
 * in the last part. If this is true of all links, they are pages of the entity.
 */
function passagesIn(links: readonly Link[]): ReadonlySet<Link> {
  if (links.length === 1 || links[0]?.match !== undefined) return new Set();
  const groups = [...Map.groupBy(links, (link) => (isPassage(link) ? addressOf(link).stem : link.url)).values()];
  return new Set(groups.length === 1 ? [] : groups.filter(({ length }) => length > 1).flat());
}

/** Whether some of the concepts or passages have only a code. A single concept has the name of its collection. */
const isCoded = (links: readonly Link[]) =>
  passagesIn(links).size > 0 ||
  (links.length > 1 && links.some((link) => link.match !== undefined && isNameless(link)));

type LinkOf = (link: Link, name: string) => Html;

/** A fold that says how many passages it has, with a line for each text. */
function foldedPassages(passages: ReadonlySet<Link>, linkOf: LinkOf, { count }: Locale): Html | false {
  if (passages.size === 0) return false;
  const linksOf = (links: readonly Link[]) => joined(links.map((link) => linkOf(link, addressOf(link).part)));
  const byText = [...Map.groupBy(passages, (link) => addressOf(link).stem)];
  const nameOf = distinctNames(byText.map(([stem]) => stem));
  const summary = `${count(passages.size, TEXTS.passages)} ${count(byText.length, TEXTS.inTexts)}`;
  const lines = byText.map(([stem, links]) => html`<bdi>${nameOf(stem)}</bdi>: ${linksOf(links)}`);
  return html`<div class="passages">${folded(summary, plainList(lines))}</div>`;
}

/** A line for each link, named by its note or its address; of addresses that differ only in their last part, by that. */
function entriesOf(links: readonly Link[], linkOf: LinkOf): readonly Html[] {
  const isOfOneStem = new Set(links.map((link) => addressOf(link).stem)).size === 1;
  return links.map((link) => {
    const { whole, part } = addressOf(link);
    return html`<div class="line">${linkOf(link, link.annotation ?? (isOfOneStem ? part : whole))}</div>`;
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
