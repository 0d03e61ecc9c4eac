/** Functions that `looking.ts` calls within a page. */

/** Focused elements in order. @type {{ mark: string | null, hasOutline: boolean, html: string }[]} */
const focused = [];
Object.assign(globalThis, {
  inPage: { markNewKinds, language, overflow, tornCells, bareHeadings, unfold, markInteractive, focused },
});

// Stops timers, so that a page with a countdown does not load again during the checks.
for (let timer = Number(setInterval(() => {}, 1e6)); timer > 0; timer -= 1) clearInterval(timer);

function language() {
  return document.documentElement.lang;
}

function unfold() {
  for (const folded of document.querySelectorAll('details')) folded.open = true;
}

/** Name, class and states of an element and of the one around it, and the colours of its text and of what is behind it. @param {Element} element */
function kindOf(element) {
  const names = [element, element.parentElement].map((one) =>
    [one?.tagName, ...['class', 'aria-current', 'type'].map((name) => one?.getAttribute(name))].join('.'),
  );
  return [names.join(' in '), getComputedStyle(element).color, groundOf(element)].join(', ');
}

/** @param {Element} [element] @returns {string} */
function groundOf(element) {
  if (element === undefined) return '';
  const { backgroundColor } = getComputedStyle(element);
  return backgroundColor === 'rgba(0, 0, 0, 0)' ? groundOf(element.parentElement ?? undefined) : backgroundColor;
}

/** Marks elements of a kind that is not yet known. @param {string[]} known @returns {string[]} their kinds */
function markNewKinds(known) {
  const elements = [...document.querySelectorAll('body *')].filter((element) => !known.includes(kindOf(element)));
  for (const element of elements) element.setAttribute('data-new', '');
  return [...new Set(elements.map(kindOf))];
}

/** Elements that make the page scroll horizontally. @returns {string[]} */
function overflow() {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const widest = [...document.querySelectorAll('body *')]
    .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
    .slice(0, 3)
    .map((element) => element.outerHTML.slice(0, 120));
  return [`${scrollWidth - clientWidth} pixels too wide: ${widest.join(' | ')}`];
}

/** Cells whose sentence a grid takes apart: each text and each element would be placed by itself. @returns {string[]} */
function tornCells() {
  return [...document.querySelectorAll('td')]
    .filter((cell) => getComputedStyle(cell).display === 'grid')
    .filter(
      ({ childNodes }) => [...childNodes].filter((node) => node.nodeType === 3 && node.textContent?.trim()).length > 1,
    )
    .slice(0, 3)
    .map((cell) => `cell is taken apart: ${cell.outerHTML.slice(0, 160)}`);
}

/** Visible sections with nothing but their heading. @returns {string[]} */
function bareHeadings() {
  return [...document.querySelectorAll('section')]
    .map((section) => ({ section, heading: section.querySelector('h2, h3')?.textContent.trim() }))
    .filter(({ section, heading }) => section.checkVisibility() && section.textContent.trim() === heading)
    .map(({ heading }) => `nothing below the heading ${heading}`);
}

/** Marks visible interactive elements; of radio buttons of one name, Tab reaches only one. @returns {number} */
function markInteractive() {
  const selector = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]';
  /** @type {Set<string>} */
  const marks = new Set();
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(selector))) {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.matches(':disabled')) continue;
    const isRadio = element instanceof HTMLInputElement && element.type === 'radio';
    const mark = isRadio ? element.name : `${marks.size}`;
    element.dataset['mark'] = mark;
    marks.add(mark);
  }
  addEventListener('focusin', writeDown);
  return marks.size;
}

/** @param {FocusEvent} event */
function writeDown({ target }) {
  if (!(target instanceof Element)) return;
  const { outlineStyle, outlineWidth } = getComputedStyle(target);
  focused.push({
    mark: target instanceof HTMLElement || target instanceof SVGElement ? (target.dataset['mark'] ?? null) : null,
    hasOutline: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
    html: target.outerHTML.slice(0, 120),
  });
}
