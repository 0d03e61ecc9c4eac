/** The form of the coverage page, and the places that its script fills. */
import { TYPE_LABELS } from '../../model/type-labels.ts';
import type { Label } from '../../model/entity.ts';
import { dataBlock, html, type Html } from '../../http/html.ts';
import type { Locale } from '../../http/locale.ts';
import type { Document } from './layout.ts';
import { VERDICT_TONE } from './coverage-report.ts';
import { downloads, fileChooser, jobPlace, rowsPlace } from './list-form.ts';
import texts from './texts/coverage.json' with { type: 'json' };

const TEXT = texts.page;

export interface FormState {
  /** Identifiers as sent. */
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
      ${fileChooser(
        locale,
        html`<p class="coverage-column">
          <label for="names-column">${t(TEXT.namesColumn)}</label>
          <select id="names-column" aria-describedby="names-hint"></select>
          <span id="names-hint" class="soft">${t(TEXT.namesHint)}</span>
        </p>`,
      )}
      <div id="foreign" class="notice" hidden>
        <p></p>
        <p class="row">
          <button type="button" class="quiet" id="resolve">${t(TEXT.resolve)}</button>
          ${locale.serves('/resolve') && html`<a href="${locale.link('/resolve/table')}">${t(TEXT.resolveAll)}</a>`}
        </p>
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

function places(locale: Locale): Html {
  const { t } = locale;
  return html`${jobPlace(locale)}
    <section id="result" aria-labelledby="result-title" hidden>
      <h2 id="result-title" tabindex="-1">${t(TEXT.result)}</h2>
      <p id="verdict" class="lead"></p>
      <p id="summary" class="soft"></p>
      <p id="changed" class="notice warn" hidden></p>
      <div id="suggestions" class="notice" hidden>
        <p></p>
        <p><button type="button" id="accept-all">${t(TEXT.acceptAll)}</button></p>
      </div>
      ${downloads(locale)} ${rowsPlace(locale, html`<div id="verdict-bar" aria-hidden="true"></div>`)}
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
