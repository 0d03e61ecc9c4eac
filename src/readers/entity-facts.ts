/** Reader of Entity Facts, the edition of the GND for presentation: an array with a record per line, NDJSON, or one record. */
import { readEntityFactsRecord } from './entity-facts-record.ts';
import { readJsonRecords, type JsonObject } from './json-records.ts';
import { asObject } from './json-shape.ts';
import type { Reader, Statement } from './reader.ts';
import { UnusableSource } from './reader.ts';

/**
 * All framings that `readJsonRecords` knows, and an object whose values are the records, keyed by GND ID (no larger than
 * one record may be). Defects: see `readJsonRecords`, `readEntityFactsRecord`.
 */
export const entityFactsReader: Reader = {
  format: 'entity-facts',
  async *read(input) {
    let entities = 0;
    for await (const items of readJsonRecords(input)) {
      const batch: Statement[] = [];
      for (const item of items) {
        if (item.kind === 'defect') batch.push(item);
        if (item.kind !== 'record') continue;
        for (const record of recordsIn(item.value)) {
          for (const statement of readEntityFactsRecord(record)) {
            if (statement.kind === 'entity') entities += 1;
            batch.push(statement);
          }
        }
      }
      if (batch.length > 0) yield batch;
    }
    if (entities === 0) throw new UnusableSource('no_records', 'The file holds no Entity Facts record.');
  },
};

/** The record itself, or the values of an object that is none. */
function recordsIn(value: JsonObject): readonly JsonObject[] {
  if ('@id' in value || '@type' in value || 'preferredName' in value) return [value];
  const inner = Object.values(value).map(asObject);
  const records = inner.filter((member) => member !== undefined && '@id' in member);
  return records.length > 0 ? records.filter((record) => record !== undefined) : [value];
}
