/** Reads a BEACON list given as text or bytes in a test, and sorts what comes out. */
import { expect } from 'vitest';
import { BEACON_DEFECTS } from '../../src/readers/beacon-defects.ts';
import { beaconReader } from '../../src/readers/beacon.ts';
import {
  type BeaconSwitches,
  type Defect,
  type HeaderStatement,
  type LinkStatement,
  type ReaderOptions,
  type Statement,
  UnusableSource,
} from '../../src/readers/reader.ts';

export interface Reading {
  readonly statements: readonly Statement[];
  readonly header: HeaderStatement;
  readonly links: readonly LinkStatement[];
  readonly defects: readonly Defect[];
}

/** The input in pieces of the given sizes, over and over. */
export async function* inPieces(input: string | Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input;
  for (let from = 0, turn = 0; from < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? bytes.length;
    yield bytes.subarray(from, from + size);
    from += size;
  }
}

export async function readStatements(
  input: AsyncIterable<Uint8Array>,
  options: ReaderOptions = {},
): Promise<readonly Statement[]> {
  const statements: Statement[] = [];
  for await (const batch of beaconReader.read(input, options)) {
    expect(batch).not.toHaveLength(0);
    statements.push(...batch);
  }
  return statements;
}

/** Statements, or the reason why there are none. */
export async function readOrReason(
  input: AsyncIterable<Uint8Array>,
  options: ReaderOptions = {},
): Promise<readonly Statement[] | string> {
  try {
    return await readStatements(input, options);
  } catch (error) {
    if (error instanceof UnusableSource) return `${error.reason}: ${error.message}`;
    throw error;
  }
}

/** Also holds what is true of every reading: the header comes first and once, defects are as the table says. */
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
  return sortStatements(await readStatements(inPieces(input, [1_000_000]), { beacon }));
}

/** Number of defects by reason. */
export function countReasons(defects: readonly Defect[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { reason } of defects) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}
