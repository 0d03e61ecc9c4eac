/** Fields of a MARC record as types, names, dates, relations, attributes and links, equal to those of RDF. */
import { describe, expect, it } from 'vitest';
import { entityOf, ID, linksOf, NAME, read, record } from './marc-xml.ts';
import { entitiesIn, reasonsIn } from './statements.ts';

const GNDO = 'https://d-nb.info/standards/elementset/gnd#';
const VOCABULARY = 'https://d-nb.info/standards/vocab/gnd/';

describe('the type', () => {
  it.each([
    ['p', '', 'Person', ['DifferentiatedPerson'], NAME],
    ['p', 'pif', 'Family', [], '100 3_ $a Boom $c Familie'],
    ['n', '', 'Person', ['UndifferentiatedPerson'], NAME],
    ['b', 'kiz', 'CorporateBody', [], '110 2_ $a A'],
    ['f', 'vif', 'ConferenceOrEvent', ['SeriesOfConferenceOrEvent'], '111 2_ $a A'],
    ['g', 'gif;gil', 'PlaceOrGeographicName', ['Country', 'MemberState'], '151 __ $a A'],
    ['s', 'saz', 'SubjectHeading', ['SubjectHeadingSensoStricto'], '150 __ $a A'],
    ['s', 'siz', 'SubjectHeading', [], '150 __ $a A'],
    ['s', 'pxg', 'Person', ['Gods'], '150 __ $a Zeus'],
    ['u', 'wim', 'Work', ['MusicalWork'], '130 _0 $a A'],
    ['u', '', 'Work', [], '100 1_ $a Goethe $t Faust'],
  ])('of %s %s is %s', async (general, special, type, subtypes, name) => {
    const codes = special === '' ? [] : special.split(';').map((code) => `075 __ $b ${code} $2 gndspec`);
    expect(await entityOf(`075 __ $b ${general} $2 gndgen`, ...codes, name)).toMatchObject({ type, subtypes });
  });

  it('is derived from the name without a code', async () => {
    expect(await entityOf('151 __ $a Weimar')).toMatchObject({ type: 'PlaceOrGeographicName', subtypes: [] });
    expect(await entityOf('075 __ $b constructor $2 gndgen', '150 __ $a A')).toMatchObject({ type: 'SubjectHeading' });
  });
});

describe('a name', () => {
  it.each([
    ['100 1_ $a Goethe, J. W. \u0098von\u009C $d 1749-1832', 'Goethe, J. W. von', 'J. W. von Goethe'],
    ['100 1_ $a Goethe, J. W. von', 'Goethe, J. W. von', 'J. W. von Goethe'],
    [
      '100 0_ $a Friedrich $b II. $c Preußen, König $d 1712-1786',
      'Friedrich II., Preußen, König',
      'Friedrich II., Preußen, König',
    ],
    ['100 0_ $a Karl $c der Große', 'Karl, der Große', 'Karl der Große'],
    [
      '100 0_ $a Alketas $c Feldherr $g 319 v. Chr.',
      'Alketas, Feldherr, 319 v. Chr.',
      'Alketas, Feldherr, 319 v. Chr.',
    ],
    ['100 1_ $a Byron, George Gordon $c Baron', 'Byron, George Gordon, Baron', 'George Gordon Byron, Baron'],
    ['100 0_ $a Jean Paul $d 1763-1825', 'Jean Paul', 'Jean Paul'],
    ['100 1_ $a Plato', 'Plato', 'Plato'],
    ['100 0_ $a Hugo, der Kleine', 'Hugo, der Kleine', 'Hugo, der Kleine'],
    ['100 3_ $a Boom $c Familie', 'Boom, Familie', undefined],
    ['110 2_ $a Bibliographisches Institut $g Leipzig', 'Bibliographisches Institut (Leipzig)', undefined],
    ['110 2_ $a London $b Assembly', 'London. Assembly', undefined],
    ['110 2_ $a Paraná $g Estado $b Governo $b Secretaria', 'Paraná (Estado). Governo. Secretaria', undefined],
    ['110 2_ $a Oracle $g Musikgruppe $g Großbritannien', 'Oracle (Musikgruppe : Großbritannien)', undefined],
    ['111 2_ $a Photo London $n 3. $d 2017 $c London', 'Photo London (3. : 2017 : London)', undefined],
    ['130 _0 $a Die größere Hoffnung $f 1960', 'Die größere Hoffnung (1960)', undefined],
    ['130 _0 $a Minna von Barnhelm $g Film $f 1962', 'Minna von Barnhelm (Film : 1962)', undefined],
    ['130 _0 $a Bibel $p Altes Testament', 'Bibel. Altes Testament', undefined],
    ['100 1_ $a Kummer, Kaspar $t Duos $m Querflöte (2) $n op. 102', 'Duos, Querflöte (2), op. 102', undefined],
    ['100 1_ $a Schiller, Friedrich $d 1759-1805 $t \u0098Die\u009C Räuber', 'Die Räuber', undefined],
    ['150 __ $a Kuratorin $g Museumskunde', 'Kuratorin (Museumskunde)', undefined],
    ['150 __ $a Hauptschule $x Lehrer', 'Hauptschule / Lehrer', undefined],
    ['150 __ $a Bleistift <Motiv>', 'Bleistift <Motiv>', undefined],
    ['151 __ $a Calgary $z Region, West', 'Calgary (Region, West)', undefined],
  ])('of %s is %j', async (heading, name, natural) => {
    const entity = await entityOf(heading);
    expect(entity.preferredName).toBe(name);
    expect(entity.displayName).toBe(natural);
    const variant = heading.replace(/^1/, '4');
    expect((await entityOf('100 1_ $a A', variant)).variantNames).toEqual([name]);
  });

  it('in another script or abbreviated is a variant', async () => {
    const scripts = [
      '400 1_ $9 U:Cyrl $9 L:rus $a Гёте',
      '700 14 $a ゲーテ $d 1749-1832 $9 U:Jpan',
      '710 24 $a 歌德 $9 U:Hans',
    ];
    expect((await entityOf(...scripts)).variantNames).toEqual(['Гёте', 'ゲーテ']);
    const code = `$4 abku $4 ${GNDO}abbreviatedNameForTheCorporateBody`;
    const body = await entityOf('110 2_ $a Herzog August Bibliothek', `410 2_ $a HAB ${code}`);
    expect(body.variantNames).toEqual(['HAB']);
    expect(body.attributes).toEqual({ abbreviatedNameForTheCorporateBody: ['HAB'] });
  });

  it('has no subfields unknown to MARC', async () => {
    const [entity] = entitiesIn(
      await read(record(ID, '150 __ $a Weltall $x odd').replace('code="x"', 'code="constructor"')),
    );
    expect(entity?.preferredName).toBe('Weltall');
  });
});

describe('dates', () => {
  it.each<[string[], Record<string, string[]>]>([
    [['1749-1832 datl', '28.08.1749-22.03.1832 datx'], { dateOfBirth: ['1749-08-28'], dateOfDeath: ['1832-03-22'] }],
    [['28.08.1749- datx', '1749-1832 datl'], { dateOfBirth: ['1749-08-28'], dateOfDeath: ['1832'] }],
    [['1971- datl'], { dateOfBirth: ['1971'] }],
    [['-814 datl'], { dateOfDeath: ['0814'] }],
    [['v484-v401 datl'], { dateOfBirth: ['-0484'], dateOfDeath: ['-0401'] }],
    [['1570-16XX datl'], { dateOfBirth: ['1570'], dateOfDeath: ['[16XX]'] }],
    [['16XX- datl', '1612- datl'], { dateOfBirth: ['1612'] }],
    [['ca.1500-1560 datl'], { dateOfBirth: ['[ca.1500]'], dateOfDeath: ['1560'] }],
    [['XX.XX.1703-07.03.1785 datx'], { dateOfBirth: ['1703'], dateOfDeath: ['1785-03-07'] }],
    [['XX.05.1703- datx'], { dateOfBirth: ['1703-05'] }],
    [['1./2. Jh. datl'], { dateOfBirthAndDeath: ['[1./2. Jh.]'] }],
    [['ca. 1./2. Jh. datl'], { dateOfBirthAndDeath: ['[1./2. Jh.]'] }],
    [['ca. 1415-1464 datl', '1415- datl'], { dateOfBirth: ['1415'] }],
    [['- datl'], { dateOfBirthAndDeath: ['[-]'] }],
    [['1627-1628 datw', 'ca. 6. Jh. datz'], { periodOfActivity: ['1627-1628', 'ca. 6. Jh.'] }],
    [['1954-63 datb', '1989- datb'], { dateOfEstablishment: ['1954', '1989'], dateOfTermination: ['63'] }],
    [['01.07.1950- datb'], { dateOfEstablishment: ['01.07.1950'] }],
    [['-30.11.2011 datb'], { dateOfTermination: ['30.11.2011'] }],
    [['ca. 1500-1600 datb', 'um 1900 datb'], {}],
    [['2017 datv', '1808-1832 datj'], { dateOfConferenceOrEvent: ['2017'], dateOfPublication: ['1808-1832'] }],
    [['ca. 1829 dats'], { dateOfProduction: ['ca. 1829'] }],
    [['12 datu', '1999 constructor', '118607626 gndIdentifier'], {}],
  ])('of 548 %j are %j', async (texts, expected) => {
    const fields = texts.map((text) => text.replace(/^(.*) (\S+)$/, '548 __ $a $1 $$4 $2'));
    const { attributes } = await entityOf(...fields, '150 __ $a A');
    expect(attributes).toEqual(expected);
  });

  it('are derived from the property without a code', async () => {
    const dates = [`548 __ $a 1971- $4 ${GNDO}dateOfBirth`, `548 __ $a 1990 $4 ${GNDO}gndIdentifier`];
    const { attributes } = await entityOf(...dates, '150 __ $a A');
    expect(attributes).toEqual({ dateOfBirth: ['1971'] });
  });
});

describe('relations', () => {
  it.each([
    ['500 1_', 'bezf', 'familialRelationship'],
    ['510 2_', 'adue', 'hierarchicalSuperiorOfTheCorporateBody'],
    ['511 2_', 'vorg', 'precedingConferenceOrEvent'],
    ['530 _0', 'vorl', 'literarySource'],
    ['550 __', 'obal', 'broaderTermGeneral'],
    ['551 __', 'ortg', 'placeOfBirth'],
  ])('%s $4 %s, with the property %s, refer to an entity', async (tag, code, property) => {
    const target = '$0 (DE-101)040651053 $0 (DE-588)4065105-8 $0 https://d-nb.info/gnd/4065105-8 $a Weimar';
    for (const iri of [GNDO + property, GNDO.replace('https', 'http') + property]) {
      const { attributes } = await entityOf('150 __ $a A', `${tag} ${target} $4 ${code} $4 ${iri}`);
      expect(attributes).toEqual({ [property]: [{ gnd: '4065105-8' }] });
    }
  });

  it.each([
    ['a code without a property', '550 __ $0 (DE-588)4065105-8 $4 vbal'],
    ['a property that is of no use', `550 __ $0 (DE-588)4065105-8 $4 ${GNDO}relatedSubjectHeading`],
    ['a property that is no relation', `550 __ $a 118607626 $4 ${GNDO}gndIdentifier`],
    ['a name that every object has', '550 __ $a A $4 constructor $4 __proto__'],
    ['itself', `550 __ $0 (DE-588)118540238 $4 ${GNDO}relatedTerm`],
    ['nothing', `550 __ $4 ${GNDO}relatedTerm`],
  ])('are not read from %s', async (_, text) => {
    expect((await entityOf('150 __ $a A', text)).attributes).toEqual({});
  });

  it('of the family have the property that names the relation', async () => {
    const parent = '500 1_ $0 (DE-588)118607626 $4 https://d-nb.info/standards/elementset/agrelon#hasParent';
    expect((await entityOf('150 __ $a A', parent)).attributes).toEqual({
      familialRelationship: [{ gnd: '118607626' }],
    });
  });

  it('are works if a title follows a person', async () => {
    const work = `500 1_ $0 (DE-588)4076858-2 $a Rousseau $t \u0098La\u009C nouvelle Héloïse $4 ${GNDO}literarySource`;
    expect((await entityOf('130 _0 $a A', work)).attributes).toEqual({ literarySource: [{ gnd: '4076858-2' }] });
  });

  it('without a record are names: a label for a person, otherwise a text', async () => {
    const { attributes } = await entityOf(
      '150 __ $a A',
      `500 1_ $a Hillenbrand, Anna Dorothea \u0098von\u009C $d 1700- $4 ${GNDO}familialRelationship`,
      `500 3_ $a Boom $c Familie $4 ${GNDO}familialRelationship`,
      `550 __ $a Dr. phil. $4 ${GNDO}academicDegree`,
      `551 __ $a Halle $g Saale $4 ${GNDO}placeOfBirth`,
    );
    expect(attributes).toEqual({
      familialRelationship: [{ label: 'Hillenbrand, Anna Dorothea von' }, { label: 'Boom, Familie' }],
      academicDegree: ['Dr. phil.'],
      placeOfBirth: ['Halle (Saale)'],
    });
  });

  it('have the address of the related record if its identifier is missing', async () => {
    const address = `551 __ $0 (DE-101)040651053 $0 http://d-nb.info/gnd/4065105-8 $a Weimar $4 ${GNDO}placeOfBirth`;
    expect((await entityOf('150 __ $a A', address)).attributes).toEqual({ placeOfBirth: [{ gnd: '4065105-8' }] });
  });
});

describe('attributes', () => {
  const areas = `${VOCABULARY}geographic-area-code#`;
  const dewey = (number: string) => ({ uri: `http://dewey.info/class/${number}/` });
  it.each<[key: string, values: unknown[], fields: string[]]>([
    ['geographicAreaCode', [{ uri: `${areas}XA-DE` }, { uri: `${areas}XA-AT-9` }], ['043 __ $c XA-DE $c XA-AT-9']],
    ['gndSubjectCategory', [{ uri: `${VOCABULARY}gnd-sc#12.2p` }], ['065 __ $a 12.2p $2 sswd', '065 __ $a x $2 other']],
    [
      'relatedDdcWithDegreeOfDeterminacy',
      [dewey('437.94356')],
      ['083 04 $a 437.94356 $9 d:2 $9 t:2016-04-12 $2 23/ger'],
    ],
    ['relatedDdcWithDegreeOfDeterminacy', [dewey('2--435511')], ['083 04 $z 2 $a 435511 $9 d:4']],
    ['relatedDdcWithDegreeOfDeterminacy', [dewey('3A--2')], ['083 04 $a T3A--2 $9 d:2']],
    ['relatedDdcWithDegreeOfDeterminacy', [], ['083 04 $a 832.6 $9 t:2012', '083 04 $a ../x $9 d:1']],
    [
      'formOfWorkAndExpression',
      [{ gnd: '4012899-4' }, 'Duo'],
      ['380 __ $0 (DE-588)4012899-4 $a Drama', '380 __ $a Duo'],
    ],
    ['opusNumericDesignationOfMusicalWork', ['op. 102'], ['383 __ $a Nr. 1 $b op. 102']],
    ['homepage', ['https://a.org/'], ['670 __ $a Homepage $u https://a.org/', '670 __ $a Wikipedia $u https://b.org/']],
    ['definition', ['Was es ist'], ['677 __ $a Was es ist']],
    ['biographicalOrHistoricalInformation', ['Geheimrat', 'Dichter'], ['678 __ $b Geheimrat', '678 __ $a Dichter']],
    ['usingInstructions', ['So benutzen'], ['680 __ $a So benutzen']],
  ])('%s are %j in %j', async (key, values, fields) => {
    const expected = values.length === 0 ? {} : { [key]: values };
    expect((await entityOf('150 __ $a A', ...fields)).attributes).toEqual(expected);
  });

  it.each<[what: string, longitude: number, latitude: number, ...fields: string[]]>([
    ['degrees', 13.416669, 52.5, '034 __ $d E013.416669 $e E013.416669 $f N052.500000 $g N052.500000 $9 A:dgx'],
    ['seconds', -0.125833, 51.508611, '034 __ $d W 000 07 33 $e W 000 07 33 $f N 051 30 31 $g N 051 30 31 $9 A:agx'],
    ['seconds without blanks', -0.125833, -51.508611, '034 __ $d W0000733 $f S0513031'],
    [
      'both',
      6.083333,
      50.776388,
      '034 __ $d E 006 05 00 $f N 050 46 35',
      '034 __ $d E006.083333 $f N050.776388 $9 A:dgx',
    ],
    ['a rectangle', 8.5, 47.25, '034 __ $d E008.000000 $e E009.000000 $f N047.500000 $g N047.000000 $9 A:dgx'],
  ])('include coordinates from %s', async (_, longitude, latitude, ...fields) => {
    const { attributes } = await entityOf('150 __ $a A', '034 __ $d E013.4 $f N052.5 $z Mond', ...fields);
    expect(attributes).toEqual({ coordinates: [{ longitude, latitude }] });
  });

  it.each([
    ['E999.0', 'N050.0'],
    ['E013', 'irgendwo'],
    ['', ''],
  ])('count the invalid coordinates %j %j', async (longitude, latitude) => {
    const found = await read(record(ID, '151 __ $a Weimar', `034 __ $d ${longitude} $f ${latitude}`));
    expect(reasonsIn(found)).toEqual(['invalid_coordinates']);
    expect(entitiesIn(found)[0]?.attributes).toEqual({});
  });

  it.each([
    ['375 __ $a 1 $2 iso5218', 'male'],
    ['375 __ $a 2 $2 iso5218', 'female'],
    ['375 __ $a 9 $2 iso5218', 'notKnown'],
    ['377 _7 $a ger', 'notKnown'],
  ])('read from %s have the gender %s, as in RDF', async (text, gender) => {
    const { attributes } = await entityOf(NAME, text);
    expect(attributes).toEqual({ gender: [{ uri: `${VOCABULARY}gender#${gender}` }] });
  });
});

describe('links', () => {
  it.each<[text: string, ...expected: [] | [relation: string, url: string]]>([
    ['024 7_ $a 0000 0001 2099 9104 $2 isni', 'sameAs', 'https://isni.org/isni/0000000120999104'],
    ['024 7_ $a Q5879 $2 wikidata', 'sameAs', 'http://www.wikidata.org/entity/Q5879'],
    ['024 7_ $a 24602065 $2 viaf', 'sameAs', 'http://viaf.org/viaf/24602065'],
    ['024 7_ $a n 79003362 $2 lccn', 'sameAs', 'http://id.loc.gov/rwo/agents/n79003362'],
    ['024 7_ $a 0000-0001-9142-1457 $2 orcid', 'sameAs', 'https://orcid.org/0000-0001-9142-1457'],
    ['024 7_ $a https://orcid.org/0000-0001-9142-1457 $2 orcid', 'sameAs', 'https://orcid.org/0000-0001-9142-1457'],
    ['024 7_ $a 2925533 $2 geonames', 'sameAs', 'https://sws.geonames.org/2925533'],
    ['034 __ $d E 1 $0 (uri)http://sws.geonames.org/26 $2 geonames', 'sameAs', 'http://sws.geonames.org/26'],
    ['034 __ $d E 1 $u https://sws.geonames.org/2643743', 'sameAs', 'https://sws.geonames.org/2643743'],
    ['034 __ $d E 1 $u https://example.org/2643743'],
    ['024 7_ $a 24167396300 $2 scopus'],
    ['024 7_ $a x $2 constructor'],
    ['024 7_ $a https://d-nb.info/gnd/118607626 $2 viaf'],
    ['700 17 $0 (DLC)n 79111538 $a Schiller, Friedrich $2 naf', 'sameAs', 'http://id.loc.gov/rwo/agents/n79111538'],
    ['700 17 $0 (uri)http://lccn.loc.gov/n80085270 $2 naf', 'sameAs', 'http://lccn.loc.gov/n80085270'],
    ['750 _7 $0 http://lod.gesis.org/thesoz/1 $4 =EQ $2 thesoz', 'sameAs', 'http://lod.gesis.org/thesoz/1'],
    ['750 _7 $0 (DLC)sh85129648 $4 EQ $2 lcsh', 'about', 'http://id.loc.gov/authorities/subjects/sh85129648'],
    ['750 _7 $0 http://zbw.eu/stw/descriptor/1-1 $4 ~EQ $2 stw', 'about', 'http://zbw.eu/stw/descriptor/1-1'],
    ['750 _7 $0 https://data.bnf.fr/ark:/12148/cb1 $2 ram', 'about', 'https://data.bnf.fr/ark:/12148/cb1'],
    ['700 17 $0 https://d-nb.info/gnd/118607626 $2 naf'],
    ['700 14 $0 https://example.org/ $a ゲーテ $9 U:Jpan'],
  ])('from %s are %s %s', async (text, ...expected) => {
    expect((await linksOf(text)).flat()).toEqual(expected);
  });

  it('without a usable address are counted', async () => {
    const odd = ['024 7_ $a x"><script> $2 viaf', '750 _7 $0 http://user:secret@example.org/ $2 ram'];
    const found = await read(record(ID, NAME, ...odd));
    expect(reasonsIn(found)).toEqual(['malformed_url', 'malformed_url']);
    expect(found.filter(({ kind }) => kind === 'link')).toEqual([]);
  });
});

describe('the description of a record', () => {
  it('has the entities to be used together', async () => {
    const both = '260 __ $i Benutze $0 (DE-588)4014457-4 $a Elite $0 (DE-588)4006650-2 $a Bildung';
    const each = ['260 __ $0 (DE-588)4014457-4 $a Elite', '260 __ $0 (DE-588)4006650-2 $a Bildung'];
    for (const fields of [[both], each]) {
      const entity = await entityOf('075 __ $b s $2 gndgen', '150 __ $a Bildungselite', ...fields);
      expect(entity).toMatchObject({
        isReferenceRecord: true,
        attributes: { complexSeeReferenceSubject: [{ gnd: '4014457-4' }, { gnd: '4006650-2' }] },
      });
    }
    expect((await entityOf()).isReferenceRecord).toBeUndefined();
  });

  it.each([
    ['160412n||azznnbabn           | ana    |c', undefined],
    ['160412n||bzznnbabn           | ana    |c', true],
    ['160412n||czznnbabn           | ana    |c', true],
    ['', undefined],
  ])('has its kind from field 008: %j', async (text, expected) => {
    expect((await entityOf(`008 ${text}`)).isReferenceRecord).toBe(expected);
  });

  it.each([
    ['040 __ $a DE-12 $9 r:DE-576 $b ger', 'https://ld.zdb-services.de/resource/organisations/DE-576'],
    ['040 __ $a DE-12', undefined],
    ['040 __ $9 r:javascript:alert(1)', undefined],
  ])('has the responsible agency of %s', async (text, expected) => {
    expect((await entityOf(text)).maintainer).toBe(expected);
  });

  it.each([
    ['400 1_ $a A $4 pseu', { kind: 'pseudonym' }],
    ['400 1_ $a A $4 nawi', { kind: 'real' }],
    ['400 1_ $a A $4 nafr', { kind: 'earlier' }],
    ['400 1_ $a A $4 nasp', { kind: 'later' }],
    ['400 1_ $a A $4 navo', { kind: 'fuller' }],
    ['400 1_ $a A $9 U:Cyrl $9 L:rus', { lang: 'ru', script: 'Cyrl' }],
    ['400 1_ $a A $9 U:Cyrl', { script: 'Cyrl' }],
    ['400 1_ $a A $9 U:Hans', { lang: 'zh-Hans', script: 'Hans' }],
    ['700 14 $a A $9 U:Grek', { lang: 'el', script: 'Grek', kind: 'original' }],
    ['700 14 $a A $9 U:no', { kind: 'original' }],
  ])('has the kind of a name: %s', async (text, said) => {
    expect((await entityOf(text)).names).toEqual([{ value: 'A', ...said }]);
  });

  it('has no kind of a plain name', async () => {
    expect((await entityOf('400 1_ $a A', '400 1_ $a B $9 U:nonsense $4 zzzz')).names).toBeUndefined();
  });

  it('has titles, and roles of others', async () => {
    const entity = await entityOf(
      '672 __ $a Faust',
      '692 __ $a Fromme Gesänge. - 1919',
      `500 1_ $0 (DE-588)118607626 $4 ${GNDO}familialRelationship $9 v:Sohn`,
      `500 1_ $0 (DE-588)118607626 $4 ${GNDO}familialRelationship $9 v:Erbe`,
    );
    expect(entity.attributes).toMatchObject({
      publication: ['Faust', 'Fromme Gesänge. - 1919'],
      familialRelationship: [{ gnd: '118607626', role: 'Erbe; Sohn' }],
    });
  });

  it.each([
    ['=EQ', 'sameAs', 'exact'],
    ['EQ', 'about', 'close'],
    ['~EQ', 'about', 'close'],
    ['BM', 'about', 'broad'],
    ['NM', 'about', 'narrow'],
    ['RM', 'about', 'related'],
    ['zzzz', 'about', undefined],
  ])('has the closeness of a matching heading: %s', async (code, relation, match) => {
    const statements = await read(record(ID, NAME, `750 _7 $0 http://zbw.eu/stw/descriptor/15873-1 $4 ${code} $2 stw`));
    expect(statements.find(({ kind }) => kind === 'link')).toMatchObject({ relation, ...(match && { match }) });
    expect(statements.some((statement) => 'match' in statement)).toBe(match !== undefined);
  });
});
