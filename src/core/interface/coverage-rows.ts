/** The rows of the coverage report: a verdict on each identifier, with its entity, if any; and the report as a table. */
import type { CsvLine } from '../http/csv.ts';
import { type GndId, gndUri } from '../model/gnd-id.ts';
import type { ParsedGndId } from '../model/read-identifiers.ts';
import type { Category } from '../model/source.ts';
import type { Coverage, Store } from '../snapshot/store.ts';
import { type CoverageRowValue, LEADING_COLUMNS, TRAILING_COLUMNS } from './coverage-schema.ts';
import { diagnoseInvalid, diagnoseUnknown } from './gnd-input.ts';

/** One row per identifier, in order. @param parsed the identifiers after parsing, in the same order */
export async function coverageRows(
  store: Store,
  inputs: readonly string[],
  parsed: readonly ParsedGndId[],
): Promise<readonly CoverageRowValue[]> {
  const coverage = (await store.coverage(parsed.flatMap((result) => (result.ok ? result.id : [])))).values();
  const rows: CoverageRowValue[] = [];
  // Only identifiers without an entity need another question to the store, and so a promise.
  const diagnoses: Promise<void>[] = [];
  for (const [place, result] of parsed.entries()) {
    const input = inputs[place] ?? '';
    const row = result.ok ? rowOf(input, result.id, coverage.next().value) : undefined;
    if (row !== undefined) rows[place] = row;
    else diagnoses.push(diagnosedRow(store, input, result).then((diagnosed) => void (rows[place] = diagnosed)));
  }
  await Promise.all(diagnoses);
  return rows;
}

/** @returns undefined for an unknown identifier */
function rowOf(input: string, gnd: GndId, coverage: Coverage | undefined): CoverageRowValue | undefined {
  switch (coverage?.kind) {
    case 'found':
    case 'redirected': {
      const { entry, kind } = coverage;
      const { gnd: own, type, preferredName, links, byCategory, missingCategories, sources } = entry;
      const verdict = kind === 'redirected' ? kind : links > 0 ? 'covered' : 'no_links';
      const uri = gndUri(own);
      return { input, verdict, gnd: own, uri, type, preferredName, links, byCategory, missingCategories, sources };
    }
    case 'deleted': {
      const { kind: verdict, successors } = coverage;
      return { input, verdict, ...identityOf(gnd), ...(successors.length > 0 && { successors }) };
    }
    case 'withheld':
      return { input, verdict: 'withheld', ...identityOf(gnd) };
    case 'unknown':
    case undefined:
      return undefined;
  }
}

/** The row of an identifier that is malformed or unknown. */
async function diagnosedRow(store: Store, input: string, parsed: ParsedGndId): Promise<CoverageRowValue> {
  if (!parsed.ok) return { input, verdict: 'invalid', ...(await diagnoseInvalid(store, input, parsed)) };
  return { input, verdict: 'unknown', ...(await diagnoseUnknown(store, parsed.id)), ...identityOf(parsed.id) };
}

const identityOf = (gnd: GndId) => ({ gnd, uri: gndUri(gnd) });

/** New columns are only ever appended. Rows with an entity have a number for every category; other rows have empty cells there. */
export function coverageLines(
  rows: readonly CoverageRowValue[],
  categories: readonly Pick<Category, 'key'>[],
): readonly CsvLine[] {
  const keys = categories.map(({ key }) => key);
  const lines = rows.map((row): CsvLine => {
    const cells: (string | number | undefined)[] = LEADING_COLUMNS.map((column) => row[column]);
    for (const key of keys) cells.push(row.byCategory && (row.byCategory[key] ?? 0));
    for (const column of TRAILING_COLUMNS) cells.push(row[column]?.join(' '));
    return cells;
  });
  return [[...LEADING_COLUMNS, ...keys, ...TRAILING_COLUMNS], ...lines];
}
