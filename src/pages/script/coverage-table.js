/** The rows of the result, a hundred at a time, and what may be done with each. */

/** @typedef {import('./coverage-results.js').Row} Row */
/** @typedef {import('./coverage-results.js').Item} Item */

/**
 * What the page says, in its language.
 * @typedef {object} Speech
 * @property {Readonly<Record<string, string>>} text
 * @property {Readonly<Record<string, string>>} verdicts
 * @property {Readonly<Record<string, string>>} tones
 * @property {Readonly<Record<string, string>>} reasons
 * @property {Readonly<Record<string, string>>} types
 * @property {string} query of links to other pages
 * @property {string} language
 */

/**
 * @typedef {object} Names
 * @property {ReadonlyMap<string, string>} categories labels by key
 * @property {ReadonlyMap<string, string>} sources
 */

/** @typedef {{ accept: (row: Row, suggestion: string) => void, undo: (row: Row) => void }} Actions */

/** Rows of a page. */
export const PAGE = 100;

/**
 * @param {string} text
 * @param {Readonly<Record<string, string | number>>} values for what stands in braces
 */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/**
 * An element with its attributes and children; texts are texts.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Readonly<Record<string, string>>} [attributes]
 * @param {readonly (Node | string)[]} [children]
 */
export function element(name, attributes = {}, children = []) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/**
 * @param {readonly Row[]} rows of one page
 * @param {Speech} speech
 * @param {Names} names
 * @param {Actions} actions
 */
export function resultTable(rows, speech, names, actions) {
  const { text } = speech;
  if (rows.length === 0) return element('p', {}, [text['empty'] ?? '']);
  const columns = ['number', 'finding', 'entity', 'links', 'categories'];
  // The roles stay when a narrow screen shows the rows as blocks.
  const head = columns.map((key) => {
    const attributes = { scope: 'col', role: 'columnheader', ...(key === 'links' && { class: 'number' }) };
    return element('th', attributes, [text[key] ?? '']);
  });
  const body = rows.map((row) => resultRow(row, speech, names, actions));
  return element('table', { class: 'coverage-table', role: 'table', 'aria-labelledby': 'rows-title' }, [
    element('thead', { role: 'rowgroup' }, [element('tr', { role: 'row' }, head)]),
    element('tbody', { role: 'rowgroup' }, body),
  ]);
}

/**
 * @param {Row} row
 * @param {Speech} speech
 * @param {Names} names
 * @param {Actions} actions
 */
function resultRow(row, speech, names, actions) {
  const { text, types } = speech;
  const { item } = row;
  const number = new Intl.NumberFormat(speech.language);
  /** @type {(Node | string)[]} */
  const entity = [];
  if (item?.gnd !== undefined && item.preferredName !== undefined) {
    entity.push(element('bdi', {}, [entityLink(item.gnd, item.preferredName, speech)]));
  }
  if (item?.type !== undefined) entity.push(element('div', { class: 'soft' }, [types[item.type] ?? item.type]));
  const links = item?.links === undefined ? [] : [number.format(item.links)];
  /** @type {readonly [string, readonly (Node | string)[]][]} */
  const cells = [
    ['number', inputCell(row, speech, actions)],
    ['finding', findingCell(row, speech, actions)],
    ['entity', entity],
    ['links', links],
    ['categories', item === undefined ? [] : categoriesCell(item, speech, names)],
  ];
  const made = cells.map(([key, children]) => {
    const cell = element('td', { role: 'cell', ...(key === 'links' && { class: 'number' }) }, children);
    if (children.length > 0) cell.dataset['label'] = text[key] ?? '';
    return cell;
  });
  return element('tr', { role: 'row' }, made);
}

/**
 * @param {Row} row
 * @param {Speech} speech
 * @param {Actions} actions
 */
function inputCell(row, { text }, actions) {
  /** @type {(Node | string)[]} */
  const parts = [element('code', {}, [row.input])];
  if (row.times > 1) parts.push(element('div', { class: 'soft' }, [fill(text['times'] ?? '', { n: row.times })]));
  if (row.corrected !== undefined) {
    const undo = element('button', { type: 'button', class: 'quiet small' }, [text['undo'] ?? '']);
    undo.addEventListener('click', () => actions.undo(row));
    const said = element('div', {}, [`${text['correctedTo']} `, element('code', {}, [row.corrected]), ' ']);
    parts.push(said, undo);
  }
  return parts;
}

/**
 * @param {Row} row
 * @param {Speech} speech
 * @param {Actions} actions
 */
function findingCell(row, speech, actions) {
  const { text, verdicts, tones, reasons } = speech;
  const { item, corrected } = row;
  if (item === undefined) return ['…'];
  const { verdict, reason, suggestion, successors = [] } = item;
  const badge = element('span', { class: `badge ${tones[verdict] ?? ''}` }, [verdicts[verdict] ?? verdict]);
  /** @type {(Node | string)[]} */
  const parts = [badge];
  if (reason !== undefined) parts.push(element('div', {}, [reasons[reason] ?? reason]));
  if (successors.length > 0) {
    const all = successors.flatMap((id) => [' ', entityLink(id, id, speech)]);
    parts.push(element('div', {}, [`${text['successors']}:`, ...all]));
  }
  if (suggestion !== undefined && corrected === undefined) {
    const accept = element('button', { type: 'button', class: 'small', 'data-accept': '' }, [
      fill(text['accept'] ?? '', { id: suggestion }),
    ]);
    accept.addEventListener('click', () => actions.accept(row, suggestion));
    parts.push(element('div', {}, [accept]));
  }
  return parts;
}

/**
 * @param {Item} item
 * @param {Speech} speech
 * @param {Names} names
 */
function categoriesCell({ byCategory = {}, sources = [] }, { text }, names) {
  const counts = Object.entries(byCategory).map(([key, n]) => `${names.categories.get(key) ?? key}\u00A0${n}`);
  /** @type {(Node | string)[]} */
  const parts = [counts.join(' · ')];
  if (sources.length === 0) return counts.length === 0 ? [] : parts;
  const details = element('details', {}, [
    element('summary', {}, [fill(text['sourceCount'] ?? '', { n: sources.length })]),
  ]);
  const open = () => {
    const list = sources.map((key) => element('li', {}, [names.sources.get(key) ?? key]));
    details.append(element('ul', {}, list));
  };
  // A page has thousands of them, and most stay closed.
  details.addEventListener('toggle', open, { once: true });
  parts.push(details);
  return parts;
}

/**
 * @param {string} id
 * @param {string} name
 * @param {Speech} speech
 */
export function entityLink(id, name, { query }) {
  return element('a', { href: `/gnd/${encodeURIComponent(id)}${query}` }, [name]);
}
