/** The page of a list: form, progress and results; its script fills the places for file, progress, rows, downloads. */
import { dataBlock, html, type Html } from '../../shared/http/html.ts';
import type { Locale, Plural } from '../../shared/http/locale.ts';
import { ENTITY_TYPES, type Label } from '../../core/model/entity.ts';
import { textParameter } from '../../core/http/parameters.ts';
import type { Snapshot } from '../../core/snapshot/store.ts';
import { noDeletions, pageHead, textsForScript, typeWord } from './elements.ts';
import type { Page } from './page-door.ts';
import coverage from './texts/coverage.json' with { type: 'json' };
import texts from './texts/list.json' with { type: 'json' };
import resolve from './texts/resolve.json' with { type: 'json' };

const TEXT = texts.page;

/** A parameter with identifiers in one or more fields. */
export const idsParameter = (description: string, example: string) => ({
  ...textParameter(description, example),
  isList: true,
  read: (values: readonly string[]) => values.join('\n').trim(),
});

interface ListPage {
  /** Identifiers of the address, one a line; the script begins with them. */
  readonly ids: string;
  /** Lists that the page calls examples, and where it shows the first. */
  readonly example: { readonly lists: readonly (readonly string[])[]; readonly address: string };
  readonly icon: string;
  readonly words: Readonly<Record<'title' | 'description' | 'lead' | 'ids' | 'hint' | 'submit', Label>>;
  /** Where the form leads without scripts: to the answer as CSV, for so many values. */
  readonly form: { readonly action: string; readonly method: 'get' | 'post'; readonly maximum: number };
  /** Further questions about the columns of a table. */
  readonly columns?: Html;
  /** Further fields before the button, and folded ones below them. */
  readonly fields?: Html;
  readonly furtherFields?: Html;
  readonly aside: Html;
  /** Notices below the rows. */
  readonly notices?: Html;
  readonly script: string;
  /** Texts of the script, and names of categories by key. */
  readonly text: Readonly<Record<string, Label | Plural>>;
  readonly categories?: Readonly<Record<string, Label>>;
}

/** Class that gives the badge of a finding its colour. */
const TONES = {
  covered: 'good',
  found: 'good',
  no_links: 'warn',
  ambiguous: 'warn',
  withheld: 'warn',
  redirected: 'merged',
  deleted: 'bad',
  unknown: 'bad',
  invalid: 'bad',
  unreadable: 'bad',
  foreign: 'outside',
} as const;

/** The same for this service: in an excerpt of the GND, an unknown identifier may be right. */
export const tonesOf = ({ isExcerpt }: Locale) => ({ ...TONES, ...(isExcerpt && { unknown: 'outside' }) });

/** @param counts of the data */
export function listPage(page: ListPage, counts: Snapshot['counts'], locale: Locale): Page {
  const { t, language, isChosen } = locale;
  const { icon, words, form, aside, text } = page;
  const scriptData = {
    language,
    query: isChosen ? `?lang=${language}` : '',
    text: textsForScript({ ...texts.script, ...text }, locale),
    verdicts: textsForScript(texts.verdicts, locale),
    tones: tonesOf(locale),
    isExcerpt: locale.isExcerpt,
    examples: page.example.lists.map((ids) => ids.join('\n')),
    reasons: textsForScript(texts.reasons, locale),
    categories: textsForScript(page.categories ?? {}, locale),
    types: Object.fromEntries(ENTITY_TYPES.map((type) => [type, t(typeWord(type))])),
  };
  const main = html`${bothPages(words.title, locale)}
    ${pageHead({ icon, title: t(words.title), lead: t(words.lead) }, locale)}
    <details id="list" open>
      <summary hidden></summary>
      <div class="list-page">
        <form id="coverage-form" class="coverage-form" action="${form.action}" method="${form.method}">
          ${listField(page, locale)}
          <noscript><p class="soft">${t(TEXT.withoutScript, { maximum: form.maximum })}</p></noscript>
          ${chosenFile(page, locale)} ${page.fields}
          ${page.furtherFields && html`<div class="row submit">${page.furtherFields}</div>`}
          <input type="hidden" name="format" value="csv" />
          <div class="row submit">
            <button type="submit">${t(words.submit)}</button>
            ${fileChooser(locale)}
          </div>
        </form>
        ${aside}
      </div>
    </details>
    <div id="coverage" hidden>
      <section id="job" class="card" aria-labelledby="job-title">
        <h2 id="job-title" tabindex="-1">${t(TEXT.progress)}</h2>
        <progress id="bar" aria-labelledby="job-title" aria-describedby="job-text" max="1" value="0"></progress>
        <p id="job-text"></p>
        <p class="row">
          <button type="button" class="quiet" id="cancel">${t(TEXT.cancel)}</button>
        </p>
      </section>
      ${results(page, counts, locale)}
    </div>
    <p id="announcement" class="visually-hidden" role="status"></p>
    ${dataBlock('application/json', scriptData)}`;
  return { title: t(words.title), description: t(words.description), main, scripts: [page.script], hasThreads: true };
}

/** Links to both pages of lists. @param title of the present one */
function bothPages(title: Label, { t, to }: Locale): Html | false {
  const pages = [
    [coverage.page.title, to('coveragePage')],
    [resolve.page.title, to('resolvePage')],
  ] as const;
  if (pages.some(([, address]) => address === undefined)) return false;
  return html`<nav class="filter" aria-label="${t(TEXT.lists)}">
    <ul>
      ${pages.map(([label, address]) => html`<li><a href="${address}" ${label === title && html` aria-current="page"`}>${t(label)}</a></li>`)}
    </ul>
  </nav>`;
}

/** The field for the list, with its label, an example, a hint, and the place for an error. */
function listField({ words, ids, example }: ListPage, { t }: Locale): Html {
  return html`<p class="row list-label">
      <label for="ids">${t(words.ids)}</label> <a href="${example.address}">${t(TEXT.example)}</a>
    </p>
    <p id="ids-hint" class="soft">
      ${t(words.hint)}
      <span data-with-script hidden>${t(TEXT.hintTable)}<span class="with-mouse"> ${t(TEXT.hintDrop)}</span>.</span>
    </p>
    <textarea
      id="ids"
      name="ids"
      rows="6"
      spellcheck="false"
      autocapitalize="off"
      placeholder="${example.lists[0]?.slice(0, 2).join('\n')}"
      aria-describedby="ids-hint ids-error"
    >
${ids}</textarea>
    <p id="ids-error" class="field-error" hidden></p>`;
}

/** A chooser for a file. */
function fileChooser({ t }: Locale): Html {
  return html`<div class="coverage-file row" data-with-script hidden>
    <input
      type="file"
      id="file"
      accept=".txt,.csv,.tsv,.xlsx,.gz,text/plain,text/csv,text/tab-separated-values"
      hidden
    />
    <button type="button" class="quiet" id="choose" aria-describedby="file-hint">${t(TEXT.file)}</button>
    <span id="file-hint" class="soft">${t(TEXT.fileHint)}</span>
  </div>`;
}

/** The place where a script shows the chosen file, and what it recognises in the list. */
function chosenFile({ columns }: ListPage, { t }: Locale): Html {
  return html`<p id="file-chosen" hidden>
      <span></span> <button type="button" class="quiet" id="file-remove">${t(TEXT.removeFile)}</button>
    </p>
    <div id="reading" hidden>
      <p id="recognised"></p>
      <p class="coverage-column">
        <label for="column">${t(TEXT.column)}</label>
        <select id="column"></select>
      </p>
      ${columns}
    </div>`;
}

/** Summary, filter, rows, pager and downloads. */
function results({ notices }: ListPage, { entities, deletions }: Snapshot['counts'], locale: Locale): Html {
  const { t, isExcerpt } = locale;
  const unrecorded = noDeletions(deletions, locale);
  return html`<section id="result" aria-labelledby="result-title" hidden>
    <h2 id="result-title" tabindex="-1">${t(TEXT.result)}</h2>
    <p id="verdict" class="lead"></p>
    <p id="summary" class="soft"></p>
    <p id="changed" class="notice warn" hidden>${t(TEXT.changed)}</p>
    <p><button type="button" id="replace" hidden></button></p>
    <h3 id="rows-title" tabindex="-1">${t(TEXT.rows)}</h3>
    <fieldset id="filter" class="coverage-filter row">
      <legend class="visually-hidden">${t(TEXT.shown)}</legend>
    </fieldset>
    <div id="rows"></div>
    <nav id="pager" class="row" aria-label="${t(TEXT.pages)}" hidden>
      <button type="button" class="quiet" id="previous">${t(TEXT.previous)}</button>
      <button type="button" class="quiet" id="next">${t(TEXT.next)}</button>
      <span id="range"></span>
    </nav>
    <p class="soft">
      ${(isExcerpt || unrecorded) && html`<span id="outside" hidden>${isExcerpt && t(TEXT.excerpt, { entities })} ${unrecorded}</span>`}
      ${notices}
    </p>
    <h3>${t(TEXT.table)}</h3>
    <p>${t(TEXT.tableHint)}</p>
    <p class="row">
      <button type="button" id="xlsx">${t(TEXT.xlsx)}</button>
      <button type="button" class="quiet" id="csv">CSV</button>
    </p>
  </section>`;
}
