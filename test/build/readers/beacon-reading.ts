/** Reads a BEACON list from a text or bytes, and sorts its statements. */
import { expect } from 'vitest';
import { BEACON_DEFECTS } from '../../../src/build/sources/readers/beacon-defects.ts';
import { beaconReader } from '../../../src/build/sources/readers/beacon.ts';
import {
  type Defect,
  type HeaderStatement,
  type LinkStatement,
  type Statement,
  UnusableSource,
} from '../../../src/build/sources/readers/reader.ts';
import type { BeaconSwitches } from '../../../src/build/sources/register/register.ts';
import { statementsOf } from './statements.ts';

export interface Reading {
  readonly statements: readonly Statement[];
  readonly header: HeaderStatement;
  readonly links: readonly LinkStatement[];
  readonly defects: readonly Defect[];
}

/** Statements, or the reason for a refusal. */
export async function readOrReason(
  input: string | Uint8Array,
  lengths: readonly number[] = [],
  beacon: BeaconSwitches = {},
): Promise<readonly Statement[] | string> {
  try {
    return await statementsOf(beaconReader, input, lengths, { beacon });
  } catch (error) {
    if (error instanceof UnusableSource) return `${error.reason}: ${error.message}`;
    throw error;
  }
}

/** Sorts statements, and checks properties of every reading: one header at the beginning, only known defects. */
export function sortStatements(statements: readonly Statement[]): Reading {
  const [header, ...rest] = statements;
  if (header?.kind !== 'header') throw new Error('The first statement is not the header.');
  const links: LinkStatement[] = [];
  const defects: Defect[] = [];
  for (const statement of rest) {
    if (statement.kind === 'link') links.push(statement);
    else if (statement.kind === 'defect') defects.push(statement);
    else throw new Error(`Unexpected statement ${statement.kind}`);
  }
  for (const { reason, severity, line, excerpt } of defects) {
    expect(BEACON_DEFECTS.get(reason)?.severity).toBe(severity);
    expect(line).toBeGreaterThan(0);
    expect(excerpt?.length ?? 0).toBeLessThanOrEqual(120);
  }
  return { statements, header, links, defects };
}

export async function readList(input: string | Uint8Array, beacon: BeaconSwitches = {}): Promise<Reading> {
  return sortStatements(await statementsOf(beaconReader, input, [], { beacon }));
}

/** Number of defects by reason. */
export function countReasons(defects: readonly Defect[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { reason } of defects) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}
