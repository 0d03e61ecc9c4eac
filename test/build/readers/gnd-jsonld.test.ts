/** The GND's JSON-LD is read as statements: all types, both name orders, merged records, and irregularities. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NAMED_TYPES } from '../../../src/shared/gnd-classes.ts';
import { type Match, MATCHES } from '../../../src/core/model/link.ts';
import { createGndJsonldReader, gndJsonldReader } from '../../../src/build/sources/readers/gnd-jsonld.ts';
import type { Statement } from '../../../src/build/sources/readers/reader.ts';
import { asLines, defectsIn, entitiesIn, fixture, reasonsIn, statementsOf } from './statements.ts';

const GND = 'https://d-nb.info/gnd/';
const GNDO = 'https://d-nb.info/standards/elementset/gnd#';
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const SAME_AS = 'http://www.w3.org/2002/07/owl#sameAs';
const DESCRIBED_BY = 'http://www.w3.org/2007/05/powder-s#describedby';

type Node = Record<string, unknown>;

/** A subject heading with further properties; keys without a scheme belong to the GND ontology. */
function heading(id: string, properties: Node = {}): Node {
  return {
    '@id': GND + id,
    '@type': [`${GNDO}SubjectHeadingSensoStricto`],
    [`${GNDO}gndIdentifier`]: [{ '@value': id }],
    [`${GNDO}preferredNameForTheSubjectHeading`]: [{ '@value': `Begriff ${id}` }],
    ...Object.fromEntries(
      Object.entries(properties).map(([key, value]) => [key.includes(':') ? key : GNDO + key, value]),
    ),
  };
}

/** A node of the GND ontology with literals. */
function node(id: string, literals: Readonly<Record<string, string>>): Node {
  const values = Object.entries(literals).map(([key, text]) => [GNDO + key, [{ '@value': text }]]);
  return { '@id': id, ...Object.fromEntries(values) };
}

function about(id: string, level: number): Node {
  return {
    '@id': `${GND}${id}/about`,
    'http://purl.org/dc/terms/modified': [{ '@value': `2020-01-0${level}T10:00:00.000` }],
    [`${GNDO}descriptionLevel`]: [{ '@id': `https://d-nb.info/standards/vocab/gnd/description-level#${level}` }],
  };
}

async function read(...nodes: Node[]): Promise<Statement[]> {
  return statementsOf(gndJsonldReader, JSON.stringify([nodes]));
}

describe('gndJsonldReader', () => {
  it('reads all types of entities', async () => {
    const statements = await statementsOf(gndJsonldReader, fixture('gnd.jsonld'));
    await expect(asLines(statements)).toMatchFileSnapshot('golden/gnd.jsonl');
    expect(new Set(entitiesIn(statements).map((entity) => entity.type))).toEqual(new Set(NAMED_TYPES));
  });

  it('counts unusable parts and keeps the rest', async () => {
    const statements = await statementsOf(gndJsonldReader, fixture('gnd-faulty.jsonld'));
    await expect(asLines(statements)).toMatchFileSnapshot('golden/gnd-faulty.jsonl');
  });

  it('reads the same from any size, order and framing of chunks', async () => {
    const chunks = JSON.parse(fixture('gnd.jsonld')) as Node[][];
    const nodes = chunks.flat();
    const sorted = async (content: string, reader = gndJsonldReader): Promise<string[]> =>
      asLines(await statementsOf(reader, content))
        .split('\n')
        .toSorted();
    const expected = await sorted(JSON.stringify(chunks));
    const graph = { '@context': {}, '@graph': nodes };
    const lines = nodes.map((node) => JSON.stringify(node)).join('\n');
    for (const content of [JSON.stringify([nodes]), JSON.stringify(graph), lines]) {
      expect(await sorted(content)).toEqual(expected);
    }
    const order = fc.shuffledSubarray(nodes, { minLength: nodes.length });
    const bounds = fc.record({ nodes: fc.integer({ min: 1, max: 30 }), waiting: fc.constant(100) });
    await fc.assert(
      fc.asyncProperty(order, bounds, async (shuffled, bound) => {
        expect(await sorted(JSON.stringify([shuffled]), createGndJsonldReader(bound))).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('holds a limited number of entities that wait for nodes behind them', async () => {
    const reader = createGndJsonldReader({ nodes: 10, waiting: 3 });
    const sizes: number[] = [];
    const nodes = Array.from({ length: 10 }, (_, i) => heading(`400000${i}-1`));
    for await (const batch of reader.read(batches(nodes), {})) sizes.push(batch.length);
    expect(sizes.slice(0, -1).every((size) => size === 1)).toBe(true);
    expect(sizes.at(-1)).toBe(3);
  });

  it('forgets blank nodes at the end of their chunk', async () => {
    const name = node('_:n1', { forename: 'Anna', surname: 'Abel' });
    const person = heading('4053309-8', { preferredNameEntityForThePerson: [{ '@id': '_:n1' }] });
    const statements = await statementsOf(gndJsonldReader, JSON.stringify([[name], [person]]));
    expect(entitiesIn(statements)[0]).not.toHaveProperty('displayName');
    expect(reasonsIn(statements)).toEqual(['unresolved_node']);
  });

  const described = { [DESCRIBED_BY]: [{ '@id': `${GND}040533093/about` }] };
  it.each([
    ['right after its entity', [heading('4053309-8'), about('4053309-8', 3)]],
    ['before its entity', [about('4053309-8', 3), heading('4053309-8')]],
    ['far behind its entity', [heading('4053309-8'), heading('4000003-5'), about('4053309-8', 3)]],
    ['under the record number', [about('040533093', 3), heading('4053309-8', described)]],
    ['under the record number, behind', [heading('4053309-8', described), about('040533093', 3)]],
  ])('reads time of change and level from the node about the record %s', async (_, nodes) => {
    const found = entitiesIn(await read(...nodes)).find((entity) => entity.gnd === '4053309-8');
    expect(found).toMatchObject({ modified: '2020-01-03T10:00:00', level: 3 });
  });

  it.each([
    ['an invalid date', 'http://purl.org/dc/terms/modified', { '@value': 'gestern' }],
    ['a month that is none', 'http://purl.org/dc/terms/modified', { '@value': '2020-13-01T00:00:00' }],
    ['level z', `${GNDO}descriptionLevel`, { '@id': 'https://d-nb.info/standards/vocab/gnd/description-level#z' }],
  ])('leaves out %s', async (_, key, value) => {
    const [entity] = entitiesIn(await read(heading('4053309-8'), { '@id': `${GND}4053309-8/about`, [key]: [value] }));
    expect(entity).not.toHaveProperty('modified');
    expect(entity).not.toHaveProperty('level');
  });

  it.each<[parts: Record<string, string>, natural: string]>([
    [{ forename: 'Johann Wolfgang', prefix: 'von', surname: 'Goethe' }, 'Johann Wolfgang von Goethe'],
    [{ forename: 'Otto', surname: 'Muster', nameAddition: 'Dr.' }, 'Otto Muster, Dr.'],
    [{ forename: 'Hans', surname: 'Holbein', nameAddition: 'der Jüngere' }, 'Hans Holbein der Jüngere'],
    [{ forename: 'Luise', surname: 'Muster', nameAddition: 'Gräfin von' }, 'Luise Gräfin von Muster'],
    [{ forename: 'Ludwig', surname: 'Muster', prefix: 'de', nameAddition: 'Vicomte' }, 'Ludwig de Muster, Vicomte'],
    [{ personalName: 'Karl', nameAddition: 'der Große' }, 'Karl der Große'],
    [{ personalName: 'Friedrich', counting: 'II.', nameAddition: 'Preußen, König' }, 'Friedrich II., Preußen, König'],
    [{ personalName: 'Aristoteles' }, 'Aristoteles'],
    [{ personalName: 'Johannes', epithetGenericNameTitleOrTerritory: 'Papst' }, 'Johannes, Papst'],
    [{ surname: 'Goethe' }, 'Goethe'],
  ])('writes the name %j in natural order: %s', async (parts, expected) => {
    const person = heading('4053309-8', { preferredNameEntityForThePerson: [{ '@id': '_:n' }] });
    expect(entitiesIn(await read(node('_:n', parts), person))[0]?.displayName).toBe(expected);
  });

  it('orders members of a sequence by number, also in a blank node, and ends in a circle', async () => {
    const members = {
      [`${RDF}_10`]: [{ '@value': 'z' }],
      [`${RDF}_9`]: [{ '@id': '_:b' }],
      [`${RDF}_1`]: [{ '@id': '_:a' }],
    };
    const innkeeper = node('_:b', { preferredName: 'Wirt' });
    const person = heading('4053309-8', { professionOrOccupation: [{ '@id': '_:a' }] });
    const [entity] = entitiesIn(await read({ '@id': '_:a', ...members }, innkeeper, person));
    expect(entity?.attributes).toEqual({ professionOrOccupation: [{ label: 'Wirt' }, 'z'] });
  });

  it('reads a repeated sequence once', async () => {
    const statements = await read(
      { '@id': '_:a', [`${RDF}_1`]: [{ '@value': 'Wirt' }], [`${RDF}_2`]: [{ '@value': 'x'.repeat(10_001) }] },
      heading('4053309-8', { professionOrOccupation: Array.from({ length: 500 }, () => ({ '@id': '_:a' })) }),
    );
    expect(entitiesIn(statements)[0]?.attributes).toEqual({ professionOrOccupation: ['Wirt'] });
    expect(reasonsIn(statements)).toEqual(['text_too_long']);
  });

  it.each([
    ['Point ( +013.416669 +052.500000 )', [{ longitude: 13.416669, latitude: 52.5 }]],
    ['POINT(-0.12574 51.50853)', [{ longitude: -0.12574, latitude: 51.50853 }]],
    ['Point ( -000.000000 +000.000000 )', [{ longitude: 0, latitude: 0 }]],
    ['Polygon (( +008 +047, +010 +047, +010 +048, +008 +047 ))', [{ longitude: 9, latitude: 47.5 }]],
    ['Point ( +181.000000 +052.500000 )', undefined],
    ['Point ( 1e3 2 )', undefined],
    ['Polygon (( +008 +047, +010 ))', undefined],
    ['Linestring ( 1 2, 3 4 )', undefined],
  ])('reads the geometry %s', async (wkt, expected) => {
    const statements = await read(
      { '@id': '_:g', 'http://www.opengis.net/ont/geosparql#asWKT': [{ '@value': wkt }] },
      heading('4053309-8', { 'http://www.opengis.net/ont/geosparql#hasGeometry': [{ '@id': '_:g' }] }),
    );
    expect(entitiesIn(statements)[0]?.attributes['coordinates']).toEqual(expected);
    expect(reasonsIn(statements)).toEqual(expected === undefined ? ['invalid_coordinates'] : []);
  });

  it('states each merged identifier once, with the strongest evidence', async () => {
    const statements = await read(
      heading('4053309-8', {
        oldAuthorityNumber: ['(DE-588)4000003-5', '(DE-588c)4053309-8', '(DE-588a)118540238', '(DE-101c)310089751'].map(
          (text) => ({ '@value': text }),
        ),
        [SAME_AS]: [
          { '@id': 'http://d-nb.info/gnd/4000003-5' },
          { '@id': `${GND}4005728-8` },
          { '@id': `${GND}4053309-8` },
        ],
        'https://d-nb.info/standards/elementset/dnb#deprecatedUri': [
          { '@id': `${GND}4000003-5` },
          { '@value': `${GND}4053309-8` },
        ],
      }),
    );
    expect(statements.filter((statement) => statement.kind === 'redirect')).toEqual([
      { kind: 'redirect', from: '4000003-5', to: '4053309-8', evidence: 'deprecatedUri' },
      { kind: 'redirect', from: '118540238', to: '4053309-8', evidence: 'oldAuthorityNumber' },
      { kind: 'redirect', from: '4005728-8', to: '4053309-8', evidence: 'sameAs' },
    ]);
    expect(statements.filter((statement) => statement.kind === 'link' || statement.kind === 'defect')).toEqual([]);
  });

  it.each('hasParent hasChild hasSibling hasSpouse hasAuntUncle hasNieceNephew hasGrandParent'.split(' '))(
    'reads agrelon %s as a family relation, once',
    async (name) => {
      const relative = [{ '@id': `${GND}118540181` }];
      for (const scheme of ['http', 'https']) {
        const agrelon = { [`${scheme}://d-nb.info/standards/elementset/agrelon#${name}`]: relative };
        const alone = entitiesIn(await read(heading('4053309-8', agrelon)));
        const twice = entitiesIn(await read(heading('4053309-8', { ...agrelon, familialRelationship: relative })));
        const expected = { familialRelationship: [{ gnd: '118540181' }] };
        expect([...alone, ...twice].map((entity) => entity.attributes)).toEqual([expected, expected]);
      }
    },
  );

  const linksWith = async (...matches: readonly Match[]) => {
    const target = [{ '@id': 'https://data.bnf.fr/ark:/12148/cb11947909z' }];
    const stated = matches.map((match) => [`http://www.w3.org/2004/02/skos/core#${match}Match`, target]);
    const statements = await read(heading('4053309-8', Object.fromEntries(stated)));
    return statements.filter((statement) => statement.kind === 'link');
  };

  it('reads a link once, as sameAs if any property says so', async () => {
    const url = 'https://data.bnf.fr/ark:/12148/cb11947909z';
    const link = { kind: 'link', gnd: '4053309-8', url, relation: 'sameAs', match: 'exact' };
    expect(await linksWith('close', 'exact')).toEqual([link]);
  });

  it.each(MATCHES)('reads how closely a target matches: %s', async (match) => {
    expect(await linksWith(match)).toMatchObject([{ match, relation: match === 'exact' ? 'sameAs' : 'about' }]);
  });

  it('reads a reference record, and the entities to be used together', async () => {
    const used = [{ '@id': `${GND}4014457-4` }, { '@id': `${GND}4006650-2` }];
    const [entity] = entitiesIn(await read(heading('7507678-0', { complexSeeReferenceSubject: used })));
    expect(entity).toMatchObject({
      isReferenceRecord: true,
      attributes: { complexSeeReferenceSubject: [{ gnd: '4014457-4' }, { gnd: '4006650-2' }] },
    });
  });

  it('decodes character references in names and remarks, once', async () => {
    const record = heading('4053309-8', {
      variantNameForThePerson: [{ '@value': "Hëte, &Euml;han Vol'fhanh" }, { '@value': "Hëte, Ëhan Vol'fhanh" }],
      biographicalOrHistoricalInformation: [{ '@value': 'aus Neustadt &lt;Holstein&gt;, &amp;lt;' }],
    });
    expect(entitiesIn(await read(record))[0]).toMatchObject({
      variantNames: ["Hëte, Ëhan Vol'fhanh"],
      attributes: { biographicalOrHistoricalInformation: ['aus Neustadt <Holstein>, &lt;'] },
    });
  });

  it('reads language, script and kind of names', async () => {
    const pseudonym = node('_:n1', { forename: 'Liebmund Maria', surname: 'Wispel' });
    const person = heading('118583107', {
      variantNameForThePerson: [
        { '@value': 'Мёрике', '@language': 'und-Cyrl' },
        { '@value': 'Μέρικε', '@language': 'gr' },
        { '@value': 'Wispel, Liebmund Maria' },
        { '@value': 'Mörike, E.', '@language': '' },
      ],
      pseudonymNameOfThePerson: [{ '@id': '_:n1' }],
    });
    const [entity] = entitiesIn(await read(pseudonym, person));
    expect(entity?.variantNames).toEqual(['Мёрике', 'Μέρικε', 'Wispel, Liebmund Maria', 'Mörike, E.']);
    expect(entity?.names).toEqual([
      { value: 'Мёрике', script: 'Cyrl' },
      { value: 'Μέρικε', lang: 'el', script: 'Grek' },
      { value: 'Wispel, Liebmund Maria', kind: 'pseudonym' },
    ]);
  });

  it.each([
    ['pseudonymNameOfThePerson', 'pseudonym'],
    ['realNameOfThePerson', 'real'],
    ['earlierNameOfThePerson', 'earlier'],
    ['laterNameOfThePerson', 'later'],
    ['fullerFormOfNameOfThePerson', 'fuller'],
    ['originalScriptNameOfThePerson', 'original'],
  ])('reads %s as a name of the kind %s', async (property, kind) => {
    const [entity] = entitiesIn(await read(heading('4053309-8', { [property]: [{ '@value': 'Wispel' }] })));
    expect(entity?.names).toEqual([{ value: 'Wispel', kind }]);
  });

  it.each(['hasRelation', 'hasRelationship'])('reads the role in %s', async (property) => {
    const relative = { [`${GNDO}familialRelationship`]: [{ '@id': `${GND}118540181` }] };
    const relation = { ...node('_:r', { functionOrRoleAsLiteral: 'Sohn' }), ...relative };
    const [entity] = entitiesIn(await read(relation, heading('4053309-8', { [property]: [{ '@id': '_:r' }] })));
    expect(entity?.attributes).toEqual({ familialRelationship: [{ gnd: '118540181', role: 'Sohn' }] });
  });

  it.each(['http', 'https'])('reads former identifiers in deprecatedUri with %s, after # and /', async (scheme) => {
    for (const separator of ['#', '/']) {
      const property = `${scheme}://d-nb.info/standards/elementset/dnb${separator}deprecatedUri`;
      const statements = await read(heading('4053309-8', { [property]: [{ '@value': `${GND}4000003-5` }] }));
      expect(statements.find(({ kind }) => kind === 'redirect')).toMatchObject({ from: '4000003-5' });
    }
  });

  it('keeps raw and percent-encoded addresses unchanged, and counts unusable ones', async () => {
    const addresses = [
      'https://de.wikipedia.org/wiki/K%C3%B6ln',
      'https://de.wikipedia.org/wiki/Köln',
      "https://example.org/O'Hara_(Roman),_Teil_1?a=b&c=ä#x",
      'http://141.84.81.24:8080/x',
    ];
    const refused = ['http://127.0.0.1:8080/x', 'http://user:x@example.org/', 'ftp://example.org/'];
    const targets = [...addresses, ...refused].map((address) => ({ '@id': address }));
    const statements = await read(
      heading('4053309-8', { [SAME_AS]: targets, homepage: [{ '@id': 'http://intranet/' }] }),
    );
    expect(statements.filter((one) => one.kind === 'link').map((one) => one.url)).toEqual(addresses);
    const reasons = ['private_host', 'malformed_url', 'unsupported_scheme', 'private_host'];
    expect(reasonsIn(statements)).toEqual(reasons);
  });

  it('ignores keys that every object inherits', async () => {
    const statements = await statementsOf(
      gndJsonldReader,
      `[${JSON.stringify(heading('4053309-8')).slice(0, -1)},"__proto__":{"x":1},"constructor":[{"@value":"y"}],"toString":3}]`,
    );
    expect(entitiesIn(statements)[0]?.attributes).toEqual({});
    expect(defectsIn(statements)).toEqual([]);
  });

  it.each([
    ['no_records', '[]'],
    ['no_records', '[[],[]]'],
    ['no_records', '[{"@id":"https://d-nb.info/gnd/118540238"}]'],
  ])('throws %s for %s', async (reason, content) => {
    await expect(statementsOf(gndJsonldReader, content)).rejects.toMatchObject({ name: 'UnusableSource', reason });
  });
});

/** One piece of input per node. */
async function* batches(nodes: readonly Node[]): AsyncGenerator<Uint8Array> {
  for (const [index, node] of nodes.entries()) yield Buffer.from(`${index === 0 ? '[[' : ','}${JSON.stringify(node)}`);
  yield Buffer.from(']]');
}
