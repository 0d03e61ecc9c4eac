/** The form of the list check, with the meaning of each finding next to it. */
import { MAX_IDS } from '../../core/interface/coverage.ts';
import { html, type Html } from '../../shared/http/html.ts';
import type { Locale } from '../../shared/http/locale.ts';
import { VERDICT_TONE } from './coverage-report.ts';
import { type Definition, definitionList } from './elements.ts';
import { listPage, type ListState } from './list-form.ts';
import texts from './texts/coverage.json' with { type: 'json' };

const TEXT = texts.page;
/** Example of a list: identifiers of entities with many links, and a former, a deleted and a mistyped identifier. */
export const EXAMPLE_LIST = '118540238,4065105-8,1012979490,178066737,5036103-X,11854023Y';

export interface FormState extends ListState {
  /** Result of the form. */
  readonly result?: Html;
}

export function coverageForm(locale: Locale, state: FormState) {
  const { t, address, to } = locale;
  const resolvePage = to('resolvePage');
  const { categories, entity, finding, links, number, successors } = TEXT;
  const page = {
    ...state,
    icon: 'list',
    words: { title: TEXT.title, lead: TEXT.lead, ids: TEXT.ids, hint: TEXT.hint, submit: TEXT.check },
    form: { action: address('/coverage/report'), method: 'get', limits: t(TEXT.withoutScript, { maximum: MAX_IDS }) },
    columns: html`<p class="coverage-column">
      <label for="names-column">${t(TEXT.namesColumn)}</label>
      <select id="names-column" aria-describedby="names-hint"></select>
      <span id="names-hint" class="soft">${t(TEXT.namesHint)}</span>
    </p>`,
    fields: html`<p id="foreign" class="notice" hidden>
      <span></span> ${resolvePage !== undefined && html`<a href="${resolvePage}">${t(TEXT.resolveAll)}</a>`}
    </p>`,
    aside: verdictMeanings(locale),
    notices: html`<div id="suggestions" class="notice" hidden>
      <p></p>
      <p><button type="button" id="accept-all">${t(TEXT.acceptAll)}</button></p>
    </div>`,
    script: 'coverage.js',
    data: {
      text: { ...texts.script, categories, entity, finding, links, number, successors },
      verdicts: texts.verdicts,
      tones: VERDICT_TONE,
      reasons: texts.reasons,
    },
  } as const;
  return listPage(page, locale);
}

/** The meaning of each finding. */
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
