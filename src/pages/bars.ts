/** Numbers as bars within a table: drawn for the eye, and still a table for everybody else. */
import { html, type Html } from './html.ts';
import { numberIn, type Speech } from './language.ts';

export interface Bar {
  readonly label: string;
  readonly value: number;
}

export interface BarTable {
  readonly caption: string;
  /** Heads of the two columns. */
  readonly columns: readonly [label: string, value: string];
  readonly bars: readonly Bar[];
}

/** Longest first. */
export function barTable({ caption, columns, bars }: BarTable, speech: Speech): Html {
  const sorted = bars.toSorted((a, b) => b.value - a.value);
  const longest = Math.max(1, sorted[0]?.value ?? 1);
  return html`<table class="bars">
    <caption>
      ${caption}
    </caption>
    <thead class="visually-hidden">
      <tr>
        <th scope="col">${columns[0]}</th>
        <th scope="col" class="number">${columns[1]}</th>
      </tr>
    </thead>
    <tbody>
      ${sorted.map(
        ({ label, value }) =>
          html`<tr>
            <th scope="row">${label} ${bar(value / longest)}</th>
            <td class="number">${numberIn(value, speech)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** @param share 0 to 1; what is more than nothing can be seen */
function bar(share: number): Html {
  const width = share === 0 ? 0 : Math.max(0.5, Math.round(share * 1000) / 10);
  return html`<svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
    <rect width="${width}" height="1" />
  </svg>`;
}
