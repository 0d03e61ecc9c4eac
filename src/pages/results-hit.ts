/** Hits of a search: what tells an entity from its namesakes, in columns to compare, and where its links lead. */
import type { CoverageAnswer } from '../api/coverage-schema.ts';
import type { SearchAnswer } from '../api/search-schema.ts';
import { icon } from './elements.ts';
import { dateIn, remarkIn } from './entity-dates.ts';
import { inReadingOrder } from './reading-order.ts';
import { html, type Html } from './html.ts';
import { entryOf, type Locale } from './locale.ts';
import type { Register } from './register.ts';
import entityTexts from './texts/entity.json' with { type: 'json' };
import texts from './texts/results.json' with { type: 'json' };

type Hit = SearchAnswer['items'][number];

/** @param covered their rows of the list check, in any order; links by category are told of those that have one */
export function hitList(
  hits: readonly Hit[],
  covered: CoverageAnswer['items'],
  categories: Register['categories'],
  locale: Locale,
): Html {
  const rows = new Map(covered.map(({ gnd, byCategory }) => [gnd, byCategory]));
  const ordered = inReadingOrder(categories.map(({ key, label }) => ({ category: key, label })));
  return html`${hits.map((hit) => {
    const links = rows.get(hit.gnd) ?? {};
    const counted = ordered.map(({ category, label }) => ({ category, label, n: entryOf<number>(links, category) }));
    return hitItem(
      hit,
      html`${counted.map(({ n, ...one }) => n !== undefined && categoryCount(one, n, locale))}`,
      locale,
    );
  })}`;
}

type NamedCategory = Readonly<{ category: string; label: Register['categories'][number]['label'] }>;

function categoryCount({ category, label }: NamedCategory, n: number, locale: Locale): Html {
  const name = locale.t(label);
  return html`<li title="${name}">
    ${icon(category, locale)}<span class="visually-hidden">${name}</span> ${locale.number(n)}
  </li>`;
}

function hitItem(hit: Hit, counts: Html, locale: Locale): Html {
  const { t, link, count } = locale;
  const { gnd, type, typeLabel, preferredName, displayName = preferredName, linkCount } = hit;
  const [when, what] = partsOf(hit);
  // Everything else that can match stands in the line itself.
  const words = entryOf(texts.fields, hit.matched.field);
  return html`<li class="hit">
    ${icon(type, locale)}
    <h3>
      <a href="${link(`/gnd/${gnd}`)}"><bdi>${displayName}</bdi></a>
    </h3>
    <p class="what"><span class="when">${dateIn(when, locale)}</span> <bdi lang="de">${remarkIn(what, locale)}</bdi></p>
    <p class="soft id"><span class="kind">${t(typeLabel)}</span> · GND <code>${gnd}</code></p>
    <ul class="soft counts" aria-label="${t(texts.page.byCategory)}">
      <li><strong>${count(linkCount, entityTexts.links)}</strong></li>
      ${counts}
    </ul>
    ${
      words &&
      html`<p class="soft why">
        ${t(texts.page.foundBy)} ${t(words)} <q><bdi>${hit.matched.value}</bdi></q>
      </p>`
    }
    ${type === 'Person' && hit.differentiated === false && html`<p class="why"><span class="badge warn">${t(texts.page.undifferentiated)}</span></p>`}
  </li>`;
}

/** The dates and the rest of a description: `1749–1832`, `Schriftsteller, Jurist`; subject headings begin with none. */
function partsOf({ type, description = '' }: Hit): readonly [when: string, what: string] {
  const dated = /^((?:[*†–[v]|tätig|ca\.|[X.]+)?\s*\d[^,]*)(?:, |$)(.*)$/su.exec(description);
  return dated === null || type === 'SubjectHeading' ? ['', description] : [dated[1] ?? '', dated[2] ?? ''];
}
