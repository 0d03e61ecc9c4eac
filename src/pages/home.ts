/** The home page: search, examples, what this is, and what the data hold at the moment. */
import type { CoverageAnswer } from '../api/coverage-schema.ts';
import type { SourcesAnswer, StatusAnswer } from '../api/register-schemas.ts';
import { TYPE_LABELS } from '../api/type-labels.ts';
import type { Page, PageAnswer, PageRequest } from '../http/page.ts';
import type { EntityType, Label } from '../model/entity.ts';
import { barTable } from './bars.ts';
import { TEXT } from './home-text.ts';
import { definitionList } from './definition-list.ts';
import { html, type Html } from './html.ts';
import { dayIn, linkTo, numberIn, type Speech } from './language.ts';
import { documentAnswer, searchForm, SITE, speaking } from './layout.ts';
import { problemAnswerOf } from './problem-answer.ts';

/** Shown as far as the data hold them. */
const EXAMPLES = ['118540238', '4065105-8'];
/** Two that are well covered, a former identifier of one, a deleted one, one of a body, one that is mistyped. */
const EXAMPLE_LIST = '118540238,4065105-8,1012979499,178066737,5036103-X,11854023Y';

type Say = (label: Label) => string;
type Example = CoverageAnswer['items'][number];

/** What the page shows of the data, apart from what the clock changes. */
interface Contents {
  readonly examples: readonly Example[];
  readonly categories: SourcesAnswer['categories'];
}

export function homePage(): Page {
  let state = '';
  let contents: Contents | undefined;
  /** By language and whether it was chosen. */
  const answers = new Map<string, PageAnswer>();
  return {
    path: '/',
    async answer(request) {
      const { speech, say } = speaking(request);
      const told = await request.ask('/api/v1/status');
      if (told.status >= 400) return problemAnswerOf(told, speech, '/');
      const report = told.body as StatusAnswer;
      const current = JSON.stringify([report.snapshot.id, report.sources]);
      if (state !== current) {
        contents = await contentsOf(request);
        answers.clear();
        state = current;
      }
      const key = `${speech.language} ${speech.isChosen}`;
      let answer = answers.get(key);
      if (answer === undefined) {
        answer = { ...documentAnswer(homeDocument(report, contents, speech, say)), shared: true };
        answers.set(key, answer);
      }
      return answer;
    },
  };
}

async function contentsOf({ ask }: PageRequest): Promise<Contents> {
  const coverage = await ask(`/api/v1/coverage?ids=${EXAMPLES.join(',')}`);
  const sources = await ask('/api/v1/sources');
  return {
    examples: (coverage.body as CoverageAnswer).items.filter(({ verdict }) => verdict === 'covered'),
    categories: (sources.body as SourcesAnswer).categories,
  };
}

function homeDocument(report: StatusAnswer, contents: Contents | undefined, speech: Speech, say: Say) {
  const { examples = [], categories = [] } = contents ?? {};
  const main = html`<section class="hero">
      <h1>${say(SITE)}</h1>
      <p class="lead">${say(TEXT.lead)}</p>
      ${searchForm(speech)}
      <p class="soft">${say(TEXT.hint)}</p>
    </section>
    <section aria-labelledby="examples">
      <h2 id="examples">${say(TEXT.examples)}</h2>
      <ul class="examples plain-list">
        ${examples.map((example) => exampleCard(example, speech, say))} ${listCard(speech, say)}
      </ul>
    </section>
    <div class="halves">
      <section aria-labelledby="about">
        <h2 id="about">${say(TEXT.about)}</h2>
        <p>${say(TEXT.aboutText)}</p>
      </section>
      <section aria-labelledby="portals">
        <h2 id="portals">${say(TEXT.portals)}</h2>
        <p>${say(TEXT.portalsText)}</p>
        <p>
          <a href="/api/v1/gnd/118540238/links"><code>GET /api/v1/gnd/118540238/links</code></a>
        </p>
        <p><a href="${linkTo('/docs', speech)}">${say(TEXT.portalsDocs)}</a></p>
      </section>
    </div>
    <section aria-labelledby="data">
      <h2 id="data">${say(TEXT.data)}</h2>
      ${figures(report, speech, say)} ${age(report, speech, say)} ${charts(report, categories, speech, say)}
    </section>`;
  return { speech, description: say(TEXT.description), path: '/', main, hasSearch: false };
}

function exampleCard({ gnd = '', type, preferredName = gnd, links = 0 }: Example, speech: Speech, say: Say): Html {
  return card({
    kind: say(exampleLabel(type)),
    href: linkTo(`/gnd/${gnd}`, speech),
    name: preferredName,
    note: `${numberIn(links, speech)} ${say(links === 1 ? TEXT.link : TEXT.links)}`,
  });
}

function exampleLabel(type: EntityType | undefined): Label {
  if (type === 'Person') return TEXT.examplePerson;
  return type === 'PlaceOrGeographicName' ? TEXT.examplePlace : TEXT.exampleOther;
}

function listCard(speech: Speech, say: Say): Html {
  const href = linkTo(`/coverage/report?ids=${EXAMPLE_LIST}`, speech);
  return card({ kind: say(TEXT.exampleList), href, name: say(TEXT.exampleListName), note: say(TEXT.exampleListNote) });
}

interface Card {
  readonly kind: string;
  readonly href: string;
  readonly name: string;
  readonly note: string;
}

function card({ kind, href, name, note }: Card): Html {
  return html`<li class="card">
    <span class="kind soft">${kind}</span>
    <a href="${href}"><bdi>${name}</bdi></a>
    <span class="soft">${note}</span>
  </li>`;
}

function figures({ snapshot, sources }: StatusAnswer, speech: Speech, say: Say): Html {
  const { counts } = snapshot;
  const numbers: readonly (readonly [label: Label, value: string])[] = [
    [TEXT.entities, numberIn(counts.entities, speech)],
    [TEXT.links, numberIn(counts.links, speech)],
    [TEXT.sources, numberIn(sumOf(sources), speech)],
    [TEXT.date, dayIn(snapshot.date, speech)],
  ];
  return definitionList('figures', numbers, say);
}

/** How old the data are, as far as sources are behind. */
function age({ sources }: StatusAnswer, speech: Speech, say: Say): Html {
  const total = sumOf(sources);
  const behind = (['stale', 'held', 'failing'] as const)
    .filter((state) => sources[state] > 0)
    .map((state) => `${numberIn(sources[state], speech)} ${say(TEXT[state])}`);
  const fresh = `${numberIn(sources.fresh, speech)} ${say(TEXT.of)} ${numberIn(total, speech)} ${say(TEXT.someFresh)}`;
  return html`<p>
    ${behind.length === 0 ? say(TEXT.allFresh) : `${fresh}, ${behind.join(', ')}.`}
    <a href="${linkTo('/sources', speech)}">${say(TEXT.allSources)}</a>
  </p>`;
}

function charts({ snapshot }: StatusAnswer, categories: Contents['categories'], speech: Speech, say: Say): Html {
  const { byType, byCategory } = snapshot.counts;
  const types = Object.entries(byType).map(([type, value]) => ({ label: typeLabel(type, say), value }));
  const kinds = Object.entries(byCategory).map(([key, value]) => {
    const category = categories.find((one) => one.key === key);
    return { label: category === undefined ? key : say(category.label), value };
  });
  return html`<div class="halves">
    ${barTable({ caption: say(TEXT.byType), columns: [say(TEXT.type), say(TEXT.number)], bars: types }, speech)}
    ${barTable({ caption: say(TEXT.byCategory), columns: [say(TEXT.category), say(TEXT.number)], bars: kinds }, speech)}
  </div>`;
}

function typeLabel(type: string, say: Say): string {
  const label: Label | undefined = Object.hasOwn(TYPE_LABELS, type) ? TYPE_LABELS[type as EntityType] : undefined;
  return label === undefined ? type : say(label);
}

function sumOf(numbers: Readonly<Record<string, number>>): number {
  return Object.values(numbers).reduce((sum, value) => sum + value, 0);
}
