/** The state of a list: rows with their results, counts, comparison of names, and the table with the results added. */
import type { CoverageRowValue } from '../../../core/interface/coverage-schema.ts';
import { type Cell, type Column, type List, widened } from './list-table.ts';

/** A row of the API's report, without the input. */
export type Item = Omit<CoverageRowValue, 'input' | 'missingCategories'>;

type Verdict = Item['verdict'];

/** One distinct entry of the list. */
export interface Row {
  readonly input: string;
  times: number;
  /** Identifier that is sent instead of the input. */
  corrected?: string;
  /** Absent until there is an answer. */
  item?: Item;
  /** Result of the input before it was corrected. */
  before?: Item;
  /** Names in the rows of the identifier. */
  readonly names: Set<string>;
}

export interface Snapshot {
  readonly id: string;
  readonly date: string;
}

/** A list that is being checked. */
export interface Check {
  readonly list: List;
  /** Each distinct entry once. */
  readonly rows: readonly Row[];
  /** Preferred names of suggested entities, by identifier. */
  readonly suggested: ReadonlyMap<string, string>;
  /** Keys in the order of the API. */
  readonly categories: readonly string[];
  /** Snapshots of the answers, the newest last. */
  readonly snapshots: readonly Snapshot[];
}

/** How a name in the list agrees with the preferred name. */
type NameCheck = 'same' | 'similar' | 'different';
export type Share = ReturnType<typeof sharesOf>[number];

export const VERDICTS: readonly Verdict[] = [
  'covered',
  'no_links',
  'redirected',
  'deleted',
  'withheld',
  'unknown',
  'invalid',
];

/** @returns each distinct identifier once, in the order of its first occurrence */
export function rowsOf({ ids, reading, names }: List): Row[] {
  const rows = new Map<string, Row>();
  for (const [index, own] of ids.entries()) {
    const name = names === undefined ? '' : (reading.rows[index]?.[names] ?? '').trim();
    for (const input of own) {
      const row = rows.get(input) ?? { input, times: 0, names: new Set() };
      row.times += 1;
      // A name in a row with several identifiers may belong to any of them.
      if (name !== '' && own.length === 1) row.names.add(name);
      rows.set(input, row);
    }
  }
  return [...rows.values()];
}

export function takeItem(row: Row, answer: Item) {
  row.item = { ...answer };
  // These members repeat others, and need much memory in a list of a hundred thousand.
  Reflect.deleteProperty(row.item, 'input');
  Reflect.deleteProperty(row.item, 'missingCategories');
}

export function suggestionOf({ item, corrected }: Row) {
  return corrected === undefined ? item?.suggestion : undefined;
}

/** Sends the suggestion instead of the input from now on. */
export function correct(row: Row, suggestion: string) {
  if (row.item !== undefined) row.before = row.item;
  row.corrected = suggestion;
  delete row.item;
}

export function undoCorrection(row: Row) {
  if (row.before === undefined) return;
  row.item = row.before;
  delete row.before;
  delete row.corrected;
}

/** Words of a name, whatever their order, case and accents. */
function wordsOf(name: string) {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** `similar`: one name is a short form of the other, with fewer words or with initials. */
export function compareNames(given: string, preferred: string): NameCheck {
  const [a, b] = [wordsOf(given).toSorted(), wordsOf(preferred).toSorted()];
  if (a.join(' ') === b.join(' ')) return 'same';
  const [few, many] = a.length <= b.length ? [a, b] : [b, a];
  const left = [...many];
  const isIn = (word: string) => {
    const at = left.findIndex(
      (other) =>
        other === word ||
        (word.length === 1 && other.startsWith(word)) ||
        (other.length === 1 && word.startsWith(other)),
    );
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  };
  const isWordShared = few.some((word) => word.length > 1 && many.includes(word));
  return isWordShared && few.toSorted((x, y) => y.length - x.length).every(isIn) ? 'similar' : 'different';
}

/** The worst result of comparing the names of a row. */
export function nameCheckOf({ item, names }: Row): NameCheck | undefined {
  const { preferredName } = item ?? {};
  if (preferredName === undefined || names.size === 0) return undefined;
  const checks = new Set([...names].map((name) => compareNames(name, preferredName)));
  return checks.has('different') ? 'different' : checks.has('similar') ? 'similar' : 'same';
}

/** Filters of rows: by verdict, and rows that need attention. */
export const FILTERS: Readonly<Record<string, (row: Row) => boolean>> = {
  all: () => true,
  ...Object.fromEntries(VERDICTS.map((verdict) => [verdict, ({ item }: Row) => item?.verdict === verdict])),
  suggestion: (row) => suggestionOf(row) !== undefined,
  corrected: ({ corrected }) => corrected !== undefined,
  otherNames: (row) => nameCheckOf(row) === 'different',
};

/** Counts distinct entries. Each entity and its links count once, even if several identifiers lead to it. */
export function summaryOf(rows: readonly Row[]) {
  const entities = entitiesOf(rows);
  const countOf = (isMeant: (row: Row) => boolean) => rows.filter(isMeant).length;
  return {
    inputs: rows.reduce((sum, { times }) => sum + times, 0),
    distinct: rows.length,
    answered: countOf(({ item }) => item !== undefined),
    counts: Object.fromEntries(Object.entries(FILTERS).map(([key, isMeant]) => [key, countOf(isMeant)])),
    entities: entities.length,
    links: entities.reduce((sum, item) => sum + (item.links ?? 0), 0),
  };
}

/** @returns each entity once */
export function entitiesOf(rows: readonly Row[]): Item[] {
  const entities = new Map<string, Item>();
  for (const { item } of rows) {
    if (item?.links !== undefined && item.gnd !== undefined && !entities.has(item.gnd)) entities.set(item.gnd, item);
  }
  return [...entities.values()];
}

/** Number and share of the entities, by the keys that `keysOf` returns for each. @returns the largest number first */
export function sharesOf(entities: readonly Item[], keysOf: (item: Item) => readonly string[]) {
  const counts = new Map<string, number>();
  for (const item of entities) for (const key of keysOf(item)) counts.set(key, (counts.get(key) ?? 0) + 1);
  const shares = [...counts].map(([key, n]) => ({ key, entities: n, share: n / entities.length }));
  return shares.toSorted((a, b) => b.entities - a.entities || (a.key < b.key ? -1 : 1));
}

export const categoriesOf = (item: Item) => Object.keys(item.byCategory ?? {});
export const sourcesOf = (item: Item) => item.sources ?? [];

/** Cells about an identifier, by the name of their column; they follow the columns of the list. */
const COLUMNS: readonly (readonly [string, (row: Row, check: Check) => Cell | undefined])[] = [
  ['gnd_verdict', ({ item }) => item?.verdict],
  ['gnd_reason', ({ item, before }) => (before ?? item)?.reason],
  ['gnd_suggestion', ({ item, before }) => (before ?? item)?.suggestion],
  ['gnd_suggestion_name', ({ item, before }, { suggested }) => suggested.get((before ?? item)?.suggestion ?? '')],
  ['gnd_accepted', ({ corrected }) => corrected],
  ['gnd_id', ({ item }) => item?.gnd],
  ['gnd_merged_into', ({ item }) => (item?.verdict === 'redirected' ? item.gnd : undefined)],
  ['gnd_type', ({ item }) => item?.type],
  ['gnd_name', ({ item }) => item?.preferredName],
  ['gnd_name_check', (row) => nameCheckOf(row)],
  ['gnd_links', ({ item }) => item?.links],
];

/** The list as the user gave it, with the results in additional columns. */
export function tableOf(check: Check): Cell[][] {
  const columns: Column<Row>[] = [
    ...COLUMNS.map(([name, valueOf]): Column<Row> => [name, (row) => valueOf(row, check)]),
    ...check.categories.map((key): Column<Row> => [
      `gnd_${key}`,
      ({ item }) => item?.byCategory && (item.byCategory[key] ?? 0),
    ]),
    ['gnd_sources', ({ item }) => item?.sources?.join(' ')],
  ];
  return widened(check.list, new Map(check.rows.map((row) => [row.input, row])), columns);
}
