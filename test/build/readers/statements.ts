/** Runs a reader over given bytes in any pieces, and checks properties of all readers. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect } from 'vitest';
import type {
  Defect,
  EntityStatement,
  Reader,
  ReaderOptions,
  Statement,
} from '../../../src/build/sources/readers/reader.ts';

/** Pieces of the given lengths, repeated; one piece without lengths. */
export async function* pieces(
  content: string | Uint8Array,
  lengths: readonly number[] = [],
): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(content);
  let start = 0;
  for (let turn = 0; start < bytes.length; turn += 1) {
    const length = lengths.length === 0 ? bytes.length : (lengths[turn % lengths.length] ?? 1);
    yield bytes.subarray(start, start + length);
    start += length;
  }
}

export async function statementsOf(
  reader: Reader,
  content: string | Uint8Array,
  lengths: readonly number[] = [],
  options: ReaderOptions = {},
): Promise<Statement[]> {
  return (await Array.fromAsync(reader.read(pieces(content, lengths), options))).flat();
}

export function fixture(name: string): string {
  return readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');
}

/** The rows of a table in TSV, without its head row. */
export function rowsOf(text: string): readonly (readonly string[])[] {
  const rows = text.trimEnd().split('\n').slice(1);
  return rows.map((row) => row.split('\t'));
}

export const table = (name: string) => rowsOf(fixture(name));

/** Expects the same statements for pieces of any size, down to single bytes. */
export async function holdsInPieces(reader: Reader, content: string, expected: readonly Statement[]): Promise<void> {
  expect(expected.length).toBeGreaterThan(5);
  const lengths = fc.array(fc.integer({ min: 1, max: 2_000 }), { minLength: 1, maxLength: 8 });
  const property = fc.asyncProperty(lengths, async (cut) => {
    expect(await statementsOf(reader, content, cut)).toEqual(expected);
  });
  await fc.assert(property, { numRuns: 40, examples: [[[1]]] });
}

/** One statement per line, as in the golden files. */
export function asLines(statements: readonly Statement[]): string {
  return statements.map((statement) => `${JSON.stringify(statement)}\n`).join('');
}

export function entitiesIn(statements: readonly Statement[]): readonly EntityStatement[] {
  return statements.filter((statement) => statement.kind === 'entity');
}

export function defectsIn(statements: readonly Statement[]): readonly Defect[] {
  return statements.filter((statement) => statement.kind === 'defect');
}

export function reasonsIn(statements: readonly Statement[]): readonly string[] {
  return defectsIn(statements).map((fault) => fault.reason);
}

/** The error with which a reader refuses a file, or its statements if it does not. */
export async function refusalOf(
  reader: Reader,
  content: string | Uint8Array,
  lengths?: readonly number[],
): Promise<unknown> {
  return statementsOf(reader, content, lengths).then(
    (statements) => ({ reason: 'none', statements }),
    (error: unknown) => error,
  );
}
