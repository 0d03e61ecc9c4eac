/** Readers of MARC21-XML: for GND records from dumps and OAI-PMH, and for the dump of merged and deleted records. */
import { defect } from './defects.ts';
import { MARC_ENTITY, readMarcEntity } from './marc-entity.ts';
import { type MarcRecord, type MarcSelection, readMarcRecords } from './marc-records.ts';
import { describeRecord, readGone, readStatus, STATUS_FIELDS } from './marc-status.ts';
import { type Reader, type Statement, UnusableSource } from './reader.ts';

/** Living, merged and deleted records. Defects: see `readMarcRecords`, `readMarcEntity`. */
export const gndMarcxmlReader: Reader = createMarcReader(MARC_ENTITY, readMarcEntity);

/** Fields and limits for the dump of merged and deleted records: no identifier or leader is longer. */
const STATUS: MarcSelection = { tags: new Set(STATUS_FIELDS), parts: 2_000, valueLength: 1_000 };

/**
 * Deletions and redirects of the dump `authorities-gnd_umlenk_loesch`. Defects: see `readMarcRecords`, `readStatus`,
 * `readGone`; and `living_record` (notice), also for a record whose deletion is only announced.
 */
export const marcRedirectsReader: Reader = createMarcReader(STATUS, (record) => {
  const status = readStatus(record);
  if (typeof status !== 'string') return [status];
  if (status !== 'living') return readGone(record, status);
  return [defect('living_record', 'notice', describeRecord(record), record.line)];
});

function createMarcReader(wanted: MarcSelection, readRecord: (record: MarcRecord) => readonly Statement[]): Reader {
  return {
    async *read(input) {
      let records = 0;
      for await (const items of readMarcRecords(input, wanted)) {
        const batch: Statement[] = [];
        for (const item of items) {
          if (item.kind === 'record') records += 1;
          for (const statement of item.kind === 'record' ? readRecord(item) : [item]) batch.push(statement);
        }
        yield batch;
      }
      if (records === 0) throw new UnusableSource('no_records', 'The file is XML but contains no MARC record.');
    },
  };
}
