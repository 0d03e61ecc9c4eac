/** The rows of the coverage report: a verdict on each identifier, and its entity, if any. */
import { type GndId, gndUri } from '../model/gnd-id.ts';
import type { ParsedGndId } from '../model/read-identifiers.ts';
import type { Category } from '../model/source.ts';
import type { Coverage, CoverageEntry, Store } from '../snapshot/store.ts';
import type { CoverageRowValue } from './coverage-schema.ts';
import { diagnoseInvalid, diagnoseUnknown } from './gnd-input.ts';

/** One row per identifier, in order. @param parsed the identifiers after parsing, in the same order */
export async function coverageRows(
  store: Store,
  inputs: readonly string[],
  parsed: readonly ParsedGndId[],
): Promise<readonly CoverageRowValue[]> {
  const coverage = await store.coverage(parsed.flatMap((result) => (result.ok ? result.id : [])));
  const results = coverage.values();
  const rows: CoverageRowValue[] = [];
  const others = parsed.flatMap((result, index) => {
    const input = inputs[index] ?? '';
    const row = result.ok
      ? rowOf(store, input, result.id, results.next().value ?? { kind: 'unknown' })
      : diagnosed(input, 'invalid', diagnoseInvalid(store, input, result));
    if (row instanceof Promise) return row.then((made) => void (rows[index] = made));
    rows[index] = row;
    return [];
  });
  // Most identifiers have an entity. Only the others need a second query of the store, and a promise.
  await Promise.all(others);
  return rows;
}

async function diagnosed(input: string, verdict: 'invalid' | 'unknown', diagnosis: Promise<object>, more = {}) {
  return { input, verdict, ...(await diagnosis), ...more };
}

function rowOf(
  store: Store,
  input: string,
  gnd: GndId,
  coverage: Coverage,
): CoverageRowValue | Promise<CoverageRowValue> {
  const identified = { gnd, uri: gndUri(gnd) };
  switch (coverage.kind) {
    case 'unknown':
      return diagnosed(input, 'unknown', diagnoseUnknown(store, gnd), identified);
    case 'deleted': {
      const { successors } = coverage;
      return { input, verdict: 'deleted', ...identified, ...(successors.length > 0 && { successors }) };
    }
    case 'withheld':
      return { input, verdict: 'withheld', ...identified };
    case 'redirected':
      return { input, verdict: 'redirected', ...entityMembers(coverage.entry, store.snapshot.categories) };
    case 'found': {
      const verdict = coverage.entry.links > 0 ? 'covered' : 'no_links';
      return { input, verdict, ...entityMembers(coverage.entry, store.snapshot.categories) };
    }
  }
}

function entityMembers(entry: CoverageEntry, categories: readonly Pick<Category, 'key'>[]) {
  const { gnd, type, preferredName, links, byCategory: counts, sources } = entry;
  const byCategory: Record<string, number> = {};
  const missingCategories: string[] = [];
  for (const { key } of categories) {
    const count = counts[key] ?? 0;
    if (count > 0) byCategory[key] = count;
    else missingCategories.push(key);
  }
  return { gnd, uri: gndUri(gnd), type, preferredName, links, byCategory, missingCategories, sources };
}
