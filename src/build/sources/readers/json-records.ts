/** Reads the records of a stream of JSON: the outermost objects, whatever is between them. */
import { defect } from './defects.ts';
import { createJsonFramer, type JsonFrame } from './json-framer.ts';
import { asObject, type JsonObject } from './json-values.ts';
import { type Defect, type Statement, UnusableSource } from './reader.ts';

export type JsonItem =
  | { readonly kind: 'record'; readonly value: JsonObject }
  /** The end of an array. In a JSON-LD dump, labels of blank nodes are valid within one array. */
  | { readonly kind: 'end' }
  | Defect;

/**
 * Records in batches, one batch per chunk of input. Reads `[{…},{…}]`, `[[{…}],[{…}]]`, objects one after another with
 * or without line ends (NDJSON), pretty-printed or not, and a file that is one `{"@graph": […]}`; another object with `@graph` is
 * read up to the size of one record. Holds at most one record in memory.
 * Defects: `malformed_json`, `record_too_large` (more than `LIMITS.recordBytes`) (record), `invalid_utf8` (notice).
 * @throws UnusableSource `wrong_format` if the input does not begin like JSON, `truncated` within a record or array
 */
export async function* readJsonRecords(input: AsyncIterable<Uint8Array>): AsyncGenerator<readonly JsonItem[], void> {
  const framer = createJsonFramer();
  for await (const chunk of input) {
    const items = framer.push(chunk).flatMap(toItems);
    if (items.length > 0) yield items;
  }
  const items = framer.finish().flatMap(toItems);
  if (items.length > 0) yield items;
}

/**
 * Statements of the records, and defects, in batches as of {@link readJsonRecords}.
 * @param needed kind of statement that a usable file has
 * @param none sentence for a file without one
 * @throws UnusableSource `no_records` at the end of a file without one, or as {@link readJsonRecords}
 */
export async function* readStatements(
  input: AsyncIterable<Uint8Array>,
  read: (record: JsonObject) => readonly Statement[],
  needed: Statement['kind'],
  none: string,
): AsyncGenerator<readonly Statement[], void> {
  let isUsable = false;
  for await (const items of readJsonRecords(input)) {
    const batch: Statement[] = [];
    for (const item of items) {
      if (item.kind === 'defect') batch.push(item);
      if (item.kind === 'record') for (const statement of read(item.value)) batch.push(statement);
    }
    isUsable ||= batch.some(({ kind }) => kind === needed);
    if (batch.length > 0) yield batch;
  }
  if (!isUsable) throw new UnusableSource('no_records', none);
}

const END: JsonItem = { kind: 'end' };

function toItems(frame: JsonFrame): readonly JsonItem[] {
  if (frame === undefined) return [END];
  if (typeof frame !== 'string') return [frame];
  try {
    const value = JSON.parse(frame) as JsonObject;
    return '@graph' in value ? graphItems(value['@graph']) : [{ kind: 'record', value }];
  } catch {
    return [defect('malformed_json', 'record', frame)];
  }
}

/** The records of an object with `@graph`, whose other members are not read. */
function graphItems(graph: unknown): readonly JsonItem[] {
  const records = [graph].flat(Infinity).flatMap((member): readonly JsonItem[] => {
    const value = asObject(member);
    return value === undefined
      ? [defect('malformed_json', 'record', JSON.stringify(member))]
      : [{ kind: 'record', value }];
  });
  return Array.isArray(graph) ? [...records, END] : records;
}
