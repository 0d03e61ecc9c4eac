/** Links to the pages of a long list. */
import { html, type Html } from '../../shared/http/html.ts';
import type { Locale } from '../../shared/http/locale.ts';
import texts from './texts/results.json' with { type: 'json' };

const TEXT = texts.page;

/** Links to the neighbouring pages, and to the numbers of these, of the first and of the last one; undefined for a single page. */
export function pagination(page: number, pages: number, addressOf: (page: number) => string, locale: Locale) {
  const { t, number } = locale;
  if (pages <= 1) return undefined;
  const middle = Math.min(Math.max(page, 2), pages - 1);
  const numbers = [...new Set([1, middle - 1, middle, middle + 1, pages])].filter((one) => one > 0);
  const link = (to: number, content: string, attributes?: Html | false) =>
    html`<li><a href="${addressOf(to)}" ${attributes}>${content}</a></li>`;
  return html`<nav class="pagination" aria-label="${t(TEXT.pages)}">
    <ul>
      ${page > 1 && link(page - 1, t(TEXT.previous), html`rel="prev"`)}
      ${numbers.map((one, at) => html`${at > 0 && one - (numbers[at - 1] ?? 0) > 1 && html`<li>…</li>`}${link(one, number(one), one === page && html`aria-current="page"`)}`)}
      ${page < pages && link(page + 1, t(TEXT.next), html`rel="next"`)}
    </ul>
  </nav>`;
}
