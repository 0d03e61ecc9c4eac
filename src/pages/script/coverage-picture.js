/** The result as pictures: shares by category and source, and a matrix of entities and categories, each with its table. */

import { element, entityLink, language, names, number, t } from './coverage-page.js';

/** @import { Item, Share } from './types.d.ts' */

const SVG = 'http://www.w3.org/2000/svg';
/** Sizes of the matrix, in units of its picture. */
const CELL = 24;
const LABEL = 240;
const HEAD = 132;
/** Latin characters of a name that fit beside the matrix. */
const NAME_LENGTH = 28;
/** Sources that are shown before the rest is folded away. */
const FEW = 12;

/**
 * How large the square of a number of links is: 0 for none, 4 for many.
 * @param {number} links
 */
export function levelOf(links) {
  if (links <= 0) return 0;
  return links === 1 ? 1 : links < 5 ? 2 : links < 10 ? 3 : 4;
}

/**
 * @param {readonly (readonly number[])[]} matrix links by row and column
 * @returns {string[]} path data by level, from 1
 */
export function matrixPaths(matrix) {
  const paths = ['', '', '', ''];
  for (const [y, row] of matrix.entries()) {
    for (const [x, links] of row.entries()) {
      const level = levelOf(links);
      if (level === 0) continue;
      const side = level * 5;
      const margin = (CELL - side) / 2;
      paths[level - 1] += `M${x * CELL + margin} ${y * CELL + margin}h${side}v${side}h-${side}z`;
    }
  }
  return paths;
}

/**
 * What fits beside the matrix; characters of East Asian scripts are twice as wide.
 * @param {string} name
 */
export function shortened(name) {
  let width = 0;
  let short = '';
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    width += /[\u1100-\u11FF\u2E80-\uD7FF\uF900-\uFAFF\uFF00-\uFFE6]/.test(segment) ? 2 : 1;
    if (width > NAME_LENGTH) return `${short.trimEnd()}…`;
    short += segment;
  }
  return name;
}

/**
 * @param {string} name
 * @param {Readonly<Record<string, string | number>>} [attributes]
 * @param {readonly (Node | string)[]} [children]
 */
function svg(name, attributes = {}, children = []) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });

/** Parts of a whole beside each other. @param {readonly { tone: string, n: number }[]} parts */
export function verdictBar(parts) {
  const total = parts.reduce((sum, { n }) => sum + n, 0);
  let x = 0;
  const pieces = parts.flatMap(({ tone, n }) => {
    if (n === 0) return [];
    const piece = svg('rect', { class: tone, x, width: (n / total) * 1000, height: 12 });
    x += (n / total) * 1000;
    return piece;
  });
  return svg('svg', { class: 'coverage-bar', viewBox: '0 0 1000 12', preserveAspectRatio: 'none' }, pieces);
}

/** @param {readonly Share[]} shares */
export function categoryShares(shares) {
  return shareTable(t('byCategory'), t('category'), shares, names.categories);
}

/** @param {readonly Share[]} shares */
export function sourceShares(shares) {
  const tableOf = (/** @type {readonly Share[]} */ some) => shareTable(t('bySource'), t('source'), some, names.sources);
  const few = tableOf(shares.slice(0, FEW));
  if (shares.length <= FEW) return [few];
  const all = element('details', {}, [element('summary', {}, [t('moreSources', { n: shares.length })])]);
  all.addEventListener('toggle', () => all.append(tableOf(shares)), { once: true });
  return [few, all];
}

/**
 * @param {string} title
 * @param {string} what
 * @param {readonly Share[]} shares
 * @param {ReadonlyMap<string, string>} labels
 */
function shareTable(title, what, shares, labels) {
  const heads = [what, t('share'), t('entities')].map((head, index) =>
    element('th', { scope: 'col', ...(index > 0 && { class: 'number' }) }, [head]),
  );
  const rows = shares.map(({ key, share, entities }) => {
    const drawn = verdictBar([
      { tone: 'some', n: share },
      { tone: 'none', n: 1 - share },
    ]);
    drawn.setAttribute('aria-hidden', 'true');
    return element('tr', {}, [
      element('th', { scope: 'row' }, [labels.get(key) ?? key, drawn]),
      element('td', { class: 'number' }, [percent.format(share)]),
      element('td', { class: 'number' }, [number(entities)]),
    ]);
  });
  return element('table', { class: 'coverage-shares' }, [
    element('caption', {}, [title]),
    element('thead', {}, [element('tr', {}, heads)]),
    element('tbody', {}, rows),
  ]);
}

/** @param {readonly Item[]} entities @param {readonly string[]} categories @param {string} title */
export function matrixFigure(entities, categories, title) {
  const matrix = entities.map(({ byCategory = {} }) => categories.map((key) => byCategory[key] ?? 0));
  const details = element('details', {}, [element('summary', {}, [t('asTable')])]);
  const open = () => details.append(scrollable(title, matrixTable(entities, categories, matrix, title)));
  details.addEventListener('toggle', open, { once: true });
  return element('figure', { class: 'coverage-matrix' }, [
    element('figcaption', {}, [element('strong', {}, [title]), element('div', { class: 'soft' }, [t('legend')])]),
    scrollable(title, matrixPicture(entities, categories, matrix, title)),
    details,
  ]);
}

/** @param {string} title @param {Element} content */
function scrollable(title, content) {
  return element('div', { class: 'table-scroll', tabindex: '0', role: 'region', 'aria-label': title }, [content]);
}

/**
 * @param {readonly Item[]} entities
 * @param {readonly string[]} categories
 * @param {readonly (readonly number[])[]} matrix
 * @param {string} title
 */
function matrixPicture(entities, categories, matrix, title) {
  const width = LABEL + categories.length * CELL + HEAD / 2;
  const height = HEAD + entities.length * CELL;
  const columns = categories.map((key, x) => {
    const place = `translate(${LABEL + (x + 0.6) * CELL} ${HEAD - 8}) rotate(-50)`;
    return svg('text', { transform: place }, [names.categories.get(key) ?? key]);
  });
  const labels = entities.map(({ preferredName = '', gnd = '' }, y) => {
    const name = preferredName || gnd;
    return svg('text', { x: LABEL - 10, 'text-anchor': 'end', y: HEAD + (y + 0.7) * CELL }, [
      svg('title', {}, [name]),
      shortened(name),
    ]);
  });
  const lines = entities.map((_, y) => `M0 ${(y + 1) * CELL}h${categories.length * CELL}`).join('');
  const grid = svg('g', { transform: `translate(${LABEL} ${HEAD})` }, [
    svg('path', { class: 'lines', d: lines }),
    ...matrixPaths(matrix).map((d, level) => svg('path', { class: `level-${level + 1}`, d })),
  ]);
  const attributes = { viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': title };
  return svg('svg', attributes, [...columns, ...labels, grid]);
}

/**
 * @param {readonly Item[]} entities
 * @param {readonly string[]} categories
 * @param {readonly (readonly number[])[]} matrix
 * @param {string} title
 */
function matrixTable(entities, categories, matrix, title) {
  const heads = [t('entity'), ...categories.map((key) => names.categories.get(key) ?? key)].map((head) =>
    element('th', { scope: 'col' }, [head]),
  );
  const rows = entities.map(({ gnd = '', preferredName = '' }, y) =>
    element('tr', {}, [
      element('th', { scope: 'row' }, [element('bdi', {}, [entityLink(gnd, preferredName || gnd)])]),
      ...(matrix[y] ?? []).map((links) => element('td', { class: 'number' }, [links === 0 ? '–' : number(links)])),
    ]),
  );
  return element('table', {}, [
    element('caption', { class: 'visually-hidden' }, [title]),
    element('thead', {}, [element('tr', {}, heads)]),
    element('tbody', {}, rows),
  ]);
}
