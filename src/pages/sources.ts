/** `/sources`: the register of sources as a table, with a picture of where their links lead. */
import type { Label } from '../model/entity.ts';
import type { FreshnessState, SourceKind } from '../model/source.ts';
import { definitionList } from './elements.ts';
import { html, type Html } from './html.ts';
import { keptPage, type SitePage } from './internal-call.ts';
import { documentAnswer } from './layout.ts';
import type { Locale } from './locale.ts';
import type { ReadRegister, Register } from './register.ts';
import { KINDS, type RegisteredSource, stateBadge, STATES } from './source-words.ts';
import { ORDERS, type OrderName, ordered, sourcesTable } from './sources-table.ts';
import texts from './texts/sources.json' with { type: 'json' };

const TEXT = texts.page;

/** What is shown of the register, and in which order. */
interface Choice {
  readonly state?: FreshnessState | undefined;
  readonly kind?: SourceKind;
  readonly order: OrderName;
}

export function sourcesPage(readRegister: ReadRegister): SitePage {
  return {
    path: '/sources',
    async answer({ query, locale, call }) {
      const register = await readRegister(call);
      const choice = choiceOf(query);
      const path = pathOf(choice);
      return keptPage(register.pages, `${path} ${locale.key}`, () =>
        documentAnswer({
          locale,
          title: locale.t(TEXT.title),
          description: locale.t(TEXT.description),
          path,
          main: mainOf(register, choice, locale),
          scripts: ['sources.js'],
        }),
      );
    },
  };
}

/** What nobody can choose is as if it had not been given: this address is for people. */
function choiceOf(query: string): Choice {
  const asked = new URLSearchParams(query);
  const state = keyOf(STATES, asked.get('state'));
  const kind = keyOf(KINDS, asked.get('kind'));
  return { ...(state && { state }), ...(kind && { kind }), order: keyOf(ORDERS, asked.get('order')) ?? 'title' };
}

function keyOf<T extends string>(labels: Readonly<Record<T, unknown>>, asked: string | null): T | undefined {
  return asked !== null && Object.hasOwn(labels, asked) ? (asked as T) : undefined;
}

function pathOf({ state, kind, order }: Choice): string {
  const query = new URLSearchParams({
    ...(state && { state }),
    ...(kind && { kind }),
    ...(order !== 'title' && { order }),
  });
  return query.size === 0 ? '/sources' : `/sources?${query.toString()}`;
}

function mainOf(register: Register, choice: Choice, locale: Locale): Html {
  const { t, link, address, count } = locale;
  const { state, kind, order } = choice;
  const { sources } = register;
  const chosen = sources.filter(
    (source) =>
      (state === undefined || source.freshness.state === state) && (kind === undefined || source.kind === kind),
  );
  const nothing = html`<p class="notice">
    ${t(TEXT.none)} <a href="${link('/sources')}#register">${t(TEXT.showAll)}</a>
  </p>`;
  const meanings = keysOf(STATES).map((key) => [stateBadge(key, locale), t(STATES[key].explanation)] as const);
  return html`<h1>${t(TEXT.title)}</h1>
    <p>${t(TEXT.lead)}</p>
    ${stateCounts(sources, choice, locale)}
    <section aria-labelledby="register">
      <h2 id="register">${t(TEXT.register)}</h2>
      ${choiceForm(choice, locale)}
      <p class="shown" role="status">${count(chosen.length, texts.shown)}</p>
      ${chosen.length === 0 ? nothing : sourcesTable(ordered(chosen, order, locale), order, locale)}
      <p class="soft">${t(TEXT.notes)}</p>
      <details>
        <summary>${t(TEXT.meanings)}</summary>
        ${definitionList('fact-list', meanings, locale)}
      </details>
    </section>
    <p><a href="${address('/api/v1/sources')}">${t(TEXT.data)}</a></p>`;
}

function stateCounts(sources: readonly RegisteredSource[], choice: Choice, { t, link, number }: Locale): Html {
  const tile = (label: Label, count: number, state?: FreshnessState) =>
    html`<li>
      <a href="${link(pathOf({ ...choice, state }))}#register" ${choice.state === state && html`aria-current="true"`}
        ><b>${number(count)}</b> ${t(label)}</a
      >
    </li>`;
  return html`<ul class="states plain-list" aria-label="${t(TEXT.states)}">
    ${tile(TEXT.all, sources.length)}
    ${keysOf(STATES).map((state) => {
      const { length } = sources.filter(({ freshness }) => freshness.state === state);
      return tile(STATES[state].label, length, state);
    })}
  </ul>`;
}

function choiceForm({ state, kind, order }: Choice, { t, address, isChosen, language }: Locale): Html {
  const field = (
    name: string,
    heading: Label,
    chosen: string | undefined,
    options: readonly (readonly [string, Label])[],
  ) =>
    html`<label
      >${t(heading)}
      <select name="${name}">
        ${options.map(([key, label]) => html`<option value="${key}" ${key === (chosen ?? '') && html`selected`}>${t(label)}</option>`)}
      </select></label
    >`;
  const all = ['', TEXT.all] as const;
  return html`<form class="choice" action="${address('/sources')}#register" method="get" autocomplete="off">
    ${field('state', TEXT.state, state, [all, ...keysOf(STATES).map((key) => [key, STATES[key].label] as const)])}
    ${field('kind', TEXT.kind, kind, [all, ...keysOf(KINDS).map((key) => [key, KINDS[key]] as const)])}
    ${field(
      'order',
      TEXT.order,
      order,
      keysOf(ORDERS).map((key) => [key, ORDERS[key].label] as const),
    )}
    ${isChosen && html`<input type="hidden" name="lang" value="${language}" />`}
    <button type="submit">${t(TEXT.show)}</button>
  </form>`;
}

function keysOf<T extends string>(labels: Readonly<Record<T, unknown>>): readonly T[] {
  return Object.keys(labels) as T[];
}
