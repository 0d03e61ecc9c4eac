/** A form that sends a request: in a new window, or with scripts to a place below it. */
import type { Label } from '../model/entity.ts';
import { html, type Html } from './html.ts';
import type { Addressed, Parameter } from './interface-docs-openapi.ts';
import { TEXT } from './interface-docs-text.ts';
import type { Speech } from './language.ts';

type Say = (label: Label) => string;

/**
 * The form leads to the page of the operation itself, which sends it on: no form alone could write a path, or leave out
 * what was left empty.
 */
export function tryForm({ path, operation }: Addressed, baseUrl: string, { language }: Speech, say: Say): Html {
  const { parameters = [], operationId } = operation;
  return html`<form
      class="try card"
      action="/docs/${operationId}"
      method="get"
      target="_blank"
      data-path="${path}"
      data-base="${baseUrl}"
      lang="${language}"
    >
      <input type="hidden" name="${SENT}" value="1" />
      ${parameters.map((parameter) => field(parameter, say))}
      <button type="submit">${say(TEXT.send)}</button>
      <noscript><p class="soft">${say(TEXT.newWindow)}</p></noscript>
    </form>
    <section class="try-answer" aria-live="polite" hidden>
      <h3>${say(TEXT.answer)}</h3>
      <dl class="fact-list">
        <dt>${say(TEXT.status)}</dt>
        <dd data-slot="status"></dd>
        <dt>${say(TEXT.time)}</dt>
        <dd data-slot="time"></dd>
        <dt>${say(TEXT.size)}</dt>
        <dd data-slot="size"></dd>
        <dt><code>RateLimit</code></dt>
        <dd data-slot="ratelimit"></dd>
        <dt><code>RateLimit-Policy</code></dt>
        <dd data-slot="ratelimit-policy"></dd>
        <dt>curl</dt>
        <dd><code data-slot="curl"></code></dd>
      </dl>
      <pre tabindex="0" aria-label="${say(TEXT.answer)}"><code data-slot="body"></code></pre>
      <p class="soft" data-slot="cut" hidden>${say(TEXT.cut)}</p>
      <p class="notice bad" data-slot="failed" hidden>${say(TEXT.failed)}</p>
    </section>`;
}

/** Tells a form that was sent from a page that is looked at. */
const SENT = 'send';

/** What the form of an operation asks for; undefined when none was sent. */
export function sentRequest({ path, operation }: Addressed, query: string): string | undefined {
  const sent = new URLSearchParams(query);
  if (!sent.has(SENT)) return undefined;
  let address = path;
  const asked = new URLSearchParams();
  for (const { name, in: place } of operation.parameters ?? []) {
    const value = sent.get(name) ?? '';
    if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== '') asked.set(name, value);
  }
  return asked.size === 0 ? address : `${address}?${asked.toString()}`;
}

function field({ name, in: place, required, schema, example }: Parameter, say: Say): Html {
  const id = `try-${name}`;
  const label = html`<label for="${id}"
    ><code>${name}</code>${!required && html` <small>${say(TEXT.optional)}</small>`}</label
  >`;
  const isNeeded = required && html`required`;
  const { default: assumed } = schema;
  const value = String(required ? example : (assumed ?? ''));
  if (schema.enum !== undefined) {
    return html`<div>
      ${label}
      <select id="${id}" name="${name}" data-in="${place}">
        ${schema.enum.map((option) => html`<option ${option === assumed && html`selected`}>${option}</option>`)}
      </select>
    </div>`;
  }
  const kind = schema.type === 'integer' ? 'number' : 'text';
  return html`<div>
    ${label}
    <input
      id="${id}"
      name="${name}"
      type="${kind}"
      value="${value}"
      data-in="${place}"
      autocomplete="off"
      spellcheck="false"
      ${schema.minimum !== undefined && html`min="${schema.minimum}"`}
      ${schema.maximum !== undefined && html`max="${schema.maximum}"`}
      ${isNeeded}
    />
  </div>`;
}
