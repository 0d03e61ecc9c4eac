/** The results of a list check: findings, comparison of names, and the columns of the table. */
import type { CoverageRowValue } from '../../../core/interface/coverage-schema.ts';
import { type NameCheck, worstOf } from './compare-names.ts';
import type { Findings } from './list-filters.ts';
import { suggestionColumns } from './list-suggestions.ts';
import { type Cell, type Column, type List, type Row, widened } from './list-table.ts';

/** A row of the API's report, without members that repeat others and need much memory in a list of a hundred thousand. */
export type Item = Omit<CoverageRowValue, 'input' | 'missingCategories'>;

/** How the names of a row agree with that of the entity; undefined where either is missing. */
export function nameCheckOf({ item, names }: Row<Item>): NameCheck | undefined {
  return item?.preferredName === undefined ? undefined : worstOf(names, item.preferredName);
}

export const FINDINGS: Findings<Item> = {
  // About an entry that the operator does not show, nothing can be decided.
  // A merged identifier needs no decision either: it has one that is valid now.
  fine: ['covered', 'no_links', 'withheld', 'redirected'],
  wrong: ['deleted', 'unknown', 'invalid', 'foreign'],
  flaw: 'otherNames',
  filters: { otherNames: (row) => nameCheckOf(row) === 'different' },
};

/** The list as the user gave it, with the results in additional columns. @param categories keys in the order of the API */
export function tableOf(list: List, rows: readonly Row<Item>[], categories: readonly string[]): Cell[][] {
  return widened<Item>(list, rows, [
    ['gnd_verdict', ({ item }) => item?.verdict],
    ['gnd_reason', ({ item }) => item?.reason],
    ...suggestionColumns('gnd'),
    ['gnd_id', ({ item }) => item?.gnd],
    ['gnd_merged_into', ({ item }) => (item?.verdict === 'redirected' ? item.gnd : undefined)],
    ['gnd_type', ({ item }) => item?.type],
    ['gnd_name', ({ item }) => item?.preferredName],
    ['gnd_name_check', nameCheckOf],
    ['gnd_links', ({ item }) => item?.links],
    ...categories.map((key): Column<Item> => [`gnd_${key}`, ({ item }) => item?.byCategory && (item.byCategory[key] ?? 0)]), // prettier-ignore
    ['gnd_sources', ({ item }) => item?.sources?.join(' ')],
  ]);
}
