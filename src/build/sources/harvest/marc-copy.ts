/** Cuts a MARC record out of the content of `<metadata>`, if it is one and well-formed. */
import { type GndId, toGndId } from '../../../core/model/gnd-id.ts';
import { createRecordParser, isGndNumber, type MarcSelection, valuesOf } from '../readers/marc-records.ts';
import { LIMITS, UnusableSource } from '../readers/reader.ts';
import { createXmlFramer } from '../readers/xml-framer.ts';
import { replaceForbidden } from '../readers/xml-text.ts';

/** Field 035 has the GND identifier. */
const IDENTIFIER: MarcSelection = { tags: new Set(['035']), parts: 2_000, valueLength: LIMITS.textLength };

export interface CopiedRecord {
  /** The first `<record>` as it was sent, in any namespace; characters that XML forbids are replaced. */
  readonly marc: string;
  /** GND identifier in the first field 035 that has one. */
  readonly gnd?: GndId;
}

export type UncopiedReason = 'malformed_xml' | 'not_marc';

export function copyMarc(xml: string): CopiedRecord | UncopiedReason {
  const framer = createXmlFramer();
  try {
    const [frame] = [...framer.push(xml), ...framer.finish()];
    if (frame === undefined) return 'not_marc';
    if (frame.kind === 'defect') return 'malformed_xml';
    const items = createRecordParser(IDENTIFIER)(frame);
    const record = items.find(({ kind }) => kind === 'record');
    if (record?.kind !== 'record') return items.some(isMalformed) ? 'malformed_xml' : 'not_marc';
    const [gnd] = valuesOf(record, '035', 'a')
      .filter(isGndNumber)
      .flatMap((number) => toGndId(number) ?? []);
    return { marc: replaceForbidden(frame.text), ...(gnd !== undefined && { gnd }) };
  } catch (error) {
    if (error instanceof UnusableSource) return 'malformed_xml';
    throw error;
  }
}

const isMalformed = (item: object): boolean => 'reason' in item && item.reason === 'malformed_xml';
