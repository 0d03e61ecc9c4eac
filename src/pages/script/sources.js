/** Lets the columns of the register be sorted: every head becomes a button. */

/** @typedef {(cell: string) => number | string} Key */

for (const table of document.querySelectorAll('table[data-sortable]')) {
  if (table instanceof HTMLTableElement) makeSortable(table);
}

/** @param {HTMLTableElement} table */
function makeSortable(table) {
  const [body] = table.tBodies;
  const heads = [...(table.tHead?.rows[0]?.cells ?? [])];
  if (body === undefined) return;
  heads.forEach((head, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener('click', () => {
      const descending = head.ariaSort === null ? head.dataset['sort'] === 'number' : head.ariaSort === 'ascending';
      for (const other of heads) other.removeAttribute('aria-sort');
      head.ariaSort = descending ? 'descending' : 'ascending';
      sortRows(body, column, keyOf(head.dataset['sort'] ?? 'text'), descending ? -1 : 1);
    });
  });
}

/** @param {HTMLTableSectionElement} body @param {number} column @param {Key} key @param {1 | -1} direction */
function sortRows(body, column, key, direction) {
  const collator = new Intl.Collator(document.documentElement.lang, { numeric: true });
  const rows = [...body.rows].map((row) => ({ row, key: key(textOf(row.cells[column])) }));
  rows.sort(
    (a, b) =>
      direction *
      (typeof a.key === 'number' && typeof b.key === 'number'
        ? a.key - b.key
        : collator.compare(String(a.key), String(b.key))),
  );
  body.append(...rows.map(({ row }) => row));
}

/**
 * What stands first in a cell: the rest explains it.
 * @param {HTMLTableCellElement | undefined} cell
 */
function textOf(cell) {
  return (cell?.firstChild?.textContent ?? '').trim();
}

/**
 * Numbers of one column have equally many decimals, so their digits are enough; other than that, a list says its order.
 * @param {string} sort `text`, `number`, or values in their order with a bar between
 * @returns {Key}
 */
function keyOf(sort) {
  if (sort === 'text') return (text) => text;
  if (sort === 'number') return (text) => Number(text.replace(/\D/g, '') || -1);
  const order = sort.split('|');
  return (text) => order.indexOf(text);
}
