/** Draws the result: a bar of verdicts, and tables with shares by category and source. */
import type { Share } from './coverage-results.ts';
import { element, names, number, t, tag } from './page.ts';

/** Number of visible rows; further ones are folded. */
const MAX_VISIBLE = 8;

/** A bar of parts that make up a whole. */
export function verdictBar(parts: readonly { tone: string; n: number }[]) {
  const total = parts.reduce((sum, { n }) => sum + n, 0);
  const frame = { class: 'coverage-bar', viewBox: '0 0 1000 12', preserveAspectRatio: 'none', 'aria-hidden': true };
  const bar = drawing('svg', frame);
  let x = 0;
  for (const { tone, n } of parts) {
    const width = (n / total) * 1000;
    if (n > 0) bar.append(drawing('rect', { class: tone, x, width, height: 12 }));
    x += width;
  }
  return bar;
}

function drawing(name: 'svg' | 'rect', attributes: Readonly<Record<string, unknown>>) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 });

/** Tables of shares, the largest first; further rows are folded. */
export function shareTables(what: 'category' | 'source', shares: readonly Share[]) {
  const labels = what === 'category' ? names.categories : names.sources;
  const title = t(what === 'category' ? 'byCategory' : 'bySource');
  const tableOf = (some: readonly Share[]) => shareTable(title, t(what), some, labels);
  if (shares.length <= MAX_VISIBLE + 1) return [tableOf(shares)];
  const more = element('details', {}, element('summary', {}, t('more', { n: shares.length - MAX_VISIBLE })));
  more.addEventListener('toggle', () => more.append(tableOf(shares.slice(MAX_VISIBLE))), { once: true });
  return [tableOf(shares.slice(0, MAX_VISIBLE)), more];
}

function shareTable(title: string, what: string, shares: readonly Share[], labels: ReadonlyMap<string, string>) {
  const heads = [what, t('share'), t('entities')].map((head, index) =>
    element('th', { scope: 'col', ...(index > 0 && { class: 'number' }) }, head),
  );
  const rows = shares.map(({ key, share, entities }) => {
    const drawn = verdictBar([
      { tone: 'some', n: share },
      { tone: 'none', n: 1 - share },
    ]);
    return element(
      'tr',
      {},
      element('th', { scope: 'row' }, labels.get(key) ?? key, drawn),
      element('td', { class: 'number' }, percent.format(share)),
      element('td', { class: 'number' }, number(entities)),
    );
  });
  return element(
    'table',
    { class: 'coverage-shares' },
    element('caption', {}, title),
    element('thead', {}, element('tr', {}, ...heads)),
    element('tbody', {}, ...rows),
  );
}
