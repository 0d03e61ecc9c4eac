/** The coverage report as a table: RFC 4180, fixed columns, safe to open in a spreadsheet. */
import { stringify } from 'csv-stringify/sync';
import type { Category } from '../model/source.ts';
import type { CoverageRowValue } from './coverage-schema.ts';

const LEADING = ['input', 'verdict', 'reason', 'suggestion', 'gnd', 'uri', 'type', 'preferredName', 'links'] as const;

/** New columns are only ever appended. */
export function coverageColumns(categories: readonly Pick<Category, 'key'>[]): string[] {
  return [...LEADING, ...categories.map(({ key }) => key), 'sources'];
}

/** Rows of an entity have a number in every category, the others empty cells. */
export function coverageCsv(rows: readonly CoverageRowValue[], categories: readonly Pick<Category, 'key'>[]): string {
  const lines = rows.map((row) => [
    ...LEADING.map((column) => row[column]),
    ...categories.map(({ key }) => row.byCategory && (row.byCategory[key] ?? 0)),
    row.sources?.join(' '),
  ]);
  return csvTable([coverageColumns(categories), ...lines]);
}

/** RFC 4180, safe to open in a spreadsheet. */
export function csvTable(lines: readonly (readonly (string | number | undefined)[])[]): string {
  // Blanks at the edges are quoted, because some readers cut them off otherwise.
  return stringify(
    lines.map((line) => line.map(cell)),
    { record_delimiter: 'windows', quoted_match: /^\s|\s$|^'/ },
  );
}

function cell(value: string | number | undefined): string {
  return typeof value === 'string' ? defused(value) : String(value ?? '');
}

/**
 * First characters that make a spreadsheet take a cell for a formula, full-width forms included; also behind the characters
 * at which a spreadsheet may split the line although the table does not. OWASP, CWE-1236
 */
const FORMULA = /(^|[;|\t])(?=[\s\p{Cf}"']*[=+\-@\t\uFF1D\uFF0B\uFF0D\uFF20\u2212])/gu;

/** An apostrophe in front makes it text. */
export function defused(text: string): string {
  const clean = text.replace(/[\p{Cc}]/gu, (character) => (character === '\t' ? character : ' '));
  return clean.replace(FORMULA, "$1'");
}
