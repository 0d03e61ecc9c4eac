/** CSV tables equal byte for byte those of a well-known library, and no cell of theirs is run by a spreadsheet. */
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvLine } from '../../../src/core/http/csv.ts';
import { defused } from '../../../src/core/http/csv-cell.ts';
import { anyCharacter } from '../../any-character.ts';

const odd = fc.string({ unit: fc.constantFrom(...Array.from('",;|\t\r\n =+-@\'%a1ä＝\u200b')), maxLength: 6 });
const cell = fc.oneof(odd, fc.string({ unit: anyCharacter }), fc.integer(), fc.constant(undefined));

it('a table equals the output of csv-stringify', () => {
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 5 }), (lines) => {
      const cells = lines.map((line) =>
        line.map((value) => (typeof value === 'string' ? defused(value) : String(value ?? ''))),
      );
      const expected = stringify(cells, { record_delimiter: 'windows', quoted_match: /^\s|\s$|^'/ });
      expect(lines.map(csvLine).join('')).toBe(expected);
    }),
    { numRuns: 2_000 },
  );
});

it.each([
  ['=1+1', "'=1+1"],
  ['+49', "'+49"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['\t\t', "'\t'\t"],
  ['|=', "'|'="],
  [' =1', "' =1"],
  ['"=1', '\'"=1'],
  ["'=1", "''=1"],
  ['＝1', "'＝1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠x', "'＠x"],
  ['−1', "'−1"],
  ['\u200B=1', "'\u200B=1"],
  [';=1+1', ";'=1+1"],
  ['Müller; =1;+2', "Müller;' =1;'+2"],
  ['a|@b', "a|'@b"],
  ['|cmd', "'|cmd"],
  [' %x', "' %x"],
  ['||=1', "'||'=1"],
  ['a\t-b', "a\t'-b"],
  ['=HYPERLINK("http://e.org","x")', '\'=HYPERLINK("http://e.org","x")'],
  ['a\r\n=1\u0000b', 'a  =1 b'],
])('a cell that a spreadsheet would run is defused: %s', (value, cell) => expect(defused(value)).toBe(cell));

it.each(['118540238', 'Müller, "Hans"', "'s-Gravenhage", 'a=b', '5 % | 6', '4018118-2', ' ', 'ä;b', ',', '"'])(
  'a harmless cell stays as it is: %s',
  (value) => expect(defused(value)).toBe(value),
);

it('defusing a cell equals two replacements with regular expressions, and leaves no formula', () => {
  fc.assert(
    fc.property(fc.oneof(odd, fc.string({ unit: 'grapheme' })), (text) => {
      const clean = text.replace(/[\p{Cc}]/gu, (character) => (character === '\t' ? character : ' '));
      const behind = /([;|\t])(?=[\s\p{Cf}"']*[=+\-@\t\uFF1D\uFF0B\uFF0D\uFF20\u2212])/gu;
      const begin = /^(?=[\s\p{Cf}"']*[=+\-@\t\uFF1D\uFF0B\uFF0D\uFF20\u2212|%])/u;
      expect(defused(text)).toBe(clean.replace(behind, "$1'").replace(begin, "'"));
      expect(defused(text)).not.toMatch(/(?:^|[;|\t])[=+\-@\t\uFF1D\uFF0B\uFF0D\uFF20\u2212]|^[|%]/u);
    }),
    { numRuns: 2_000 },
  );
});
