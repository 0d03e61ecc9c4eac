/** The part of the page of a source for those who keep it, folded: findings, a check of a new version, news. */
import { html, type Html, type Part } from '../../shared/http/html.ts';
import type { Locale } from '../../shared/http/locale.ts';
import { folded, foldedList, table } from './elements.ts';
import type { Finding, ReportPart, ReportTable, Step } from '../keeper/report.ts';
import { wordingIn } from './source-words.ts';
import texts from '../keeper/texts/keeper.json' with { type: 'json' };
import sourceTexts from './texts/source.json' with { type: 'json' };

const TEXT = texts.page;
/** Number of visible examples of a finding, and of visible rows of a table; further ones are folded. */
const VISIBLE = { examples: 3, rows: 10 } as const;

/** @param before facts before the report @param after parts after it */
export function keeperPart(parts: readonly ReportPart[], before: Part, after: readonly Part[], locale: Locale): Html {
  return html`<details class="keeper">
    <summary><h2>${locale.t(TEXT.keeper)}</h2></summary>
    ${before}
    ${parts.map(
      (part) =>
        html`<section aria-labelledby="keeper-${part.id}">
          <h3 id="keeper-${part.id}">${part.heading}</h3>
          ${contentOf(part, locale)}
        </section>`,
    )}
    ${after}
  </details>`;
}

function contentOf(
  { id, sentences, steps, findings, table: shown, file }: ReportPart,
  locale: Locale,
): readonly (Html | false)[] {
  return [
    html`${sentences.map((sentence) => html`<p>${sentence}</p>`)}`,
    steps !== undefined &&
      html`<ol>
        ${steps.map((step) => html`<li>${stepOf(step)}</li>`)}
      </ol>`,
    findings !== undefined && findingTable(findings, locale),
    shown !== undefined && reportTable(id, shown, locale),
    file !== undefined && html`<p>${file.text}: <a href="${file.address}" download>${file.name}</a></p>`,
  ];
}

function stepOf({ text, lines, link }: Step): Html {
  return html`${text} ${link !== undefined && html`<a href="${link.slice(link.indexOf('#'))}">${link}</a>`}
  ${lines !== undefined && html`<pre tabindex="0">${lines.join('\n')}</pre>`}`;
}

function findingTable(findings: readonly Finding[], locale: Locale): Html {
  const { t, number } = locale;
  const summary = (n: number) => t(sourceTexts.page.andMore, { n });
  const rows = findings.map(({ text, count, examples }) => [
    text,
    number(count),
    foldedList(
      examples.map((example) => html`<code>${example}</code>`),
      { visible: VISIBLE.examples, summary },
    ),
  ]);
  const head = [t(TEXT.finding), t(TEXT.number), t(TEXT.text)];
  return table({ className: 'findings', name: t(TEXT.lines), head, numbers: [1], rows });
}

function reportTable(id: string, { head, rows }: ReportTable, locale: Locale): Html {
  const [first = '', second = first] = head;
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? cell : wordingIn(cell, locale))));
  const content = table({ className: id, name: second, head, rows: cells });
  return rows.length <= VISIBLE.rows ? content : folded(`${second} (${rows.length})`, content);
}
