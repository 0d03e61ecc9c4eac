/** What is known of a list: kept small, counted, and written as CSV and JSON as the interface writes them. */

/** @import { Item, Row, Share, Snapshot, Verdict } from './types.d.ts' */
/** @typedef {{ snapshot: Snapshot, items: (Item & { input: string })[] }} Answer */

/** @type {readonly Verdict[]} */
export const VERDICTS = ['covered', 'no_links', 'redirected', 'deleted', 'unknown', 'invalid'];

const COLUMNS = /** @type {const} */ (['reason', 'suggestion', 'gnd', 'uri', 'type', 'preferredName', 'links']);

/**
 * @param {readonly string[]} distinct
 * @param {readonly number[]} positions for every place of the list which of the distinct entries
 * @returns {Row[]}
 */
export function rowsOf(distinct, positions) {
  const rows = distinct.map((input) => ({ input, times: 0 }));
  for (const position of positions) {
    const row = rows[position];
    if (row !== undefined) row.times += 1;
  }
  return rows;
}

/** Takes answers into rows; texts that occur again and again are kept once. */
export function createIntake() {
  /** @type {Map<string, string>} */
  const known = new Map();
  /** @param {string} text */
  const once = (text) => {
    if (!known.has(text)) known.set(text, text);
    return known.get(text) ?? text;
  };

  /**
   * @param {readonly Row[]} rows that were asked for, in this order
   * @param {unknown} body
   * @returns {Snapshot} of which data it is
   * @throws when it is not the answer to this question
   */
  return (rows, body) => {
    const { items, snapshot } = /** @type {Answer} */ (body);
    if (!Array.isArray(items) || items.length !== rows.length)
      throw new TypeError('Not the report that was asked for.');
    for (const [index, row] of rows.entries()) {
      const { sources, ...item } = /** @type {Item} */ (items[index]);
      row.item = { ...item, ...(sources && { sources: sources.map(once) }) };
      // They can be told from the row and from the other categories, and a hundred thousand of them take room.
      Reflect.deleteProperty(row.item, 'input');
      Reflect.deleteProperty(row.item, 'missingCategories');
    }
    return snapshot;
  };
}

/** @param {Row} row */
export function suggestionOf({ item, corrected }) {
  return corrected === undefined ? item?.suggestion : undefined;
}

/**
 * What is asked in the place of the input from now on.
 * @param {Row} row
 * @param {string} suggestion
 */
export function correct(row, suggestion) {
  if (row.item !== undefined) row.before = row.item;
  row.corrected = suggestion;
  delete row.item;
}

/** @param {Row} row */
export function undoCorrection(row) {
  if (row.before === undefined) return;
  row.item = row.before;
  delete row.before;
  delete row.corrected;
}

/**
 * Counts distinct entries; entities and links are counted once, however many numbers lead to them.
 * @param {readonly Row[]} rows
 */
export function summaryOf(rows) {
  const verdicts = /** @type {Record<Verdict, number>} */ (Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])));
  let inputs = 0;
  let answered = 0;
  let suggestions = 0;
  let corrected = 0;
  for (const row of rows) {
    inputs += row.times;
    if (row.corrected !== undefined) corrected += 1;
    if (row.item === undefined) continue;
    answered += 1;
    verdicts[row.item.verdict] = (verdicts[row.item.verdict] ?? 0) + 1;
    if (suggestionOf(row) !== undefined) suggestions += 1;
  }
  const entities = entitiesOf(rows);
  const links = entities.reduce((sum, item) => sum + (item.links ?? 0), 0);
  return {
    inputs,
    distinct: rows.length,
    answered,
    verdicts,
    suggestions,
    corrected,
    entities: entities.length,
    links,
  };
}

/** @param {readonly Row[]} rows @returns {Item[]} each entity once */
export function entitiesOf(rows) {
  /** @type {Map<string, Item>} */
  const entities = new Map();
  for (const { item } of rows) {
    if (item?.links !== undefined && item.gnd !== undefined && !entities.has(item.gnd)) entities.set(item.gnd, item);
  }
  return [...entities.values()];
}

/**
 * How many entities have a link, by whatever names the links go.
 * @param {readonly Item[]} entities
 * @param {(item: Item) => readonly string[]} keysOf
 * @param {readonly string[]} [order] these come first and all of them; the others by number
 * @returns {Share[]}
 */
export function sharesOf(entities, keysOf, order = []) {
  /** @type {Map<string, number>} */
  const counts = new Map(order.map((key) => [key, 0]));
  for (const item of entities) for (const key of keysOf(item)) counts.set(key, (counts.get(key) ?? 0) + 1);
  const shares = [...counts].map(([key, n]) => ({
    key,
    entities: n,
    share: entities.length === 0 ? 0 : n / entities.length,
  }));
  const known = new Set(order);
  const rest = shares.filter(({ key }) => !known.has(key));
  rest.sort((a, b) => b.entities - a.entities || (a.key < b.key ? -1 : 1));
  return [...shares.filter(({ key }) => known.has(key)), ...rest];
}

/** @param {Item} item */
export const categoriesOf = (item) => Object.keys(item.byCategory ?? {});
/** @param {Item} item */
export const sourcesOf = (item) => item.sources ?? [];

/**
 * Lines of the list as it was given, with repetitions, as far as they are answered. The columns are those of the
 * interface; `corrected` is appended when something was.
 * @param {readonly Row[]} rows
 * @param {readonly number[]} positions
 * @param {readonly string[]} categories
 * @returns {string[]} one text per line, which put together are the file
 */
export function csvLines(rows, positions, categories) {
  const isCorrected = rows.some(({ corrected }) => corrected !== undefined);
  const header = ['input', 'verdict', ...COLUMNS, ...categories, 'sources', ...(isCorrected ? ['corrected'] : [])];
  const lines = rows.map((row) => (row.item === undefined ? '' : csvLine(row, row.item, categories, isCorrected)));
  return [`${header.join(',')}\r\n`, ...positions.map((position) => lines[position] ?? '')];
}

/** @param {Row} row @param {Item} item @param {readonly string[]} categories @param {boolean} isCorrected */
function csvLine({ input, corrected }, item, categories, isCorrected) {
  const { byCategory, sources, verdict } = item;
  const cells = [
    input,
    verdict,
    ...COLUMNS.map((column) => item[column]),
    ...categories.map((key) => byCategory && (byCategory[key] ?? 0)),
    sources?.join(' '),
    ...(isCorrected ? [corrected] : []),
  ];
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** What makes a spreadsheet take a cell for a formula, also behind other separators; as in the API's own table. CWE-1236 */
const FORMULA = /(^|[;|\t])(?=[\s\p{Cf}"']*[=+\-@\t\uFF1D\uFF0B\uFF0D\uFF20\u2212])/gu;

/** @param {string | number | undefined} value */
export function csvCell(value) {
  if (typeof value !== 'string') return String(value ?? '');
  const clean = value.replace(/\p{Cc}/gu, (character) => (character === '\t' ? character : ' '));
  const text = clean.replace(FORMULA, "$1'");
  return /[",]|^\s|\s$|^'/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * The report of the whole list in the form of the interface's; `corrected` beside `input` where it was.
 * @param {readonly Row[]} rows
 * @param {readonly number[]} positions
 * @param {readonly string[]} categories
 * @param {readonly Snapshot[]} snapshots that answers came from, the newest last
 * @returns {string[]} pieces of one text
 */
export function jsonPieces(rows, positions, categories, snapshots) {
  const texts = rows.map((row) =>
    row.item === undefined ? undefined : JSON.stringify(wholeItem(row, row.item, categories)),
  );
  const { distinct } = summaryOf(rows);
  const lines = positions.flatMap((position) => texts[position] ?? []);
  const verdicts = summaryOf(positions.flatMap((position) => rows[position] ?? [])).verdicts;
  const { no_links: noLinks, ...others } = verdicts;
  const head = {
    apiVersion: '1.0.0',
    snapshot: snapshots.at(-1),
    ...(snapshots.length > 1 && { snapshots }),
    summary: { requested: lines.length, distinct, noLinks, ...others },
  };
  const begin = JSON.stringify(head).slice(0, -1);
  return [`${begin},"items":[\n`, ...lines.map((line, index) => (index === 0 ? line : `,\n${line}`)), '\n]}\n'];
}

/** @param {Row} row @param {Item} item @param {readonly string[]} categories */
function wholeItem({ input, corrected }, item, categories) {
  const { byCategory, sources, ...rest } = item;
  return {
    input,
    ...rest,
    ...(corrected !== undefined && { corrected }),
    ...(byCategory && { byCategory, missingCategories: categories.filter((key) => byCategory[key] === undefined) }),
    ...(sources && { sources }),
  };
}
