/** Runs a reader over bytes that a test gives, cut as it likes. */
import type { Defect, EntityStatement, Reader, ReaderOptions, Statement } from '../../src/readers/reader.ts';

/** The bytes in pieces of the given lengths, over and over; without lengths in one. */
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

/** One statement a line, as the golden files have them. */
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

/** What a reader refuses a file with, or what it reads where it should have refused it. */
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
