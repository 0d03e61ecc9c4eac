/** The results of a list check: filters, suggestions, comparison of names, and the columns of the table. */
import type { CoverageRowValue } from '../../../core/interface/coverage-schema.ts';
import { nearIds } from '../entity-near.ts';
import * as table from './list-table.ts';

/** A row of the API's report, without the input. */
export type Item = Omit<CoverageRowValue, 'input' | 'missingCategories'>;

/** One distinct entry of the list. */
export interface CheckedRow extends table.Row<Item> {
  /** Existing entities that were perhaps meant; absent until they were looked up. */
  near?: readonly Suggestion[];
}

interface Suggestion {
  readonly id: string;
  /** Preferred name. */
  readonly name: string;
}

/** How a name in the list agrees with the preferred name. */
type NameCheck = 'same' | 'similar' | 'different';

export const WRONG: readonly Item['verdict'][] = ['redirected', 'deleted', 'withheld', 'unknown', 'invalid'];
const VERDICTS: readonly Item['verdict'][] = ['covered', 'no_links', ...WRONG];

/** Leaves out members that repeat others, and need much memory in a list of a hundred thousand. */
export function takeItem(row: CheckedRow, answer: CoverageRowValue | Item) {
  const { input: _, missingCategories: __, ...item } = { input: '', missingCategories: [], ...answer };
  row.item = item;
}

/** Identifiers that were perhaps meant: the suggestion of the API, or those one step from a slip of the pen. */
export function candidatesOf({ input, item, corrected }: CheckedRow): readonly string[] {
  if (corrected !== undefined || item === undefined) return [];
  if (item.suggestion !== undefined) return [item.suggestion];
  const isMistyped = item.verdict === 'invalid' || item.verdict === 'unknown';
  return isMistyped && item.reason !== 'foreign_identifier' ? nearIds(input) : [];
}

/** The entity that a former identifier leads to, or entities that were perhaps meant. */
export function suggestionsOf({ corrected, item, near = [] }: CheckedRow): readonly Suggestion[] {
  if (corrected !== undefined) return [];
  const { verdict, gnd, preferredName = '' } = item ?? {};
  return verdict === 'redirected' && gnd !== undefined ? [{ id: gnd, name: preferredName }] : near;
}

/** The identifier that was meant, where there is only one, and it has the name in the list. */
export function suggestionOf(row: CheckedRow): string | undefined {
  const [first, ...others] = suggestionsOf(row);
  return first === undefined || others.length > 0 || differsFrom(row, first) ? undefined : first.id;
}

/** Whether a suggested entity has another name than the row. */
export function differsFrom({ names }: CheckedRow, { name }: Suggestion): boolean {
  return worstOf(names, name) === 'different';
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

export function nameCheckOf({ item, names }: CheckedRow): NameCheck | undefined {
  return item?.preferredName === undefined ? undefined : worstOf(names, item.preferredName);
}

/** The worst result of comparing the names of a row; undefined where it has none. */
function worstOf(names: ReadonlySet<string>, preferred: string): NameCheck | undefined {
  if (names.size === 0) return undefined;
  const checks = new Set([...names].map((name) => compareNames(name, preferred)));
  return checks.has('different') ? 'different' : checks.has('similar') ? 'similar' : 'same';
}

const hasOtherName = (row: CheckedRow) => nameCheckOf(row) === 'different';

/** Filters of rows. @param wrong findings that need attention */
export const filtersOf = (wrong: readonly string[]): Readonly<Record<string, (row: CheckedRow) => boolean>> => ({
  all: () => true,
  attention: (row) => wrong.some((finding) => table.hasFinding(finding, row)) || hasOtherName(row),
  ...Object.fromEntries(VERDICTS.map((finding) => [finding, (row: CheckedRow) => table.hasFinding(finding, row)])),
  withSuggestion: (row) => suggestionsOf(row).length > 0,
  corrected: ({ corrected }) => corrected !== undefined,
  otherNames: hasOtherName,
});

/** The list as the user gave it, with the results in additional columns. @param categories keys in the order of the API */
export function tableOf(list: table.List, rows: readonly CheckedRow[], categories: readonly string[]): table.Cell[][] {
  return table.widened<CheckedRow>(list, rows, [
    ['gnd_verdict', ({ item }) => item?.verdict],
    ['gnd_reason', ({ item }) => item?.reason],
    ['gnd_suggestion', (row) => suggestionsOf(row).map(({ id }) => id).join(' ')], // prettier-ignore
    ['gnd_suggestion_name', (row) => suggestionsOf(row).map(({ name }) => name).join(' | ')], // prettier-ignore
    ['gnd_accepted', ({ corrected }) => corrected],
    ['gnd_id', ({ item }) => item?.gnd],
    ['gnd_merged_into', ({ item }) => (item?.verdict === 'redirected' ? item.gnd : undefined)],
    ['gnd_type', ({ item }) => item?.type],
    ['gnd_name', ({ item }) => item?.preferredName],
    ['gnd_name_check', nameCheckOf],
    ['gnd_links', ({ item }) => item?.links],
    ...categories.map((key): table.Column<CheckedRow> => [`gnd_${key}`, ({ item }) => item?.byCategory && (item.byCategory[key] ?? 0)]), // prettier-ignore
    ['gnd_sources', ({ item }) => item?.sources?.join(' ')],
  ]);
}
