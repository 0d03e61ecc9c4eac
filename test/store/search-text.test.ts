import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText, fullNameKey, searchWords, withoutQualifier } from '../../src/store/search-text.ts';

describe('search text', () => {
  it.each([
    ['Müller', 'Mueller', 'Muller', 'MU\u0308LLER'],
    ['Goethe', 'Göthe', 'Gothe'],
    ['Strasse', 'Straße', 'STRAẞE'],
    ['Dvořák', 'Dvorak', 'Dvor\u030Cák'],
    ['São Paulo', 'Sao Paulo'],
    ["Gete, Iogann Vol'fgang", 'Gete, Iogann Volʹfgang', 'gete iogann volfgang'],
    ['Droste-Hülshoff', 'Droste Hülshoff', 'droste huelshoff'],
    ['Łódź', 'Lodz'],
    ['Søren', 'Soeren', 'Sören', 'Soren'],
    ['Æsop', 'Aesop', 'Äsop'],
    ['Nâzım', 'Nazim', 'NAZIM'],
    ['ﬁlm', 'film'],
    ['Händel', 'Haendel', 'Handel'],
    ["O'Brien", 'O’Brien', 'OBrien'],
    ['مُحَمَّد', 'محمد'],
    ['בְּרֵאשִׁית', 'בראשית'],
  ])('finds %s by every one of its spellings', (...spellings) => {
    const [first, ...others] = spellings.map(searchWords);
    for (const other of others) expect(other).toEqual(first);
  });

  it.each([
    ['Bauer', 'bauer'],
    ['Quelle', 'quelle'],
    ['Neuer', 'neuer'],
  ])('leaves the e of %s alone', (name, folded) => {
    expect(searchWords(name)).toEqual([folded]);
  });

  it('takes scripts without blanks character by character', () => {
    expect(searchWords('约翰·沃尔夫冈')).toEqual(['约', '翰', '沃', '尔', '夫', '冈']);
  });

  it.each(['', '"', '*', '😀', '\u0301', '(((', '\u0000'])('finds no word in %j', (text) => {
    expect(searchWords(text)).toEqual([]);
  });

  it('gives words of letters and digits only, whatever comes in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        for (const word of searchWords(text)) expect(word).toMatch(/^[\p{L}\p{N}]{1,60}$/u);
        expect(foldText(text.normalize('NFD'))).toBe(foldText(text.normalize('NFC')));
      }),
    );
  });

  it('has one key for all orders of the words', () => {
    expect(fullNameKey(searchWords('Goethe, Johann Wolfgang von'))).toBe(
      fullNameKey(searchWords('Johann Wolfgang von Goethe')),
    );
    expect(fullNameKey(['a', 'b'])).not.toBe(fullNameKey(['ab']));
  });

  it.each([
    ['Lucca (Stato)', 'Lucca'],
    ['Hauptschule / Lehrer', 'Hauptschule'],
    ['Rostocker Logistik Forum (19. : 2019 : Rostock)', 'Rostocker Logistik Forum'],
    ['(Ohne Namen)', '(Ohne Namen)'],
    ['London', 'London'],
  ])('takes the qualifier off %j', (name, bare) => {
    expect(withoutQualifier(name)).toBe(bare);
  });
});
