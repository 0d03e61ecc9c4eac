/** The part of the page of a BEACON list that checks a new version in the browser. */
import type { SourceNote } from '../../core/snapshot/build-notes.ts';
import { dataBlock, html, type Html } from '../../shared/http/html.ts';
import type { Locale } from '../../shared/http/locale.ts';
import { textsForScript } from './elements.ts';
import texts from './texts/source-check.json' with { type: 'json' };
import reasons from '../keeper/texts/reasons.json' with { type: 'json' };

const TEXT = texts.page;

/** The hidden place of the check; its script shows and fills it. @returns false for a source that is not a list */
export function sourceCheck({ reading, scope }: Pick<SourceNote, 'reading' | 'scope'>, locale: Locale): Html | false {
  if (reading === undefined) return false;
  const { t, language } = locale;
  const data = {
    language,
    text: textsForScript(texts.script, locale),
    verdicts: textsForScript(reasons.problems, locale),
    // The page also names lines of the version in use that give no link.
    reasons: textsForScript({ ...reasons.rejections, ...reasons.flaws }, locale),
    check: { reading, scope },
  };
  return html`<section id="check" aria-labelledby="check-title" hidden>
    <h3 id="check-title">${t(TEXT.title)}</h3>
    <p id="check-lead">${t(TEXT.lead)}</p>
    <p class="row">
      <label for="check-file">${t(TEXT.choose)}</label>
      <input type="file" id="check-file" aria-describedby="check-lead" />
    </p>
    <progress id="check-progress" aria-labelledby="check-title" max="1" value="0" hidden></progress>
    <p id="check-status" role="status"></p>
    <div id="check-answer"></div>
    ${dataBlock('application/json', data)}
  </section>`;
}
