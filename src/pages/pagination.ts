/** The way through many pages of results: the neighbours, the ends, and the nearest pages. */
import type { Label } from '../model/entity.ts';
import { html, type Html } from './html.ts';
import { inLanguage, numberIn, type Speech } from './language.ts';

const TEXT = {
  pages: { de: 'Ergebnisseiten', en: 'Pages of results' },
  page: { de: 'Seite', en: 'Page' },
  previous: { de: 'Zurück', en: 'Previous' },
  next: { de: 'Weiter', en: 'Next' },
} as const satisfies Record<string, Label>;

export interface Pagination {
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  readonly addressOf: (page: number) => string;
}

/** Undefined where there is but one page. */
export function pagination({ page, pages, addressOf }: Pagination, speech: Speech): Html | undefined {
  if (pages <= 1) return undefined;
  const say = (label: Label) => inLanguage(label, speech);
  const step = (to: number, rel: 'prev' | 'next', label: Label) =>
    to >= 1 && to <= pages && html`<li><a href="${addressOf(to)}" rel="${rel}">${say(label)}</a></li>`;
  const numbers = shownPages(page, pages);
  return html`<nav class="pagination" aria-label="${say(TEXT.pages)}">
    <ul>
      ${step(page - 1, 'prev', TEXT.previous)}
      ${numbers.map(
        (number, index) =>
          html`${index > 0 && number > (numbers[index - 1] ?? 0) + 1 && html`<li class="soft">…</li>`}
            <li>
              <a href="${addressOf(number)}" ${number === page && html` aria-current="page"`}
                ><span class="visually-hidden">${say(TEXT.page)} </span>${numberIn(number, speech)}</a
              >
            </li>`,
      )}
      ${step(page + 1, 'next', TEXT.next)}
    </ul>
  </nav>`;
}

/** The first, the last, and those beside the present one. */
function shownPages(page: number, pages: number): readonly number[] {
  const near = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages);
  return [...new Set(near)].toSorted((a, b) => a - b);
}
