/** `/docs`: the documentation of the interface, made of its own OpenAPI description; every address has a page of its own. */
import { problemSlug, type ProblemCode } from '../api/problems.ts';
import type { Page, PageAnswer, PageRequest } from '../http/page.ts';
import type { Label } from '../model/entity.ts';
import { html, type Html, type Part } from './html.ts';
import { inline, paragraphsOf } from './interface-docs-markdown.ts';
import {
  type Addressed,
  createInterfaceReader,
  type Interface,
  operationsOf,
  problemCodesOf,
} from './interface-docs-openapi.ts';
import { curl, exampleTarget, operationDocument } from './interface-docs-operation.ts';
import { operationLabel, PURPOSES, RULES_DE, TEXT } from './interface-docs-text.ts';
import { sentRequest } from './interface-docs-try.ts';
import { linkTo, type Speech } from './language.ts';
import { documentAnswer, speaking } from './layout.ts';
import { problemAnswer, problemAnswerOf } from './problem-answer.ts';

type Say = (label: Label) => string;

/** What a newcomer tries first. */
const FIRST = ['getLinks', 'search', 'getCoverage'];

export function interfaceDocsPages(): readonly Page[] {
  const readInterface = createInterfaceReader();
  /** They change with the software only. */
  const made = new Map<string, PageAnswer>();
  const once = (key: string, make: () => PageAnswer): PageAnswer => {
    const answer = made.get(key) ?? { ...make(), shared: true };
    made.set(key, answer);
    return answer;
  };

  async function overview(request: PageRequest): Promise<PageAnswer> {
    const { speech, say } = speaking(request);
    const known = await readInterface(request);
    if (known.kind === 'problem') return problemAnswerOf(known.answer, speech, '/docs');
    return once(`/docs ${speech.language} ${speech.isChosen}`, () =>
      documentAnswer({
        speech,
        title: say(TEXT.title),
        description: say(TEXT.description),
        path: '/docs',
        main: overviewOf(known, speech, say),
      }),
    );
  }

  async function operation(request: PageRequest): Promise<PageAnswer> {
    const { speech, say } = speaking(request);
    const { segment = '' } = request;
    const path = `/docs/${encodeURIComponent(segment)}`;
    const known = await readInterface(request);
    if (known.kind === 'problem') return problemAnswerOf(known.answer, speech, path);
    const addressed = operationsOf(known.document).find(({ operation: one }) => one.operationId === segment);
    if (addressed === undefined) {
      const next = html`<p><a href="${linkTo('/docs', speech)}">${say(TEXT.back)}</a></p>`;
      return problemAnswer({ speech, path, code: 'not_found', text: TEXT.unknown, next });
    }
    const target = sentRequest(addressed, request.query);
    if (target !== undefined) return sendTo(target);
    return once(`${path} ${speech.language} ${speech.isChosen}`, () =>
      documentAnswer({
        speech,
        title: say(operationLabel(addressed.operation)),
        description: say(PURPOSES[segment] ?? TEXT.description),
        path,
        main: operationDocument(addressed, known, speech, say),
        scripts: ['try.js'],
      }),
    );
  }

  return [
    { path: '/docs', answer: overview },
    { path: '/docs/{operation}', answer: operation },
  ];
}

function sendTo(target: string): PageAnswer {
  return {
    status: 303,
    contentType: 'text/plain; charset=utf-8',
    body: Buffer.from(target),
    cacheControl: 'no-store',
    headers: { location: target },
  };
}

interface Section {
  readonly id: string;
  readonly title: Label;
  readonly content: Part;
}

function overviewOf(known: Interface, speech: Speech, say: Say): Html {
  const { document } = known;
  const all = operationsOf(document);
  const sections: readonly Section[] = [
    { id: 'start', title: TEXT.start, content: startOf(all, known, say) },
    { id: 'endpoints', title: TEXT.endpoints, content: endpointList(all, speech, say) },
    { id: 'rules', title: TEXT.rules, content: rulesOf(known, speech) },
    { id: 'fields', title: TEXT.fields, content: headerFields(known, say) },
    { id: 'problems', title: TEXT.problems, content: problemsOf(all, known, speech, say) },
    { id: 'machine', title: TEXT.machine, content: machineOf(say) },
  ];
  return html`<h1>${say(TEXT.title)}</h1>
    <p class="lead">${say(TEXT.lead)}</p>
    <nav class="contents card" aria-labelledby="contents">
      <h2 id="contents">${say(TEXT.contents)}</h2>
      <ul>
        ${sections.map(({ id, title }) => html`<li><a href="#${id}">${say(title)}</a></li>`)}
      </ul>
    </nav>
    ${sections.map(
      ({ id, title, content }) =>
        html`<section aria-labelledby="${id}">
          <h2 id="${id}">${say(title)}</h2>
          ${content}
        </section>`,
    )}`;
}

function startOf(all: readonly Addressed[], { baseUrl }: Interface, say: Say): Html {
  const first = all.filter(({ operation }) => FIRST.includes(operation.operationId));
  const lines = first.map((addressed) => curl(baseUrl + exampleTarget(addressed)));
  return html`<p>${say(TEXT.startText)}</p>
    <pre tabindex="0" aria-label="${say(TEXT.start)}"><code>${lines.join('\n')}</code></pre>`;
}

function endpointList(all: readonly Addressed[], speech: Speech, say: Say): Html {
  const isLimited = ({ operation }: Addressed) => '429' in operation.responses;
  return html`<ul class="endpoints plain-list">
      ${all.map((addressed) => {
        const { path, operation } = addressed;
        const purpose = PURPOSES[operation.operationId];
        return html`<li class="card" id="${operation.operationId}">
          <h3><a href="${linkTo(`/docs/${operation.operationId}`, speech)}">${say(operationLabel(operation))}</a></h3>
          <p><code>GET ${path}</code> ${isLimited(addressed) && html`<span class="badge">${say(TEXT.quota)}</span>`}</p>
          <p>${purpose === undefined ? operation.summary : say(purpose)}</p>
        </li>`;
      })}
    </ul>
    <p>${say(TEXT.quotaNote)} <a href="${linkTo('/status', speech)}#quotas">Status</a>.</p>`;
}

/** In German where there is a translation, else as the description has it. */
function rulesOf({ document }: Interface, { language }: Speech): Html {
  const rules = paragraphsOf(document.info.description).map(({ heading = '', text }) => {
    const translated = language === 'de' && Object.hasOwn(RULES_DE, heading) ? RULES_DE[heading] : undefined;
    const attributes = translated === undefined && html`lang="en"`;
    const title = translated?.heading ?? heading;
    return html`${title !== '' && html`<h3 id="${anchorOf(heading)}" ${attributes}>${title}</h3>`}
      <p ${attributes}>${inline(translated?.text ?? text)}</p>`;
  });
  return html`${rules}`;
}

function anchorOf(heading: string): string {
  return heading.toLowerCase().replace(/[^a-z]+/g, '-');
}

function headerFields({ document }: Interface, say: Say): Html {
  return html`<p>${say(TEXT.fieldsText)}</p>
    <details>
      <summary>${say(TEXT.headerFields)}</summary>
      <dl class="fact-list">
        ${Object.entries(document.components.headers).map(
          ([name, { description, example }]) =>
            html`<dt><code>${name}</code></dt>
              <dd>
                <span lang="en">${inline(description)}</span>
                <small>${say(TEXT.example)}: <code>${example}</code></small>
              </dd>`,
        )}
      </dl>
    </details>`;
}

function problemsOf(all: readonly Addressed[], { document }: Interface, speech: Speech, say: Say): Html {
  const codes = [...new Set(all.flatMap(({ operation }) => problemCodesOf(operation, document)))] as ProblemCode[];
  return html`<p>${say(TEXT.problemsText)}</p>
    <ul class="codes plain-list">
      ${codes.map(
        (code) =>
          html`<li>
            <a href="${linkTo(`/problems/${problemSlug(code)}`, speech)}"><code>${code}</code></a>
          </li>`,
      )}
    </ul>
    <p><a href="${linkTo('/problems', speech)}">${say(TEXT.allProblems)}</a></p>`;
}

function machineOf(say: Say): Html {
  return html`<p>
    ${say(TEXT.machineText)} <a href="/api/v1/openapi.json"><code>/api/v1/openapi.json</code></a>
  </p>`;
}
