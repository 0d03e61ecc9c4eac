/** The part of an entity's page about reuse: the box for other pages, citations, the data. */
import { dayOf } from '../../core/model/days.ts';
import type { Context } from '../../core/http/door.ts';
import { codeToCopy, copying, folded } from './elements.ts';
import { html, type Html } from '../../shared/http/html.ts';
import type { Locale } from '../../shared/http/locale.ts';
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';
import { citationOf } from './citation.ts';
import texts from './texts/entity.json' with { type: 'json' };

const TEXT = texts.page;
/** Identifier of the entity in examples. */
const SHOWN = '118540238';

export function reuse(answer: LinksAnswer, { doors, clock }: Context, locale: Locale): Html {
  const { t, absolute, link, to } = locale;
  const relations = to('relations', { gnd: answer.entity.gnd });
  const { gnd } = answer.entity;
  const box = doors.find(({ name }) => name === 'embed')?.use?.example?.(absolute(''));
  const cited = { page: absolute(`/gnd/${gnd}?snapshot=${answer.snapshot.id}`), accessed: dayOf(clock()) };
  const { sentence, bibtex } = citationOf(answer, cited, locale);
  return html`<details class="reuse" id="reuse">
    <summary><h2>${t(TEXT.reuse)}</h2></summary>
    <h3 id="cite">${t(TEXT.cite)}</h3>
    <p class="copyable" ${copying(locale)}><bdi>${sentence}</bdi></p>
    ${folded('BibTeX', codeToCopy(bibtex, 'BibTeX', locale))}
    ${
      // A box about an entity without links shows nothing.
      box !== undefined &&
      answer.links.total > 0 &&
      html`<h3 id="box">${t(TEXT.box)}</h3>
        ${codeToCopy(box.replaceAll(SHOWN, gnd), t(TEXT.box), locale)}
        <p class="soft"><a href="${link('/docs/embed')}">${t(TEXT.boxMore)}</a></p>`
    }
    <h3>${t(TEXT.files)}</h3>
    <p>
      <a href="${to('links', { gnd })}">JSON</a>${
        relations !== undefined && html` · <a href="${relations}">${t(texts.relations.page.file)}</a>`
      }
    </p>
  </details>`;
}
