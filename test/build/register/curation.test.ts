import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { identifierKeys } from '../../../src/build/sources/addresses/target.ts';
import { loadCuration, OTHER_COLLECTION } from '../../../src/build/sources/register/curation.ts';
import { anyCharacter } from '../../any-character.ts';
import { SHIPPED_CONFIG } from '../ingest/site.ts';

const curation = await loadCuration(SHIPPED_CONFIG);

describe('the collections', () => {
  const examples = [...curation.collections.values()].flatMap(({ key, example }) =>
    example === undefined ? [] : [[key, example] as const],
  );

  it('are more than a hundred and ten, nearly all with an example', () => {
    expect(curation.collections.size).toBeGreaterThan(110);
    expect(examples.length).toBeGreaterThan(curation.collections.size * 0.9);
  });

  it('include one for everything else', () => {
    expect(curation.collections.get(OTHER_COLLECTION)).toMatchObject({ category: 'other', unique: false });
  });

  it('are marked as unique if an entity has one identifier', () => {
    for (const key of ['wikidata', 'viaf', 'isni', 'orcid', 'lcnaf', 'geonames', 'filmportal']) {
      expect(curation.collections.get(key)?.unique, key).toBe(true);
    }
    for (const key of ['dewiki', 'lcsh', 'bnf', 'ndb']) expect(curation.collections.get(key)?.unique, key).toBe(false);
  });

  it.each(examples)('include %s, whose example %s is matched in every trivial spelling', (key, example) => {
    const target = curation.target(example);
    expect(target).toMatchObject({ collection: key, url: example });
    const [plain, secure] = [example.replace(/^https?/, 'http'), example.replace(/^https?/, 'https')];
    const spellings = [plain, secure, plain.replace('://www.', '://'), secure.replace(/:\/\/(?!www\.)/, '://www.')];
    for (const spelling of [...spellings, ` ${plain} `, `http://${secure}`]) {
      expect(curation.target(spelling), spelling).toMatchObject({ collection: key, foldKey: target?.foldKey });
    }
  });

  it.each(
    (
      'DE-611=kalliope WIKIDATA=wikidata LC=lcnaf CH_HLS=hls HLS=hls LAGIS=lagis HB=lagis geonames=geonames ' +
      'GeoNames=geonames WIKISOURCE=dewikisource gpa=graphikportal gpd=graphikportal other=other'
    )
      .split(' ')
      .map((pair) => pair.split('=')),
  )('are found by the code %s of other data: %s', (code = '', key = '') => {
    expect(curation.byCode(code)).toBe(key);
  });

  it('are not found by an unknown code', () => {
    expect(curation.byCode('no such code')).toBeUndefined();
    expect(curation.byCode('__proto__')).toBeUndefined();
  });
});

/** Spellings from real data with their collection and canonical address, below which the file lists them indented. */
function variants(): readonly (readonly [spelling: string, collection: string, url: string])[] {
  const text = readFileSync(join(import.meta.dirname, 'shipped-register/variants.txt'), 'utf8');
  return text.split(/\n(?=\S)/).flatMap((group) => {
    const [head = '', ...spellings] = group.trimEnd().split('\n  ');
    const [collection = '', url = ''] = head.split(' ');
    return spellings.map((spelling) => [spelling, collection, url] as const);
  });
}

describe('target', () => {
  it.each(variants())('reads %s as %s %s', (text, key, url) => {
    expect(curation.target(text)).toMatchObject({ collection: key, url });
    expect(curation.target(text)?.foldKey).toBe(curation.target(url)?.foldKey);
  });

  it('distinguishes a section of an encyclopedia article from the article', () => {
    const section = 'https://de.wikipedia.org/wiki/Familie_Bach#Johann_Sebastian';
    expect(curation.target(section)).toMatchObject({ url: section, collection: 'dewiki' });
    expect(curation.target(section)?.foldKey).not.toBe(
      curation.target('https://de.wikipedia.org/wiki/Familie_Bach')?.foldKey,
    );
  });

  it('marks the addresses of GND records', () => {
    expect(curation.target('http://d-nb.info/gnd/118540238/about')?.own).toEqual({ gnd: '118540238' });
    expect(curation.target('https://d-nb.info/gnd/nonsense')?.own).toEqual({});
    expect(curation.target('https://d-nb.info/1000000001')).toMatchObject({ collection: 'dnb' });
    expect(curation.target('https://d-nb.info/1000000001')?.own).toBeUndefined();
  });

  it('does not match addresses that only resemble a collection', () => {
    for (const place of ['viaf.org.example.net', 'example.net/viaf.org', 'notviaf.org']) {
      expect(curation.target(`https://${place}/viaf/1`)?.collection, place).toBeUndefined();
    }
  });

  it('keeps the host of an unknown collection as its label', () => {
    expect(curation.target('https://www.unknown.example.org/a')).toEqual({
      url: 'https://www.unknown.example.org/a',
      foldKey: 'unknown.example.org/a',
      host: 'unknown.example.org',
    });
  });

  it('refuses a host with a sold domain', () => {
    expect(curation.target('http://beacon.findbuch.de/gnd-resolver/pw_dbi/118540238')).toBeUndefined();
  });

  const tricky = fc.constantFrom(...Array.from(`%20FC3ä\u0308()&?#/_ qQß.+"{}'😀`));
  const hosts =
    'viaf.org/viaf/ de.wikipedia.org/wiki/ de.wikipedia.org/w/index.php?title= fr.wikipedia.org/wiki/ example.org/ ' +
    'www.wikidata.org/wiki/ isni.org/isni/ dbpedia.org/resource/ fackel.oeaw.ac.at/?p= austria-forum.org/af/ ' +
    'www.deutsche-biographie.de/';
  const scheme = fc.constantFrom('http://', 'https://', 'http://https://', 'https://www.');
  const tail = fc.string({ unit: tricky, maxLength: 30 });
  const addresses = fc.tuple(scheme, fc.constantFrom(...hosts.split(' ')), tail).map((parts) => parts.join(''));

  it('is idempotent in address, key and collection', () => {
    fc.assert(
      fc.property(fc.oneof(addresses, fc.webUrl()), (text) => {
        const target = curation.target(text);
        if (target !== undefined) expect(curation.target(target.url)).toEqual(target);
      }),
      { numRuns: 5_000 },
    );
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => void curation.target(text)));
  });
});

describe('identifier', () => {
  it.each([
    ['Q5879', 'wikidata:Q5879'],
    ['q5879', 'wikidata:Q5879'],
    ['24602065', 'viaf:24602065'],
    ['viaf:1234', 'viaf:1234'],
    ['0000-0002-1694-233X', 'orcid:0000-0002-1694-233X'],
    ['000000021694233x', 'orcid:0000-0002-1694-233X'],
    ['0000 0001 2117 4585', 'isni:0000000121174585'],
    ['cb121745848', 'bnf:cb121745848'],
    ['geonames 2812482', 'geonames:2812482'],
    ['\u200Bhttps://www.wikidata.org/entity/Q5879 ', 'wikidata:Q5879'],
    ['http://example.org/a/', 'url:example.org/a'],
  ])('reads %s as %s', (text, key) => {
    expect(curation.identify(text)).toContain(key);
  });

  it.each([
    '',
    ' ',
    'goethe',
    'johann wolfgang von goethe',
    '1749',
    'Berlin 1800',
    'viaf',
    'orcid nonsense',
    'https://d-nb.info/gnd/118540238',
    'a'.repeat(5000),
    '__proto__ 1',
  ])('reads no identifier in %j', (text) => {
    expect(curation.identify(text)).toEqual([]);
  });

  it('has the keys under which the entity of a link is indexed', () => {
    const target = curation.target('http://www.wikidata.org/entity/Q5879');
    expect(target && identifierKeys(target)).toEqual(['wikidata:Q5879', 'url:wikidata.org/wiki/Q5879']);
  });
});
