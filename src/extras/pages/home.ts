/** The home page: search, examples, an introduction, and the present size of the data. */
import type { StatusAnswer } from '../../core/interface/register-schemas.ts';
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';
import { TYPE_LABELS } from '../../core/model/type-labels.ts';
import type { Door } from '../../core/http/door.ts';
import { type Definition, definitionList, externalLink, icon, mark, section } from './elements.ts';
import { EXAMPLE_LIST } from './coverage-form.ts';
import { html, type Html } from '../../core/http/html.ts';
import { CallRefused } from './internal-call.ts';
import { documentAnswer, searchForm, SITE } from './layout.ts';
import { labelOf, type Locale } from '../../core/http/locale.ts';
import { readingOrder } from '../../core/interface/lookup/reading-order.ts';
import { pageDoor } from './page-door.ts';
import { statusOf } from './register.ts';
import entityTexts from './texts/entity.json' with { type: 'json' };
import TEXT from './texts/home.json' with { type: 'json' };

/** Identifier of the entity that is shown with its links, if the data have it. */
const EXAMPLE = '118540238';
/** Examples of a search: a name, a name with its dates or profession, foreign identifiers. */
const SEARCHES = ['Weimar', 'Bach Komponist', 'Q5879'];
/** Number of categories in the example. */
const CATEGORIES = 7;
/** Number of collections in each category of the example. */
const COLLECTIONS = 3;

export function homePage(): Door {
  return pageDoor({
    name: 'home',
    path: '/',
    summary: 'The home page',
    parameters: {},
    dependsOn: 'day',
    examples: ['/', '/?lang=en'],
    async answer(_, { call, store }, locale) {
      const { status, report } = await statusOf(call);
      // A status report with 503 is not a problem document; it means that the data cannot be read.
      if (status !== 200) throw new CallRefused({ status, body: { code: 'data_unreadable' } });
      const example = await call(`/api/v1/gnd/${EXAMPLE}/links`);
      // A page without the example must not be cached.
      if (example.status >= 500) throw new CallRefused(example);
      const answer =
        example.status === 200 && exampleOf((await readingOrder(store))(example.body as LinksAnswer), locale);
      return documentAnswer({
        locale,
        description: locale.t(TEXT.description),
        path: '/',
        main: mainOf(report, answer, locale),
        hasSearch: false,
      });
    },
  });
}

function mainOf(report: StatusAnswer, example: Html | false, locale: Locale): Html {
  const { t, link, address } = locale;
  const searches = SEARCHES.map((q) => ({ href: `/search?${new URLSearchParams({ q }).toString()}`, name: q }));
  const tries = [...searches, { href: `/coverage/report?ids=${EXAMPLE_LIST}`, name: t(TEXT.exampleList) }];
  return html`<div class="halves hero">
      <section>
        <h1>${t(SITE)}</h1>
        <p class="lead">${t(TEXT.lead)}</p>
        ${searchForm(locale)}
        <p class="soft">${t(TEXT.hint)}</p>
        <nav class="jump" aria-label="${t(TEXT.examples)}">
          <ul>
            ${tries.map(({ href, name }) => html`<li><a href="${link(href)}">${name}</a></li>`)}
          </ul>
        </nav>
        ${figures(report, locale)} ${types(report, locale)} ${age(report, locale)}
      </section>
      ${example}
    </div>
    <div class="halves">
      ${section('about', t(TEXT.about), html`<p>${t(TEXT.aboutText)}</p>`)}
      <section aria-labelledby="portals">
        <h2 id="portals">${t(TEXT.portals)}</h2>
        <p>${t(TEXT.portalsText)}</p>
        <p>
          <a href="${address(`/api/v1/gnd/${EXAMPLE}/links`)}"><code>GET /api/v1/gnd/${EXAMPLE}/links</code></a>
        </p>
        <p><a href="${link('/use')}">${t(TEXT.portalsDocs)}</a></p>
      </section>
    </div>`;
}

/** Example of an entity, with the first of its links in each category. @param answer in reading order */
function exampleOf({ entity, links }: LinksAnswer, locale: Locale): Html {
  const { t, link, count } = locale;
  const shown = links.categories.slice(0, CATEGORIES);
  const rows = shown.map(({ category, label, items }): Definition => {
    const firsts = items.filter(({ collection }, at, all) => collection !== all[at - 1]?.collection);
    const named = firsts.slice(0, COLLECTIONS).map(({ url, label: name }) => html`<li>${externalLink(url, name)}</li>`);
    return [
      html`${icon(category, locale)} ${t(label)}`,
      html`<ul class="row">
        ${named}
      </ul>`,
    ];
  });
  return html`<section class="card" aria-labelledby="example">
    ${mark(entity.type, locale)}
    <p class="kind">${t(TEXT.example)}</p>
    <h2 id="example">
      <a href="${link(`/gnd/${entity.gnd}`)}"><bdi>${entity.displayName ?? entity.preferredName}</bdi></a>
    </h2>
    <p class="soft">
      ${entity.description && html`<bdi lang="de">${entity.description}</bdi> · `}${count(links.total, entityTexts.links)}
    </p>
    ${definitionList('fact-list', rows, locale)}
  </section>`;
}

function figures({ snapshot, sources }: StatusAnswer, locale: Locale): Html {
  const { number, day } = locale;
  const { counts } = snapshot;
  const numbers: readonly Definition[] = [
    [TEXT.entities, number(counts.entities)],
    [TEXT.links, number(counts.links)],
    [TEXT.sources, number(sumOf(sources))],
    [TEXT.date, day(snapshot.date)],
  ];
  return definitionList('figures', numbers, locale);
}

/** A note about sources that are out of date. */
function age({ sources }: StatusAnswer, { t, link }: Locale): Html {
  const behind = (['stale', 'held', 'failing', 'unscheduled'] as const)
    .filter((state) => sources[state] > 0)
    .map((state) => t(TEXT[state], { n: sources[state] }))
    .join(', ');
  return html`<p>
    ${behind === '' ? t(TEXT.allFresh) : t(TEXT.someFresh, { all: sumOf(sources), behind })}
    <a href="${link('/sources')}">${t(TEXT.allSources)}</a>
  </p>`;
}

function types({ snapshot }: StatusAnswer, locale: Locale): Html {
  const { t, number } = locale;
  const counts = Object.entries(snapshot.counts.byType).toSorted(([, a], [, b]) => b - a);
  return html`<ul class="row types" aria-label="${t(TEXT.byType)}">
    ${counts.map(([type, n]) => html`<li>${icon(type, locale)} ${t(labelOf(TYPE_LABELS, type))} <span class="count">${number(n)}</span></li>`)}
  </ul>`;
}

function sumOf(numbers: Readonly<Record<string, number>>): number {
  return Object.values(numbers).reduce((sum, value) => sum + value, 0);
}
