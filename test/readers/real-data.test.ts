/** Real records of the GND are read to the last one: counts against what is known of the files. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { entityFactsReader } from '../../src/readers/entity-facts.ts';
import { gndJsonldReader } from '../../src/readers/gnd-jsonld.ts';
import { openInput } from '../../src/readers/input.ts';
import type { Reader, Statement } from '../../src/readers/reader.ts';

const DATA = join(import.meta.dirname, '../../../shared/data/gnd');

interface Tally {
  entities: number;
  readonly ids: Set<string>;
  readonly types: Set<string>;
  readonly reasons: Record<string, number>;
  notComposed: number;
}

async function tally(reader: Reader, path: string, done?: (statement: Statement) => void): Promise<Tally> {
  const result: Tally = { entities: 0, ids: new Set(), types: new Set(), reasons: {}, notComposed: 0 };
  for await (const batch of reader.read(openInput(path), {})) {
    for (const statement of batch) {
      done?.(statement);
      const text = JSON.stringify(statement);
      if (text !== text.normalize('NFC')) result.notComposed += 1;
      if (statement.kind === 'defect') result.reasons[statement.reason] = (result.reasons[statement.reason] ?? 0) + 1;
      if (statement.kind !== 'entity') continue;
      result.entities += 1;
      result.ids.add(statement.gnd);
      result.types.add(statement.type);
    }
  }
  return result;
}

const PERSONS = 'lds-jsonld-derived/authorities-gnd-person_lds.from-lobid.jsonld.gz';

/** Records of the files, by file name; one of the corporate bodies has no preferred name. */
const LDS: readonly (readonly [file: string, records: number, reasons: Record<string, number>])[] = [
  ['lds-jsonld/116473207_datenshop.json', 1, {}],
  ['lds-jsonld-derived/authorities-gnd-geografikum_lds.from-lobid.jsonld.gz', 26, {}],
  ['lds-jsonld-derived/authorities-gnd-geografikum_lds.from-mef.jsonld.gz', 569, {}],
  ['lds-jsonld-derived/authorities-gnd-geografikum_lds.from-rdf.jsonld.gz', 7, {}],
  ['lds-jsonld-derived/authorities-gnd-koerperschaft_lds.from-lobid.jsonld.gz', 61, {}],
  ['lds-jsonld-derived/authorities-gnd-koerperschaft_lds.from-mef.jsonld.gz', 941, {}],
  ['lds-jsonld-derived/authorities-gnd-koerperschaft_lds.from-rdf.jsonld.gz', 7, { no_preferred_name: 1 }],
  ['lds-jsonld-derived/authorities-gnd-kongress_lds.from-lobid.jsonld.gz', 9, {}],
  ['lds-jsonld-derived/authorities-gnd-kongress_lds.from-mef.jsonld.gz', 522, {}],
  ['lds-jsonld-derived/authorities-gnd-kongress_lds.from-rdf.jsonld.gz', 1, {}],
  [PERSONS, 6722, {}],
  ['lds-jsonld-derived/authorities-gnd-person_lds.from-mef.jsonld.gz', 1381, {}],
  ['lds-jsonld-derived/authorities-gnd-person_lds.from-rdf.jsonld.gz', 661, {}],
  ['lds-jsonld-derived/authorities-gnd-sachbegriff_lds.from-lobid.jsonld.gz', 3, {}],
  ['lds-jsonld-derived/authorities-gnd-sachbegriff_lds.from-mef.jsonld.gz', 1630, {}],
  ['lds-jsonld-derived/authorities-gnd-sachbegriff_lds.from-rdf.jsonld.gz', 7, {}],
  ['lds-jsonld-derived/authorities-gnd-werk_lds.from-lobid.jsonld.gz', 5, {}],
  ['lds-jsonld-derived/authorities-gnd-werk_lds.from-rdf.jsonld.gz', 5, {}],
];

const ENTITY_FACTS: readonly (readonly [file: string, records: number])[] = [
  ['entityfacts/authorities_entityfacts_test.jsonld', 10],
  ['entityfacts/haldru-Paisey1988-organisation.json', 3],
  ['entityfacts/haldru-Paisey1988-person.json', 56],
  ['entityfacts/haldru-Reske2015-person.json', 29],
  ['entityfacts/lobid-gnd-118624822.json', 1],
  ['entityfacts/lobid-gnd-118634313.json', 1],
  ['entityfacts/lobid-gnd-118820591.json', 1],
  ['entityfacts/lobid-gnd-4074335-4.json', 1],
  ['entityfacts-derived/authorities-gnd_entityfacts.jsonld.gz', 95],
  ['entityfacts-derived/authorities-gnd_entityfacts.ndjson.gz', 95],
];

describe.skipIf(!existsSync(DATA))('real records (needs ../shared/data)', () => {
  it('are all listed here', () => {
    const folders = ['lds-jsonld', 'lds-jsonld-derived', 'entityfacts', 'entityfacts-derived'];
    const files = folders.flatMap((folder) => readdirSync(join(DATA, folder)).map((name) => `${folder}/${name}`));
    expect(files.filter((file) => /json/.test(file)).toSorted()).toEqual(
      [...LDS, ...ENTITY_FACTS].map(([file]) => file).toSorted(),
    );
  });

  it.each(LDS)('of %s: %i, faults %j', async (file, records, reasons) => {
    const found = await tally(gndJsonldReader, join(DATA, file));
    expect(found.reasons).toEqual(reasons);
    expect(found.entities + (reasons['no_preferred_name'] ?? 0)).toBe(records);
    expect(found.notComposed).toBe(0);
  });

  it.each([
    ['1217817484', ['1217817425', '1217816275']],
    ['1189707438', ['140643222']],
  ])('of %s name its relatives, whatever the property: %j', async (gnd, relatives) => {
    const found: unknown[] = [];
    await tally(gndJsonldReader, join(DATA, PERSONS), (statement) => {
      if (statement.kind === 'entity' && statement.gnd === gnd)
        found.push(statement.attributes['familialRelationship']);
    });
    expect(found).toEqual([relatives.map((relative) => ({ gnd: relative }))]);
  });

  it.each(ENTITY_FACTS)('of %s: %i', async (file, records) => {
    const found = await tally(entityFactsReader, join(DATA, file));
    expect(found.reasons).toEqual({});
    expect(found.entities).toBe(records);
    expect(found.notComposed).toBe(0);
  });

  it('say the same in both framings of Entity Facts', async () => {
    const [array, lines] = await Promise.all(
      ['jsonld', 'ndjson'].map(async (extension) => {
        const statements: string[] = [];
        const path = join(DATA, `entityfacts-derived/authorities-gnd_entityfacts.${extension}.gz`);
        await tally(entityFactsReader, path, (statement) => statements.push(JSON.stringify(statement)));
        return statements.toSorted();
      }),
    );
    expect(array).toEqual(lines);
  });
});
