/** `/docs`: a guide to the API with examples to copy; `/docs/reference`: its OpenAPI description, drawn by RapiDoc. */
import type { Endpoint } from '../api/endpoint.ts';
import { ENDPOINTS } from '../api/endpoints.ts';
import { problemSlug } from '../api/problems.ts';
import type { PageAnswer } from '../http/page.ts';
import type { Label } from '../model/entity.ts';
import { definitionList } from './elements.ts';
import entityTexts from './texts/entity.json' with { type: 'json' };
import { html, type Html, type Part } from './html.ts';
import { createBaseUrlReader, keptPage, type SitePage } from './internal-call.ts';
import { documentAnswer, redirectTo } from './layout.ts';
import { entryOf, labelOf, type Locale } from './locale.ts';
import { problemAnswer } from './problem-answer.ts';
import texts from './texts/docs.json' with { type: 'json' };

const TEXT = texts.page;
const REFERENCE = '/docs/reference';

export function docsPages(): readonly SitePage[] {
  const readBaseUrl = createBaseUrlReader();
  /** They change with the software only. */
  const pages = new Map<string, PageAnswer>();
  return [
    {
      path: '/docs',
      async answer({ locale, call }) {
        const baseUrl = await readBaseUrl(call);
        const make = () => guide(baseUrl ?? '', locale);
        return baseUrl === undefined ? make() : keptPage(pages, `guide ${locale.key}`, make);
      },
    },
    {
      path: '/docs/{page}',
      answer({ segment, locale }) {
        if (segment === 'reference') return keptPage(pages, `reference ${locale.key}`, () => reference(locale));
        const endpoint = ENDPOINTS.find(({ operationId }) => operationId === segment);
        if (endpoint !== undefined) return redirectTo(301, referenceOf(endpoint, locale));
        const path = `/docs/${encodeURIComponent(segment)}`;
        const next = html`<p><a href="${locale.link('/docs')}">${locale.t(TEXT.guide)}</a></p>`;
        return problemAnswer({ locale, path, code: 'not_found', text: TEXT.unknown, next });
      },
    },
  ];
}

/** Where the reference speaks of an endpoint. */
function referenceOf({ path }: Endpoint, { link }: Locale): string {
  return `${link(REFERENCE)}#get-${path.replace(/[{}]/g, '-')}`;
}

function guide(baseUrl: string, locale: Locale): PageAnswer {
  const { t, link, address } = locale;
  const sections: readonly (readonly [id: string, title: Label, content: Part])[] = [
    ['start', TEXT.start, [html`<p>${t(TEXT.startText)}</p>`, snippet('curl', curlLines(baseUrl), locale)]],
    [
      'snippets',
      TEXT.snippets,
      [html`<p>${t(TEXT.snippetsText)}</p>`, snippetsFor(baseUrl).map(([name, code]) => snippet(name, code, locale))],
    ],
    ['endpoints', TEXT.endpoints, endpointList(locale)],
    [
      'rules',
      TEXT.rules,
      definitionList(
        'fact-list',
        texts.rules.map(({ term, text }) => [term, t(text)] as const),
        locale,
      ),
    ],
    [
      'quotas',
      TEXT.quotas,
      html`<p>${t(TEXT.quotasText)}</p>
        <p>${t(TEXT.quotaNote)} <a href="${link('/status')}#quotas">Status</a>.</p>`,
    ],
    ['problems', TEXT.problems, problemList(locale)],
    [
      'reference',
      TEXT.reference,
      html`<p>${t(TEXT.referenceText)} <a href="${link(REFERENCE)}">${t(TEXT.reference)}</a></p>
        <p>
          ${t(TEXT.machineText)}
          <a href="${address('/api/v1/openapi.json')}"><code>/api/v1/openapi.json</code></a>
        </p>`,
    ],
  ];
  const main = html`<h1>${t(TEXT.title)}</h1>
    <p class="lead">${t(TEXT.lead)}</p>
    <nav class="contents card" aria-labelledby="contents">
      <h2 id="contents">${t(TEXT.contents)}</h2>
      <ul>
        ${sections.map(([id, title]) => html`<li><a href="#${id}">${t(title)}</a></li>`)}
      </ul>
    </nav>
    ${sections.map(
      ([id, title, content]) =>
        html`<section aria-labelledby="${id}">
          <h2 id="${id}">${t(title)}</h2>
          ${content}
        </section>`,
    )}`;
  const [title, description] = [t(TEXT.title), t(TEXT.description)];
  return documentAnswer({ locale, title, description, path: '/docs', main, scripts: ['copy.js'] });
}

function snippet(name: string, code: string, { t }: Locale): Html {
  return html`<h3>${name}</h3>
    <pre
      tabindex="0"
      aria-label="${name}"
      data-copy="${t(entityTexts.page.copy)}"
      data-copied="${t(entityTexts.page.copied)}"
    ><code>${code}</code></pre>`;
}

function curlLines(baseUrl: string): string {
  const targets = ['/gnd/118540238/links', '/search?q=goethe', '/coverage?ids=118540238,4074335-4'];
  return targets.map((target) => `curl '${quotable(baseUrl)}/api/v1${target}'`).join('\n');
}

function snippetsFor(baseUrl: string): readonly (readonly [name: string, code: string])[] {
  const address = `${quotable(baseUrl)}/api/v1/gnd/118540238/links`;
  return [
    [
      'JavaScript',
      `const response = await fetch('${address}');
if (!response.ok) throw new Error((await response.json()).detail);
const { entity, links } = await response.json();
console.log(entity.preferredName, links.total);`,
    ],
    [
      'Python',
      `import json
from urllib.request import urlopen

with urlopen("${address}") as response:
    answer = json.load(response)
print(answer["entity"]["preferredName"], answer["links"]["total"])`,
    ],
    [
      'R',
      `library(jsonlite)

answer <- fromJSON("${address}")
cat(answer$entity$preferredName, answer$links$total)`,
    ],
  ];
}

/** A quotation mark would end the text that the address stands in. */
function quotable(baseUrl: string): string {
  return baseUrl.replaceAll("'", '%27');
}

function endpointList(locale: Locale): Html {
  const { t, link } = locale;
  return html`<ul class="endpoints plain-list">
    ${ENDPOINTS.map((endpoint) => {
      const { path, operationId, summary, limited } = endpoint;
      const purpose = entryOf(texts.purposes, operationId) ?? { de: summary, en: summary };
      return html`<li class="card">
        <h3><a href="${referenceOf(endpoint, locale)}">${t(labelOf(texts.operations, operationId))}</a></h3>
        <p>
          <code>GET ${path}</code>
          ${limited && html`<a class="badge" href="${link('/docs')}#quotas">${t(TEXT.limited)}</a>`}
        </p>
        <p>${t(purpose)}</p>
      </li>`;
    })}
  </ul>`;
}

function problemList({ t, link }: Locale): Html {
  const codes = [...new Set(ENDPOINTS.flatMap(({ problems }) => problems))];
  return html`<p>${t(TEXT.problemsText)}</p>
    <ul class="codes plain-list">
      ${codes.map(
        (code) =>
          html`<li>
            <a href="${link(`/problems/${problemSlug(code)}`)}"><code>${code}</code></a>
          </li>`,
      )}
    </ul>
    <p><a href="${link('/problems')}">${t(TEXT.allProblems)}</a></p>`;
}

function reference(locale: Locale): PageAnswer {
  const { t, link, address } = locale;
  const description = address('/api/v1/openapi.json');
  const main = html`<rapi-doc
    spec-url="${description}"
    render-style="view"
    schema-style="table"
    load-fonts="false"
    regular-font="inherit"
    show-header="false"
    allow-authentication="false"
    allow-server-selection="false"
    allow-search="false"
    allow-advanced-search="false"
  >
    <p><a href="${link('/docs')}">${t(TEXT.guide)}</a></p>
    <h1>${t(TEXT.reference)}</h1>
    <noscript>
      <p>
        ${t(TEXT.needsScripts)} <a href="${description}"><code>/api/v1/openapi.json</code></a>
      </p>
    </noscript>
  </rapi-doc>`;
  return documentAnswer({
    locale,
    title: t(TEXT.reference),
    path: REFERENCE,
    main,
    isMain: false,
    scripts: ['reference.js', 'rapidoc-min.js'],
    isForeign: true,
  });
}
