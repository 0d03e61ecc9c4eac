/** The table of hits, with descriptions that distinguish namesakes, and with categories of links. */
import type { CoverageAnswer } from '../../core/interface/coverage-schema.ts';
import type { SearchAnswer } from '../../core/interface/search-schema.ts';
import { entityLink, mark, table, typeWord } from './elements.ts';
import { subtitleIn } from './entity-dates.ts';
import { html, type Html } from '../../shared/http/html.ts';
import { entryOf, type Locale } from '../../shared/http/locale.ts';
import { categoriesInReadingOrder } from '../../shared/lookup/reading-order.ts';
import { searchWords, spelledWords } from '../../core/search/names/search-text.ts';
import type { Register } from './register.ts';
import { naturalName } from './titles.ts';
import entityTexts from './texts/entity.json' with { type: 'json' };
import texts from './texts/results.json' with { type: 'json' };

const TEXT = texts.page;
/** Number of visible categories of links in a line. */
const VISIBLE_KINDS = 4;
type Hit = SearchAnswer['items'][number];
type Counts = CoverageAnswer['items'][number]['byCategory'];

/** @param covered rows of the list check, for the links by category; an entity without a row has none */
export function hitTable(
  hits: readonly Hit[],
  covered: CoverageAnswer['items'],
  categories: Register['categories'],
  locale: Locale,
): Html {
  const counts = new Map(covered.map(({ gnd, byCategory }) => [gnd, byCategory]));
  const inOrder = categoriesInReadingOrder(categories.map((one) => ({ ...one, category: one.key })));
  const rows = hits.map((hit) => [entityOf(hit, locale), linksOf(hit, counts.get(hit.gnd), inOrder, locale)]);
  const head = [TEXT.name, TEXT.links].map((label) => locale.t(label));
  return table({ className: 'hits', head, rows });
}

/** Name, description and type; also the name that matched, if it is another. */
function entityOf(hit: Hit, locale: Locale): Html {
  const { t } = locale;
  const { gnd, type, matched } = hit;
  const name = naturalName(hit);
  const subtitle = subtitleIn(hit, locale);
  // All other fields that can match are visible in the line.
  const words = !isWithin(matched.value, name) && entryOf(texts.fields, matched.field);
  const undifferentiated = type === 'Person' && hit.differentiated === false;
  return html`${mark(type, locale)} ${entityLink(gnd, name, locale)}
    ${undifferentiated && html`<span class="badge warn">${t(TEXT.undifferentiated)}</span>`}
    ${subtitle !== undefined && html`<br /><bdi lang="de">${subtitle}</bdi>`}
    <small>${t(typeWord(type))} · GND <code>${gnd}</code></small>
    ${words && html`<small>${t(words)} <bdi>${matched.value}</bdi></small>`}`;
}

/** Whether a name has all words of a text, in any spelling. */
function isWithin(text: string, name: string): boolean {
  const words = new Set(searchWords(name));
  return searchWords(text).every((word) => words.has(word));
}

/** Whether a hit has the words of a query in their spelling, or their beginnings. */
export function isLiteral(q: string, { preferredName, description = '', matched }: Hit): boolean {
  if (!matched.field.endsWith('Name')) return true;
  const words = spelledWords(`${preferredName} ${description} ${matched.value}`);
  return spelledWords(q).every((asked) => words.some((word) => word.startsWith(asked)));
}

/** The number of links and their categories in words, because icons alone would have to be learned. */
function linksOf(
  { gnd, linkCount }: Hit,
  counts: Counts = {},
  categories: Register['categories'],
  locale: Locale,
): Html {
  const { t, count, number, link } = locale;
  if (linkCount === 0) return html`<span class="soft">${t(TEXT.noLinks)}</span>`;
  const kinds = categories.flatMap(({ key, label }) => {
    const n = entryOf<number>(counts, key);
    if (n === undefined) return [];
    const address = `${link(`/gnd/${gnd}`)}#links-${key}`;
    return html`<li><a href="${address}">${t(label)}</a> <span class="count">${number(n)}</span></li>`;
  });
  const hidden = kinds.length - VISIBLE_KINDS;
  return html`<strong>${count(linkCount, entityTexts.links)}</strong>
    <ul class="row kinds">
      ${hidden > 1 ? [...kinds.slice(0, VISIBLE_KINDS), html`<li><a href="${link(`/gnd/${gnd}`)}#links">${count(hidden, texts.moreKinds)}</a></li>`] : kinds}
    </ul>`;
}
