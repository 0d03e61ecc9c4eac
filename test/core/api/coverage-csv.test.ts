/** The coverage report as a CSV table: harmless cells are unchanged, dangerous ones are defused. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverageLines } from '../../../src/core/interface/coverage-csv.ts';
import { parse } from 'csv-parse/sync';
import { csvTable } from '../../../src/core/http/csv.ts';
import type { CoverageRowValue } from '../../../src/core/interface/coverage-schema.ts';

const CATEGORIES = [{ key: 'authority' }, { key: 'place' }];
const row = (input: string, name?: string): CoverageRowValue => ({
  input,
  verdict: 'invalid',
  ...(name !== undefined && { preferredName: name }),
});

/** Writes a table of these inputs and names, and parses it with a CSV library. */
const tableOf = (inputs: readonly (readonly [input: string, name?: string])[]) =>
  parse(
    csvTable(
      coverageLines(
        inputs.map(([input, name]) => row(input, name)),
        CATEGORIES,
      ),
    ),
  );
const cellOf = (input: string) => tableOf([[input]])[1]?.[0];

describe('cells', () => {
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
  ])('that a spreadsheet would run are defused: %s', (value, cell) => {
    expect(cellOf(value)).toBe(cell);
  });

  it.each(['118540238', 'Müller, "Hans"', "'s-Gravenhage", 'a=b', '5 % | 6', '4018118-2', ' ', 'ä;b', ',', '"'])(
    'that are harmless stay as they are: %s',
    (value) => expect(cellOf(value)).toBe(value),
  );

  it('hold no line ends or other control characters', () => {
    expect(cellOf('a\r\n=1\u0000b')).toBe('a  =1 b');
  });
});

it('a harmless cell of a coverage table is the same after writing and parsing', () => {
  const harmless = fc
    .string({ unit: 'grapheme' })
    .filter(
      (text) => !/[\p{Cc}]/u.test(text) && !/(?:^|[;|])[\s\p{Cf}"']*[=+\-@＝＋－＠−]|^[\s\p{Cf}"']*[|%]/u.test(text),
    );
  fc.assert(
    fc.property(fc.array(fc.tuple(harmless, harmless), { maxLength: 5 }), (values) => {
      const [, ...lines] = tableOf(values);
      expect(lines.map((cells) => [cells[0], cells[7]])).toEqual(values);
    }),
  );
});

it('a coverage table with any inputs has rows as long as its header, and no cell that begins like a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (inputs) => {
      const [header, ...lines] = tableOf(inputs.map((input) => [input]));
      for (const cells of lines) {
        expect(cells).toHaveLength(header?.length ?? 0);
        expect(cells[0]).not.toMatch(/(?:^|[;|\t])[=+\-@\t\r]|^[|%]/);
      }
    }),
  );
});
