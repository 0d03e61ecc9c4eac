/** Reader of the DNB's dump of merged and deleted records, MARC21-XML (`authorities-gnd_umlenk_loesch`). */
import { defect } from './defects.ts';
import { type MarcSelection, readMarcRecords } from './marc-records.ts';
import { describeRecord, readGone, readStatus, STATUS_FIELDS } from './marc-status.ts';
import type { Reader, Statement } from './reader.ts';
import { UnusableSource } from './reader.ts';

/** No identifier and no leader is as long. */
const WANTED: MarcSelection = { tags: new Set(STATUS_FIELDS), parts: 2_000, valueLength: 1_000 };

/**
 * Deletions and redirects, as `readGone` makes them. Defects: see `readMarcRecords`, `readStatus`, `readGone`; and
 * `living_record` (notice), also one whose end is announced.
 */
export const marcRedirectsReader: Reader = {
  format: 'marcxml-redirects',
  async *read(input) {
    let records = 0;
    for await (const items of readMarcRecords(input, WANTED)) {
      const batch: Statement[] = [];
      for (const item of items) {
        if (item.kind !== 'record') {
          batch.push(item);
          continue;
        }
        records += 1;
        const status = readStatus(item);
        if (typeof status !== 'string') batch.push(status);
        else if (status !== 'living') batch.push(...readGone(item, status));
        else batch.push(defect('living_record', 'notice', describeRecord(item), item.line));
      }
      yield batch;
    }
    if (records === 0) throw new UnusableSource('no_records', 'It is XML and holds no MARC record.');
  },
};
