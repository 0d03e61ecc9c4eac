/** Reads the records of a stream of JSON: the objects that are in no other object, whatever stands between them. */
import { defect } from './defects.ts';
import { createJsonFramer, type JsonFrame } from './json-framer.ts';
import type { JsonObject } from './json-values.ts';
import type { Defect } from './reader.ts';

export type JsonItem =
  | { readonly kind: 'record'; readonly value: JsonObject }
  /** The end of an array; in a JSON-LD dump the scope of blank nodes. */
  | { readonly kind: 'end' }
  | Defect;

/**
 * Records in batches, one batch per piece of input. Reads `[{…},{…}]`, `[[{…}],[{…}]]`, one object after the other with
 * or without line ends (NDJSON), pretty-printed or not, and `{"@graph": […]}`. Holds no more than one record.
 * Defects: `malformed_json`, `record_too_large` (more than `LIMITS.recordBytes`), `invalid_utf8` (used, but odd).
 * @throws UnusableSource `wrong_format` when it does not begin like JSON, `truncated` when it ends within a record or
 * array
 */
export async function* readJsonRecords(input: AsyncIterable<Uint8Array>): AsyncGenerator<readonly JsonItem[], void> {
  const framer = createJsonFramer();
  for await (const chunk of input) {
    const items = framer.push(chunk).map(toItem);
    if (items.length > 0) yield items;
  }
  const items = framer.finish().map(toItem);
  if (items.length > 0) yield items;
}

const END: JsonItem = { kind: 'end' };

function toItem(frame: JsonFrame): JsonItem {
  if (frame === undefined) return END;
  if (typeof frame !== 'string') return frame;
  try {
    return { kind: 'record', value: JSON.parse(frame) as JsonObject };
  } catch {
    return defect('malformed_json', 'record', frame);
  }
}
