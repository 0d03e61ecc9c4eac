import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDocument, tableUnder } from '../../docs/markdown.ts';
import {
  contract,
  foldText,
  fullNameKey,
  numbersWithPrefix,
  romanNumeral,
  searchWords,
} from '../../../src/core/search/names/search-text.ts';
import { anyCharacter } from '../../any-character.ts';

describe('the table of folding in docs/search.md', () => {
  const rows = tableUnder(readDocument('docs/search.md'), 'Folding');
  const cases = rows.map(([, spellings = '', words = '']) => {
    const unquoted = (code: string) => code.trim().replace(/^`|`$/g, '');
    return { spellings: spellings.split(' · ').map(unquoted), words: unquoted(words) };
  });

  it('has rows', () => {
    expect(cases.length).toBeGreaterThan(25);
  });

  it.each(cases)('gives $words for each of $spellings', ({ spellings, words }) => {
    for (const spelling of spellings) {
      expect(searchWords(spelling).join(' '), spelling).toBe(words);
      expect(searchWords(spelling.normalize('NFD')).join(' '), spelling).toBe(words);
    }
  });
});

describe('search text', () => {
  it.each(['', '"', '*', '😀', '\u0301', '(((', '\u0000'])('has no word for %j', (text) => {
    expect(searchWords(text)).toEqual([]);
  });

  it('has words of letters and digits only, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (text) => {
        for (const word of searchWords(text)) expect(word).toMatch(/^[\p{L}\p{N}]{1,60}$/u);
        expect(foldText(text.normalize('NFD'))).toBe(foldText(text.normalize('NFC')));
      }),
    );
  });

  it('is unchanged when folded again, so that words of the index can be searched for', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), (text) => {
        const words = searchWords(text);
        // Folding may leave a vowel behind a vowel, which then counts as an umlaut.
        const plain = (word: string) => contract(word).replace(/([aou])e/g, '$1');
        expect(searchWords(words.join(' ')).map(plain)).toEqual(words.map(plain));
      }),
    );
  });

  it('has numbers for roman numerals, but not for single letters', () => {
    expect(searchWords('Ludwig XIV. Karl V. Heinrich II, Johannes XXIII, Nix, Mix, Vivi')).toEqual(
      'ludwig 14 karl v heinrich 2 johannes 23 nix mix vivi'.split(' '),
    );
    for (let number = 2; number < 40; number += 1) {
      const numeral = romanNumeral(String(number)) ?? '';
      expect(searchWords(numeral)).toEqual([numeral.length > 1 ? String(number) : numeral]);
    }
    expect(numbersWithPrefix('xi')).toEqual(['11', '12', '13', '14', '19']);
    expect(romanNumeral('40')).toBeUndefined();
  });

  it('has one key for a name in any order, with and without particles, unless it is made of them', () => {
    expect(fullNameKey(searchWords('Johann Wolfgang Goethe'))).toBe(
      fullNameKey(searchWords('Goethe, Johann Wolfgang von')),
    );
    expect(fullNameKey(['das'])).not.toBe(fullNameKey(['die']));
    expect(fullNameKey(['a', 'b'])).not.toBe(fullNameKey(['ab']));
  });
});
