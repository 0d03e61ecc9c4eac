/** Parts of the form for a list, and the places that the scripts of lists fill: file, progress, rows, downloads. */
import { html, type Html, type Part } from '../../core/http/html.ts';
import type { Label } from '../../core/model/entity.ts';
import type { Locale } from '../../core/http/locale.ts';
import texts from './texts/coverage.json' with { type: 'json' };

const TEXT = texts.page;

/** A chooser for a file, where a script shows what it recognises. @param more further questions about the columns */
export function fileChooser({ t }: Locale, more?: Html): Html {
  return html`<div class="coverage-file row" data-with-script hidden>
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
      ${more}
    </div>`;
}

interface ListField {
  readonly label: Label;
  readonly hint: Label;
  /** Content as sent. */
  readonly ids: string;
  readonly error: string | undefined;
}

/** The field for a list, with its label, a hint, and the place for an error. */
export function listField({ label, hint, ids, error }: ListField, { t }: Locale): Html {
  return html`<label for="ids">${t(label)}</label>
    <p id="ids-hint" class="soft">${t(hint)} <span data-with-script hidden>${t(TEXT.hintTable)}</span></p>
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
    <p id="ids-error" class="field-error" ${error === undefined && html`hidden`}>${error}</p>`;
}

/** The place for the progress of a check, with buttons that pause, continue and cancel it. */
export function jobPlace({ t }: Locale): Html {
  return html`<section id="job" class="card" aria-labelledby="job-title">
    <h2 id="job-title" tabindex="-1">${t(TEXT.progress)}</h2>
    <progress id="bar" aria-labelledby="job-title" aria-describedby="job-text" max="1" value="0"></progress>
    <p id="job-text"></p>
    <p class="row">
      <button type="button" class="quiet" id="pause" data-resume="${t(TEXT.resume)}">${t(TEXT.pause)}</button>
      <button type="button" class="quiet" id="cancel">${t(TEXT.cancel)}</button>
    </p>
  </section>`;
}

export function downloads({ t }: Locale): Html {
  return html`<h3>${t(TEXT.table)}</h3>
    <p>${t(TEXT.tableHint)}</p>
    <p class="row">
      <button type="button" id="xlsx">${t(TEXT.xlsx)}</button>
      <button type="button" class="quiet" id="csv">${t(TEXT.csvComma)}</button>
      <button type="button" class="quiet" id="semicolon">${t(TEXT.csvSemicolon)}</button>
    </p>`;
}

/** Heading, filter and pager of the result table; a script writes the rows. @param before content below the heading */
export function rowsPlace({ t }: Locale, before?: Part): Html {
  return html`<h3 id="rows-title" tabindex="-1">${t(TEXT.rows)}</h3>
    ${before}
    <fieldset id="filter" class="coverage-filter row"><legend>${t(TEXT.shown)}</legend></fieldset>
    <div id="rows"></div>
    <nav id="pager" class="row" aria-label="${t(TEXT.pages)}" hidden>
      <button type="button" class="quiet" id="previous">${t(TEXT.previous)}</button>
      <button type="button" class="quiet" id="next">${t(TEXT.next)}</button>
      <span id="range"></span>
    </nav>`;
}
