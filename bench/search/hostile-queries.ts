/** Generates hostile queries: every plane of Unicode, operators, floods of combining marks and of frequent words. */
import fc from 'fast-check';
import { ENTITY_TYPES } from '../../src/core/model/entity.ts';
import type { SearchQuery } from '../../src/core/search/search.ts';
import { anyCharacter } from '../../test/any-character.ts';

/** Words of the data that an attacker would use. */
export interface FrequentWords {
  readonly common: readonly string[];
  readonly short: readonly string[];
}

const NOTORIOUS = [
  '"', '""', '*', '**', 'a*', '* *', '%', '%00', '_', '?', '\\', "'", "' OR 1=1 --", 'NEAR(', 'NEAR(a b, 3)', '++a', 'a OR b',
  'a AND', 'NOT', 'NOT NOT', '-a', '^a', 'a:b', 'name : goethe', '{name variant} : goethe', '(((((', ')', '"goethe', 'goethe"',
  'goethe*', 'go*the', '[a-z]+', '(a+)+$', '.*', '${7*7}', '<script>', '../../etc/passwd', 'null', 'undefined', '[object Object]',
  'ä'.repeat(200), 'a '.repeat(100), 'a\u0301'.repeat(100), '\u0301', '\u0301'.repeat(200), '\u200b', '\u202egoethe', '\ufeffa',
  '👨‍👩‍👧‍👦', '🎼 bach', 'ﷺ', 'ß'.repeat(200), 'İ'.repeat(200), 'ﬃ'.repeat(200), '가'.repeat(200), '的'.repeat(200), 'ꙮ', '𒀀', '\u{10ffff}',
  'https://', 'https://d-nb.info/gnd/', 'Q', 'Q0', `Q${'9'.repeat(199)}`, '0'.repeat(200), '118540238'.repeat(22), 'viaf:', ':',
]; // prettier-ignore

const OPERATORS = [
  'AND', 'OR', 'NOT', 'NEAR(', ')', '(', '"', '*', '+', '-', '^', ':', '{', '}', ',', '%', '_', '?', '~', '&', '|', '!', '<->',
]; // prettier-ignore
const CODE_POINTS = 200;

/** @returns distinct queries, the same for the same seed */
export function hostileQueries(words: FrequentWords, wanted: number, seed: number): SearchQuery[] {
  const page = fc.constantFrom([20, 0], [20, 0], [20, 0], [1, 0], [100, 0], [100, 900], [1, 999], [20, 480]);
  const types = fc.option(fc.uniqueArray(fc.constantFrom(...ENTITY_TYPES), { minLength: 1, maxLength: 3 }), {
    freq: 3,
  });
  const query = fc
    .record({ q: hostileTexts(words), page, types })
    .map(({ q, page: [limit = 20, offset = 0], types }) => ({
      q: plain(q),
      ...(types !== null && { types }),
      limit,
      offset,
    }));
  const distinct = new Map<string, SearchQuery>();
  const add = (one: SearchQuery) => distinct.set(JSON.stringify(one), one);
  for (const q of NOTORIOUS) add({ q: plain(q), limit: 20, offset: 0 });
  for (let round = 0; distinct.size < wanted; round += 1) {
    for (const drawn of fc.sample(query, { numRuns: wanted - distinct.size, seed: seed + round })) add(drawn);
  }
  return [...distinct.values()];
}

/** Texts of all lengths and kinds. */
export function hostileTexts({ common, short }: FrequentWords): fc.Arbitrary<string> {
  const word = fc.constantFrom(...common);
  const anyWord = fc.constantFrom(...common, ...short);
  const letter = fc.constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyzäöüß1'));
  const fragment = fc.tuple(anyWord, fc.integer({ min: 1, max: 6 })).map(([text, length]) => text.slice(0, length));
  const operator = fc.constantFrom(...OPERATORS);
  const joined = (parts: fc.Arbitrary<string>, maxLength: number) =>
    fc.array(parts, { minLength: 1, maxLength }).map((list) => list.join(' '));
  const repeated = (unit: fc.Arbitrary<string>) =>
    fc.tuple(unit, fc.integer({ min: 1, max: CODE_POINTS })).map(([text, times]) => text.repeat(times));
  return fc.oneof(
    fc.constantFrom(...NOTORIOUS),
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: CODE_POINTS }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
    joined(fc.oneof(operator, word, letter), 12),
    repeated(fc.oneof(letter, fragment, fc.string({ unit: anyCharacter, minLength: 1, maxLength: 2 }))),
    // For near spellings: one long word, and one close to a frequent word.
    fc.array(letter, { minLength: 20, maxLength: CODE_POINTS }).map((letters) => letters.join('')),
    fc.tuple(word, letter, fc.nat(12)).map(([text, other, at]) => text.slice(0, at) + other + text.slice(at + 1)),
    joined(
      fc.tuple(word, letter).map(([text, other]) => text + other),
      10,
    ),
    // Combining marks without letters, and Hebrew and Arabic with vowel signs and directional marks.
    fc.string({
      unit: fc.integer({ min: 0x300, max: 0x36f }).map((code) => String.fromCodePoint(code)),
      minLength: 1,
      maxLength: 60,
    }),
    fc.string({
      unit: fc
        .oneof(fc.integer({ min: 0x590, max: 0x6ff }), fc.constantFrom(0x20, 0x200f, 0x202e))
        .map((code) => String.fromCodePoint(code)),
      minLength: 1,
      maxLength: 60,
    }),
    // Many frequent words, and prefixes that very many words share.
    joined(anyWord, 30),
    joined(fc.oneof(anyWord, fragment, letter), 20),
    joined(letter, 12),
    fc.tuple(word, letter).map((parts) => parts.join(' ')),
    fc.tuple(joined(anyWord, 4), fc.constantFrom('*', '%', '?', '"', ' *', '**')).map((parts) => parts.join('')),
  );
}

/** Normalises as the contract does: control characters become blanks, NFC, trimmed, at most `CODE_POINTS` long. */
function plain(text: string): string {
  const clean = text
    .replace(/\p{Cc}/gu, ' ')
    .normalize('NFC')
    .trim();
  return Array.from(clean).slice(0, CODE_POINTS).join('').trim();
}
