/** The form of the coverage page, and the places that its script fills. */
import { TYPE_LABELS } from '../../core/model/type-labels.ts';
import type { Label } from '../../core/model/entity.ts';
import { dataBlock, html, type Html } from '../../core/http/html.ts';
import type { Locale } from '../../core/http/locale.ts';
import { type Definition, definitionList, pageHead } from './elements.ts';
import type { Document } from './layout.ts';
import { VERDICT_TONE } from './coverage-report.ts';
import { downloads, fileChooser, jobPlace, listField, rowsPlace } from './list-form.ts';
import texts from './texts/coverage.json' with { type: 'json' };

const TEXT = texts.page;
/** Example of a list: identifiers of entities with many links, and a former, a deleted and a mistyped identifier. */
export const EXAMPLE_LIST = '118540238,4065105-8,1012979499,178066737,5036103-X,11854023Y';

export interface FormState {
  /** Identifiers as sent. */
  readonly ids?: string;
  /** Message about the field. */
  readonly error?: string;
  /** Result of the form. */
  readonly result?: Html;
}

export function coverageForm(
  locale: Locale,
  { ids = '', error, result }: FormState,
): Pick<Document, 'main' | 'scripts' | 'hasThreads'> {
  const { t } = locale;
  const resolvePage = locale.to('resolvePage');
  const main = html`${pageHead({ icon: 'list', title: t(TEXT.title), lead: t(TEXT.lead) }, locale)}
    <div class="list-page">
      <form
        id="coverage-form"
        class="coverage-form"
        action="${locale.link('/coverage/upload')}"
        method="post"
        enctype="multipart/form-data"
      >
        ${listField({ label: TEXT.ids, hint: TEXT.hint, ids, error }, locale)}
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
            ${resolvePage !== undefined && html`<a href="${resolvePage}">${t(TEXT.resolveAll)}</a>`}
          </p>
        </div>
        <p><button type="submit">${t(TEXT.check)}</button></p>
      </form>
      ${verdictMeanings(locale)}
    </div>
    <div id="coverage" hidden>${places(locale)}</div>
    <p id="announcement" class="visually-hidden" role="status"></p>
    <div id="coverage-answer">${result}</div>`;
  return {
    main: html`${main}${dataBlock('application/json', scriptData(locale))}`,
    scripts: ['coverage.js'],
    hasThreads: true,
  };
}

/** The meaning of each finding, next to the form. */
function verdictMeanings(locale: Locale): Html {
  const { t, link } = locale;
  const meanings = Object.entries(texts.meanings).map(([verdict, meaning]): Definition => {
    const key = verdict as keyof typeof texts.meanings;
    return [html`<span class="badge ${VERDICT_TONE[key]}">${t(texts.verdicts[key])}</span>`, t(meaning)];
  });
  return html`<aside class="card" aria-labelledby="learn">
    <h2 id="learn">${t(TEXT.learn)}</h2>
    ${definitionList('fact-list', meanings, locale)}
    <p><a href="${link(`/coverage/report?ids=${EXAMPLE_LIST}`)}">${t(TEXT.example)}</a></p>
  </aside>`;
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
