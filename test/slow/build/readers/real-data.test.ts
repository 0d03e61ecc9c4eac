/** Real records of the GND are read to the last one; their counts agree with the known ones. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { entityFactsReader } from '../../../../src/build/sources/readers/entity-facts.ts';
import { gndJsonldReader } from '../../../../src/build/sources/readers/gnd-jsonld.ts';
import { gndMarcxmlReader } from '../../../../src/build/sources/readers/gnd-marcxml.ts';
import { openInput } from '../../../../src/build/sources/readers/input.ts';
import type { Reader, Statement } from '../../../../src/build/sources/readers/reader.ts';
import { DATA, present } from '../../../real-data.ts';
import { table } from '../../../build/readers/statements.ts';

const GND = join(fileURLToPath(DATA), 'gnd');

async function tally(reader: Reader, path: string, done?: (statement: Statement) => void) {
  const reasons: Record<string, number> = {};
  const result = { entities: 0, reasons, unclean: 0 };
  for await (const batch of reader.read(openInput(path), {})) {
    for (const statement of batch) {
      done?.(statement);
      const text = JSON.stringify(statement);
      if (text !== text.normalize('NFC') || /[\u0080-\u009F]/.test(text)) result.unclean += 1;
      if (statement.kind === 'defect') reasons[statement.reason] = (reasons[statement.reason] ?? 0) + 1;
      if (statement.kind === 'entity') result.entities += 1;
    }
  }
  return result;
}

function readerOf(file: string): Reader {
  if (file.startsWith('marc')) return gndMarcxmlReader;
  return file.startsWith('lds') ? gndJsonldReader : entityFactsReader;
}

const PERSONS = 'lds-jsonld-derived/authorities-gnd-person_lds.from-lobid.jsonld.gz';
/** Persons of that file whose relatives are stated by different properties. */
const RELATIVES: Readonly<Record<string, unknown>> = {
  '1217817484': [{ gnd: '1217817425' }, { gnd: '1217816275' }],
  '1189707438': [{ gnd: '140643222' }],
};
const FILES = table('real-records.tsv').map(([file = '', records, nameless]) => {
  return { file, records: Number(records), nameless: Number(nameless) };
});

describe.skipIf(!present)('real records (needs ../shared/data)', () => {
  it('are all in the list of this test', () => {
    const folders = ['lds-jsonld', 'lds-jsonld-derived', 'entityfacts', 'entityfacts-derived', 'marc'];
    const files = folders.flatMap((folder) => readdirSync(join(GND, folder)).map((name) => `${folder}/${name}`));
    expect(files.filter((file) => /json|xml|mrcx/.test(file)).toSorted()).toEqual(
      FILES.map(({ file }) => file).toSorted(),
    );
  });

  it.each(FILES)('of $file are $records', async ({ file, records, nameless }) => {
    const relatives: Record<string, unknown> = {};
    const found = await tally(readerOf(file), join(GND, file), (statement) => {
      if (file === PERSONS && statement.kind === 'entity' && statement.gnd in RELATIVES)
        relatives[statement.gnd] = statement.attributes['familialRelationship'];
    });
    expect(found).toEqual({
      entities: records - nameless,
      reasons: nameless === 0 ? {} : { no_preferred_name: nameless },
      unclean: 0,
    });
    expect(relatives).toEqual(file === PERSONS ? RELATIVES : {});
  });

  it('are the same in both framings of Entity Facts', async () => {
    const [array, lines] = await Promise.all(
      ['jsonld', 'ndjson'].map(async (extension) => {
        const statements: string[] = [];
        const path = join(GND, `entityfacts-derived/authorities-gnd_entityfacts.${extension}.gz`);
        await tally(entityFactsReader, path, (statement) => statements.push(JSON.stringify(statement)));
        return statements.toSorted();
      }),
    );
    expect(array).toEqual(lines);
  });
});
