/** The form of the page that resolves lists, and the places that its script fills. */
import type { Label } from '../../core/model/entity.ts';
import { TYPE_LABELS } from '../../core/model/type-labels.ts';
import { dataBlock, html, type Html } from '../../core/http/html.ts';
import type { Locale } from '../../core/http/locale.ts';
import type { Store } from '../../core/snapshot/store.ts';
import { type Definition, definitionList, pageHead } from './elements.ts';
import type { Document } from './layout.ts';
import { downloads, fileChooser, jobPlace, listField, rowsPlace } from './list-form.ts';
import coverageTexts from './texts/coverage.json' with { type: 'json' };
import texts from './texts/resolve.json' with { type: 'json' };

const TEXT = texts.page;

/** Largest number of values of a form without scripts. */
export const MAX_VALUES = 100;
/** Schemes that are chosen by default. */
export const USUAL: readonly string[] = ['viaf', 'wikidata', 'isni', 'lcnaf'];
/** Schemes that are shown before the fold, in this order. */
const SHOWN = [...USUAL, 'orcid', 'geonames', 'idref', 'bnf'];

/** One value of each kind. */
const EXAMPLES: readonly (readonly [name: string, value: string])[] = [
  ['GND', '118540238'],
  ['Wikidata', 'Q5879'],
  ['VIAF', 'viaf:24602065'],
  ['ISNI', '0000 0001 2099 9104'],
  ['ORCID', '0000-0002-1825-0097'],
  ['LCCN', 'n79003362'],
];

/** Class that gives the badge of a verdict its colour. */
export const VERDICT_TONE = { found: 'good', ambiguous: 'warn', unknown: 'bad', unreadable: 'bad' } as const;

export interface ResolveState {
  /** Values as sent. */
  readonly ids?: string;
  /** Names of targets. */
  readonly to?: readonly string[];
  /** Message about the field. */
  readonly error?: string;
  readonly result?: Html;
}

export function resolveForm(
  { schemes, snapshot }: Pick<Store, 'schemes' | 'snapshot'>,
  locale: Locale,
  { ids = '', to = USUAL, error, result }: ResolveState,
): Pick<Document, 'main' | 'scripts' | 'hasThreads'> {
  const { t, language, isChosen } = locale;
  const { named, links } = choicesOf({ schemes, snapshot });
  const place = ([name]: Choice) => (SHOWN.includes(name) ? SHOWN.indexOf(name) : SHOWN.length);
  const inOrder = named.toSorted((a, b) => place(a) - place(b));
  const first = inOrder.filter((choice) => place(choice) < SHOWN.length);
  const boxes = (choices: readonly Choice[]) => choices.map((choice) => checkBox(choice, to, locale));
  const main = html`${pageHead({ icon: 'resolve', title: t(TEXT.title), lead: t(TEXT.lead) }, locale)}
    <div class="list-page">
      <form id="coverage-form" class="coverage-form" action="${locale.address('/resolve/table')}" method="get">
        ${listField({ label: TEXT.values, hint: TEXT.hint, ids, error }, locale)}
        <noscript><p class="soft">${t(TEXT.without, { maximum: MAX_VALUES })}</p></noscript>
        ${fileChooser(locale)}
        <fieldset id="targets" class="resolve-targets">
          <legend>${t(TEXT.targets)}</legend>
          <div class="row">${boxes(first)}</div>
          <details>
            <summary>${t(TEXT.more)}</summary>
            <div class="row">${boxes(inOrder.slice(first.length))}</div>
          </details>
          <details>
            <summary>${t(TEXT.links)}</summary>
            <div class="row">${boxes(links)}</div>
          </details>
        </fieldset>
        ${isChosen && html`<input type="hidden" name="lang" value="${language}" />`}
        <p><button type="submit">${t(TEXT.submit)}</button></p>
      </form>
      ${readValues(locale)}
    </div>
    <div id="coverage" hidden>
      ${jobPlace(locale)}
      <section id="result" aria-labelledby="result-title" hidden>
        <h2 id="result-title" tabindex="-1">${t(TEXT.result)}</h2>
        <p id="summary" class="soft"></p>
        <p id="changed" class="notice warn" hidden></p>
        ${downloads(locale)} ${rowsPlace(locale)}
      </section>
    </div>
    <p id="announcement" class="visually-hidden" role="status"></p>
    <div id="resolve-answer">${result}</div>`;
  return {
    main: html`${main}${dataBlock('application/json', scriptData(locale))}`,
    scripts: ['resolve.js'],
    hasThreads: true,
  };
}

/** Kinds of values with examples, next to the form. */
function readValues(locale: Locale): Html {
  const { t, link } = locale;
  const kinds = EXAMPLES.map(([name, value]): Definition => [{ de: name, en: name }, html`<code>${value}</code>`]);
  const example = new URLSearchParams({ ids: 'Q5879\nviaf:24602065\n118540239', to: USUAL.join(',') }).toString();
  return html`<aside class="card" aria-labelledby="reads">
    <h2 id="reads">${t(TEXT.reads)}</h2>
    ${definitionList('fact-list', kinds, locale)}
    <p>
      <a href="${link(`/resolve/table?${example}`)}">${t(TEXT.example)}</a> ·
      <a href="${link('/docs/resolve')}">${t(TEXT.documentation)}</a>
    </p>
  </aside>`;
}

/** All targets that can be chosen. */
export function choicesOf({ schemes, snapshot }: Pick<Store, 'schemes' | 'snapshot'>) {
  const named = schemes.map((scheme): Choice => [nameOf(scheme), scheme.label]);
  const links = snapshot.categories.map(({ key, label }): Choice => [`links:${key}`, label]);
  return { named, links };
}

/** The name of a target in requests, and its label. */
export type Choice = readonly [name: string, label: Label];

/** The name of the collection is more precise than that of the scheme: `lcnaf`, not `lccn`. */
function nameOf({ scheme, collection }: Store['schemes'][number]): string {
  return collection === scheme ? scheme : collection;
}

function checkBox([name, label]: Choice, to: readonly string[], { t }: Locale): Html {
  return html`<label>
    <input type="checkbox" name="to" value="${name}" ${to.includes(name) && html`checked`} /> <span>${t(label)}</span>
  </label>`;
}

/** Every text of the script, in the language of the page. */
function scriptData({ t, language, isChosen }: Locale) {
  const inLanguage = (labels: Readonly<Record<string, Label>>) =>
    Object.fromEntries(Object.entries(labels).map(([key, label]) => [key, t(label)]));
  const { script, page } = coverageTexts;
  const { all, entity, finding } = page;
  const { value, targets } = TEXT;
  return {
    language,
    query: isChosen ? `?lang=${language}` : '',
    text: inLanguage({ ...script, ...texts.script, all, entity, finding, value, targets }),
    verdicts: inLanguage(texts.verdicts),
    tones: VERDICT_TONE,
    reasons: inLanguage(texts.reasons),
    types: inLanguage(TYPE_LABELS),
  };
}
