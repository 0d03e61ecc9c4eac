/** Where the links of an entity lead: by category in the order of the contract, within it by collection. */
import type { LinksAnswer } from '../api/schemas.ts';
import type { Label } from '../model/entity.ts';
import { externalLink, hostOf, readableAddress } from './external-link.ts';
import { foldedList } from './folded-list.ts';
import { html, type Html } from './html.ts';
import { inLanguage, numberIn, type Speech } from './language.ts';
import { counted, fill } from './phrase.ts';

type Category = LinksAnswer['links']['categories'][number];
type Link = Category['items'][number];
type Conflicts = LinksAnswer['conflicts'];
type Attribute = (keys: readonly string[]) => Html;

const TEXT = {
  sameAs: { de: 'dieselbe Entität', en: 'same entity' },
  about: { de: 'über die Entität', en: 'about the entity' },
  by: { de: 'laut', en: 'according to' },
  categories: { de: 'Verweise nach Art', en: 'Links by kind' },
  conflict: { de: 'widersprüchlich', en: 'in conflict' },
  conflictOf: {
    de: 'Die Quellen widersprechen sich: {collection} hat für eine Entität nur eine Kennung, genannt werden {n}.',
    en: 'The sources disagree: {collection} has one identifier for an entity, but {n} are given.',
  },
} as const satisfies Record<string, Label>;

const HITS = { one: { de: '{n} Treffer', en: '{n} hit' }, many: { de: '{n} Treffer', en: '{n} hits' } } as const;
const MORE = { one: { de: '{n} weiterer', en: '{n} more' }, many: { de: '{n} weitere', en: '{n} more' } } as const;

/** So many links into one collection are shown at once. */
const VISIBLE = 5;

/** The way to each category. */
export function jumpList(categories: readonly Category[], speech: Speech): Html {
  return html`<nav class="jump" aria-label="${inLanguage(TEXT.categories, speech)}">
    <ul>
      ${categories.map(
        ({ category, label, total }) =>
          html`<li>
            <a href="#links-${category}"
              >${inLanguage(label, speech)} <span class="count">${numberIn(total, speech)}</span></a
            >
          </li>`,
      )}
    </ul>
  </nav>`;
}

export function linkSections(
  categories: readonly Category[],
  conflicts: Conflicts,
  attribute: Attribute,
  speech: Speech,
): Html {
  const disputed = new Set(conflicts.flatMap(({ urls }) => urls));
  return html`${categories.map(
    ({ category, label, total, items }) =>
      html`<section class="links" aria-labelledby="links-${category}">
        <h3 id="links-${category}">
          ${inLanguage(label, speech)} <span class="count">${numberIn(total, speech)}</span>
        </h3>
        <ul class="plain-list">
          ${byCollection(items).map((links) => html`<li>${collectionLinks(links, disputed, attribute, speech)}</li>`)}
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
  speech: Speech,
): Html {
  const [first] = links;
  if (first === undefined) return html``;
  const isDisputed = ({ url }: Link) => disputed.has(url) && conflictBadge(speech);
  if (links.length === 1) {
    const host = hostOf(first.url);
    return html`<p class="target">
        ${externalLink(first.url, html`<bdi>${first.label}</bdi>`)}
        ${host !== first.label && html`<span class="host soft">${host}</span>`} ${isDisputed(first)}
      </p>
      ${note(first)}
      <p class="says soft">${says(first, attribute, speech)}</p>`;
  }
  // What all of them have in common is said once.
  const isCommon = links.every((link) => saying(link) === saying(first));
  const entries = links.map(
    (link) =>
      html`${externalLink(link.url, link.annotation === undefined ? readableAddress(link.url) : html`<bdi>${link.annotation}</bdi>`)}${link.hits !== undefined && html` <span class="soft">${counted(link.hits, HITS, speech)}</span>`}${isDisputed(link)}${!isCommon && html`<p class="says soft">${says(withoutHits(link), attribute, speech)}</p>`}`,
  );
  return html`<p class="target">
      <bdi>${first.label}</bdi> <span class="count">${numberIn(links.length, speech)}</span>
      <span class="host soft">${hostOf(first.url)}</span>
    </p>
    ${isCommon && html`<p class="says soft">${says(withoutHits(first), attribute, speech)}</p>`}
    ${foldedList(entries, { visible: VISIBLE, className: 'many', summary: (n) => counted(n, MORE, speech) })}`;
}

type Said = Pick<Link, 'relation' | 'assertedBy' | 'hits'>;

function withoutHits({ relation, assertedBy }: Link): Said {
  return { relation, assertedBy };
}

function saying({ relation, assertedBy }: Link): string {
  return `${relation} ${assertedBy.join(' ')}`;
}

/** Relation, number of hits, and who says so. */
function says({ relation, hits, assertedBy }: Said, attribute: Attribute, speech: Speech): Html {
  return html`${inLanguage(TEXT[relation], speech)}${hits !== undefined && ` · ${counted(hits, HITS, speech)}`} ·
  ${inLanguage(TEXT.by, speech)} ${attribute(assertedBy)}`;
}

function note({ annotation }: Link): Html {
  return annotation === undefined ? html`` : html`<p class="note"><bdi>${annotation}</bdi></p>`;
}

function conflictBadge(speech: Speech): Html {
  return html` <span class="badge warn">${inLanguage(TEXT.conflict, speech)}</span>`;
}

/** Said before the links, so that nobody takes one of them for certain. */
export function conflictNotices(conflicts: Conflicts, categories: readonly Category[], speech: Speech): Html {
  const labels = new Map(categories.flatMap(({ items }) => items.map(({ collection, label }) => [collection, label])));
  return html`${conflicts.map(
    ({ collection, urls }) =>
      html`<div class="notice warn">
        <p>
          ${fill(TEXT.conflictOf, { collection: labels.get(collection) ?? collection, n: numberIn(urls.length, speech) }, speech)}
        </p>
        <ul>
          ${urls.map((url) => html`<li>${externalLink(url, readableAddress(url))}</li>`)}
        </ul>
      </div>`,
  )}`;
}
