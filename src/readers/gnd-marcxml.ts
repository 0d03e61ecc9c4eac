/** Reader of the dumps of the GND in MARC21-XML, and of the same records in an OAI-PMH answer. */
import { MARC_ENTITY, readMarcEntity } from './marc-entity.ts';
import { readMarcRecords } from './marc-records.ts';
import type { Reader, Statement } from './reader.ts';
import { UnusableSource } from './reader.ts';

/** Living, merged and deleted records. Defects: see `readMarcRecords`, `readMarcEntity`. */
export const gndMarcxmlReader: Reader = {
  format: 'gnd-marcxml',
  async *read(input) {
    let records = 0;
    for await (const items of readMarcRecords(input, MARC_ENTITY)) {
      const batch: Statement[] = [];
      for (const item of items) {
        if (item.kind === 'record') {
          records += 1;
          for (const statement of readMarcEntity(item)) batch.push(statement);
        } else batch.push(item);
      }
      yield batch;
    }
    if (records === 0) throw new UnusableSource('no_records', 'It is XML and holds no MARC record.');
  },
};
