/** `/problems` and `/problems/{slug}`: every kind of problem, what it means and what to do. Its addresses are part of the contract. */
import { problemExample } from '../api/openapi-problems.ts';
import { type ProblemCode, PROBLEMS, problemOfSlug, problemSlug } from '../api/problems.ts';
import type { Page } from '../http/page.ts';
import type { Label } from '../model/entity.ts';
import { html, type Html } from './html.ts';
import { operationLabel } from './interface-docs-text.ts';
import { createInterfaceReader, type Interface, operationsOf, problemCodesOf } from './interface-docs-openapi.ts';
import { linkTo, type Speech } from './language.ts';
import { documentAnswer, speaking } from './layout.ts';
import { fill } from './phrase.ts';
import { problemAnswer } from './problem-answer.ts';
import { PROBLEM_TEXT, TEXT } from './problem-text.ts';

type Say = (label: Label) => string;

const CODES = (Object.keys(PROBLEMS) as ProblemCode[]).toSorted((a, b) => PROBLEMS[a].status - PROBLEMS[b].status);

export function problemPages(): readonly Page[] {
  const readInterface = createInterfaceReader();
  return [
    {
      path: '/problems',
      answer(request) {
        const { speech, say } = speaking(request);
        return documentAnswer({ speech, title: say(TEXT.all), path: '/problems', main: listOf(speech, say) });
      },
    },
    {
      path: '/problems/{slug}',
      async answer(request) {
        const { speech, say } = speaking(request);
        const { segment = '' } = request;
        const code = problemOfSlug(segment);
        const path = `/problems/${encodeURIComponent(segment)}`;
        if (code === undefined) {
          const next = html`<p><a href="${linkTo('/problems', speech)}">${say(TEXT.back)}</a></p>`;
          return problemAnswer({ speech, path, code: 'not_found', text: TEXT.unknown, next });
        }
        const read = await readInterface(request);
        const known = read.kind === 'interface' ? read : undefined;
        const title = say(PROBLEM_TEXT[code].title);
        return documentAnswer({ speech, title, path, main: mainOf(code, known, speech, say) });
      },
    },
  ];
}

function listOf(speech: Speech, say: Say): Html {
  return html`<h1>${say(TEXT.all)}</h1>
    <p>${say(TEXT.lead)}</p>
    <table class="problems">
      <thead>
        <tr>
          <th scope="col">${say(TEXT.problem)}</th>
          <th scope="col" class="number">HTTP</th>
        </tr>
      </thead>
      <tbody>
        ${CODES.map(
          (code) =>
            html`<tr>
              <th scope="row">
                <a href="${linkTo(`/problems/${problemSlug(code)}`, speech)}">${say(PROBLEM_TEXT[code].title)}</a>
                <code>${code}</code>
              </th>
              <td class="number">${PROBLEMS[code].status}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    <p><a href="${linkTo('/docs', speech)}">${say(TEXT.docs)}</a></p>`;
}

/** @param known absent when the interface cannot tell: this page has to answer all the same */
function mainOf(code: ProblemCode, known: Interface | undefined, speech: Speech, say: Say): Html {
  const { status, page, maxAge } = PROBLEMS[code];
  const { title, advice } = PROBLEM_TEXT[code];
  const example = problemExample(code, status, known?.baseUrl ?? '');
  const statuses = code === 'request_too_long' ? `${status}, 431` : String(status);
  return html`<p><a href="${linkTo('/problems', speech)}">${say(TEXT.back)}</a></p>
    <h1>${say(title)}</h1>
    <p class="lead">${say(page)}</p>
    <h2>${say(TEXT.advice)}</h2>
    <p>${say(advice)}</p>
    <dl class="fact-list">
      <dt>${say(TEXT.status)}</dt>
      <dd>${statuses}</dd>
      <dt>${say(TEXT.code)}</dt>
      <dd><code>${code}</code></dd>
      <dt>${say(TEXT.caching)}</dt>
      <dd>${maxAge === 0 ? say(TEXT.never) : fill(TEXT.seconds, { n: String(maxAge) }, speech)}</dd>
      ${known && occurrences(code, known, speech, say)}
    </dl>
    <h2>${say(TEXT.example)}</h2>
    <pre tabindex="0" aria-label="${say(TEXT.example)}"><code>${JSON.stringify(example, undefined, 2)}</code></pre>
    <p><a href="${linkTo('/docs', speech)}">${say(TEXT.docs)}</a></p>`;
}

function occurrences(code: ProblemCode, { document }: Interface, speech: Speech, say: Say): Html {
  const all = operationsOf(document);
  const where = all.filter(({ operation }) => problemCodesOf(operation, document).includes(code));
  const links = where.map(({ operation, path }, index) => [
    index > 0 && ', ',
    html`<a href="${linkTo(`/docs/${operation.operationId}`, speech)}" title="${path}"
      >${say(operationLabel(operation))}</a
    >`,
  ]);
  const everywhere = where.length === all.length && say(TEXT.everywhere);
  return html`<dt>${say(TEXT.occurs)}</dt>
    <dd>${everywhere || (where.length === 0 ? say(TEXT.elsewhere) : links)}</dd>`;
}
