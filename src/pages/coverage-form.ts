/** The form of the coverage page, and the places that its script fills. */
import { TYPE_LABELS } from '../api/type-labels.ts';
import type { Label } from '../model/entity.ts';
import { assetPath } from './assets.ts';
import { REASON_TEXT, SCRIPT_TEXT, TEXT, VERDICT_TEXT, VERDICT_TONE } from './coverage-text.ts';
import { dataBlock, html, type Html } from './html.ts';
import { inLanguage, type Speech } from './language.ts';
import type { Document } from './layout.ts';

export interface FormState {
  /** As they were sent. */
  readonly ids?: string;
  /** Of the field. */
  readonly error?: string;
  /** What the form led to. */
  readonly result?: Html;
}

/** What the script is made of; it asks for them by these names. */
const MODULES = ['list', 'queue', 'results', 'table', 'picture', 'input', 'progress', 'view'] as const;

export function coverageForm(
  speech: Speech,
  action: string,
  { ids = '', error, result }: FormState,
): Pick<Document, 'main' | 'scripts' | 'head'> {
  const say = (label: Label) => inLanguage(label, speech);
  const modules = Object.fromEntries(MODULES.map((name) => [name, assetPath(`coverage-${name}.js`)]));
  const main = html`<h1>${say(TEXT.title)}</h1>
    <p>${say(TEXT.lead)}</p>
    <form id="coverage-form" class="coverage-form" action="${action}" method="get">
      <label for="ids">${say(TEXT.ids)}</label>
      <p id="ids-hint" class="soft">${say(TEXT.hint)} <span data-with-script hidden>${say(TEXT.hintTable)}</span></p>
      <textarea
        id="ids"
        name="ids"
        rows="8"
        required
        spellcheck="false"
        autocomplete="off"
        autocapitalize="off"
        aria-describedby="ids-hint ids-error"
        ${error !== undefined && html`aria-invalid="true"`}
      >
${ids}</textarea>
      <p id="ids-error" class="field-error" ${error === undefined && html`hidden`}>${error}</p>
      ${speech.isChosen && html`<input type="hidden" name="lang" value="${speech.language}" />`}
      <div class="coverage-file" data-with-script hidden>
        <input type="file" id="file" accept=".txt,.csv,.tsv,text/plain,text/csv,text/tab-separated-values" hidden />
        <button type="button" class="quiet" id="choose" aria-describedby="file-hint">${say(TEXT.file)}</button>
        <span id="file-hint" class="soft">${say(TEXT.fileHint)}</span>
      </div>
      <p id="file-chosen" hidden>
        <span></span> <button type="button" class="quiet" id="file-remove">${say(TEXT.removeFile)}</button>
      </p>
      <div id="reading" hidden>
        <p id="recognised"></p>
        <p class="coverage-column">
          <label for="column">${say(TEXT.column)}</label>
          <select id="column"></select>
        </p>
      </div>
      <p><button type="submit">${say(TEXT.check)}</button></p>
      <p class="soft" data-without-script>${say(TEXT.withoutScript)}</p>
    </form>
    <div id="coverage" hidden>${places(say)}</div>
    <p id="announcement" class="visually-hidden" role="status"></p>
    <div id="coverage-answer">${result}</div>`;
  const head = html`${Object.values(modules).map((path) => html`<link rel="modulepreload" href="${path}" />`)}`;
  return {
    main: html`${main}${dataBlock('application/json', scriptData(speech, modules))}`,
    head,
    scripts: ['coverage.js'],
  };
}

function places(say: (label: Label) => string): Html {
  return html`<section id="job" class="card" aria-labelledby="job-title">
      <h2 id="job-title" tabindex="-1">${say(TEXT.progress)}</h2>
      <progress id="bar" aria-labelledby="job-title" aria-describedby="job-text" max="1" value="0"></progress>
      <p id="job-text"></p>
      <p class="coverage-actions">
        <button type="button" class="quiet" id="pause" data-resume="${say(TEXT.resume)}">${say(TEXT.pause)}</button>
        <button type="button" class="quiet" id="cancel">${say(TEXT.cancel)}</button>
      </p>
    </section>
    <section id="result" aria-labelledby="result-title" hidden>
      <h2 id="result-title" tabindex="-1">${say(TEXT.result)}</h2>
      <p id="summary"></p>
      <p id="changed" class="notice warn" hidden></p>
      <div id="verdict-bar" aria-hidden="true"></div>
      <fieldset id="filter" class="coverage-filter"><legend>${say(TEXT.shown)}</legend></fieldset>
      <div id="suggestions" class="notice" hidden>
        <p></p>
        <p><button type="button" id="accept-all">${say(TEXT.acceptAll)}</button></p>
      </div>
      <p class="coverage-actions">
        <span>${say(TEXT.download)}</span>
        <button type="button" class="quiet" id="csv" aria-label="${say(TEXT.csv)}">CSV</button>
        <button type="button" class="quiet" id="json" aria-label="${say(TEXT.json)}">JSON</button>
        <span class="soft">${say(TEXT.csvHint)}</span>
      </p>
      <h3 id="rows-title" tabindex="-1">${say(TEXT.rows)}</h3>
      <div id="rows"></div>
      <nav id="pager" class="coverage-actions" aria-label="${say(TEXT.pages)}" hidden>
        <button type="button" class="quiet" id="previous">${say(TEXT.previous)}</button>
        <button type="button" class="quiet" id="next">${say(TEXT.next)}</button>
        <span id="range"></span>
      </nav>
      <div id="overview"></div>
    </section>`;
}

/** Everything the script says or knows of, in the language of the page. */
function scriptData(speech: Speech, modules: Readonly<Record<string, string>>) {
  const said = (labels: Readonly<Record<string, Label>>) =>
    Object.fromEntries(Object.entries(labels).map(([key, label]) => [key, inLanguage(label, speech)]));
  const { all, categories, entity, finding, links, number, sources, successors } = TEXT;
  const { language, isChosen } = speech;
  return {
    language,
    query: isChosen ? `?lang=${language}` : '',
    modules,
    text: said({ ...SCRIPT_TEXT, all, categories, entity, finding, links, number, sources, successors }),
    verdicts: said(VERDICT_TEXT),
    tones: VERDICT_TONE,
    reasons: said(REASON_TEXT),
    types: said(TYPE_LABELS),
  };
}
