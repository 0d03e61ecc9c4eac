/** Identifiers and addresses are read with any text around them, and names are not taken for identifiers. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gndIdsIn, identifierReadings, isAddressQuery } from '../../../src/core/search/query/identifier-text.ts';

const gndOf = (text: string) => identifierReadings(text).flatMap(gndIdsIn)[0];

describe('a GND identifier', () => {
  it.each([
    '118634313,', '[118634313]', '"118634313"', '(118634313)', '„118634313“', '<118634313>', '118634313.', '118634313 ;', '| 118634313 |',
    '- 118634313', '(DE-588)118634313;', '(DE-588) 118634313', 'DE-588/118634313', 'GND: 118634313', 'GND-Nr.: 118634313', 'gnd/118634313',
    'PND 118634313,', '{{GND|118634313}}', '118 634 313', '118-634-313', 'https://d-nb.info/gnd/118634313.', '<https://d-nb.info/gnd/118634313>',
    'd-nb.info/gnd/118634313', 'https://explore.gnd.network/gnd/118634313/relations', 'https://d-nb.info/gnd/118634313/about/lds.ttl',
    'https://portal.dnb.de/opac.htm?method=simpleSearch&cqlMode=true&query=nid%3D118634313',
    'https://portal.dnb.de/opac/showFullRecord?currentResultId=idn%3D118634313', 'https://d-nb.info/opac.htm?query=idn=118634313',
    'https://www.deutsche-biographie.de/pnd118634313.html#ndbcontent', '<a href="https://d-nb.info/gnd/118634313">Wolf</a>',
    'URL: https://lobid.org/gnd/118634313', '*118634313*', 'Normdaten (Person): GND: 118634313 (lobid, OGND, AKS)', '$0(DE-588)118634313',
    '118634313 (GND)', '# 118634313', 'DE588 118634313', 'Wolf, GND-Nr. 118634313', '700 1_ $a Wolf $0 (DE-588)118634313 $4 aut',
  ])('is read in %s', (text) => {
    expect(gndOf(text)).toBe('118634313');
  }); // prettier-ignore

  it.each([
    ['4074335-4', '(4074335-4)'],
    ['11853677X', '„11853677X“.'],
    ['4074335-4', '4074335 4'],
  ])('of %s is read in %s', (gnd, text) => {
    expect(gndOf(text)).toBe(gnd);
  });

  it('is read between any punctuation', () => {
    const before = fc.array(fc.constantFrom('(', '[', '<', '"', '„', '*', '|', ' ', '- '), { maxLength: 4 });
    const behind = fc.array(fc.constantFrom(')', ']', '>', '"', '“', '.', ',', ';', ' ', '|'), { maxLength: 4 });
    fc.assert(
      fc.property(before, behind, (left, right) => {
        expect(gndOf(`${left.join('')}118634313${right.join('')}`)).toBe('118634313');
      }),
    );
  });
});

describe('an address', () => {
  it.each([
    ['<https://viaf.org/viaf/1>', 'https://viaf.org/viaf/1'],
    ['(https://viaf.org/viaf/1).', 'https://viaf.org/viaf/1'],
    ['https://de.wikipedia.org/wiki/Dexippos_(Philosoph)', 'https://de.wikipedia.org/wiki/Dexippos_(Philosoph)'],
    ['(https://de.wikipedia.org/wiki/Dexippos_(Philosoph)),', 'https://de.wikipedia.org/wiki/Dexippos_(Philosoph)'],
    ['[VIAF: 60144898]', 'VIAF: 60144898'],
    ['(VIAF)299459259', 'VIAF 299459259'],
    ['viaf/299459259', 'viaf 299459259'],
    ['Q9391.', 'Q9391'],
    ['Q105681743 (Wikidata)', 'Wikidata Q105681743'],
    ['262809212 [VIAF]', 'VIAF 262809212'],
    ['viaf 315557683 Belohlawek', 'viaf 315557683'],
    ['Passerieu, ISNI: 0000 0000 8399 5947, Journalist', 'ISNI 0000 0000 8399 5947'],
    ['Gimlette (VIAF-ID 315557683; 1855)', 'VIAF 315557683'],
  ])('or identifier in %s is read as %s', (text, reading) => {
    expect(identifierReadings(text)).toContain(reading);
  });

  it('is read with its fragment, then without', () => {
    const readings = identifierReadings('https://de.wikipedia.org/wiki/Plato#Leben');
    expect(readings).toEqual(['https://de.wikipedia.org/wiki/Plato#Leben', 'https://de.wikipedia.org/wiki/Plato']);
  });

  it.each(['https://www.example.org/kiel', '<http://goethe.de>', 'www.berlin.de/museum/', 'd-nb.info/gnd/', '(https://x.de/a).'])(
    'is not searched for as words: %s',
    (text) => expect(isAddressQuery(text)).toBe(true),
  ); // prettier-ignore

  it.each(['St.Gallen/Wil', 'Halle/Saale', 'e.coli', 'Dr.med./Prof.', 'Goethe', '1749', 'Kiel https', 'J.S. Bach', 'a.D./b', 'Node.js'])(
    'is not read in %s',
    (text) => expect(isAddressQuery(text)).toBe(false),
  ); // prettier-ignore
});

it.each(['GND 2020', 'Die GND seit 2012 (GND)', 'Agenda 1180', 'Legnd118634313', 'GND 118634313-45'])(
  'no identifier is read in %s',
  (text) => expect(gndOf(text)).toBeUndefined(),
);

it.each(['Kalliope 1848 Berlin', 'VIAF 123456', 'Revolution (1848)', 'Kongress, 21 (Wien)', 'Q1 Wikidata'])(
  'a number of a few digits is not a value of a scheme: %s',
  (text) => expect(identifierReadings(text)).toEqual([text]),
);

it.each(['Goethe, Johann Wolfgang von', 'Müller-Thurgau (Familie)', '„Faust“', "L'Aquila"])(
  'a name is not split: %s',
  (name) => expect(identifierReadings(name)).toEqual([name]),
);
