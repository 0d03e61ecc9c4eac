/** The form of the coverage page, and the places that its script fills. */
import { TYPE_LABELS } from '../../model/type-labels.ts';
import type { Label } from '../../model/entity.ts';
import { dataBlock, html, type Html } from '../../http/html.ts';
import type { Locale } from '../../http/locale.ts';
import type { Document } from './layout.ts';
import { VERDICT_TONE } from './coverage-report.ts';
import texts from './texts/coverage.json' with { type: 'json' };

const TEXT = texts.page;

export interface FormState {
  /** As they were sent. */
  readonly ids?: string;
  /** Message beside the field. */
  readonly error?: string;
  /** Result of the form. */
  readonly result?: Html;
}

export function coverageForm(
  locale: Locale,
  { ids = '', error, result }: FormState,
): Pick<Document, 'main' | 'scripts' | 'hasThreads'> {
  const { t } = locale;
  const main = html`<h1>${t(TEXT.title)}</h1>
    <p>${t(TEXT.lead)}</p>
    <form
      id="coverage-form"
      class="coverage-form"
      action="${locale.link('/coverage/upload')}"
      method="post"
      enctype="multipart/form-data"
    >
      <label for="ids">${t(TEXT.ids)}</label>
      <p id="ids-hint" class="soft">${t(TEXT.hint)} <span data-with-script hidden>${t(TEXT.hintTable)}</span></p>
      <textarea
        id="ids"
        name="ids"
        rows="8"
        spellcheck="false"
        autocapitalize="off"
        aria-describedby="ids-hint ids-error"
        ${error !== undefined && html`aria-invalid="true"`}
      >
${ids}</textarea>
      <p id="ids-error" class="field-error" ${error === undefined && html`hidden`}>${error}</p>
      <noscript>
        <p>
          <label for="file-sent">${t(TEXT.fileSent)}</label>
          <input type="file" id="file-sent" name="file" aria-describedby="file-sent-hint" />
          <span id="file-sent-hint" class="soft">${t(TEXT.withoutScript)}</span>
        </p>
      </noscript>
      <div class="coverage-file row" data-with-script hidden>
        <input
          type="file"
          id="file"
          accept=".txt,.csv,.tsv,.xlsx,.gz,text/plain,text/csv,text/tab-separated-values"
          hidden
        />
        <button type="button" class="quiet" id="choose" aria-describedby="file-hint">${t(TEXT.file)}</button>
        <span id="file-hint" class="soft">${t(TEXT.fileHint)}</span>
      </div>
      <p id="file-chosen" hidden>
        <span></span> <button type="button" class="quiet" id="file-remove">${t(TEXT.removeFile)}</button>
      </p>
      <div id="reading" hidden>
        <p id="recognised"></p>
        <p class="coverage-column">
          <label for="column">${t(TEXT.column)}</label>
          <select id="column"></select>
        </p>
        <p class="coverage-column">
          <label for="names-column">${t(TEXT.namesColumn)}</label>
          <select id="names-column" aria-describedby="names-hint"></select>
          <span id="names-hint" class="soft">${t(TEXT.namesHint)}</span>
        </p>
      </div>
      <div id="foreign" class="notice" hidden>
        <p></p>
        <p><button type="button" class="quiet" id="resolve">${t(TEXT.resolve)}</button></p>
      </div>
      <p><button type="submit">${t(TEXT.check)}</button></p>
    </form>
    <div id="coverage" hidden>${places(locale)}</div>
    <p id="announcement" class="visually-hidden" role="status"></p>
    <div id="coverage-answer">${result}</div>`;
  return {
    main: html`${main}${dataBlock('application/json', scriptData(locale))}`,
    scripts: ['coverage.js'],
    hasThreads: true,
  };
}

function places({ t }: Locale): Html {
  return html`<section id="job" class="card" aria-labelledby="job-title">
      <h2 id="job-title" tabindex="-1">${t(TEXT.progress)}</h2>
      <progress id="bar" aria-labelledby="job-title" aria-describedby="job-text" max="1" value="0"></progress>
      <p id="job-text"></p>
      <p class="row">
        <button type="button" class="quiet" id="pause" data-resume="${t(TEXT.resume)}">${t(TEXT.pause)}</button>
        <button type="button" class="quiet" id="cancel">${t(TEXT.cancel)}</button>
      </p>
    </section>
    <section id="result" aria-labelledby="result-title" hidden>
      <h2 id="result-title" tabindex="-1">${t(TEXT.result)}</h2>
      <p id="verdict" class="lead"></p>
      <p id="summary" class="soft"></p>
      <p id="changed" class="notice warn" hidden></p>
      <div id="suggestions" class="notice" hidden>
        <p></p>
        <p><button type="button" id="accept-all">${t(TEXT.acceptAll)}</button></p>
      </div>
      <h3>${t(TEXT.table)}</h3>
      <p>${t(TEXT.tableHint)}</p>
      <p class="row">
        <button type="button" id="xlsx">${t(TEXT.xlsx)}</button>
        <button type="button" class="quiet" id="csv">${t(TEXT.csvComma)}</button>
        <button type="button" class="quiet" id="semicolon">${t(TEXT.csvSemicolon)}</button>
      </p>
      <h3 id="rows-title" tabindex="-1">${t(TEXT.rows)}</h3>
      <div id="verdict-bar" aria-hidden="true"></div>
      <fieldset id="filter" class="coverage-filter row"><legend>${t(TEXT.shown)}</legend></fieldset>
      <div id="rows"></div>
      <nav id="pager" class="row" aria-label="${t(TEXT.pages)}" hidden>
        <button type="button" class="quiet" id="previous">${t(TEXT.previous)}</button>
        <button type="button" class="quiet" id="next">${t(TEXT.next)}</button>
        <span id="range"></span>
      </nav>
      <div id="shares" hidden>
        <h3>${t(TEXT.overview)}</h3>
        <div id="overview" class="halves"></div>
      </div>
    </section>`;
}

/** Every text of the script, in the language of the page. */
function scriptData({ t, language, isChosen }: Locale) {
  const inLanguage = (labels: Readonly<Record<string, Label>>) =>
    Object.fromEntries(Object.entries(labels).map(([key, label]) => [key, t(label)]));
  const { all, categories, entity, finding, links, number, sources, successors } = TEXT;
  return {
    language,
    query: isChosen ? `?lang=${language}` : '',
    text: inLanguage({ ...texts.script, all, categories, entity, finding, links, number, sources, successors }),
    verdicts: inLanguage(texts.verdicts),
    tones: VERDICT_TONE,
    reasons: inLanguage(texts.reasons),
    types: inLanguage(TYPE_LABELS),
  };
}
