/** Identifiers and addresses are read with any text around them, and names are not taken for identifiers. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGndId } from '../../../src/core/model/gnd-id.ts';
import { isAddress, plainTexts } from '../../../src/core/model/identifier-text.ts';
import { gndIdIn, gndIdsIn, readGndId, readIdentifiers } from '../../../src/core/model/read-identifiers.ts';
import { splitIdentifiers } from '../../../src/core/model/split-identifiers.ts';
import { loadCuration } from '../../../src/build/sources/register/curation.ts';
import { FOREIGN_TEXTS, GND_FORMS, withCheck } from '../../core/model/identifier-forms.ts';
import { anyCharacter } from '../../any-character.ts';

const gndOf = (text: string) => gndIdsIn(text).ids[0];
const { identify } = await loadCuration('config');

/** Identifiers with a right check digit that a form can write. */
const plain = fc
  .integer({ min: 120_000_000, max: 199_999_999 })
  .map((n) => withCheck(String(n).replace(/[01]/gu, (digit, at) => (at === 0 ? digit : '7'))));
const IDS = {
  plain,
  digits: plain.filter((id) => !id.endsWith('X')),
  // With eight digits, a number without its hyphen may also be another identifier.
  hyphenated: fc.integer({ min: 1_000_000, max: 9_999_999 }).map((digits) => withCheck(String(digits), true)),
  any: fc.oneof(
    plain,
    fc.integer({ min: 100_000, max: 99_999_999 }).map((digits) => withCheck(String(digits), true)),
  ),
};

describe('every form of a GND identifier', () => {
  it.each(GND_FORMS)('is read as what was written: $name', ({ write, of, isChecked }) => {
    fc.assert(
      fc.property(IDS[of ?? (isChecked ? 'plain' : 'any')], (id) => {
        const text = write(id);
        expect([text, gndIdIn(text)]).toEqual([text, id]);
        expect(readIdentifiers(text, identify)[0]).toMatchObject({ scheme: 'gnd', value: id });
      }),
    );
  });

  it.each(GND_FORMS.filter(({ isChecked }) => isChecked !== true))(
    'is read with a wrong check digit too, because some identifiers have one: $name',
    ({ write, of }) => expect(gndIdIn(write(of === 'hyphenated' ? '4074335-9' : '118540239'))).toMatch(/9$/u),
  );

  it.each(GND_FORMS)('is one value of a list: $name', ({ write, of }) => {
    const [id, other] = of === 'hyphenated' ? ['4074335-4', '4018118-2'] : ['118540238', '118607626'];
    for (const separator of [', ', ';', '\n', '\t', ' | ', '\r\n\r\n']) {
      const { values } = splitIdentifiers([write(id), write(other), write(id)].join(separator));
      expect(values.map(gndIdIn)).toEqual([id, other, id]);
    }
  });
});

describe('every form of another identifier', () => {
  it.each(FOREIGN_TEXTS)('%s is read as %s', (text, scheme, value) => {
    expect(readIdentifiers(text, identify)).toContainEqual(expect.objectContaining({ scheme, value }));
    expect(readGndId(text)).toEqual({ ok: false, reason: 'foreign_identifier', candidates: [] });
  });

  it.each(FOREIGN_TEXTS)('%s is one value of a list', (text) => {
    for (const separator of [', ', ';', '\n', ' | '])
      expect(splitIdentifiers([text, text].join(separator)).values).toEqual([text, text]);
  });
});

it.each([
  ['40743354', 'missing_hyphen', ['4074335-4']],
  ['040743351', 'foreign_identifier', ['4074335-4']],
  ['Q5879', 'foreign_identifier', []],
  ['https://viaf.org/viaf/24602065', 'foreign_identifier', []],
  ['0000-0001-2345-6789', 'foreign_identifier', []],
  ['(DE-627)118540238', 'foreign_identifier', []],
  ['VIAF 315557683', 'foreign_identifier', []],
  ['11854023Y', 'bad_characters', []],
  ['118540238\0', 'bad_characters', ['118540238']],
  ['118540238 118607626', 'bad_characters', ['118540238', '118607626']],
  ['Goethe', 'bad_characters', []],
  ['', 'bad_length', []],
  ['1', 'bad_length', []],
  ['118540238118540238', 'bad_length', []],
  ['418540238', 'missing_hyphen', ['41854023-8']],
  ['918540238123', 'bad_length', []],
  ['1'.repeat(5000), 'bad_length', []],
])('%j is no GND identifier, for the reason %s', (input, reason, candidates) => {
  expect(readGndId(input)).toEqual({ ok: false, reason, candidates });
});

it('any text is read without an exception', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), (text) => {
      const parsed = readGndId(text);
      for (const id of parsed.ok ? [parsed.id] : parsed.candidates) expect(isGndId(id)).toBe(true);
      for (const { value } of readIdentifiers(text, identify)) expect(value).toEqual(expect.any(String));
      for (const value of splitIdentifiers(text).values) expect(value).toMatch(/\S/u);
    }),
  );
});

it('a list is not split beyond its bound', () => {
  expect(splitIdentifiers('a '.repeat(1000), 3)).toEqual({ values: ['a', 'a', 'a'], isCut: true });
  expect(splitIdentifiers('a b c', 3)).toEqual({ values: ['a', 'b', 'c'], isCut: false });
});

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
    expect(plainTexts(text)).toContain(reading);
  });

  it('is read with its fragment, then without', () => {
    const readings = plainTexts('https://de.wikipedia.org/wiki/Plato#Leben');
    expect(readings).toEqual(['https://de.wikipedia.org/wiki/Plato#Leben', 'https://de.wikipedia.org/wiki/Plato']);
  });

  it.each(['https://www.example.org/kiel', '<http://goethe.de>', 'www.berlin.de/museum/', 'd-nb.info/gnd/', '(https://x.de/a).'])(
    'is not searched for as words: %s',
    (text) => expect(isAddress(text)).toBe(true),
  ); // prettier-ignore

  it.each(['St.Gallen/Wil', 'Halle/Saale', 'e.coli', 'Dr.med./Prof.', 'Goethe', '1749', 'Kiel https', 'J.S. Bach', 'a.D./b', 'Node.js'])(
    'is not read in %s',
    (text) => expect(isAddress(text)).toBe(false),
  ); // prettier-ignore
});

it.each(['GND 2020', 'Die GND seit 2012 (GND)', 'Agenda 1180', 'Legnd118634313', 'GND 118634313-45'])(
  'no identifier is read in %s',
  (text) => expect(gndOf(text)).toBeUndefined(),
);

it.each(['Kalliope 1848 Berlin', 'VIAF 123456', 'Revolution (1848)', 'Kongress, 21 (Wien)', 'Q1 Wikidata'])(
  'a number of a few digits is not a value of a scheme: %s',
  (text) => expect(plainTexts(text)).toEqual([text]),
);

it.each(['Goethe, Johann Wolfgang von', 'Müller-Thurgau (Familie)', '„Faust“', "L'Aquila"])(
  'a name is not split: %s',
  (name) => expect(plainTexts(name)).toEqual([name]),
);
