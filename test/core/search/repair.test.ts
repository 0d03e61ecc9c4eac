/** Wrongly decoded text is repaired, and other text is unchanged. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REPAIRS, repairText } from '../../../src/core/search/query/repair.ts';
import { anyCharacter } from '../../any-character.ts';

const NAMES = ['Mörike', 'Günther Graß', 'Lévêque', 'Łódź', 'Dvořák', 'Ägypten', 'Ñandú', 'Гёте'];
const latin1 = (text: string) => new TextDecoder('windows-1252').decode(Buffer.from(text));
const WAYS: Readonly<Record<string, (text: string) => string>> = {
  'percent codes': encodeURIComponent,
  'percent codes of a form': (text) => encodeURIComponent(text).replaceAll('%20', '+'),
  'decimal entities': (text) => text.replace(/[^\p{ASCII}]/gu, (letter) => `&#${letter.codePointAt(0)};`),
  'hexadecimal entities': (text) => text.replace(/[^\p{ASCII}]/gu, (letter) => `&#x${letter.codePointAt(0)?.toString(16)};`),
  'UTF-8 read as Latin-1': latin1,
  'the same twice': (text) => latin1(latin1(text)),
  'entities within percent codes': (text) => encodeURIComponent(text.replace(/ö/gu, '&ouml;')),
}; // prettier-ignore

describe.each(Object.entries(WAYS))('%s', (_, way) => {
  it.each(NAMES)('is repaired in %s', (name) => {
    expect(repairText(way(name))).toBe(name);
  });
});

it.each([
  ['M&ouml;rike', 'Mörike'],
  ['Gra&szlig;mann &amp; S&oslash;n', 'Graßmann & Søn'],
  ['Eduard+M%F6rike', 'Eduard Mörike'],
  ['AT&T; 50 % Ãgypten &unknown; Ârger', 'AT&T; 50 % Ãgypten &unknown; Ârger'],
  ['Störung „ÃŸ“', 'Störung „ß“'],
  ['&#0; &#1114112; &#xD800;', '     '],
])('a repair turns %s into %s', (text, repaired) => {
  expect(repairText(text)).toBe(repaired);
});

it('a repair does not change names', () => {
  const names = fc.stringMatching(/^[A-Za-zäöüßéèà ,.()-]*$/u);
  fc.assert(fc.property(names, (name) => repairText(name) === name));
});

it('a repair never fails', () => {
  const sign = fc.constantFrom('%C3', '%', '&ouml;', '&#', '&#99999999;', 'Ã', '¶', '+', 'ÃƒÂ', ';');
  const text = fc.array(fc.oneof(sign, fc.string({ unit: anyCharacter }))).map((parts) => parts.join(''));
  fc.assert(fc.property(text, (one) => repairText(one).isWellFormed() || !one.isWellFormed()));
  expect(REPAIRS.map(({ name }) => name)).toEqual(['percent codes', 'HTML entities', 'UTF-8 read as Latin-1']);
});
