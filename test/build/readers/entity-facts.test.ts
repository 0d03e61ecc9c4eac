/** Entity Facts are read as statements, in every published framing. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entityFactsReader } from '../../../src/build/sources/readers/entity-facts.ts';
import type { Statement } from '../../../src/build/sources/readers/reader.ts';
import { asLines, entitiesIn, fixture, reasonsIn, statementsOf } from './statements.ts';

const GOETHE = 'Johann Wolfgang von Goethe';
const HOLBEIN = 'Hans Holbein (der Jüngere)';

function record(properties: Record<string, unknown>): Record<string, unknown> {
  return {
    '@type': 'person',
    '@id': 'https://d-nb.info/gnd/118540238',
    preferredName: GOETHE,
    ...properties,
  };
}

async function read(properties: Record<string, unknown>): Promise<Statement[]> {
  return statementsOf(entityFactsReader, JSON.stringify(record(properties)));
}

/** The picture of a record that is pictured. */
const depiction = async (parts: Record<string, unknown>) => {
  const statements = await read({ depiction: { url: 'https://example.org/a.jpg', ...parts } });
  expect(reasonsIn(statements)).toEqual([]);
  return entitiesIn(statements)[0]?.depiction;
};

async function attributes(properties: Record<string, unknown>) {
  return entitiesIn(await read(properties))[0]?.attributes;
}

describe('entityFactsReader', () => {
  it('reads all types of entities', async () => {
    const statements = await statementsOf(entityFactsReader, fixture('entity-facts.ndjson'));
    await expect(asLines(statements)).toMatchFileSnapshot('golden/entity-facts.jsonl');
    const types = 'Person Person Family CorporateBody ConferenceOrEvent PlaceOrGeographicName'.split(' ');
    expect(entitiesIn(statements).map((entity) => entity.type)).toEqual(types);
  });

  it('reads the same from both framings of the dump, a pretty-printed array, and an object keyed by GND ID', async () => {
    const expected = asLines(await statementsOf(entityFactsReader, fixture('entity-facts.ndjson')));
    const array = fixture('entity-facts.jsonld');
    const records = JSON.parse(array) as Record<string, unknown>[];
    const keyed = Object.fromEntries(records.map((one) => [`id ${String(one['@id'])}`, one]));
    for (const content of [array, JSON.stringify(records, null, 2), JSON.stringify(keyed, null, 2)]) {
      expect(asLines(await statementsOf(entityFactsReader, content))).toBe(expected);
    }
  });

  it.each([
    [{ surname: 'Goethe', forename: 'Johann Wolfgang', prefix: 'von' }, 'Goethe, Johann Wolfgang von', GOETHE],
    [{ surname: 'Goethe', forename: 'Johann' }, 'Goethe, Johann', GOETHE],
    [{ preferredName: HOLBEIN, surname: 'Holbein', forename: 'Hans' }, 'Holbein, Hans (der Jüngere)', HOLBEIN],
    [{ preferredName: 'Aristoteles' }, 'Aristoteles', 'Aristoteles'],
    [{ preferredName: 'Bernoulli', surname: 'Bernoulli', forename: 'X', '@type': 'family' }, 'Bernoulli', undefined],
  ])('reads both orders of the name of %j', async (properties, preferredName, displayName) => {
    const [entity] = entitiesIn(await read(properties));
    expect([entity?.preferredName, entity?.displayName]).toEqual([preferredName, displayName]);
  });

  it.each([
    ['28. August 1749', '1749-08-28'],
    ['1. März 1800', '1800-03-01'],
    ['3 Jänner 1800', '1800-01-03'],
    ['November 30, 1835', '1835-11-30'],
    ['30 May 1835', '1835-05-30'],
    ['Dezember 1850', '1850-12'],
    ['29. Februar 1904', '1904-02-29'],
    ['29. Februar 1900', '29. Februar 1900'],
    ['31. April 1900', '31. April 1900'],
    ['0. Mai 1900', '0. Mai 1900'],
    ['1749', '1749'],
    ['1749-08-28', '1749-08-28'],
    ['17XX', '17XX'],
    ['28.08.1749', '28.08.1749'],
    ['22.05.2019-23.05.2019', '22.05.2019-23.05.2019'],
    ['ca. 1500', 'ca. 1500'],
    ['44 v. Chr.', '44 v. Chr.'],
    ['12. Brumaire 1800', '12. Brumaire 1800'],
  ])('reads the date %s as %s', async (text, expected) => {
    expect(await attributes({ dateOfBirth: text })).toEqual({ dateOfBirth: [expected] });
  });

  it('reads names of related entities as labels, with or without an identifier', async () => {
    const place = (preferredName?: string, id?: string) => ({ preferredName, '@id': id });
    const statements = await read({
      placeOfActivity: [
        place('Weimar', 'https://d-nb.info/gnd/4065105-5'),
        place('Weimar', 'https://d-nb.info/gnd/4065105-5'),
        place('Frankfurt', 'http://d-nb.info/gnd/4018118-2'),
        place('Ilmenau'),
        place('er selbst', 'https://d-nb.info/gnd/118540238'),
        place('Nirgendwo', 'https://d-nb.info/gnd/0815'),
        place(),
        'Jena',
        null,
      ],
    });
    expect(entitiesIn(statements)[0]?.attributes['placeOfActivity']).toEqual([
      { gnd: '4065105-5', label: 'Weimar' },
      { gnd: '4018118-2', label: 'Frankfurt' },
      { label: 'Ilmenau' },
      { label: 'Nirgendwo' },
      'Jena',
    ]);
    expect(statements.filter((statement) => statement.kind === 'label')).toEqual([
      { kind: 'label', gnd: '4065105-5', label: 'Weimar' },
      { kind: 'label', gnd: '4018118-2', label: 'Frankfurt' },
    ]);
    expect(reasonsIn(statements)).toEqual(['invalid_gnd_id']);
  });

  it.each([
    [['6.083333', '50.776388'], [{ longitude: 6.083333, latitude: 50.776388 }]],
    [[6.083333, 50.776388], [{ longitude: 6.083333, latitude: 50.776388 }]],
    [['x', '50'], undefined],
    [['6.08'], undefined],
    [undefined, undefined],
  ])('reads the position %j', async (coordinates, expected) => {
    const properties = { '@type': 'place', location: { type: 'Feature', geometry: { type: 'Point', coordinates } } };
    expect((await attributes(properties))?.['coordinates']).toEqual(expected);
  });

  const cc = 'creativecommons.org/licenses';
  const mark = 'creativecommons.org/publicdomain/mark/1.0/';
  it.each([
    [{ '@id': `https://${cc}/by-sa/3.0/` }, 'CC-BY-SA-3.0'],
    [{ '@id': `http://${cc}/by/4.0` }, 'CC-BY-4.0'],
    [{ '@id': `https://${cc}/by-sa/3.0/de/deed.en` }, 'CC-BY-SA-3.0-DE'],
    [{ '@id': `https://${cc}/by/2.0/deed.en` }, 'CC-BY-2.0'],
    [{ '@id': `https://${cc}/by/2.0/kr/` }, `https://${cc}/by/2.0/kr/`],
    [{ '@id': `https://${cc}/by/2.1/` }, `https://${cc}/by/2.1/`],
    [{ '@id': 'https://creativecommons.org/publicdomain/zero/1.0/' }, 'CC0-1.0'],
    [{ '@id': `https://${mark}`, abbr: 'PD' }, `https://${mark}`],
    [{ '@id': 'https://www.gnu.org/copyleft/fdl.html', abbr: 'GFDL' }, 'https://www.gnu.org/copyleft/fdl.html'],
    [{ abbr: 'CC BY-SA 4.0' }, 'CC-BY-SA-4.0'],
    [{ abbr: 'CC0' }, 'CC0-1.0'],
    [{ abbr: 'PD' }, undefined],
    [{ '@id': 'javascript:alert(1)' }, undefined],
    [undefined, undefined],
  ])('reads the licence %j of a picture as %s', async (license, expected) => {
    expect((await depiction({ license: license && [license] }))?.licence).toBe(expected);
  });

  it('prefers, among several licences, one with a known identifier', async () => {
    const license = [{ '@id': 'https://www.gnu.org/copyleft/fdl.html' }, { '@id': `https://${cc}/by-sa/3.0/` }];
    expect((await depiction({ license }))?.licence).toBe('CC-BY-SA-3.0');
  });

  it.each([
    [{ creator: ['<a href="x">Anna <b>Abel</b></a>', 'Bert'], creditText: ['Archiv'] }, 'Anna Abel, Bert'],
    [{ creditText: ['Own work &amp; more'] }, 'Own work & more'],
    [{ creator: ['Unknown authorUnknown author'] }, 'Unknown author'],
    [{ creator: '<script>alert(1)</script>Anna' }, 'Anna'],
    [{ creator: ['<br/>'], creditText: ['Archiv'] }, 'Archiv'],
    [{ creator: [7, null] }, undefined],
    [{}, undefined],
  ])('reads the credit in %j as plain text: %s', async (parts, expected) => {
    expect((await depiction(parts))?.credit).toBe(expected);
  });

  it('reads no picture without a valid address', async () => {
    const statements = await read({ depiction: { url: 'javascript:alert(1)' } });
    expect(entitiesIn(statements)[0]).not.toHaveProperty('depiction');
    expect(reasonsIn(statements)).toEqual(['unsupported_scheme']);
  });

  it('reads another GND address under sameAs as a merged record, and ignores its own', async () => {
    const sameAs = ['118540238/about', '118540238', '1012979490', '1012979490/about', 'unsinn'].map((id) => ({
      '@id': `https://d-nb.info/gnd/${id}`,
    }));
    const statements = await read({ sameAs });
    expect(statements.filter((one) => one.kind === 'redirect')).toEqual([
      { kind: 'redirect', from: '1012979490', to: '118540238', evidence: 'sameAs' },
    ]);
    expect(statements.filter((one) => one.kind === 'link')).toEqual([]);
    expect(reasonsIn(statements)).toEqual(['invalid_gnd_id']);
  });

  it.each([
    ['no_gnd_identifier', { '@id': 'https://example.org/1' }],
    ['no_gnd_identifier', { '@id': undefined }],
    ['no_gnd_identifier', { '@id': 'https://d-nb.info/gnd/x' }],
    ['no_preferred_name', { preferredName: undefined }],
    ['no_preferred_name', { preferredName: ' \u200B ' }],
    ['no_preferred_name', { preferredName: { de: 'Goethe' } }],
  ])('skips a record with %s: %j', async (reason, properties) => {
    const good = JSON.stringify(record({}));
    const statements = await statementsOf(entityFactsReader, `${JSON.stringify(record(properties))}\n${good}\n`);
    expect(statements).toMatchObject([{ kind: 'defect', reason, severity: 'record' }, { kind: 'entity' }]);
  });

  it.each(['work', '__proto__', 'constructor', 'toString'])('keeps a record of an unknown type: %s', async (type) => {
    const statements = await read({ '@type': type });
    expect(statements).toMatchObject([
      { kind: 'defect', reason: 'unknown_class', severity: 'notice', excerpt: type },
      { kind: 'entity', type: 'AuthorityResource' },
    ]);
  });

  it('reads values of any shape without an exception', async () => {
    const keys = '@type variantName dateOfBirth placeOfBirth gender depiction sameAs surname forename'.split(' ');
    const values = Object.fromEntries(keys.map((key) => [key, fc.jsonValue({ maxDepth: 3 })]));
    const shapes = fc.record(values, { requiredKeys: [] });
    await fc.assert(
      fc.asyncProperty(shapes, async (properties) => {
        expect(entitiesIn(await read(properties))).toHaveLength(1);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['no_records', '[]'],
    ['no_records', '{}'],
    ['no_records', '[[{"@id":"https://d-nb.info/gnd/118540238"}]]'],
  ])('throws %s: case %#', async (reason, content) => {
    await expect(statementsOf(entityFactsReader, content)).rejects.toMatchObject({ name: 'UnusableSource', reason });
  });
});
