/** Turtle and RDF/XML of the GND yield the statements of the JSON-LD dump, and hostile files end in a sentence. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gndJsonldReader } from '../../src/readers/gnd-jsonld.ts';
import { openInput } from '../../src/readers/input.ts';
import { gndRdfxmlReader, gndTurtleReader } from '../../src/readers/rdf-reader.ts';
import { RDF_LIMITS } from '../../src/readers/rdf-triples.ts';
import { type Reader, type Statement, UnusableSource } from '../../src/readers/reader.ts';
import { asLines, entitiesIn, pieces, reasonsIn, statementsOf } from './statements.ts';

const FRAMINGS = ['jsonld', 'ttl', 'rdf'] as const;
const READERS: Readonly<Record<(typeof FRAMINGS)[number], Reader>> = {
  jsonld: gndJsonldReader,
  ttl: gndTurtleReader,
  rdf: gndRdfxmlReader,
};

/** A person, a place and a work, with names in parts, a sequence, a list, geometry and merged records. */
function fixture(framing: (typeof FRAMINGS)[number]): string {
  return readFileSync(new URL(`fixtures/gnd-records.${framing}`, import.meta.url), 'utf8');
}

const PREFIXES = `@prefix gndo: <https://d-nb.info/standards/elementset/gnd#> .
@prefix gnd: <https://d-nb.info/gnd/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
`;

/** Triples about a subject heading. */
function turtle(triples = ''): string {
  return `${PREFIXES}gnd:4053309-8 a gndo:SubjectHeadingSensoStricto ;
    gndo:gndIdentifier "4053309-8" ; gndo:preferredNameForTheSubjectHeading "Schriftsteller" .
${triples}\n`;
}

const RDF_XML = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  xmlns:gndo="https://d-nb.info/standards/elementset/gnd#" xmlns:owl="http://www.w3.org/2002/07/owl#">`;

/** The same subject heading with further property elements, and further nodes behind it. */
function rdfXml(properties = '', nodes = '', head = '<?xml version="1.0" encoding="UTF-8"?>'): string {
  return `${head}\n${RDF_XML}
  <rdf:Description rdf:about="https://d-nb.info/gnd/4053309-8">
    <rdf:type rdf:resource="https://d-nb.info/standards/elementset/gnd#SubjectHeadingSensoStricto"/>
    <gndo:gndIdentifier>4053309-8</gndo:gndIdentifier>
    <gndo:preferredNameForTheSubjectHeading>Schriftsteller</gndo:preferredNameForTheSubjectHeading>
    ${properties}
  </rdf:Description>${nodes}
</rdf:RDF>\n`;
}

describe.each(FRAMINGS)('records as %s', (framing) => {
  const reader = READERS[framing];

  it('yield what is expected of all framings', async () => {
    const lines = asLines(await statementsOf(reader, fixture(framing)));
    await expect(lines).toMatchFileSnapshot('golden/gnd-records.jsonl');
  });

  it('yield the same from any cutting of the bytes', async () => {
    const whole = asLines(await statementsOf(reader, fixture(framing)));
    expect(asLines(await statementsOf(reader, fixture(framing), [1]))).toBe(whole);
    const lengths = fc.array(fc.integer({ min: 1, max: 2000 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(lengths, async (cut) => {
        expect(asLines(await statementsOf(reader, fixture(framing), cut))).toBe(whole);
      }),
      { numRuns: 50 },
    );
  });

  it('yield the same with the http addresses of before 2019', async () => {
    const old = fixture(framing).replaceAll('https://d-nb.info/', 'http://d-nb.info/');
    expect(old).not.toBe(fixture(framing));
    const expected = (await statementsOf(reader, fixture(framing))).map((statement) =>
      statement.kind === 'defect'
        ? { ...statement, excerpt: statement.excerpt?.replace('https:', 'http:') }
        : statement,
    );
    expect(await statementsOf(reader, old)).toEqual(expected);
  });
});

describe('gndTurtleReader', () => {
  it('is the reader of the format gnd-turtle', () => expect(gndTurtleReader.format).toBe('gnd-turtle'));

  it('reads N-Triples', async () => {
    const lines = [
      '<https://d-nb.info/gnd/4053309-8> <https://d-nb.info/standards/elementset/gnd#gndIdentifier> "4053309-8" .',
      '<https://d-nb.info/gnd/4053309-8> <https://d-nb.info/standards/elementset/gnd#preferredNameForTheSubjectHeading> "M\\u00FCller"@de .',
    ];
    const [entity] = entitiesIn(await statementsOf(gndTurtleReader, lines.join('\n')));
    expect(entity).toMatchObject({ gnd: '4053309-8', type: 'SubjectHeading', preferredName: 'Müller' });
  });

  it('reads files put one after the other, and what is said of a record in several places', async () => {
    const other = 'gnd:4000003-5 gndo:gndIdentifier "4000003-5" ; gndo:preferredNameForTheSubjectHeading "Begriff" .';
    const statements = await statementsOf(
      gndTurtleReader,
      `${turtle()}${PREFIXES}${other}\ngnd:4053309-8 gndo:variantNameForTheSubjectHeading "Literat" .`,
    );
    expect(entitiesIn(statements).map(({ gnd, variantNames }) => [gnd, variantNames])).toEqual([
      ['4053309-8', ['Literat']],
      ['4000003-5', []],
    ]);
  });

  it('leaves out what is relative to nothing, and counts it', async () => {
    const statements = await statementsOf(
      gndTurtleReader,
      turtle('gnd:4053309-8 owl:sameAs <../../etc/passwd>, <http://example.org/a> . <x> owl:sameAs <#y> .'),
    );
    expect(reasonsIn(statements)).toEqual(['relative_iri', 'relative_iri', 'relative_iri']);
    expect(statements.filter(({ kind }) => kind === 'link')).toMatchObject([{ url: 'http://example.org/a' }]);
  });

  it('takes a base that the file states, and no other scheme than http and https from it', async () => {
    const statements = await statementsOf(
      gndTurtleReader,
      turtle(
        '@base <file:///etc/> . gnd:4053309-8 owl:sameAs <passwd> . @base <http://a.example/b/> . gnd:4053309-8 owl:sameAs <c> .',
      ),
    );
    expect(reasonsIn(statements)).toEqual(['unsupported_scheme']);
    expect(statements.filter(({ kind }) => kind === 'link')).toMatchObject([{ url: 'http://a.example/b/c' }]);
  });

  it('survives lists that run in circles, share their ends or are no lists', async () => {
    const statements = await statementsOf(
      gndTurtleReader,
      turtle(`@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
        _:a rdf:first "Kreis" ; rdf:rest _:a . _:b rdf:first "Anfang" ; rdf:rest _:a . _:c rdf:rest rdf:nil .
        _:d rdf:first "Ende" ; rdf:rest "kein Knoten" .
        gnd:4053309-8 gndo:relatedTerm _:a, _:b, _:c, _:d, rdf:nil, ("eins" ("innen") "zwei") .`),
    );
    expect(entitiesIn(statements)[0]?.attributes).toEqual({ relatedTerm: ['Kreis', 'Anfang', 'Ende', 'eins', 'zwei'] });
    expect(reasonsIn(statements)).toEqual([]);
  });

  it.each([
    ['wrong_format', 'a name space that is not declared', 'gnd:4053309-8 gndo:preferredName "x" .'],
    ['wrong_format', 'an address with a blank', turtle('gnd:4053309-8 owl:sameAs <http://exa mple.org/> .')],
    ['wrong_format', 'JSON', '[[{"@id":"x"}]]'],
    ['wrong_format', 'a name space that is none, over which the parser stumbles', '@prefix a: <1:b> .'],
    ['wrong_format', 'nesting too deep', turtle(`gnd:4053309-8 gndo:relatedTerm ${'('.repeat(100_000)}`)],
    [
      'wrong_format',
      'nesting too deep, of nodes',
      turtle(`gnd:4053309-8 gndo:relatedTerm ${'[ <http://p> '.repeat(50_000)}`),
    ],
    ['truncated', 'a cut in a text', turtle('gnd:4053309-8 gndo:relatedTerm "Dich').trimEnd()],
    ['truncated', 'a cut behind a text', turtle('gnd:4053309-8 gndo:relatedTerm "Dichter"')],
    ['truncated', 'a cut in an address', turtle('gnd:4053309-8 gndo:relatedTerm <http://d-nb.in').trimEnd()],
    ['no_records', 'nothing of the GND', '<http://a.example/> <http://b.example/> "c" .'],
    ['no_records', 'nothing', ' '],
  ] as const)('throws %s for %s', async (reason, _, content) => {
    await expect(statementsOf(gndTurtleReader, content)).rejects.toMatchObject({ name: 'UnusableSource', reason });
  });
});

describe('gndRdfxmlReader', () => {
  it('is the reader of the format gnd-rdfxml', () => expect(gndRdfxmlReader.format).toBe('gnd-rdfxml'));

  it('reads the records of an OAI-PMH answer, whose blank nodes have nothing to do with each other', async () => {
    const record = (
      gnd: string,
      forename: string,
    ): string => `<record><header><identifier>oai:${gnd}</identifier></header>
      <metadata>${RDF_XML}<rdf:Description rdf:about="https://d-nb.info/gnd/${gnd}">
        <gndo:preferredNameForThePerson>Abel, ${forename}</gndo:preferredNameForThePerson>
        <gndo:preferredNameEntityForThePerson rdf:nodeID="name"/></rdf:Description>
        <rdf:Description rdf:nodeID="name"><gndo:forename>${forename}</gndo:forename><gndo:surname>Abel</gndo:surname>
        </rdf:Description></rdf:RDF></metadata></record>`;
    const statements = await statementsOf(
      gndRdfxmlReader,
      `<?xml version="1.0"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords>
        ${record('118540238', 'Anna')}${record('118607626', 'Berta')}
        <resumptionToken>&lt;x&gt;</resumptionToken></ListRecords></OAI-PMH>`,
    );
    expect(reasonsIn(statements)).toEqual([]);
    expect(entitiesIn(statements).map(({ gnd, displayName }) => [gnd, displayName])).toEqual([
      ['118540238', 'Anna Abel'],
      ['118607626', 'Berta Abel'],
    ]);
  });

  it('reads a text that a comment or CDATA divides', async () => {
    const [entity] = entitiesIn(
      await statementsOf(
        gndRdfxmlReader,
        rdfXml(
          '<gndo:variantNameForTheSubjectHeading>A<!-- x --> &amp; <![CDATA[<B>]]> C</gndo:variantNameForTheSubjectHeading>',
        ),
      ),
    );
    expect(entity?.variantNames).toEqual(['A & <B> C']);
  });

  it('counts what is relative to nothing and addresses that are none, and keeps the rest as it is', async () => {
    const statements = await statementsOf(
      gndRdfxmlReader,
      rdfXml(
        `<owl:sameAs rdf:resource="passwd"/><owl:sameAs rdf:resource="http://exa mple.org/"/>
         <owl:sameAs rdf:resource="http://a.example/b/../c"/><owl:sameAs rdf:resource="javascript:alert(1)"/>`,
        '<rdf:Description rdf:ID="x"/><rdf:Description rdf:about=""><gndo:gndIdentifier>1</gndo:gndIdentifier></rdf:Description>',
      ),
    );
    expect(reasonsIn(statements)).toEqual(['relative_iri', 'relative_iri', 'malformed_url', 'unsupported_scheme']);
    expect(statements.filter(({ kind }) => kind === 'link')).toMatchObject([{ url: 'http://a.example/b/../c' }]);
  });

  it('takes a base that the file states', async () => {
    const statements = await statementsOf(
      gndRdfxmlReader,
      rdfXml('<owl:sameAs rdf:resource="c"/>').replace('<rdf:RDF', '<rdf:RDF xml:base="http://a.example/b/"'),
    );
    expect(statements.filter(({ kind }) => kind === 'link')).toMatchObject([{ url: 'http://a.example/b/c' }]);
  });

  it('leaves out triples that are only mentioned', async () => {
    const statements = await statementsOf(
      gndRdfxmlReader,
      rdfXml(
        `<gndo:relatedTerm rdf:parseType="Triple"><rdf:Description rdf:about="https://d-nb.info/gnd/4053309-8">
          <gndo:variantNameForTheSubjectHeading>nicht behauptet</gndo:variantNameForTheSubjectHeading>
        </rdf:Description></gndo:relatedTerm>`,
      ),
    );
    expect(entitiesIn(statements)[0]?.variantNames).toEqual([]);
  });

  const laughs = `<?xml version="1.0"?><!DOCTYPE rdf:RDF [<!ENTITY a "ha">${Array.from(
    { length: 20 },
    (_, i) => `<!ENTITY a${i} "&a${i - 1};&a${i - 1};">`,
  ).join('')}]>`;
  const name = '<gndo:variantNameForTheSubjectHeading>&a19;</gndo:variantNameForTheSubjectHeading>';

  it.each([
    ['wrong_format', 'a billion laughs', rdfXml(name, '', laughs)],
    ['wrong_format', 'a file of the machine', rdfXml('', '', '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>')],
    ['wrong_format', 'an entity that is not declared', rdfXml('<gndo:definition>&nbsp;</gndo:definition>')],
    ['wrong_format', 'elements that do not match', rdfXml('<gndo:definition></gndo:homepage>')],
    ['wrong_format', 'a name space that is not declared', rdfXml('<foaf:page rdf:resource="http://a.example/"/>')],
    ['wrong_format', 'XML that is no RDF', rdfXml('<rdf:Description><rdf:RDF/></rdf:Description>')],
    ['wrong_format', 'nesting too deep', rdfXml('<gndo:relatedTerm><rdf:Description>'.repeat(50_000))],
    ['wrong_format', 'nesting too deep, around it', `${'<a>'.repeat(50_000)}${rdfXml('', '', '')}`],
    ['wrong_format', 'Turtle', turtle()],
    ['truncated', 'a cut in a record', rdfXml().slice(0, -40)],
    ['truncated', 'a cut in the last tag', rdfXml().trimEnd().slice(0, -1)],
    ['truncated', 'a cut behind a document', `<OAI-PMH>${rdfXml('', '', '')}`],
    ['no_records', 'nothing of the GND', `${RDF_XML}</rdf:RDF>`],
    ['no_records', 'MARC21-XML', '<collection xmlns="http://www.loc.gov/MARC21/slim"><record/></collection>'],
  ] as const)('throws %s for %s', async (reason, _, content) => {
    await expect(statementsOf(gndRdfxmlReader, content)).rejects.toMatchObject({ name: 'UnusableSource', reason });
  });

  it('names the line of what is wrong', async () => {
    await expect(statementsOf(gndRdfxmlReader, rdfXml('<a></b>'))).rejects.toThrow(
      /^It is not RDF\/XML: .+ \(line 8\)\.$/,
    );
  });
});

/** What may stand where it should not. */
const DEBRIS =
  `< > /> </ & &amp; &#0; <!-- --> <![CDATA[ ]]> <? ?> " ' = ( ) [ ] . ; , @prefix @base ^^ _:x a \\ <<( )>> {| |} ~ # ?x 1e
  @en PREFIX VERSION xmlns:a="" rdf:parseType="Literal" rdf:parseType="Collection" rdf:ID="a" rdf:nodeID="x" rdf:bagID="a"
  xml:base="x" rdf:datatype="x" <!DOCTYPE <rdf:RDF> </rdf:RDF> \uD800 \u0000`.split(/\s+/);

describe.each(['ttl', 'rdf'] as const)('a damaged file (%s)', (framing) => {
  it('yields statements or ends with a sentence, never with a fault of the parser', async () => {
    const whole = fixture(framing);
    const place = fc.nat(whole.length);
    const damage = fc.array(fc.tuple(place, fc.constantFrom(...DEBRIS), fc.nat(40)), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(damage, fc.option(place), async (places, end) => {
        let text = whole;
        for (const [at, debris, lost] of places) text = text.slice(0, at) + debris + text.slice(at + lost);
        try {
          await statementsOf(READERS[framing], text.slice(0, end ?? undefined), [500]);
        } catch (error) {
          expect(error).toBeInstanceOf(UnusableSource);
        }
      }),
      { numRuns: 600 },
    );
  });
});

describe('the bounds of both', () => {
  const long = 'x'.repeat(10 * 1024 * 1024);

  it.each([
    [gndTurtleReader, turtle(`gnd:4053309-8 gndo:variantNameForTheSubjectHeading "${long}" .`)],
    [gndRdfxmlReader, rdfXml(`<gndo:variantNameForTheSubjectHeading>${long}</gndo:variantNameForTheSubjectHeading>`)],
  ])('leave out a literal of 10 MiB and count it: $format', async (reader, content) => {
    const statements = await statementsOf(reader, content, [256 * 1024]);
    expect(reasonsIn(statements)).toEqual(['text_too_long']);
    expect(entitiesIn(statements)).toHaveLength(1);
  });

  it.each([
    [gndTurtleReader, (i: number) => `<http://a.example/${i}> <http://b.example/> "${'y'.repeat(100)}" .\n`],
    [
      gndRdfxmlReader,
      (i: number) => `<rdf:Description rdf:about="http://a.example/${i}" gndo:definition="${'y'.repeat(100)}"/>\n`,
    ],
  ])('refuse more triples than they may hold and name the dump: $format', async (reader, triple) => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(reader === gndRdfxmlReader ? `<x>${RDF_XML}` : '');
      for (let i = 0; ; i += 1000) yield Buffer.from(Array.from({ length: 1000 }, (_, k) => triple(i + k)).join(''));
    }
    const read = Array.fromAsync(reader.read(endless(), {}));
    await expect(read).rejects.toMatchObject({
      reason: 'wrong_format',
      message: expect.stringContaining('JSON-LD') as string,
    });
  });

  it.each([gndTurtleReader, gndRdfxmlReader])('refuse a text without end: $format', async (reader) => {
    const head =
      reader === gndRdfxmlReader ? `${RDF_XML}<rdf:Description><gndo:definition>` : '<http://a> <http://b> "';
    const sizes = { taken: 0 };
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield* pieces(head);
      for (const block = Buffer.alloc(1024 * 1024, 'z'); ; sizes.taken += block.length) yield block;
    }
    await expect(Array.fromAsync(reader.read(endless(), {}))).rejects.toMatchObject({ reason: 'wrong_format' });
    expect(sizes.taken).toBeLessThanOrEqual(RDF_LIMITS.bytes);
  });

  it('hold for each document of an OAI-PMH answer, not for the answer', async () => {
    const one = rdfXml(`<gndo:definition>${'z'.repeat(1024 * 1024)}</gndo:definition>`, '', '');
    const count = RDF_LIMITS.bytes / (1024 * 1024) + 8;
    let entities = 0;
    async function* answer(): AsyncGenerator<Uint8Array> {
      yield* pieces('<OAI-PMH>');
      for (let i = 0; i < count; i += 1) yield Buffer.from(one);
      yield* pieces('</OAI-PMH>');
    }
    for await (const batch of gndRdfxmlReader.read(answer(), {})) entities += entitiesIn(batch).length;
    expect(entities).toBe(count);
  });
});

const DATA = join(import.meta.dirname, '../../../shared/data/gnd');

describe.skipIf(!existsSync(DATA))('real records (needs ../shared/data)', () => {
  /** Files of the JSON-LD that was made of the same Turtle and RDF/XML; `1085995054` has no preferred name. */
  const derived = async (): Promise<ReadonlyMap<string, string>> => {
    const records = new Map<string, string>();
    const folder = join(DATA, 'lds-jsonld-derived');
    for (const file of readdirSync(folder).filter((name) => name.includes('.from-rdf.'))) {
      for await (const batch of gndJsonldReader.read(openInput(join(folder, file)), {})) addRecords(batch, records);
    }
    return records;
  };

  it('in Turtle say what they say in JSON-LD: 682, of which one has no preferred name', async () => {
    const expected = await derived();
    const found = new Map<string, string>();
    const nameless: string[] = [];
    for (const [name, content] of turtleFiles()) {
      try {
        addRecords(await statementsOf(gndTurtleReader, content), found);
      } catch {
        nameless.push(name);
      }
    }
    expect(nameless).toEqual(['1085995054.ttl']);
    expect(found.size).toBe(681);
    expect([...found].filter(([gnd, statements]) => expected.get(gnd) !== statements)).toEqual([]);
  });

  it.each([
    ['apis-einstein.rdf', 1, 1],
    ['apis-oeaw.rdf', 1, 1],
    ['apis-ramus.rdf', 1, 1],
    ['apis-ramus_gesellschaft.rdf', 1, 1],
    ['apis-sacher.rdf', 1, 1],
    ['apis-wien.rdf', 1, 1],
    ['datazuul-gndRdfXml-testfile.xml', 3, 0],
    ['lobid-gnd-100002617.rdf', 1, 1],
    // The JSON-LD was made of a newer state of the record.
    ['lobid-gnd-100019552.rdf', 1, 0],
    ['lobid-gnd-GND.rdf', 4, 0],
    ['lobid-gnd-old-GND1.rdf', 3, 0],
    // A profession stands in it with its name, as a record of its own.
    ['lodmill-oai2014-01-24.xml', 3, 0],
    ['lodmill-oaipmh_1.xml', 2, 0],
    ['lobid-gnd-old-GND3.rdf', 'no_records', 0],
    ['lodmill-gndRdfOai.xml', 'no_records', 0],
    ['lodmill-gndTestFulldumpRdf.xml', 'wrong_format', 0],
    ['lodmill-oaiGnd1048278602Invalid.xml', 'wrong_format', 0],
  ])('of %s: %s, of which %i are in JSON-LD as well and say the same', async (file, records, same) => {
    const expected = await derived();
    const found = new Map<string, string>();
    const reading = (async () => {
      for await (const batch of gndRdfxmlReader.read(openInput(join(DATA, 'lds-rdfxml', file)), {}))
        addRecords(batch, found);
    })();
    if (typeof records === 'string') return expect(reading).rejects.toMatchObject({ reason: records });
    await reading;
    expect(found.size).toBe(records);
    expect([...found].filter(([gnd, statements]) => expected.get(gnd) === statements)).toHaveLength(same);
  });

  it('in RDF/XML are all listed here', () => expect(readdirSync(join(DATA, 'lds-rdfxml'))).toHaveLength(17));
});

/** What is said of each entity, as one text; links and redirects come right after their entity. */
function addRecords(statements: readonly Statement[], records: Map<string, string>): void {
  for (const statement of statements) {
    if (statement.kind !== 'entity' && statement.kind !== 'link' && statement.kind !== 'redirect') continue;
    const gnd = statement.kind === 'redirect' ? statement.to : statement.gnd;
    const before = statement.kind === 'entity' ? '' : (records.get(gnd) ?? '');
    records.set(gnd, before + asLines([statement]));
  }
}

function* turtleFiles(): Generator<readonly [name: string, content: Uint8Array]> {
  yield* tarred(gunzipSync(readFileSync(join(DATA, 'lds-turtle/lod-people-grc.tar.gz'))));
  const folder = join(DATA, 'lds-turtle/lobid-gnd');
  for (const name of readdirSync(folder)) yield [name, readFileSync(join(folder, name))];
  yield ['apis', readFileSync(join(DATA, 'lds-turtle/apis-Salzburger_Marionettentheater.ttl'))];
}

/** Regular files of a tar archive. */
function* tarred(archive: Buffer): Generator<readonly [name: string, content: Uint8Array]> {
  for (let at = 0; archive[at] !== 0 && at < archive.length;) {
    const size = Number.parseInt(archive.toString('latin1', at + 124, at + 135), 8);
    const name = archive.toString('utf8', at, at + 100).replace(/\0[^]*$/, '');
    if (archive.toString('latin1', at + 156, at + 157) === '0')
      yield [name, archive.subarray(at + 512, at + 512 + size)];
    at += 512 + Math.ceil(size / 512) * 512;
  }
}
