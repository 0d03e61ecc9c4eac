/** The part of the page of a BEACON list that checks a new version in the browser. */
import type { Label } from '../../core/model/entity.ts';
import { PLAUSIBILITY_DEFAULTS } from '../../build/sources/register/register.ts';
import type { SourceNote } from '../../core/snapshot/build-notes.ts';
import { dataBlock, html, type Html } from '../../core/http/html.ts';
import type { Locale } from '../../core/http/locale.ts';
import texts from './texts/source-check.json' with { type: 'json' };
import reasons from '../keeper/texts/reasons.json' with { type: 'json' };

/** The hidden place of the check; its script shows and fills it. @returns false for a source that is not a list */
export function sourceCheck({ reading, scope }: Pick<SourceNote, 'reading' | 'scope'>, locale: Locale): Html | false {
  const { title, lead, choose } = texts.page;
  return reading !== undefined && checkSection({ title, lead, choose }, { reading, scope }, locale);
}

/** The check for a list that is not registered yet, without a version to compare it with. */
export function newListCheck(locale: Locale): Html {
  const { newTitle: title, newLead: lead, newChoose: choose, needsScripts } = texts.page;
  return html`<noscript><p>${locale.t(needsScripts)}</p></noscript>
    ${checkSection({ title, lead, choose }, { reading: { guard: PLAUSIBILITY_DEFAULTS } }, locale)}`;
}

function checkSection(
  { title, lead, choose }: Readonly<Record<'title' | 'lead' | 'choose', Label>>,
  check: Partial<Pick<SourceNote, 'reading' | 'scope'>>,
  { t, language }: Locale,
): Html {
  const inLanguage = (labels: Readonly<Record<string, Label>>) =>
    Object.fromEntries(Object.entries(labels).map(([key, label]) => [key, t(label)]));
  const data = {
    language,
    text: inLanguage(texts.script),
    verdicts: inLanguage(texts.verdicts),
    // The page also names lines of the version in use that give no link.
    reasons: inLanguage({ ...reasons.rejections, ...reasons.flaws }),
    check,
  };
  return html`<section id="check" aria-labelledby="check-title" hidden>
    <h2 id="check-title">${t(title)}</h2>
    <p id="check-lead">${t(lead)}</p>
    <p class="row">
      <label for="check-file">${t(choose)}</label>
      <input type="file" id="check-file" aria-describedby="check-lead" />
    </p>
    <progress id="check-progress" aria-labelledby="check-title" max="1" value="0" hidden></progress>
    <p id="check-status" role="status"></p>
    <div id="check-answer"></div>
    ${dataBlock('application/json', data)}
  </section>`;
}
