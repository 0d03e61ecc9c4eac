/** MARC21-XML of the GND yields the statements that its JSON-LD yields, as far as MARC carries them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText } from '../../src/model/text.ts';
import { gndJsonldReader } from '../../src/readers/gnd-jsonld.ts';
import { gndMarcxmlReader } from '../../src/readers/gnd-marcxml.ts';
import { openInput } from '../../src/readers/input.ts';
import { readMarcEntity } from '../../src/readers/marc-entity.ts';
import type { MarcRecord } from '../../src/readers/marc-records.ts';
import { LIMITS, type Reader, type Statement } from '../../src/readers/reader.ts';
import { factsOf } from './facts.ts';
import { collection, entityOf, ID, NAME, read, record } from './marc-xml.ts';
import { asLines, defectsIn, entitiesIn, reasonsIn, statementsOf } from './statements.ts';

const VOCABULARY = 'https://d-nb.info/standards/vocab/gnd/';

function fixture(name: string): string {
  return readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');
}

describe('gndMarcxmlReader', () => {
  it('reads records of every type, merged and deleted ones as the golden file says', async () => {
    const statements = [
      ...(await statementsOf(gndMarcxmlReader, fixture('gnd-twin.mrc.xml'))),
      ...(await statementsOf(gndMarcxmlReader, fixture('gnd-more.mrc.xml'))),
    ];
    await expect(asLines(statements)).toMatchFileSnapshot('golden/gnd-marcxml.jsonl');
    expect([...new Set(entitiesIn(statements).map(({ type }) => type))].toSorted()).toEqual(
      'ConferenceOrEvent CorporateBody Family Person PlaceOrGeographicName SubjectHeading Work'.split(' '),
    );
  });

  it('says of the twins of the JSON-LD fixture what its reader says, but for what MARC has not', async () => {
    const marc = factsOf(await statementsOf(gndMarcxmlReader, fixture('gnd-twin.mrc.xml')));
    const identifiers = new Set([...marc].map((fact) => fact.split(' ')[0] ?? ''));
    const all = factsOf(await statementsOf(gndJsonldReader, fixture('gnd.jsonld')));
    const json = new Set([...all].filter((fact) => identifiers.has(fact.split(' ')[0] ?? '')));
    expect(identifiers.size).toBe(12);
    expect(json.intersection(marc).size).toBeGreaterThan(70);
    expect([...json.difference(marc)].toSorted()).toEqual([
      '118540238 about https://de.wikipedia.org/wiki/Johann_Wolfgang_von_Goethe',
      '4000003-5 sameAs http://sws.geonames.org/3247449',
    ]);
    expect([...marc.difference(json)].toSorted()).toEqual([
      // The RDF has it of every person, the fixture does not.
      `118535749 gender {"uri":"${VOCABULARY}gender#notKnown"}`,
      `118560034 gender {"uri":"${VOCABULARY}gender#notKnown"}`,
      '4000003-5 sameAs https://sws.geonames.org/3247449',
    ]);
  });

  it('says the same however the bytes are cut', async () => {
    const text = fixture('gnd-twin.mrc.xml').replaceAll('\n', '\r\n');
    const whole = await statementsOf(gndMarcxmlReader, fixture('gnd-twin.mrc.xml'));
    expect(whole.length).toBeGreaterThan(20);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 8 }), async (lengths) => {
        expect(await statementsOf(gndMarcxmlReader, text, lengths)).toEqual(whole);
      }),
      { numRuns: 40 },
    );
  });

  it('reads more in one piece than a record may have', async () => {
    const content = collection(...Array.from({ length: 40_000 }, () => record(ID, NAME)));
    expect(content.length).toBeGreaterThan(LIMITS.recordBytes);
    expect(entitiesIn(await statementsOf(gndMarcxmlReader, content))).toHaveLength(40_000);
  });

  it('takes any text of a subfield, composed and cleaned', async () => {
    // The dollar is the sign of this test's own notation.
    const isXml = (any: string) => /[\t\n\r\u0020-\uD7FF\uE000-\uFFFD]|[^\0-\uFFFF]/u.test(any);
    const character = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 1 })
      .filter((any) => isXml(any) && any !== '$');
    const text = fc.array(character, { maxLength: 60 }).map((characters) => characters.join(''));
    await fc.assert(
      fc.asyncProperty(text, text, async (name, note) => {
        const entity = await entityOf(NAME, `400 1_ $a ${name}`, `678 __ $b \u0098${note}\u009C`);
        expect(entity.variantNames).toEqual([cleanText(name)].filter((clean) => clean !== ''));
        const expected = cleanText(note);
        expect(entity.attributes['biographicalOrHistoricalInformation'] ?? []).toEqual(
          expected === '' ? [] : [expected],
        );
        expect(JSON.stringify(entity)).toBe(JSON.stringify(entity).normalize('NFC'));
      }),
    );
  });
});

describe('a record', () => {
  it.each<[string, string[], string[]]>([
    ['is no authority record', ['not_an_authority record'], [record(ID, NAME).replace('nz', 'nam')]],
    ['has no leader', ['no_leader record'], [record(ID, NAME).replace(/<leader>.*?<\/leader>/, '')]],
    ['has an unknown status', ['unknown_status record'], [record(ID, NAME).replace('nz', '?z')]],
    ['has no identifier', ['no_gnd_identifier record'], [record('035 __ $a (DE-101)118540238', NAME)]],
    ['has an invalid identifier', ['invalid_gnd_id record'], [record('035 __ $a (DE-588)unsinn', NAME)]],
    ['has no name', ['no_preferred_name record'], [record(ID, '400 1_ $a Göthe')]],
    ['has an unknown class', ['unknown_class notice'], [record(ID, NAME, '075 __ $b qqq $2 gndspec')]],
    ['has an invalid relation', ['invalid_gnd_id detail'], [record(ID, NAME, '551 __ $0 (DE-588)x $4 ortg')]],
    ['has too long a text', ['text_too_long detail'], [record(ID, NAME, `678 __ $b ${'x'.repeat(10_001)}`)]],
    ['has much too long a text', ['text_too_long detail'], [record(ID, NAME, `678 __ $b ${'x'.repeat(200_000)}`)]],
    [
      'names a person with too long a name',
      ['text_too_long detail'],
      [record(ID, NAME, `500 1_ $a ${'x'.repeat(20_000)} $4 bezf`)],
    ],
    [
      'has more fields than any',
      ['too_many_fields record'],
      [record(ID, NAME).replace('</record>', '<datafield tag="400"/>'.repeat(50_001) + '</record>')],
    ],
  ])('that %s is counted', async (_, expected, records) => {
    const found = await read(record('035 __ $a (DE-588)118607626', '100 1_ $a Schiller, Friedrich'), ...records);
    expect(defectsIn(found).map(({ reason, severity }) => `${reason} ${severity}`)).toEqual(expected);
    for (const { line } of defectsIn(found)) expect(line).toBe(3);
    expect(entitiesIn(found)[0]).toMatchObject({ gnd: '118607626' });
    expect(entitiesIn(found)).toHaveLength(expected[0]?.endsWith('record') === true ? 1 : 2);
  });

  it('that is gone is a deletion or a redirect, by the code of the dump of such records', async () => {
    const gone = (status: string, ...fields: readonly string[]) => record(ID, ...fields).replace('nz', `${status}z`);
    expect(await read(gone('d', NAME))).toEqual([{ kind: 'deletion', gnd: '118540238' }]);
    expect(await read(gone('x', '682 __ $i Umlenkung $0 (DE-588)118607626'))).toEqual([
      { kind: 'redirect', from: '118540238', to: '118607626', evidence: 'list' },
    ]);
  });

  it('whose end is announced is still alive', async () => {
    const announced = record(ID, NAME, '682 __ $i Umlenkung $0 (DE-588)118607626').replace('nz', 'cz');
    expect(await read(announced)).toMatchObject([{ kind: 'entity', gnd: '118540238' }]);
  });

  it.each([
    ['024 7_ $a 118540238 $2 gnd'],
    ['024 7_ $a http://d-nb.info/gnd/118540238 $2 uri'],
    ['035 __ $a (DE-588)118540238'],
  ])('has its identifier in %s', async (text) => {
    expect(await read(record(text, NAME))).toMatchObject([{ kind: 'entity', gnd: '118540238' }]);
  });

  it('names the records that it absorbed, with the evidence of the JSON-LD', async () => {
    const former =
      '(DE-588)1012979499 (DE-588a)185848826 (DE-588c)4021457-6 (DE-588b)x (DE-101c)310089751 (DE-588)118540238';
    const fields = former.split(' ').map((number) => `035 __ $z ${number}`);
    const statements = await read(record(ID, NAME, ...fields));
    expect(statements.filter(({ kind }) => kind === 'redirect')).toEqual(
      [
        ['1012979499', 'deprecatedUri'],
        ['185848826', 'oldAuthorityNumber'],
        ['4021457-6', 'oldAuthorityNumber'],
      ].map(([from, evidence]) => ({ kind: 'redirect', from, to: '118540238', evidence })),
    );
    expect(reasonsIn(statements)).toEqual([]);
  });

  it.each([
    ['005 and 042', '20181220145201.0', '042 __ $a gnd3', { modified: '2018-12-20', level: 3 }],
    ['079, as in 2015', '20150204004934.0', '079 __ $a g $b p $c 1', { modified: '2015-02-04', level: 1 }],
    ['nothing certain', '20181320', '042 __ $a gnd9', {}],
  ])('has its day and level from %s', async (_, stamp, level, expected) => {
    const control = `<controlfield tag="005">${stamp}</controlfield>`;
    const [entity] = entitiesIn(await read(record(ID, NAME, level).replace('<datafield', `${control}<datafield`)));
    const { modified, level: found } = entity ?? {};
    expect({ ...(modified !== undefined && { modified }), ...(found !== undefined && { level: found }) }).toEqual(
      expected,
    );
  });
});

const DATA = join(import.meta.dirname, '../../../shared/data/gnd');

async function statementsIn(reader: Reader, path: string): Promise<Statement[]> {
  return (await Array.fromAsync(reader.read(openInput(join(DATA, path)), {}))).flat();
}

/** Records in ISO 2709, the binary form of MARC, of which some of the real data are. */
function* binaryRecords(bytes: Buffer): Generator<MarcRecord> {
  for (let start = 0; start + 24 < bytes.length; start = bytes.indexOf('\x1D', start) + 1) {
    const leader = bytes.toString('latin1', start, start + 24);
    const base = start + Number(leader.slice(12, 17));
    const fields: MarcRecord['fields'][number][] = [];
    for (let entry = start + 24; bytes[entry] !== 0x1e; entry += 12) {
      const [, tag = '', length, offset] =
        /^(...)(....)(.....)$/.exec(bytes.toString('latin1', entry, entry + 12)) ?? [];
      const from = base + Number(offset);
      const [first = '', ...parts] = bytes.toString('utf8', from, from + Number(length) - 1).split('\x1F');
      const control = [{ code: '', value: first }];
      const subfields = parts.map((part) => ({ code: part.slice(0, 1), value: part.slice(1) }));
      fields.push({ tag, ind1: first.slice(0, 1), subfields: tag < '010' ? control : subfields });
    }
    yield { kind: 'record', leader, fields, line: 1 };
  }
}

describe.skipIf(!existsSync(DATA))('real records (needs ../shared/data)', () => {
  const files = existsSync(DATA) ? readdirSync(join(DATA, 'marc')) : [];
  const readAll = async (): Promise<Statement[]> => {
    const xml = await Promise.all(
      files.filter((name) => /xml|mrcx/.test(name)).map((name) => statementsIn(gndMarcxmlReader, `marc/${name}`)),
    );
    const binary = files
      .filter((name) => /\.mrc(?:\.gz)?$/.test(name))
      .map((name) => readFileSync(join(DATA, 'marc', name)))
      .flatMap((bytes) => [...binaryRecords(bytes[0] === 0x1f ? gunzipSync(bytes) : bytes)]);
    return [...xml.flat(), ...binary.flatMap(readMarcEntity)];
  };

  it('in MARC are all read, but for the one that is no authority record', async () => {
    const statements = await readAll();
    expect(reasonsIn(statements)).toEqual(['not_an_authority']);
    expect(entitiesIn(statements)).toHaveLength(18);
    expect(new Set(entitiesIn(statements).map(({ gnd }) => gnd)).size).toBe(17);
    for (const statement of statements) {
      expect(JSON.stringify(statement)).toBe(JSON.stringify(statement).normalize('NFC'));
      expect(JSON.stringify(statement)).not.toMatch(/[\u0080-\u009F]/);
    }
  });

  /**
   * Why the JSON-LD of a record may say something else than its MARC. `json` and `marc` say which facts of only one of them
   * the reason is for.
   */
  const REASONS: Readonly<Record<string, { readonly json?: RegExp; readonly marc?: RegExp; readonly only?: string }>> =
    {
      // The Linked Data Service adds addresses from VIAF, Wikidata and others that the record has not; lobid those of Entity Facts.
      'links from elsewhere': { json: /^\S+ (?:sameAs|about) / },
      // Some RDF has it with http.
      'ISNI with https': { marc: /^\S+ sameAs https:\/\/isni\.org\// },
      // Description level is in the RDF since 2020; the JSON-LD made of lobid's lacks it, and the day of the last change.
      'level and day': { marc: /^\S+ (?:level|modified) / },
      // What is a former address in RDF can be a former number in MARC, and the other way round.
      'evidence of a merger': { json: /^\S+ absorbed /, marc: /^\S+ absorbed / },
      // The MARC record is of August 2025, the JSON-LD of December 2022.
      'edited in between': {
        only: '118540238',
        json: /^\S+ variantName /,
        marc: /^\S+ (?:variantName |usingInstructions |sameAs http:\/\/lod\.gesis\.org\/)/,
      },
    };

  it.each([
    [
      'lds-jsonld/116473207_datenshop.json',
      { same: 38, json: { 'links from elsewhere': 5 }, marc: { 'level and day': 1 } },
    ],
    [
      'lds-jsonld-derived/authorities-gnd-person_lds.from-lobid.jsonld.gz',
      {
        same: 240,
        json: { 'links from elsewhere': 29, 'evidence of a merger': 2, 'edited in between': 3 },
        marc: { 'ISNI with https': 1, 'level and day': 3, 'evidence of a merger': 2, 'edited in between': 11 },
      },
    ],
  ])('are the same in MARC and in %s, but for named reasons', async (path, expected) => {
    const marc = await readAll();
    const known = new Set(entitiesIn(marc).map(({ gnd }) => gnd));
    const json = await statementsIn(gndJsonldReader, path);
    const common = new Set(entitiesIn(json).map(({ gnd }) => gnd)).intersection(known);
    const about = (statements: readonly Statement[]) =>
      new Set([...factsOf(statements)].filter((fact) => (common as ReadonlySet<string>).has(fact.split(' ')[0] ?? '')));
    const [fromMarc, fromJson] = [about(marc), about(json)];
    const reasonsFor = (side: 'json' | 'marc', facts: ReadonlySet<string>) => {
      const counts: Record<string, number> = {};
      for (const fact of facts) {
        const [reason = `none: ${fact}`] =
          Object.entries(REASONS).find(
            ([, rule]) => rule[side]?.test(fact) === true && (rule.only === undefined || fact.startsWith(rule.only)),
          ) ?? [];
        counts[reason] = (counts[reason] ?? 0) + 1;
      }
      return counts;
    };
    expect({
      same: fromJson.intersection(fromMarc).size,
      json: reasonsFor('json', fromJson.difference(fromMarc)),
      marc: reasonsFor('marc', fromMarc.difference(fromJson)),
    }).toEqual(expected);
  });
});
