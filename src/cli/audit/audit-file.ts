/** Reads an authority file in MARC21-XML, which may be gzipped. */
import { openInput } from '../../build/sources/readers/input.ts';
import { readMarcRecords } from '../../build/sources/readers/marc-records.ts';
import { type Defect } from '../../build/sources/readers/reader.ts';
import { type AuditRecord, recordOfMarc } from './audit-record.ts';

const WANTED = { tags: new Set(['001', '010', '024', '035']), parts: 2000, valueLength: 500 } as const;

/** @throws UnusableSource when the file is not MARC21-XML */
export async function* readAuditFile(path: string): AsyncGenerator<AuditRecord, void> {
  let number = 0;
  for await (const batch of readMarcRecords(openInput(path), WANTED)) {
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
