/** The contents beside a document: its sections, and all documents. */
import type { Door } from '../../core/http/door.ts';
import { html, type Html, type Part } from '../../shared/http/html.ts';
import type { Locale } from '../../shared/http/locale.ts';
import { namesOf, pathOfDocument, titleOf } from './documents.ts';
import texts from './texts/docs.json' with { type: 'json' };

const TEXT = texts.page;

export interface Section {
  /** Its fragment. */
  readonly id: string;
  readonly heading: Part;
}

/** @param name of the document; of the pages of problems, which are not in the list, `problems` */
export function contents(name: string, sections: readonly Section[], doors: readonly Door[], locale: Locale): Html {
  const { t, link } = locale;
  const links = namesOf(doors).map(
    (other) =>
      html`<li>
        <a href="${link(pathOfDocument(other))}" ${other === name && html` aria-current="page"`}>
          ${titleOf(other, locale)}
        </a>
      </li>`,
  );
  return html`<nav class="contents jump" aria-label="${t(TEXT.contents)}">
    <details>
      <summary>${t(TEXT.contents)}</summary>
      <ul class="documents">
        ${links}
      </ul>
    </details>
    ${
      sections.length > 0 &&
      html`<p>${t(TEXT.sections)}</p>
        <ul>
          ${sections.map(({ id, heading }) => html`<li><a href="#${id}">${heading}</a></li>`)}
        </ul>`
    }
  </nav>`;
}
