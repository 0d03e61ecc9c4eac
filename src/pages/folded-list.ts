/** A list that shows its beginning and folds the rest. */
import { html, type Html, type Part } from './html.ts';

export interface Folding {
  /** So many are shown; one more is no reason to fold. */
  readonly visible: number;
  /** What opens the rest. @param hidden how many */
  readonly summary: (hidden: number) => string;
  readonly className?: string;
}

export function foldedList(items: readonly Part[], { visible, summary, className = '' }: Folding): Html {
  const list = (part: readonly Part[]) =>
    html`<ul class="${`plain-list ${className}`.trim()}">
      ${part.map((item) => html`<li>${item}</li>`)}
    </ul>`;
  if (items.length <= visible + 1) return list(items);
  return html`${list(items.slice(0, visible))}
    <details class="fold">
      <summary>${summary(items.length - visible)}</summary>
      ${list(items.slice(visible))}
    </details>`;
}
