/** Reads an authority file: MARC21-XML, a table with a header, or a list of numbers, recognised by its first bytes. */
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import { gndIdIn } from '../../core/model/read-identifiers.ts';
import { splitIdentifiers } from '../../core/model/split-identifiers.ts';
import { openInput } from '../../build/sources/readers/input.ts';
import { readMarcRecords } from '../../build/sources/readers/marc-records.ts';
import { type Defect, UnusableSource } from '../../build/sources/readers/reader.ts';
import { CommandFailed, EXIT } from '../exit.ts';
import { type AuditRecord, recordOfMarc, stated } from './audit-record.ts';

const WANTED = { tags: new Set(['001', '010', '024', '035']), parts: 2000, valueLength: 500 } as const;
/** Longest line of a table in bytes. */
const MAX_LINE = 1024 * 1024;

/** @param schemes names of schemes, in lower case @throws CommandFailed when the file has none of these forms */
export async function* readAuditFile(path: string, schemes: ReadonlySet<string>): AsyncGenerator<AuditRecord, void> {
  const input = Readable.from(openInput(path), { objectMode: false });
  await once(input, 'readable');
  const head = input.read() as Buffer;
  input.unshift(head);
  if (/^(?:\u00EF\u00BB\u00BF)?\s*</u.test(head.toString('latin1', 0, 64))) yield* readXml(input);
  else yield* readTable(head, input, schemes);
}

async function* readXml(input: AsyncIterable<Uint8Array>): AsyncGenerator<AuditRecord, void> {
  let number = 0;
  for await (const batch of readMarcRecords(input, WANTED)) {
    for (const item of batch) {
      if (item.kind === 'defect' && item.severity !== 'record') continue;
      number += 1;
      yield item.kind === 'record' ? recordOfMarc(item.fields, number) : faultyRecord(item);
    }
  }
}

function faultyRecord({ reason, line = 0, excerpt = '' }: Defect): AuditRecord {
  return { name: `line ${line}`, identifiers: [], fault: `${reason}: ${excerpt}` };
}

async function* readTable(
  head: Buffer,
  input: Readable,
  schemes: ReadonlySet<string>,
): AsyncGenerator<AuditRecord, void> {
  const [line = ''] = head.toString('utf8', 0, MAX_LINE).split(/\r?\n/u);
  const delimiter = [';', '\t', ','].reduce(
    (best, one) => (line.split(one).length > line.split(best).length ? one : best),
    ',',
  );
  const options = {
    bom: true,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: MAX_LINE,
  };
  let columns: readonly string[] | undefined;
  let isList = false;
  let number = 0;
  const table = parse(options);
  // The loop over the table receives the errors of the input.
  const reading = pipeline(input, table).catch(() => undefined);
  try {
    for await (const cells of table as AsyncIterable<readonly string[]>) {
      if (columns === undefined) {
        columns = cells.map((cell) => cell.toLowerCase());
        if (columns.some((name) => schemes.has(name))) continue;
        // Without a header, each number is a record.
        const values = cells.flatMap((cell) => splitIdentifiers(cell).values);
        isList = values.every((value) => /\d/u.test(value)) && values.some((value) => gndIdIn(value) !== undefined);
        if (!isList)
          throw new CommandFailed(
            `no column is named after a scheme, and the first line is not a list of GND identifiers; the schemes are ${[...schemes].join(', ')}`,
            EXIT.usage,
          );
      }
      if (isList) {
        for (const value of cells.flatMap((cell) => splitIdentifiers(cell).values))
          yield { name: value, identifiers: [stated('gnd', value, `number ${(number += 1)}`)], isAlone: true };
        continue;
      }
      number += 1;
      const identifiers = cells.flatMap((cell, place) => {
        const name = columns?.[place] ?? '';
        if (!schemes.has(name)) return [];
        return splitIdentifiers(cell).values.map((value) => stated(name, value, name));
      });
      yield { name: cells[0] ?? `row ${number}`, identifiers };
    }
  } catch (error) {
    if (error instanceof CommandFailed || error instanceof UnusableSource) throw error;
    throw new CommandFailed(`the table cannot be read: ${(error as Error).message}`, EXIT.usage, { cause: error });
  } finally {
    await reading;
  }
}
