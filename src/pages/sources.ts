/** `/sources`: the register of sources as a table, with a picture of where their links lead. */
import type { Page } from '../http/page.ts';
import type { Label } from '../model/entity.ts';
import type { FreshnessState, SourceKind } from '../model/source.ts';
import { html, type Html } from './html.ts';
import { linkTo, numberIn, type Speech } from './language.ts';
import { documentAnswer, speaking } from './layout.ts';
import { counted } from './phrase.ts';
import { problemAnswerOf } from './problem-answer.ts';
import { KINDS, type RegisteredSource, stateBadge, STATES } from './source-words.ts';
import { sourcesPicture } from './sources-picture.ts';
import { createRegisterReader, pageOf, type Register } from './sources-register.ts';
import { ORDERS, type OrderName, ordered, sourcesTable } from './sources-table.ts';
import { SHOWN, TEXT } from './sources-text.ts';

type Say = (label: Label) => string;

/** What is shown of the register, and in which order. */
export interface Choice {
  readonly state?: FreshnessState | undefined;
  readonly kind?: SourceKind;
  readonly order: OrderName;
}

export function sourcesPage(): Page {
  const readRegister = createRegisterReader();
  return {
    path: '/sources',
    async answer(request) {
      const { speech, say } = speaking(request);
      const read = await readRegister(request);
      if (read.kind === 'problem') return problemAnswerOf(read.answer, speech, '/sources');
      const choice = choiceOf(request.query);
      const path = pathOf(choice);
      const { language, isChosen } = speech;
      return pageOf(read, `${path} ${language} ${isChosen}`, () =>
        documentAnswer({
          speech,
          title: say(TEXT.title),
          description: say(TEXT.description),
          path,
          main: mainOf(read, choice, speech, say),
          scripts: ['sources.js'],
        }),
      );
    },
  };
}

/** What nobody can choose is as if it had not been said: this address is for people. */
function choiceOf(query: string): Choice {
  const asked = new URLSearchParams(query);
  const state = keyOf(STATES, asked.get('state'));
  const kind = keyOf(KINDS, asked.get('kind'));
  return { ...(state && { state }), ...(kind && { kind }), order: keyOf(ORDERS, asked.get('order')) ?? 'title' };
}

function keyOf<T extends string>(table: Readonly<Record<T, unknown>>, asked: string | null): T | undefined {
  return asked !== null && Object.hasOwn(table, asked) ? (asked as T) : undefined;
}

function pathOf({ state, kind, order }: Choice): string {
  const query = new URLSearchParams({
    ...(state && { state }),
    ...(kind && { kind }),
    ...(order !== 'title' && { order }),
  });
  return query.size === 0 ? '/sources' : `/sources?${query.toString()}`;
}

function mainOf({ register, status }: Register, choice: Choice, speech: Speech, say: Say): Html {
  const { state, kind } = choice;
  const chosen = register.sources.filter(
    (source) =>
      (state === undefined || source.freshness.state === state) && (kind === undefined || source.kind === kind),
  );
  return html`<h1>${say(TEXT.title)}</h1>
    <p>${say(TEXT.lead)}</p>
    ${stateCounts(register.sources, choice, speech, say)}
    <section aria-labelledby="register">
      <h2 id="register">${say(TEXT.register)}</h2>
      ${choiceForm(choice, speech, say)}
      <p class="shown" role="status">${counted(chosen.length, SHOWN, speech)}</p>
      ${chosen.length === 0 ? nothing(speech, say) : sourcesTable(ordered(chosen, choice.order, speech), choice.order, speech)}
      <p class="soft">${say(TEXT.notes)}</p>
      ${meanings(say)}
    </section>
    ${register.sources.length > 0 && sourcesPicture(register, status, speech)}
    <p><a href="/api/v1/sources">${say(TEXT.data)}</a></p>`;
}

function stateCounts(sources: readonly RegisteredSource[], choice: Choice, speech: Speech, say: Say): Html {
  const tile = (name: string, count: number, path: string, isCurrent: boolean) =>
    html`<li>
      <a href="${linkTo(path, speech)}#register" ${isCurrent && html`aria-current="true"`}
        ><b>${numberIn(count, speech)}</b> ${name}</a
      >
    </li>`;
  return html`<ul class="states plain-list" aria-label="${say(TEXT.states)}">
    ${tile(say(TEXT.all), sources.length, pathOf({ ...choice, state: undefined }), choice.state === undefined)}
    ${keysOf(STATES).map((state) => {
      const count = sources.filter(({ freshness }) => freshness.state === state).length;
      return tile(say(STATES[state].label), count, pathOf({ ...choice, state }), choice.state === state);
    })}
  </ul>`;
}

function choiceForm({ state, kind, order }: Choice, speech: Speech, say: Say): Html {
  const option = (value: string, text: string, isChosen: boolean) =>
    html`<option value="${value}" ${isChosen && html`selected`}>${text}</option>`;
  return html`<form class="choice" action="/sources#register" method="get">
    <label
      >${say(TEXT.state)}
      <select name="state">
        ${option('', say(TEXT.all), state === undefined)}
        ${keysOf(STATES).map((key) => option(key, say(STATES[key].label), key === state))}
      </select></label
    >
    <label
      >${say(TEXT.kind)}
      <select name="kind">
        ${option('', say(TEXT.all), kind === undefined)}
        ${keysOf(KINDS).map((key) => option(key, say(KINDS[key]), key === kind))}
      </select></label
    >
    <label
      >${say(TEXT.order)}
      <select name="order">
        ${keysOf(ORDERS).map((key) => option(key, say(ORDERS[key].label), key === order))}
      </select></label
    >
    ${speech.isChosen && html`<input type="hidden" name="lang" value="${speech.language}" />`}
    <button type="submit">${say(TEXT.show)}</button>
  </form>`;
}

function nothing(speech: Speech, say: Say): Html {
  return html`<p class="notice">
    ${say(TEXT.none)} <a href="${linkTo('/sources', speech)}#register">${say(TEXT.showAll)}</a>
  </p>`;
}

function meanings(say: Say): Html {
  return html`<details>
    <summary>${say(TEXT.meanings)}</summary>
    <dl class="fact-list">
      ${keysOf(STATES).map(
        (state) =>
          html`<dt>${stateBadge(state, say)}</dt>
            <dd>${say(STATES[state].explanation)}</dd>`,
      )}
    </dl>
  </details>`;
}

function keysOf<T extends string>(table: Readonly<Record<T, unknown>>): readonly T[] {
  return Object.keys(table) as T[];
}
