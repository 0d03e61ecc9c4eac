/** `gnd-links audit`: checks identifiers of an authority file against a snapshot, and counts or lists the findings. */
import { open } from 'node:fs/promises';
import { type CsvLine, csvLine } from '../../core/http/csv.ts';
import { UnusableSource } from '../../build/sources/readers/reader.ts';
import { CommandFailed, EXIT } from '../exit.ts';
import { openSnapshot } from '../installation.ts';
import { alignColumns, counted } from '../table.ts';
import { type Counts, increment } from '../../shared/counts.ts';
import { grouped } from '../../shared/numbers.ts';
import { readAuditFile } from './audit-file.ts';
import type { AuditRecord } from './audit-record.ts';
import { FINDINGS, findingsOf, HARMLESS, schemeNames } from './findings.ts';

interface AuditOptions {
  /** File for the findings; `-` for standard output, in place of the counts. */
  readonly csv?: string;
  /** Names of schemes whose identifiers are reported as missing, separated by commas; all schemes if absent. */
  readonly missing?: string;
  readonly config?: string;
}

/** Number of records that are looked up at a time. */
const PORTION = 100;
const HEAD = ['record', 'field', 'scheme', 'identifier', 'finding', 'detail'];

/** @throws CommandFailed with `EXIT.attention` and an empty message when a finding calls for a correction */
export async function runAudit(dir: string, file: string, { csv, config, missing }: AuditOptions): Promise<void> {
  await using store = await openSnapshot(dir, config);
  const schemeByName = schemeNames(store);
  const counts: Counts = {};
  const table = await openTable(csv);
  let [records, identifiers] = [0, 0];
  try {
    const expected = expectedSchemes(schemeByName, missing);
    for await (const portion of portionsOf(readAuditFile(file, new Set(schemeByName.keys())))) {
      records += portion.length;
      identifiers += portion.reduce((sum, one) => sum + one.identifiers.length, 0);
      for (const [number, findings] of (await findingsOf(store, portion, expected)).entries()) {
        for (const { kind } of findings) increment(counts, kind);
        const name = portion[number]?.name ?? '';
        await table.add(
          findings.map(({ place, scheme, value, kind, detail }) => [name, place, scheme, value, kind, detail]),
        );
      }
    }
  } catch (error) {
    if (error instanceof UnusableSource)
      throw new CommandFailed(`${file}: ${error.message}`, EXIT.usage, { cause: error });
    throw error;
  } finally {
    await table.close();
  }
  if (records === 0) throw new CommandFailed(`${file} contains no records`, EXIT.usage);
  if (csv !== '-') process.stdout.write(summaryOf(records, identifiers, counts));
  if (Object.keys(counts).some((kind) => !HARMLESS.has(kind))) throw new CommandFailed('', EXIT.attention);
}

/** Canonical schemes, the GND first. @param wanted names separated by commas; undefined for all schemes @throws CommandFailed */
function expectedSchemes(schemeByName: ReadonlyMap<string, string>, wanted: string | undefined): readonly string[] {
  const names = wanted
    ?.toLowerCase()
    .split(/[\s,]+/u)
    .filter((name) => name !== '') ?? [...schemeByName.keys()];
  const unknown = names.find((name) => !schemeByName.has(name));
  if (unknown !== undefined)
    throw new CommandFailed(
      `there is no scheme ${unknown}; the schemes are ${[...schemeByName.keys()].join(', ')}`,
      EXIT.usage,
    );
  return [...new Set(['gnd', ...schemeByName.values()])].filter((scheme) =>
    names.some((name) => schemeByName.get(name) === scheme),
  );
}

/** @param path `-` for standard output; undefined to write nothing */
async function openTable(path: string | undefined) {
  const file = path === undefined || path === '-' ? undefined : await open(path, 'w');
  const add = async (lines: readonly CsvLine[]): Promise<void> => {
    if (lines.length === 0 || path === undefined) return;
    const text = lines.map(csvLine).join('');
    if (file === undefined) process.stdout.write(text);
    else await file.appendFile(text);
  };
  await add([HEAD]);
  return { add, close: async () => file?.close() };
}

async function* portionsOf(records: AsyncIterable<AuditRecord>): AsyncGenerator<readonly AuditRecord[], void> {
  let portion: AuditRecord[] = [];
  for await (const record of records) {
    portion.push(record);
    if (portion.length < PORTION) continue;
    yield portion;
    portion = [];
  }
  if (portion.length > 0) yield portion;
}

function summaryOf(records: number, identifiers: number, counts: Readonly<Counts>): string {
  const rows = Object.entries(FINDINGS).flatMap(([kind, meaning]) =>
    counts[kind] === undefined ? [] : [[kind, grouped(counts[kind]), meaning]],
  );
  const head = `${counted(records, 'record')} with ${counted(identifiers, 'identifier')}`;
  return `${[head, ...(rows.length === 0 ? ['There is nothing to do.'] : alignColumns(rows, new Set([1])))].join('\n')}\n`;
}
