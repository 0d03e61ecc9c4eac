/** Where the links of an entity lead: by category in the order of the contract, within it by collection. */
import type { LinksAnswer } from '../api/schemas.ts';
import { externalLink, foldedList, hostOf, readableAddress } from './elements.ts';
import { html, type Html } from './html.ts';
import type { Locale } from './locale.ts';
import texts from './texts/entity.json' with { type: 'json' };

type Category = LinksAnswer['links']['categories'][number];
type Link = Category['items'][number];
type Conflicts = LinksAnswer['conflicts'];
type Attribute = (keys: readonly string[]) => Html;

const TEXT = texts.linkTexts.page;

const HITS = texts.linkTexts.hits;
const MORE = texts.linkTexts.more;

/** So many links into one collection are shown at once. */
const VISIBLE = 5;

/** The way to each category. */
export function jumpList(categories: readonly Category[], locale: Locale): Html {
  return html`<nav class="jump" aria-label="${locale.t(TEXT.categories)}">
    <ul>
      ${categories.map(
        ({ category, label, total }) =>
          html`<li>
            <a href="#links-${category}">${locale.t(label)} <span class="count">${locale.number(total)}</span></a>
          </li>`,
      )}
    </ul>
  </nav>`;
}

export function linkSections(
  categories: readonly Category[],
  conflicts: Conflicts,
  attribute: Attribute,
  locale: Locale,
): Html {
  const disputed = new Set(conflicts.flatMap(({ urls }) => urls));
  return html`${categories.map(
    ({ category, label, total, items }) =>
      html`<section class="links" aria-labelledby="links-${category}">
        <h3 id="links-${category}">${locale.t(label)} <span class="count">${locale.number(total)}</span></h3>
        <ul class="plain-list">
          ${byCollection(items).map((links) => html`<li>${collectionLinks(links, disputed, attribute, locale)}</li>`)}
        </ul>
      </section>`,
  )}`;
}

/** Links into one collection stand together, where the first of them stands. */
function byCollection(items: readonly Link[]): readonly (readonly Link[])[] {
  const groups = Map.groupBy(items, ({ collection, label }) => `${collection} ${label}`);
  return [...groups.values()];
}

function collectionLinks(
  links: readonly Link[],
  disputed: ReadonlySet<string>,
  attribute: Attribute,
  locale: Locale,
): Html {
  const [first] = links;
  if (first === undefined) return html``;
  const isDisputed = ({ url }: Link) => disputed.has(url) && conflictBadge(locale);
  if (links.length === 1) {
    const host = hostOf(first.url);
    return html`<p class="target">
        ${externalLink(first.url, html`<bdi>${first.label}</bdi>`)}
        ${host !== first.label && html`<span class="host soft">${host}</span>`} ${isDisputed(first)}
      </p>
      ${note(first)}
      <p class="says soft">${says(first, attribute, locale)}</p>`;
  }
  // What all of them have in common is said once.
  const isCommon = links.every((link) => saying(link) === saying(first));
  const entries = links.map(
    (link) =>
      html`${externalLink(link.url, link.annotation === undefined ? readableAddress(link.url) : html`<bdi>${link.annotation}</bdi>`)}${link.hits !== undefined && html` <span class="soft">${locale.count(link.hits, HITS)}</span>`}${isDisputed(link)}${!isCommon && html`<p class="says soft">${says(withoutHits(link), attribute, locale)}</p>`}`,
  );
  return html`<p class="target">
      <bdi>${first.label}</bdi> <span class="count">${locale.number(links.length)}</span>
      <span class="host soft">${hostOf(first.url)}</span>
    </p>
    ${isCommon && html`<p class="says soft">${says(withoutHits(first), attribute, locale)}</p>`}
    ${foldedList(entries, { visible: VISIBLE, className: 'many', summary: (n) => locale.count(n, MORE) })}`;
}

type Said = Pick<Link, 'relation' | 'assertedBy' | 'hits'>;

function withoutHits({ relation, assertedBy }: Link): Said {
  return { relation, assertedBy };
}

function saying({ relation, assertedBy }: Link): string {
  return `${relation} ${assertedBy.join(' ')}`;
}

/** Relation, number of hits, and who says so. */
function says({ relation, hits, assertedBy }: Said, attribute: Attribute, locale: Locale): Html {
  return html`${locale.t(TEXT[relation])}${hits !== undefined && ` · ${locale.count(hits, HITS)}`} ·
  ${locale.t(TEXT.by)} ${attribute(assertedBy)}`;
}

function note({ annotation }: Link): Html {
  return annotation === undefined ? html`` : html`<p class="note"><bdi>${annotation}</bdi></p>`;
}

function conflictBadge(locale: Locale): Html {
  return html` <span class="badge warn">${locale.t(TEXT.conflict)}</span>`;
}

/** Said before the links, so that nobody takes one of them for certain. */
export function conflictNotices(conflicts: Conflicts, categories: readonly Category[], locale: Locale): Html {
  const labels = new Map(categories.flatMap(({ items }) => items.map(({ collection, label }) => [collection, label])));
  return html`${conflicts.map(
    ({ collection, urls }) =>
      html`<div class="notice warn">
        <p>
          ${locale.t(TEXT.conflictOf, { collection: labels.get(collection) ?? collection, n: locale.number(urls.length) })}
        </p>
        <ul>
          ${urls.map((url) => html`<li>${externalLink(url, readableAddress(url))}</li>`)}
        </ul>
      </div>`,
  )}`;
}
