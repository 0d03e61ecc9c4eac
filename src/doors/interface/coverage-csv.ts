/** The coverage report as a table with fixed columns. */
import type { Category } from '../../model/source.ts';
import type { CoverageRowValue } from './coverage-schema.ts';

const LEADING = ['input', 'verdict', 'reason', 'suggestion', 'gnd', 'uri', 'type', 'preferredName', 'links'] as const;

/** New columns are only ever appended. */
export function coverageColumns(categories: readonly Pick<Category, 'key'>[]): string[] {
  return [...LEADING, ...categories.map(({ key }) => key), 'sources'];
}

/** Rows of an entity have a number in every category, other rows have empty cells. */
export function coverageLines(
  rows: readonly CoverageRowValue[],
  categories: readonly Pick<Category, 'key'>[],
): readonly (readonly (string | number | undefined)[])[] {
  const lines = rows.map((row) => [
    ...LEADING.map((column) => row[column]),
    ...categories.map(({ key }) => row.byCategory && (row.byCategory[key] ?? 0)),
    row.sources?.join(' '),
  ]);
  return [coverageColumns(categories), ...lines];
}
