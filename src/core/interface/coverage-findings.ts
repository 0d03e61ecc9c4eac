/** The rows of the coverage report before they are written: a verdict on each identifier, and its entity, if any. */
import { type GndId, gndUri } from '../model/gnd-id.ts';
import type { ParsedGndId } from '../model/read-identifiers.ts';
import type { Coverage, CoverageEntry, Store } from '../snapshot/store.ts';
import type { CoverageRowValue } from './coverage-schema.ts';
import { diagnoseInvalid, diagnoseUnknown } from './gnd-input.ts';

/** An identifier with its entity, or the complete row of an identifier without one. */
export type Finding = EntityFinding | CoverageRowValue;

export interface EntityFinding {
  readonly input: string;
  readonly verdict: 'covered' | 'no_links' | 'redirected';
  readonly entry: CoverageEntry;
}

/** One finding per identifier, in order. @param parsed the identifiers after parsing, in the same order */
export async function findCoverage(
  store: Store,
  inputs: readonly string[],
  parsed: readonly ParsedGndId[],
): Promise<readonly Finding[]> {
  const coverage = await store.coverage(parsed.flatMap((result) => (result.ok ? result.id : [])));
  const results = coverage.values();
  const findings: Finding[] = [];
  // Most identifiers have an entity. Only the others need a second query of the store.
  const others: Promise<void>[] = [];
  parsed.forEach((result, index) => {
    const input = inputs[index] ?? '';
    const finding = result.ok
      ? wellFormed(store, input, result.id, results.next().value ?? { kind: 'unknown' })
      : invalid(store, input, result);
    if (finding instanceof Promise) others.push(finding.then((other) => void (findings[index] = other)));
    else findings[index] = finding;
  });
  await Promise.all(others);
  return findings;
}

async function invalid(
  store: Store,
  input: string,
  result: Extract<ParsedGndId, { ok: false }>,
): Promise<CoverageRowValue> {
  return { input, verdict: 'invalid', ...(await diagnoseInvalid(store, input, result)) };
}

async function unknown(store: Store, input: string, id: GndId): Promise<CoverageRowValue> {
  return { input, verdict: 'unknown', ...(await diagnoseUnknown(store, id)), gnd: id, uri: gndUri(id) };
}

function wellFormed(store: Store, input: string, id: GndId, coverage: Coverage): Finding | Promise<Finding> {
  switch (coverage.kind) {
    case 'unknown':
      return unknown(store, input, id);
    case 'deleted': {
      const { successors } = coverage;
      return { input, verdict: 'deleted', gnd: id, uri: gndUri(id), ...(successors.length > 0 && { successors }) };
    }
    case 'withheld':
      return { input, verdict: 'withheld', gnd: id, uri: gndUri(id) };
    case 'redirected':
      return { input, verdict: 'redirected', entry: coverage.entry };
    case 'found':
      return { input, verdict: coverage.entry.links > 0 ? 'covered' : 'no_links', entry: coverage.entry };
  }
}
