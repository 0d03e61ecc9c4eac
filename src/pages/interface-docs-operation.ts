/** `/docs/{operation}`: one address of the interface: a form to try it, parameters, examples, answers and their fields. */
import type { Label } from '../model/entity.ts';
import { problemSlug, type ProblemCode } from '../api/problems.ts';
import { html, type Html } from './html.ts';
import { inline } from './interface-docs-markdown.ts';
import { type Addressed, type Interface, nameOf, type Parameter, responseOf } from './interface-docs-openapi.ts';
import { limitsOf, schemaNames, schemaTable, typeOf } from './interface-docs-schema.ts';
import { operationLabel, PURPOSES, TEXT } from './interface-docs-text.ts';
import { tryForm } from './interface-docs-try.ts';
import { linkTo, type Speech } from './language.ts';
import { PROBLEM_TEXT } from './problem-text.ts';

type Say = (label: Label) => string;

export function operationDocument(addressed: Addressed, known: Interface, speech: Speech, say: Say): Html {
  const { path, operation } = addressed;
  const { document, baseUrl } = known;
  const purpose = PURPOSES[operation.operationId];
  const content = responseOf(operation.responses['200'] ?? { description: '' }, document).content ?? {};
  const names = [...new Set(Object.values(content).flatMap(({ schema }) => schemaNames(schema, document)))];
  return html`<p><a href="${linkTo('/docs', speech)}#endpoints">${say(TEXT.back)}</a></p>
    <h1>${say(operationLabel(operation))}</h1>
    <p class="address"><code>GET ${path}</code></p>
    ${purpose && html`<p class="lead">${say(purpose)}</p>`}
    <p lang="en">${inline(operation.description)}</p>
    ${speech.language !== 'en' && html`<p class="soft">${say(TEXT.english)}</p>`}
    <pre tabindex="0" aria-label="${say(TEXT.request)}"><code>${curl(baseUrl + exampleTarget(addressed))}</code></pre>
    <section aria-labelledby="try">
      <h2 id="try">${say(TEXT.try)}</h2>
      ${tryForm(addressed, baseUrl, speech, say)}
    </section>
    <section aria-labelledby="parameters">
      <h2 id="parameters">${say(TEXT.parameters)}</h2>
      ${parameterTable(operation.parameters ?? [], say)}
    </section>
    <section aria-labelledby="examples">
      <h2 id="examples">${say(TEXT.examples)}</h2>
      ${Object.entries(content).flatMap(([type, { examples = {} }]) =>
        Object.values(examples).map(
          ({ summary, value }) =>
            html`<details>
              <summary><span lang="en">${summary}</span> <code>${type}</code></summary>
              <pre
                tabindex="0"
                aria-label="${summary}"
              ><code>${typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)}</code></pre>
            </details>`,
        ),
      )}
    </section>
    <section aria-labelledby="responses">
      <h2 id="responses">${say(TEXT.responses)}</h2>
      ${responseTable(addressed, known, speech, say)}
    </section>
    <section aria-labelledby="schemas">
      <h2 id="schemas">${say(TEXT.schemas)}</h2>
      ${names.map((name) => schemaTable(name, document, say))}
    </section>`;
}

/** The address with the example of every parameter that is needed. */
export function exampleTarget({ path, operation: { parameters = [] } }: Addressed): string {
  let address = path;
  const query = new URLSearchParams();
  for (const { name, in: place, required, example } of parameters) {
    if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(String(example)));
    else if (required) query.set(name, String(example));
  }
  // A comma is readable and needs no coding.
  return query.size === 0 ? address : `${address}?${query.toString().replaceAll('%2C', ',')}`;
}

export function curl(address: string): string {
  return `curl '${address.replaceAll("'", '%27')}'`;
}

function parameterTable(parameters: readonly Parameter[], say: Say): Html {
  if (parameters.length === 0) return html`<p>${say(TEXT.noParameters)}</p>`;
  return html`<table class="fields">
    <thead>
      <tr>
        <th scope="col">${say(TEXT.parameter)}</th>
        <th scope="col">${say(TEXT.type)}</th>
        <th scope="col">${say(TEXT.meaning)}</th>
      </tr>
    </thead>
    <tbody>
      ${parameters.map(
        ({ name, in: place, required, description, schema, example }) =>
          html`<tr>
            <th scope="row">
              <code>${name}</code> <small>${say(required ? TEXT.required : TEXT.optional)}</small>
              ${place === 'path' && html`<small>${say(TEXT.inPath)}</small>`}
            </th>
            <td>${typeOf(schema)}</td>
            <td lang="en">
              ${inline(description)} ${limitsOf(schema, say)}
              <small>${say(TEXT.example)}: <code>${example}</code></small>
            </td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function responseTable({ operation }: Addressed, { document }: Interface, speech: Speech, say: Say): Html {
  return html`<table class="responses">
    <thead>
      <tr>
        <th scope="col">${say(TEXT.status)}</th>
        <th scope="col">${say(TEXT.meaning)}</th>
      </tr>
    </thead>
    <tbody>
      ${Object.entries(operation.responses).map(([status, reference]) => {
        const { description, headers = {}, content = {} } = responseOf(reference, document);
        const problems = Object.keys(content['application/problem+json']?.examples ?? {}) as ProblemCode[];
        const isProblem = problems.length > 0 && Object.keys(content).length === 1;
        return html`<tr>
          <th scope="row">${status}</th>
          <td>
            ${!isProblem && html`<span lang="en">${inline(description)}</span>`}
            <ul class="plain-list">
              ${problems.map((code) => html`<li>${problemLink(code, speech, say)}</li>`)}
            </ul>
            <details>
              <summary>${say(TEXT.headerFields)}</summary>
              ${Object.values(headers).map(({ $ref }) => html`<code>${nameOf($ref)}</code> `)}
              <a href="${linkTo('/docs', speech)}#fields">${say(TEXT.meaning)}</a>
            </details>
          </td>
        </tr>`;
      })}
    </tbody>
  </table>`;
}

function problemLink(code: ProblemCode, speech: Speech, say: Say): Html {
  const href = linkTo(`/problems/${problemSlug(code)}`, speech);
  return html`<a href="${href}">${say(PROBLEM_TEXT[code].title)}</a> <code>${code}</code>`;
}
