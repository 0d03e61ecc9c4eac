/** The report for the keeper of a list, as a part of the page of the list. */
import { html, type Html } from '../../shared/http/html.ts';
import type { Locale } from '../../shared/http/locale.ts';
import { scrollable, section, table } from './elements.ts';
import type { ReportPart, ReportTable, Step } from '../keeper/report.ts';
import { wordingIn } from './source-words.ts';
import texts from '../keeper/texts/keeper.json' with { type: 'json' };

/** Number of visible rows of a table; further ones are folded. */
const VISIBLE_ROWS = 10;

export function keeperSections(parts: readonly ReportPart[], feed: string, locale: Locale): Html {
  return html`${parts.map((part) => section(`keeper-${part.id}`, part.heading, ...contentOf(part, locale)))}
    <p><a href="${locale.address(feed)}" type="application/atom+xml">${locale.t(texts.page.feed)}</a></p>`;
}

/** Says why a source of records has no report. */
export function noKeeper({ t }: Locale): Html {
  return section('keeper', t(texts.page.none), html`<p>${t(texts.page.noneText)}</p>`);
}

function contentOf(
  { id, sentences, reason, steps, table: shown, files }: ReportPart,
  locale: Locale,
): readonly (Html | false)[] {
  return [
    html`${sentences.map((sentence) => html`<p>${sentence}</p>`)}`,
    reason !== undefined && html`<p>${wordingIn(reason, locale)}</p>`,
    steps !== undefined &&
      html`<ol>
        ${steps.map((step) => html`<li>${stepOf(step)}</li>`)}
      </ol>`,
    shown !== undefined && reportTable(id, shown, locale),
    files !== undefined &&
      html`<ul>
        ${files.map(({ text, name, address }) => html`<li>${text}: <a href="${address}" download>${name}</a></li>`)}
      </ul>`,
  ];
}

function stepOf({ text, lines, link }: Step): Html {
  return html`${text} ${link !== undefined && html`<a href="${link.slice(link.indexOf('#'))}">${link}</a>`}
  ${lines !== undefined && html`<pre tabindex="0">${lines.join('\n')}</pre>`}`;
}

export function reportTable(id: string, { head, rows }: ReportTable, locale: Locale): Html {
  const [first = '', ...others] = head;
  const cells = rows.map((row) =>
    row.map((cell, column) => {
      if (typeof cell !== 'string') return wordingIn(cell, locale);
      return column === 2 ? html`<code>${cell}</code>` : cell;
    }),
  );
  const content = scrollable(
    others[0] ?? first,
    table({ className: id === 'lines' ? 'rejected-lines' : id, head, rows: cells }),
  );
  if (rows.length <= VISIBLE_ROWS) return content;
  return html`<details>
    <summary>${others[0] ?? first} (${rows.length})</summary>
    ${content}
  </details>`;
}
