/** The home page: search, examples, what this is, and what the data hold at the moment. */
import type { CoverageAnswer } from '../api/coverage-schema.ts';
import type { StatusAnswer } from '../api/register-schemas.ts';
import { TYPE_LABELS } from '../api/type-labels.ts';
import type { PageAnswer } from '../http/page.ts';
import type { EntityType, Label } from '../model/entity.ts';
import { type Definition, definitionList, icon, section } from './elements.ts';
import { html, type Html } from './html.ts';
import { bodyOf, type Call, CallRefused, createCache, keptPage, type SitePage } from './internal-call.ts';
import { documentAnswer, searchForm, SITE } from './layout.ts';
import { labelOf, type Locale } from './locale.ts';
import { statusOf, versionOf } from './register.ts';
import TEXT from './texts/home.json' with { type: 'json' };

/** Shown as far as the data hold them. */
const EXAMPLES = ['118540238', '4065105-8'];
/** Two that are well covered, a former identifier of one, a deleted one, one of a body, one that is mistyped. */
const EXAMPLE_LIST = '118540238,4065105-8,1012979499,178066737,5036103-X,11854023Y';

type Example = CoverageAnswer['items'][number];

/** What the page shows of the data, apart from what the clock changes. */
interface Contents {
  readonly examples: readonly Example[];
  readonly pages: Map<string, PageAnswer>;
}

export function homePage(): SitePage {
  const kept = createCache<Contents>();
  return {
    path: '/',
    async answer({ locale, call }) {
      const { status, report } = await statusOf(call);
      if (status !== 200) throw new CallRefused({ status, body: report });
      const contents = await kept(versionOf(report), () => contentsOf(call));
      return keptPage(contents.pages, locale.key, () =>
        documentAnswer({
          locale,
          description: locale.t(TEXT.description),
          path: '/',
          main: mainOf(report, contents, locale),
          hasSearch: false,
        }),
      );
    },
  };
}

async function contentsOf(call: Call): Promise<Contents> {
  const { items } = await bodyOf<CoverageAnswer>(call, `/api/v1/coverage?ids=${EXAMPLES.join(',')}`);
  return {
    examples: items.filter(({ verdict }) => verdict === 'covered'),
    pages: new Map(),
  };
}

function mainOf(report: StatusAnswer, { examples }: Contents, locale: Locale): Html {
  const { t, link, address } = locale;
  const href = link(`/coverage/report?ids=${EXAMPLE_LIST}`);
  const list = { kind: t(TEXT.exampleList), href, name: t(TEXT.exampleListName), note: t(TEXT.exampleListNote) };
  const cards = [...examples.map((example) => exampleCard(example, locale)), card(list)];
  return html`<section class="hero">
      <h1>${t(SITE)}</h1>
      <p class="lead">${t(TEXT.lead)}</p>
      ${searchForm(locale)}
      <p class="soft">${t(TEXT.hint)}</p>
    </section>
    ${section(
      'examples',
      t(TEXT.examples),
      html`<ul class="examples plain-list">
        ${cards}
      </ul>`,
    )}
    <div class="halves">
      ${section('about', t(TEXT.about), html`<p>${t(TEXT.aboutText)}</p>`)}
      <section aria-labelledby="portals">
        <h2 id="portals">${t(TEXT.portals)}</h2>
        <p>${t(TEXT.portalsText)}</p>
        <p>
          <a href="${address('/api/v1/gnd/118540238/links')}"><code>GET /api/v1/gnd/118540238/links</code></a>
        </p>
        <p><a href="${link('/docs')}">${t(TEXT.portalsDocs)}</a></p>
      </section>
    </div>
    ${section('data', t(TEXT.data), figures(report, locale), age(report, locale), types(report, locale))}`;
}

function exampleCard({ gnd = '', type, preferredName = gnd, links = 0 }: Example, { t, link, count }: Locale): Html {
  const kind = { Person: TEXT.examplePerson, PlaceOrGeographicName: TEXT.examplePlace };
  return card({
    kind: t((kind as Partial<Record<EntityType, Label>>)[type ?? 'AuthorityResource'] ?? TEXT.exampleOther),
    href: link(`/gnd/${gnd}`),
    name: preferredName,
    note: count(links, { one: TEXT.oneLink, many: TEXT.manyLinks }),
  });
}

function card({ kind, href, name, note }: Readonly<Record<'kind' | 'href' | 'name' | 'note', string>>): Html {
  return html`<li class="card">
    <span class="soft">${kind}</span>
    <a href="${href}"><bdi>${name}</bdi></a>
    <span class="soft">${note}</span>
  </li>`;
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

/** How old the data are, as far as sources are behind. */
function age({ sources }: StatusAnswer, { t, link }: Locale): Html {
  const behind = (['stale', 'held', 'failing'] as const)
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
  return html`<ul class="row" aria-label="${t(TEXT.byType)}">
    ${counts.map(([type, n]) => html`<li>${icon(type, locale)} ${t(labelOf(TYPE_LABELS, type))} <span class="count">${number(n)}</span></li>`)}
  </ul>`;
}

function sumOf(numbers: Readonly<Record<string, number>>): number {
  return Object.values(numbers).reduce((sum, value) => sum + value, 0);
}
