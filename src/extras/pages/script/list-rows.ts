/** The visible rows of a result: those of the chosen filter, a page at a time. */
import { byId, element, number, t } from './page.ts';

/** Rows of a page. */
const PAGE = 100;

interface ShownRows<R> {
  /** Rows of the page. */
  readonly shown: readonly R[];
  /** Updates the range and the buttons of the pager. */
  readonly updatePager: () => void;
}

/**
 * @param filters by key; `all` first
 * @param nameOf name of a filter for people
 * @param draw called when other rows are to be shown
 */
export function createRows<R>(
  filters: Readonly<Record<string, (row: R) => boolean>>,
  nameOf: (key: string) => string,
  draw: () => void,
) {
  let filter = 'all';
  let page = 0;

  function choose(key: string) {
    filter = key;
    page = 0;
    draw();
  }

  function turn(step: number) {
    page += step;
    draw();
    byId('rows-title').scrollIntoView({ block: 'start' });
  }

  /** Uses `aria-disabled`, because `disabled` would take the focus away. */
  function setDisabled(id: string, isDisabled: boolean) {
    byId(id).setAttribute('aria-disabled', String(isDisabled));
  }

  for (const [id, step] of [
    ['previous', -1],
    ['next', 1],
  ] as const) {
    byId(id).addEventListener('click', () => byId(id).getAttribute('aria-disabled') === 'true' || turn(step));
  }

  return {
    reset() {
      filter = 'all';
      page = 0;
    },
    /** @param counts of rows, by filter */
    drawFilter(counts: Readonly<Record<string, number>>) {
      const box = byId('filter');
      for (const [key, n] of Object.entries(counts)) {
        const id = `filter-${key}`;
        let input = document.getElementById(id) as HTMLInputElement | null;
        if (input === null) {
          input = element('input', { type: 'radio', name: 'filter', id, value: key });
          input.addEventListener('change', () => choose(key));
          const swatch = element('span', { class: `swatch ${key}`, 'aria-hidden': 'true' });
          const label = element('label', { for: id }, swatch, `${nameOf(key)} `, element('span'));
          box.append(element('span', { class: 'chip' }, input, label));
        }
        input.checked = key === filter;
        const chip = input.closest('.chip') as HTMLElement;
        chip.hidden = n === 0 && key !== filter;
        chip.querySelector('label > span:last-child')?.replaceChildren(number(n));
      }
    },
    shownOf(rows: readonly R[]): ShownRows<R> {
      const all = rows.filter(filters[filter] ?? (() => true));
      page = Math.max(0, Math.min(page, Math.ceil(all.length / PAGE) - 1));
      const shown = all.slice(page * PAGE, (page + 1) * PAGE);
      return {
        shown,
        updatePager() {
          const from = page * PAGE;
          byId('range').textContent = t('range', { from: from + 1, to: from + shown.length, total: all.length });
          byId('pager').hidden = all.length <= PAGE;
          setDisabled('previous', page === 0);
          setDisabled('next', from + shown.length >= all.length);
        },
      };
    },
  };
}
