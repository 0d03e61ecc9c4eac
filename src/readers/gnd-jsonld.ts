/** Reader of the dumps of the GND in JSON-LD, as the Linked Data Service publishes them. */
import { createGndChunk, type ChunkBounds } from './gnd-chunk.ts';
import { readGndEntity } from './gnd-entity.ts';
import { readJsonRecords } from './json-records.ts';
import type { Reader, Statement } from './reader.ts';
import { UnusableSource } from './reader.ts';

/** Expanded JSON-LD of the GND, of any number of records per chunk. Defects: see `readJsonRecords`, `readGndEntity`. */
export const gndJsonldReader: Reader = createGndJsonldReader({ satellites: 200_000, waiting: 2_000 });

/** The reader with other bounds on what it keeps of a chunk. */
export function createGndJsonldReader(bounds: ChunkBounds): Reader {
  return {
    format: 'gnd-jsonld',
    async *read(input) {
      let batch: Statement[] = [];
      let entities = 0;
      const chunk = createGndChunk(bounds, (entity) => {
        for (const statement of readGndEntity(entity)) {
          if (statement.kind === 'entity') entities += 1;
          batch.push(statement);
        }
      });
      const report = (statement: Statement): unknown => batch.push(statement);
      try {
        for await (const items of readJsonRecords(input)) {
          for (const item of items) {
            if (item.kind === 'record') chunk.add(item.value, report);
            else if (item.kind === 'end') chunk.end();
            else batch.push(item);
          }
          if (batch.length > 0) yield batch;
          batch = [];
        }
        chunk.end();
        if (batch.length > 0) yield batch;
      } finally {
        chunk.close();
      }
      if (entities === 0) throw new UnusableSource('no_records', 'The file holds no record of a GND entity.');
    },
  };
}
