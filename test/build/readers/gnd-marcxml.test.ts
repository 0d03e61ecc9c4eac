/** MARC21-XML of the GND gives the same statements as its JSON-LD, as far as MARC has them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText } from '../../../src/core/model/text.ts';
import { gndJsonldReader } from '../../../src/build/sources/readers/gnd-jsonld.ts';
import { gndMarcxmlReader } from '../../../src/build/sources/readers/gnd-marcxml.ts';
import { LIMITS, type Statement } from '../../../src/build/sources/readers/reader.ts';
import { collection, entityOf, ID, NAME, read, record, recordOf } from './marc-xml.ts';
import { asLines, defectsIn, entitiesIn, fixture, holdsInPieces, reasonsIn, statementsOf } from './statements.ts';
import { anyCharacter } from '../../any-character.ts';

const VOCABULARY = 'https://d-nb.info/standards/vocab/gnd/';

const GNDO = 'https://d-nb.info/standards/elementset/gnd#';

/** One line per fact: identifier, property, value. Defects and the order of values do not count. */
function factsOf(statements: readonly Statement[]): ReadonlySet<string> {
  return new Set(statements.flatMap(factsIn));
}

function factsIn(statement: Statement): readonly string[] {
  switch (statement.kind) {
    case 'entity': {
      const { gnd, attributes, ...own } = statement;
      return Object.entries({ ...own, ...attributes }).flatMap(([key, values]) =>
        [values].flat().map((value) => `${gnd} ${key} ${JSON.stringify(value)}`),
      );
    }
    case 'link':
      return [`${statement.gnd} ${[statement.relation, statement.match ?? []].flat().join(' ')} ${statement.url}`];
    case 'redirect':
      return [`${statement.to} absorbed ${statement.from} ${statement.evidence}`];
    case 'deletion':
      return [`${statement.gnd} deletion`];
    default:
      return [];
  }
}

describe('gndMarcxmlReader', () => {
  it('reads records of every type, also merged and deleted ones, like the golden file', async () => {
    const statements = [
      ...(await statementsOf(gndMarcxmlReader, fixture('gnd-twin.mrc.xml'))),
      ...(await statementsOf(gndMarcxmlReader, fixture('gnd-more.mrc.xml'))),
    ];
    await expect(asLines(statements)).toMatchFileSnapshot('golden/gnd-marcxml.jsonl');
    expect([...new Set(entitiesIn(statements).map(({ type }) => type))].toSorted()).toEqual(
      'ConferenceOrEvent CorporateBody Family Person PlaceOrGeographicName SubjectHeading Work'.split(' '),
    );
  });

  it('reads the twins of the JSON-LD fixture like its reader, except for facts that MARC lacks', async () => {
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
      // The real RDF has this fact for every person, the fixture does not.
      `118535749 gender {"uri":"${VOCABULARY}gender#notKnown"}`,
      `118560034 gender {"uri":"${VOCABULARY}gender#notKnown"}`,
      '4000003-5 sameAs https://sws.geonames.org/3247449',
    ]);
  });

  it('reads the same from any pieces of the bytes', async () => {
    const content = fixture('gnd-twin.mrc.xml');
    await holdsInPieces(
      gndMarcxmlReader,
      content.replaceAll('\n', '\r\n'),
      await statementsOf(gndMarcxmlReader, content),
    );
  });

  it('reads pieces that are longer than the limit of a record', async () => {
    const large = record(ID, NAME, ...Array<string>(100).fill(`678 __ $b ${'x'.repeat(9_000)}`));
    const content = collection(...Array<string>(10).fill(large));
    expect(content.length).toBeGreaterThan(LIMITS.recordBytes);
    expect(entitiesIn(await statementsOf(gndMarcxmlReader, content))).toHaveLength(10);
  });

  it('reads any text of a subfield, composed and cleaned', async () => {
    // The dollar sign delimits subfields in the notation of these tests.
    const isXml = (any: string) => /[\t\n\r\u0020-\uD7FF\uE000-\uFFFD]|[^\0-\uFFFF]/u.test(any);
    const character = fc
      .string({ unit: anyCharacter, minLength: 1, maxLength: 1 })
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
    ['is not an authority record', ['not_an_authority record'], [record(ID, NAME).replace('nz', 'nam')]],
    ['has no identifier', ['no_gnd_identifier record'], [record('035 __ $a (DE-101)118540238', NAME)]],
    ['has no name', ['no_preferred_name record'], [record(ID, '400 1_ $a Göthe')]],
    ['has an unknown class', ['unknown_class notice'], [record(ID, NAME, '075 __ $b qqq $2 gndspec')]],
    [
      'has an invalid relation',
      ['invalid_gnd_id detail'],
      [record(ID, NAME, `551 __ $0 (DE-588)x $4 ${GNDO}placeOfBirth`)],
    ],
    ['has too long a text', ['text_too_long detail'], [record(ID, NAME, `678 __ $b ${'x'.repeat(10_001)}`)]],
    [
      'relates to too long a name',
      ['text_too_long detail'],
      [record(ID, NAME, `500 1_ $a ${'x'.repeat(20_000)} $4 ${GNDO}familialRelationship`)],
    ],
    [
      'has more fields than any',
      ['too_many_fields record'],
      [record(ID, NAME, ...Array<string>(50_001).fill('400 __ '))],
    ],
  ])('that %s is counted', async (_, expected, records) => {
    const found = await read(record('035 __ $a (DE-588)118607626', '100 1_ $a Schiller, Friedrich'), ...records);
    expect(defectsIn(found).map(({ reason, severity }) => `${reason} ${severity}`)).toEqual(expected);
    for (const { line } of defectsIn(found)) expect(line).toBe(3);
    expect(entitiesIn(found)[0]).toMatchObject({ gnd: '118607626' });
    expect(entitiesIn(found)).toHaveLength(expected[0]?.endsWith('record') === true ? 1 : 2);
  });

  it('that was removed is a deletion or a redirect, by its code', async () => {
    expect(await read(recordOf('d', [ID, NAME]))).toEqual([{ kind: 'deletion', gnd: '118540238' }]);
    expect(await read(recordOf('x', [ID, '682 __ $i Umlenkung $0 (DE-588)118607626']))).toEqual([
      { kind: 'redirect', from: '118540238', to: '118607626', evidence: 'list' },
    ]);
  });

  it('with an announced removal still exists', async () => {
    const announced = [ID, NAME, '682 __ $i Umlenkung $0 (DE-588)118607626'];
    expect(await read(recordOf('c', announced))).toMatchObject([{ kind: 'entity', gnd: '118540238' }]);
  });

  it('has the merged records with the same evidence as in JSON-LD', async () => {
    const former =
      '(DE-588)1012979490 (DE-588a)185848826 (DE-588c)4021457-6 (DE-588b)x (DE-101c)310089751 (DE-588)118540238';
    const fields = former.split(' ').map((number) => `035 __ $z ${number}`);
    const statements = await read(record(ID, NAME, ...fields));
    expect(statements.filter(({ kind }) => kind === 'redirect')).toEqual(
      [
        ['1012979490', 'deprecatedUri'],
        ['185848826', 'oldAuthorityNumber'],
        ['4021457-6', 'oldAuthorityNumber'],
      ].map(([from, evidence]) => ({ kind: 'redirect', from, to: '118540238', evidence })),
    );
    expect(reasonsIn(statements)).toEqual([]);
  });

  it.each([
    ['005 and 042', '20181220145201.0', '042 __ $a gnd3', { modified: '2018-12-20T14:52:01', level: 3 }],
    ['a stamp of a day alone', '20150204', '042 __ $a gnd1', { modified: '2015-02-04', level: 1 }],
    ['nothing certain', '20181320', '042 __ $a gnd9', {}],
  ])('has its time of change and level from %s', async (_, stamp, level, expected) => {
    const { modified, level: found } = await entityOf(`005 ${stamp}`, level);
    expect({ modified, level: found }).toEqual(expected);
  });
});
