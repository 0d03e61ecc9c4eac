/** What the bundled sample promises: made from its tables, right identifiers, every special case present. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { makeFiles } from '../sample/make.ts';
import { readTable, readTables, type Memberships, type Redirections } from '../sample/maker/facts.ts';
import { hasValidCheckCharacter, isGndId, toGndId } from '../src/model/gnd-id.ts';

const SAMPLE = fileURLToPath(new URL('../sample', import.meta.url));
const GNDO = 'https://d-nb.info/standards/elementset/gnd#';
const DUMPS = ['person', 'koerperschaft', 'kongress', 'geografikum', 'sachbegriff', 'werk'];

interface JsonNode {
  readonly '@id': string;
  readonly '@type'?: readonly string[];
  readonly [property: string]: unknown;
}
interface JsonValue {
  readonly '@id'?: string;
  readonly '@value'?: string;
  readonly '@type'?: string;
  readonly '@language'?: string;
}
interface EntityFacts {
  readonly '@id': string;
  readonly '@type': string;
  readonly preferredName: string;
  readonly dateOfBirth?: string;
  readonly depiction?: { readonly license?: unknown };
  readonly sameAs: readonly { readonly '@id': string; readonly collection: { readonly abbr: string } }[];
}
interface RegisterEntry {
  readonly key: string;
  readonly kind: string;
  readonly origin: { readonly format: string };
  readonly licence: { readonly spdx?: string; readonly statement: string };
  readonly file: string;
  readonly beacon?: object;
}

function readData(name: string): Buffer {
  const bytes = readFileSync(join(SAMPLE, 'data', name));
  return name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

function dumpText(name: string): string {
  return readData(`authorities-gnd-${name}_lds.jsonld${name === 'person' ? '.gz' : ''}`).toString();
}

const chunksOf = new Map(DUMPS.map((name) => [name, JSON.parse(dumpText(name)) as JsonNode[][]]));
const nodes = new Map([...chunksOf.values()].flat(2).map((node) => [node['@id'], node]));
const tables = readTables();
const entities = Object.values(tables).flat();
const memberships = readTable<Memberships>('memberships');
const register = (parse(readFileSync(join(SAMPLE, 'sources.yaml'), 'utf8')) as { sources: RegisterEntry[] }).sources;
const personFacts = readData('authorities-gnd_entityfacts-persons.ndjson.gz').toString();
const otherFacts = readData('authorities-gnd_entityfacts-others.jsonld').toString();
const entityFacts = [
  ...personFacts
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as EntityFacts),
  ...(JSON.parse(otherFacts) as EntityFacts[]),
];

function record(gnd: string): JsonNode {
  const node = nodes.get(`https://d-nb.info/gnd/${gnd}`);
  if (node === undefined) throw new Error(`no record ${gnd}`);
  return node;
}

function values(gnd: string, property: string): readonly JsonValue[] {
  return (record(gnd)[property.includes('://') ? property : GNDO + property] ?? []) as readonly JsonValue[];
}

function literals(gnd: string, property: string): readonly (string | undefined)[] {
  return values(gnd, property).map((value) => value['@value']);
}

function facts(gnd: string): EntityFacts | undefined {
  return entityFacts.find((entry) => entry['@id'] === `https://d-nb.info/gnd/${gnd}`);
}

function lines(list: string): readonly string[] {
  return readData(`${list}.txt`)
    .toString('latin1')
    .split(/\r\n|\n|\r/);
}

describe('the files', () => {
  it('are those that the tables yield', () => {
    const made = makeFiles();
    expect(readdirSync(join(SAMPLE, 'data')).toSorted()).toEqual([...made.keys()].toSorted());
    for (const [name, bytes] of made) {
      const expected = name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
      expect(readData(name).equals(expected), `${name}: run node sample/make.ts`).toBe(true);
    }
  });

  it('carry no time in the gzip header', () => {
    const packed = readdirSync(join(SAMPLE, 'data')).filter((name) => name.endsWith('.gz'));
    expect(packed).not.toHaveLength(0);
    for (const name of packed) expect(readFileSync(join(SAMPLE, 'data', name)).readUInt32LE(4)).toBe(0);
  });

  it('stay below one megabyte together with their tables', () => {
    const sizes = readdirSync(SAMPLE, { recursive: true, encoding: 'utf8' }).map((name) =>
      statSync(join(SAMPLE, name)),
    );
    expect(sizes.reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0)).toBeLessThan(1_000_000);
  });

  it('are all named by the register, and nothing else is', () => {
    const named = register.map(({ file }) => file.replace('data/', ''));
    expect(named.toSorted()).toEqual(readdirSync(join(SAMPLE, 'data')).toSorted());
    expect(new Set(register.map(({ key }) => key)).size).toBe(register.length);
    for (const { origin, kind, licence } of register) {
      expect(kind).toBe(
        { 'gnd-jsonld': 'entities', 'entity-facts': 'entities', beacon: 'links', redirects: 'redirects' }[
          origin.format
        ],
      );
      expect(kind === 'links' ? licence.statement : licence.spdx).toBe(kind === 'links' ? 'not stated' : 'CC0-1.0');
    }
  });
});

describe('the facts', () => {
  it('name every entity once', () => {
    expect(new Set(entities.map(({ gnd }) => gnd)).size).toBe(entities.length);
  });

  it('know only identifiers with the right check character', () => {
    const { merged, deleted } = readTable<Redirections>('redirects');
    const ids = [
      ...entities.flatMap(({ gnd, absorbed }) => [gnd, ...(absorbed ?? [])]),
      ...Object.entries(merged).flat(),
      ...deleted,
      ...Object.keys(readTable<object>('labels')),
    ];
    expect(ids.filter((id) => !isGndId(id))).toEqual([]);
    // The former identifier of the interface's own example; its last character would have to be 0.
    expect(ids.filter((id) => isGndId(id) && !hasValidCheckCharacter(id))).toEqual(['1012979499']);
  });

  it('refer only to entities whose names they know', () => {
    const known = new Set([...entities.map(({ gnd }) => gnd), ...Object.keys(readTable<object>('labels'))]);
    const referred = entities.flatMap((entry) => [
      entry.birthPlace,
      entry.deathPlace,
      entry.inPlace,
      entry.broader,
      entry.instanceOf,
      entry.author,
      entry.composer,
      entry.form,
      entry.preceding,
      entry.succeeding,
      entry.superior,
      ...[entry.professions, entry.activePlaces, entry.friends, entry.places].map((ids) => ids ?? []).flat(),
      ...Object.keys(entry.relatives ?? {}),
    ]);
    expect(referred.filter((id) => id !== undefined && !known.has(id))).toEqual([]);
  });
});

describe.each(DUMPS)('the dump %s', (name) => {
  const chunks = chunksOf.get(name) ?? [];

  it('is an array of arrays in the white space of Jackson', () => {
    const text = dumpText(name);
    expect(text.startsWith('[[ {\n  "@id" : "')).toBe(true);
    expect(text.endsWith('} ]]\n')).toBe(true);
    expect(
      text
        .split('\n')
        .filter(
          (line) => !/^(?:\[\[ \{|\}, \{|\} \](?:,\[ \{|\])|| {2}".*| {4}".*| {2}\}, \{| {2}\} \],?|\}|)$/.test(line),
        ),
    ).toEqual([]);
  });

  it('holds decomposed text', () => {
    expect(dumpText(name)).toBe(dumpText(name).normalize('NFD'));
  });

  it('keeps the nodes of a chunk sorted, blank ones first', () => {
    for (const chunk of chunks) {
      const ids = chunk.map((node) => node['@id']);
      expect(ids).toEqual(ids.toSorted((a, b) => (a < b ? -1 : 1)));
    }
  });

  it('resolves every blank node within its chunk', () => {
    for (const chunk of chunks) {
      const declared = new Set(chunk.map((node) => node['@id']).filter((id) => id.startsWith('_:')));
      const used = new Set(
        [...JSON.stringify(chunk).matchAll(/\[\{"@id":"(_:[^"]+)"|,\{"@id":"(_:[^"]+)"\}/g)].map(
          (match) => match[1] ?? match[2] ?? '',
        ),
      );
      expect([...declared].filter((id) => !used.has(id))).toEqual([]);
    }
  });

  it('has an about node for every record', () => {
    const records = chunks.flat().filter((node) => node[`${GNDO}gndIdentifier`] !== undefined);
    expect(records.length).toBeGreaterThan(10);
    for (const node of records) expect(nodes.has(`${node['@id']}/about`)).toBe(true);
  });
});

describe('the special cases', () => {
  it('coordinates have longitude first', () => {
    const geometry = values('4031483-2', 'http://www.opengis.net/ont/geosparql#hasGeometry')[0]?.['@id'] ?? '';
    expect(JSON.stringify(nodes.get(geometry))).toContain('Point ( +006.950000 +050.938500 )');
  });

  it('a merged record stands in three properties', () => {
    expect(literals('118540238', 'https://d-nb.info/standards/elementset/dnb#deprecatedUri')).toContain(
      'https://d-nb.info/gnd/1012979499',
    );
    expect(literals('118540238', 'oldAuthorityNumber')).toContain('(DE-588)1012979499');
    expect(values('118540238', 'http://www.w3.org/2002/07/owl#sameAs')).toContainEqual({
      '@id': 'https://d-nb.info/gnd/1012979499',
    });
  });

  it('redirects form a chain, deletions stand alone', () => {
    const { merged, deleted } = readTable<Redirections>('redirects');
    const end = merged[merged['1085223698'] ?? ''];
    expect(end).toBe('2031351-2');
    const list = readData('gnd-redirects.txt').toString();
    for (const id of deleted) expect(list).toMatch(new RegExp(`^${id}$`, 'm'));
    expect(deleted.filter((id) => nodes.has(`https://d-nb.info/gnd/${id}`))).toEqual([]);
  });

  it('an undifferentiated person names itself among the absorbed', () => {
    expect(record('1010346326')['@type']).toEqual([`${GNDO}UndifferentiatedPerson`]);
    expect(literals('1010346326', 'oldAuthorityNumber')).toContain('(DE-588)1010346326');
  });

  it.each(['1010346326', '141568992', '4100125-4'])('%s has no link from anywhere', (gnd) => {
    const targets = values(gnd, 'http://www.w3.org/2002/07/owl#sameAs').filter(
      (value) => !/d-nb\.info/.test(value['@id'] ?? ''),
    );
    expect(targets).toEqual([]);
    expect(record(gnd)['http://xmlns.com/foaf/0.1/page']).toBeUndefined();
    expect(facts(gnd)).toBeUndefined();
    expect(Object.entries(memberships).filter(([, members]) => gnd in members)).toEqual([]);
  });

  it('two Wikidata items contradict each other', () => {
    const inFacts = facts('118650130')
      ?.sameAs.filter(({ collection }) => collection.abbr === 'WIKIDATA')
      .map((link) => link['@id']);
    expect(inFacts).toEqual(['https://www.wikidata.org/entity/Q868']);
    expect(JSON.stringify(record('118650130'))).toContain('/Q1783131"');
    expect(JSON.stringify(record('2016052-5'))).toMatch(/Q153401".*Q5154316"/s);
  });

  it('Entity Facts hold what the dumps lack', () => {
    expect(facts('118740083')?.preferredName).toBe('Leo Perutz');
    expect(nodes.has('https://d-nb.info/gnd/118740083')).toBe(false);
    expect(facts('5036103-X')?.preferredName.normalize()).toBe('Staatsbibliothek zu Berlin - Preußischer Kulturbesitz');
    expect(literals('5036103-X', 'preferredNameForTheCorporateBody')).toEqual(['Staatsbibliothek zu Berlin']);
  });

  it('Entity Facts come in both framings', () => {
    expect(personFacts.startsWith('{"@context":')).toBe(true);
    expect(otherFacts).toMatch(/^\[\{"@context".*\}\n,\{"@context"/);
    expect(otherFacts.endsWith('\n]\n')).toBe(true);
    expect(new Set(entityFacts.map((entry) => entry['@type']))).toEqual(
      new Set(['person', 'family', 'organisation', 'event', 'place']),
    );
  });

  it('Entity Facts write prose dates, and pictures with a licence and without', () => {
    expect(facts('118575449')?.dateOfBirth).toBe('10. November 1483');
    expect(facts('118634313')?.dateOfBirth).toBe('April 26, 1889');
    const pictures = entityFacts.flatMap(({ depiction }) =>
      depiction === undefined ? [] : [depiction.license !== undefined],
    );
    expect(new Set(pictures)).toEqual(new Set([true, false]));
  });

  it('a class is unknown, a node has no identifier, another no name', () => {
    expect(record('4203753-0')['@type']).toEqual([`${GNDO}ConceptualTerritory`]);
    expect(literals('4203753-0', 'preferredName')).toEqual(['Utopia']);
    expect(nodes.get('https://d-nb.info/gnd/null')?.[`${GNDO}gndIdentifier`]).toBeUndefined();
    expect(nodes.get('https://d-nb.info/gnd/118846981')?.['@type']).toBeUndefined();
  });

  it('dates are BC, free text, and full of X', () => {
    expect(values('118594893', 'dateOfBirth')).toEqual([
      { '@type': 'http://www.w3.org/2001/XMLSchema#gYear', '@value': '-0427' },
    ]);
    expect(values('118543768', 'dateOfBirth')).toEqual([{ '@value': 'ca. 1400' }]);
    expect(values('118683136', 'dateOfBirth')).toEqual([{ '@value': '[14XX]' }]);
    expect(literals('11855333X', 'dateOfBirthAndDeath')).toEqual(['[v8. Jh.]']);
  });

  it('only a description tells some namesakes apart', () => {
    const namesakes = tables.persons.filter(({ name }) => name === 'Marx, Karl');
    expect(namesakes).toHaveLength(3);
    expect(new Set(namesakes.map(({ about }) => about)).size).toBe(3);
    expect(tables.persons.filter(({ name }) => name.startsWith('Bach, ')).length).toBeGreaterThanOrEqual(5);
    expect(tables.persons.filter(({ name }) => name.startsWith('Müller, ')).length).toBeGreaterThanOrEqual(8);
  });

  it('Goethe has more than sixty variants, in many scripts and with markup', () => {
    const variants = values('118540238', 'variantNameForThePerson');
    expect(variants.length).toBeGreaterThan(60);
    const codes = variants.map((value) => value['@language']).filter((code) => code !== undefined);
    expect(codes).toEqual(expect.arrayContaining(['he', 'ar', 'zh-Hant', 'ja', 'und-Cyrl', 'ka']));
    expect(variants.map((value) => value['@value']?.normalize())).toContain("Hëte, &Euml;han Vol'fhanh");
    expect(variants.map((value) => value['@value'])).toContain("Gete, Iogann Vol'fgang");
  });

  it('professions are a sequence', () => {
    const sequence = nodes.get(values('118540238', 'professionOrOccupation')[0]?.['@id'] ?? '');
    expect(sequence?.['@type']).toEqual(['http://www.w3.org/1999/02/22-rdf-syntax-ns#Seq']);
    expect(sequence?.['http://www.w3.org/1999/02/22-rdf-syntax-ns#_1']).toEqual([
      { '@id': 'https://d-nb.info/gnd/4053309-8' },
    ]);
  });

  it('non-sorting marks surround an article', () => {
    expect(literals('300112068', 'preferredNameForTheWork')[0]?.normalize()).toBe('\u0098Die\u009c Zauberflöte');
  });
});

describe('the BEACON lists', () => {
  it.each([
    ['deutsche-biographie', /^118540238\|Goethe, Johann Wolfgang von\|sfz53095$/],
    ['deutsche-biographie', /^118540239\|/],
    ['kalliope', /^118540238$/],
    ['kalliope', /^185770878$/],
    ['archivportal-d', /^118540238\|7878$/],
    ['archivportal-d', /^NULL\|/],
    ['archivportal-d', /^\|/],
    ['portraitindex', /^118561715;11856109X\|/],
    ['portraitindex', /^#TIMESTAMP: 2026-13-04$/],
    ['correspsearch', /^https:\/\/d-nb\.info\/gnd\/4076310-9\/https:/],
    ['bach-digital', /^300009712$/],
    ['rism', /^\(DE-588\)118540238\|4678$/],
    ['pm20-persons', /^118540238 \| 15 \| 006250$/],
    ['pm20-persons', /^#PREFIX: .*\/about\/html$/],
    [
      'wikipedia-de',
      /^https:\/\/d-nb\.info\/gnd\/118540238\|\|https:\/\/de\.wikipedia\.org\/wiki\/Johann_Wolfgang_von_Goethe$/,
    ],
    ['christian-anhalt', /^118518275\|\|http:\/\//],
    ['graphikportal', /^11852786x\|8385$/],
    ['graphikportal', /^\.\.\.$/],
    ['hainhofer-stammbuch', /^118508326\|\|sebald_beham$/],
    ['jahresberichte', /^4066021-7\|/],
  ])('%s has a line %s', (list, pattern) => {
    expect(lines(list).some((line) => pattern.test(line))).toBe(true);
  });

  it.each([
    ['hessische-biografie', /\r\n/, /[^\r]\n|\r(?!\n)/],
    ['christian-anhalt', /\r/, /\n/],
    ['kalliope', /\n/, /\r/],
  ])('%s keeps to its line ends', (list, present, absent) => {
    const text = readData(`${list}.txt`).toString('latin1');
    expect(text).toMatch(present);
    expect(text).not.toMatch(absent);
  });

  it('come with a mark, without a last line end, and in Latin-1', () => {
    expect(readData('wikipedia-de.txt').subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(readData('hessische-biografie.txt').at(-1)).not.toBe(0x0a);
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(readData('frankfurter-personenlexikon.txt'))).toThrow(
      TypeError,
    );
  });

  it('have few flaws among many good lines', () => {
    const beacons = register
      .filter(({ kind }) => kind === 'links')
      .map(({ file }) => file.replace('data/', '').replace('.txt', ''));
    expect(beacons.length).toBeGreaterThanOrEqual(8);
    for (const list of beacons) {
      const links = lines(list).filter((line) => !/^(?:\xEF\xBB\xBF)?#|^\s*$/.test(line));
      const good = links.filter((line) => toGndId((line.split('|')[0] ?? '').trim()) !== undefined);
      expect(good.length / links.length, list).toBeGreaterThan(0.94);
    }
  });
});
