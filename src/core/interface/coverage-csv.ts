/** The coverage report as a table with fixed columns. */
import type { CsvLine } from '../http/csv.ts';
import type { Category } from '../model/source.ts';
import type { CoverageRowValue } from './coverage-schema.ts';

const LEADING = ['input', 'verdict', 'reason', 'suggestion', 'gnd', 'uri', 'type', 'preferredName', 'links'] as const;

/** New columns are only ever appended. Rows with an entity have a number for every category; other rows have empty cells there. */
export function coverageLines(
  rows: readonly CoverageRowValue[],
  categories: readonly Pick<Category, 'key'>[],
): readonly CsvLine[] {
  const keys = categories.map(({ key }) => key);
  const lines = rows.map((row): CsvLine => {
    const counts = keys.map((key) => row.byCategory && (row.byCategory[key] ?? 0));
    return [...LEADING.map((column) => row[column]), ...counts, row.sources?.join(' '), row.successors?.join(' ')];
  });
  return [[...LEADING, ...keys, 'sources', 'successors'], ...lines];
}
