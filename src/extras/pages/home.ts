/** The home page: search, the present size of the data, examples, and an introduction. */
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';
import type { Door } from '../../core/http/door.ts';
import type { Snapshot } from '../../core/snapshot/store.ts';
import {
  type Definition,
  definitionList,
  entityLink,
  externalLink,
  filled,
  icon,
  joined,
  linkRow,
  mark,
  section,
  typeWord,
} from './elements.ts';
import { subtitleIn } from './entity-dates.ts';
import { exampleList } from './coverage.ts';
import { pathOf } from './documents.ts';
import { html, type Html } from '../../shared/http/html.ts';
import { bodyIfAny, type Call, CallRefused } from './internal-call.ts';
import { searchForm, SITE } from './layout.ts';
import type { Locale } from '../../shared/http/locale.ts';
import { readingOrder } from '../../shared/lookup/reading-order.ts';
import { withNaturalNames } from './natural-names.ts';
import { pageDoor } from './page-door.ts';
import { pathWith } from './path-with.ts';
import { statusOf } from './register.ts';
import { naturalName } from './titles.ts';
import entityTexts from './texts/entity.json' with { type: 'json' };
import TEXT from './texts/home.json' with { type: 'json' };
import layout from './texts/layout.json' with { type: 'json' };
import resolve from './texts/resolve.json' with { type: 'json' };

/** A person, a place, a subject and a work; the first three that the data have are shown with their links. */
const SHOWN = ['118540238', '4065105-8', '4006439-6', '4128140-8'];
const EXAMPLES = 3;
/** Number of links of an example, each of another category. */
const LINKS = 4;

export const homePage = pageDoor({
  name: 'home',
  path: '/',
  summary: 'The home page',
  parameters: {},
  // The examples are as much work as answers about entities.
  quota: { name: 'links' },
  dependsOn: 'day',
  examples: ['/', '/?lang=en'],
  async answer(_, { call, store, doors }, locale) {
    const { status } = await statusOf(call);
    // A status report with 503 is not a problem document; it means that the data cannot be read.
    if (status !== 200) throw new CallRefused({ status, body: { code: 'data_unreadable' } });
    const inOrder = await readingOrder(store);
    const answers = await Promise.all(SHOWN.map((gnd) => call(`/api/v1/gnd/${gnd}/links`)));
    const failed = answers.find((answer) => answer.status >= 500);
    if (failed !== undefined) throw new CallRefused(failed);
    const known = answers.filter((answer) => answer.status === 200).slice(0, EXAMPLES);
    const shown = await Promise.all(
      known.map(async ({ body }) => {
        const one = inOrder(body as LinksAnswer);
        return { ...one, entity: await withNaturalNames(one.entity, store, locale) };
      }),
    );
    const list = await exampleList(call, locale);
    return {
      description: locale.t(TEXT.description),
      main: mainOf(shown, list, { snapshot: store.snapshot, doors }, locale),
      hasSearch: false,
    };
  },
});

/** Links to searches that find something, on a page without any other work. */
export async function searchExamples(call: Call, locale: Locale): Promise<Html | false> {
  const answers = await Promise.all(SHOWN.map((gnd) => bodyIfAny<LinksAnswer>(call, `/api/v1/gnd/${gnd}/links`)));
  const searches = searchesOf(
    answers.filter((answer) => answer !== undefined),
    locale,
  );
  return searches.length > 0 && linkRow(locale.t(TEXT.examples), searches);
}

/** Examples of a search that finds something: names of the entities, that of a person with its occupation, a foreign identifier. */
function searchesOf(
  shown: readonly LinksAnswer[],
  { link }: Locale,
): readonly (readonly [href: string, name: string])[] {
  const names = shown.slice(0, 2).map(({ entity: { type, preferredName, description = '' } }) => {
    const [, occupation = ''] = /^[^,]*\d[^,]*, (\p{L}+)/u.exec(description) ?? [];
    return type === 'Person' ? `${preferredName.split(',')[0] ?? ''} ${occupation}`.trim() : preferredName;
  });
  const links = shown.flatMap((answer) => answer.links.categories.flatMap(({ items }) => items));
  const [id] = links.flatMap(({ url }) => /wikidata\.org\/\w+\/(Q\d+)$/.exec(url)?.[1] ?? []);
  const examples = [...names.map((name) => [name, name]), ...(id === undefined ? [] : [[id, `Wikidata ${id}`]])];
  return examples.map(([q = '', name = '']) => [link(pathWith('/search', { q })), name]);
}

/** @param shown examples that the data have @param list identifiers of the example of a list */
function mainOf(
  shown: readonly LinksAnswer[],
  list: readonly string[],
  { snapshot, doors }: { readonly snapshot: Snapshot; readonly doors: readonly Door[] },
  locale: Locale,
): Html {
  const { t, link, to } = locale;
  const examples = shown.map((answer) => exampleOf(answer, locale));
  const tries = [...searchesOf(shown, locale), [link(`/coverage?ids=${list.join(',')}`), t(TEXT.exampleList)] as const];
  const resolvePage = to('resolvePage');
  const uses = [
    html`<a href="${link('/use')}">${t(TEXT.portalsDocs)}</a>`,
    resolvePage !== undefined && html`<a href="${resolvePage}">${t(resolve.page.title)}</a>`,
    html`<a href="${link('/docs')}">${t(layout.page.documentation)}</a>`,
  ];
  const notice = locale.operator.isDemonstration === true ? TEXT.demonstration : locale.isExcerpt && TEXT.excerpt; // prettier-ignore
  return html`<div class="hero">
      <h1>${t(SITE)}</h1>
      <p class="lead">${t(TEXT.lead)}</p>
      ${notice && html`<p class="notice">${t(notice, { n: snapshot.counts.entities })}</p>`} ${searchForm(locale)}
      <p class="soft">${t(TEXT.hint)}</p>
      ${linkRow(t(TEXT.examples), tries)} ${figures(snapshot, locale)}
    </div>
    ${examples.length > 0 && section('examples', t(TEXT.example), html`<div class="examples">${examples}</div>`)}
    <div class="halves">
      ${section('about', t(TEXT.about), html`<p>${t(TEXT.aboutText)}</p>`)}
      ${section(
        'portals',
        t(TEXT.portals),
        html`<p>${t(TEXT.portalsText)} ${replacing(doors, locale)}</p>
          <p>${joined(uses.filter((use) => use !== false))}</p>`,
      )}
    </div>`;
}

/** The service that this one replaces, with the guide for moving, where its addresses are served. */
function replacing(doors: readonly Door[], locale: Locale): Html | false {
  const guide = pathOf({ door: 'document', values: { page: 'seealso' } }, doors, locale);
  return guide !== undefined && filled(locale.t(TEXT.replaces), html`<a href="${guide}">beacon.findbuch.de</a>`);
}

/** An entity, with the first link of some categories. @param answer in reading order */
function exampleOf({ entity, links }: LinksAnswer, locale: Locale): Html {
  const { t, link, count } = locale;
  const { gnd, type } = entity;
  const subtitle = subtitleIn(entity, locale);
  const firsts = links.categories.slice(0, LINKS).flatMap(({ category, items: [first] }) => {
    if (first === undefined) return [];
    return html`<li>${icon(category, locale)} ${externalLink(first.url, first.label)}</li>`;
  });
  return html`<article class="card">
    ${mark(type, locale)}
    <p class="kind">${t(typeWord(type))}</p>
    <h3>${entityLink(gnd, naturalName(entity), locale)}</h3>
    <p class="soft">${subtitle && html`<bdi lang="de">${subtitle}</bdi>`}</p>
    <ul class="plain-list">
      ${firsts}
    </ul>
    <p><a href="${link(`/gnd/${gnd}`)}">${count(links.total, entityTexts.links)}</a></p>
  </article>`;
}

function figures({ counts, date, sources }: Snapshot, locale: Locale): Html {
  const { number, day, link } = locale;
  const used = sources.filter(({ scope }) => scope.links > 0).length;
  const numbers: readonly Definition[] = [
    [TEXT.entities, number(counts.entities)],
    [TEXT.links, number(counts.links)],
    [TEXT.sources, html`<a href="${link('/sources?state=linked')}">${number(used)}</a>`],
    [TEXT.date, day(date)],
  ];
  return definitionList('figures', numbers, locale);
}
